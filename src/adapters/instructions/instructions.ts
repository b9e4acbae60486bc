import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";

export interface Instructions {
  readonly text: string;
  /** Absolute paths of the files it was made of, in their order. */
  readonly files: readonly string[];
  readonly warnings: readonly string[];
}

const TEXT_CHARS_MAX = 32_000;
const IMPORT_DEPTH_MAX = 5;
/** In each folder the first of these that exists speaks. */
const FILE_NAMES = ["AGENTS.md", "CLAUDE.md", "CODENTIS.md"] as const;

/**
 * The people's standing instructions: the global file, then from the repository's root down to the folder, so that the
 * nearest has the last word. `@path` on a line of its own imports a file of the same repository or of the global folder.
 */
export function readInstructions(cwd: string, configFolder: string): Instructions {
  const files: string[] = [];
  const warnings: string[] = [];
  const sections: string[] = [];
  const root = repositoryRoot(cwd);
  const folders = [...foldersBetween(root, cwd).map((folder) => ({ folder, fence: root }))];
  for (const { folder, fence } of [{ folder: configFolder, fence: configFolder }, ...folders]) {
    for (const name of FILE_NAMES) {
      const path = join(folder, name);
      const text = readText(path);
      if (text === undefined) continue;
      files.push(path);
      sections.push(
        `## From ${folder === configFolder ? `your own ${name}` : path}\n${expandImports(text, { path, fence, depth: 0 }, files, warnings).trim()}`,
      );
      break;
    }
  }
  const joined = sections.join("\n\n");
  if (joined.length <= TEXT_CHARS_MAX) return { text: joined, files, warnings };
  warnings.push(
    `The instructions (${files.join(", ")}) have ${joined.length} characters; only the first ${TEXT_CHARS_MAX} are used. Shorten them.`,
  );
  return { text: joined.slice(0, TEXT_CHARS_MAX), files, warnings };
}

interface ImportPlace {
  readonly path: string;
  readonly fence: string;
  readonly depth: number;
}

function expandImports(text: string, place: ImportPlace, files: string[], warnings: string[]): string {
  let fenced = false;
  return text
    .split("\n")
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
      const target = fenced ? undefined : /^@(\S+)\s*$/.exec(line)?.[1];
      return target === undefined ? line : importFile(target, line, place, { files, warnings });
    })
    .join("\n");
}

function importFile(
  target: string,
  line: string,
  place: ImportPlace,
  found: { files: string[]; warnings: string[] },
): string {
  const path = target.startsWith("~/")
    ? join(homedir(), target.slice(2))
    : isAbsolute(target)
      ? target
      : resolve(dirname(place.path), target);
  const problem = (why: string): string => {
    found.warnings.push(`${place.path}: the import @${target} is left out: ${why}.`);
    return line;
  };
  if (path !== place.fence && !path.startsWith(`${place.fence}/`)) return problem("it leads outside the repository");
  if (place.depth >= IMPORT_DEPTH_MAX || found.files.includes(path)) return problem("it goes in circles or too deep");
  const text = readText(path);
  if (text === undefined) return problem("there is no such file");
  found.files.push(path);
  return expandImports(text, { path, fence: place.fence, depth: place.depth + 1 }, found.files, found.warnings);
}

function repositoryRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (exists(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

function foldersBetween(root: string, cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; folder !== root; folder = dirname(folder)) folders.unshift(dirname(folder));
  return folders;
}

function exists(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EISDIR";
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}
