import type { Workspace } from "../../core/ports/workspace.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { importRules } from "../../engines/text/imported-files.ts";

const DEPTH_MAX = 2;
const FILES_MAX = 20;
const FILE_BYTES_MAX = 1_000_000;
const IMPORTS_MAX = 200;
const DECLARATIONS_MAX = 20;
const DECLARATION_CHARS_MAX = 160;

/**
 * What the files that a prompt mentions take from others of the project: their declarations with lines, over two steps of
 * imports. Files that are attached themselves are left out, and so is what may hold secrets.
 * @param paths  attached files, as `show` gives them
 * @returns text for the model; empty when they import nothing of the project
 */
export async function importsOf(paths: readonly string[], workspace: Workspace): Promise<string> {
  const seen = new Set(paths);
  const lines: string[] = [];
  let front = paths;
  let files = 0;
  for (let depth = 1; depth <= DEPTH_MAX; depth++) {
    const next: string[] = [];
    for (const path of front) {
      for (const target of await importedFiles(path, workspace)) {
        if (seen.has(target) || ++files > FILES_MAX) continue;
        seen.add(target);
        next.push(target);
        lines.push(`${target} (imported by ${path})`, ...(await declarations(target, workspace)));
      }
    }
    front = next;
  }
  return lines.length === 0 ? "" : `<imports>\n${lines.join("\n")}\n</imports>`;
}

async function importedFiles(path: string, workspace: Workspace): Promise<readonly string[]> {
  const source = await sourceOf(path, workspace);
  const imports = source === undefined ? [] : (importRules(path)?.paths(path, source) ?? []).slice(0, IMPORTS_MAX);
  const found = new Set<string>();
  for (const candidates of imports) {
    for (const candidate of candidates) {
      // Outside the folder, or hidden by a rule: not ours to read.
      const stat = await workspace.stat(candidate).catch(() => undefined);
      if (stat?.kind !== "file" || workspace.isSecret(candidate)) continue;
      found.add(workspace.show(candidate));
      break;
    }
  }
  return [...found];
}

async function declarations(path: string, workspace: Workspace): Promise<readonly string[]> {
  const source = await sourceOf(path, workspace);
  const rules = importRules(path);
  if (source === undefined || !rules) return [];
  const found = source
    .split(/\r?\n/)
    .flatMap((line, index) =>
      rules.declaration.test(line) ? [`  ${index + 1}: ${line.trimEnd().slice(0, DECLARATION_CHARS_MAX)}`] : [],
    );
  const more = found.length > DECLARATIONS_MAX ? [`  … ${found.length - DECLARATIONS_MAX} more`] : [];
  return [...found.slice(0, DECLARATIONS_MAX), ...more];
}

async function sourceOf(path: string, workspace: Workspace): Promise<string | undefined> {
  const stat = await workspace.stat(path).catch(() => undefined);
  if (stat?.kind !== "file" || stat.sizeBytes > FILE_BYTES_MAX) return undefined;
  const decoded = decodeFile(await workspace.readBytes(path, { offset: 0, length: FILE_BYTES_MAX }));
  return decoded.kind === "binary" ? undefined : decoded.text;
}
