import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { compileIgnoreRules, type IgnoreRules } from "../../engines/text/gitignore.ts";

export interface ListedFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** Folders and links that could not be followed, and why. */
  readonly troubles: readonly { readonly path: string; readonly message: string }[];
}

const FILES_MAX = 1_000_000;
const DEPTH_MAX = 64;
const SKIPPED = new Set(["node_modules", "__pycache__"]);

interface Level {
  /** Relative path of the folder with a slash at its end; empty for the root. */
  readonly base: string;
  readonly rules: IgnoreRules;
  readonly above: Level | undefined;
}

/**
 * Every file below a root that git would not ignore, in the order of the names. Links are not followed:
 * what they lead to below the root is read in its own place.
 */
export function listFiles(root: string): Listing {
  const files: ListedFile[] = [];
  const troubles: { path: string; message: string }[] = [];
  const report = (path: string, message: string): void => void troubles.push({ path, message });

  const visit = (folder: string, level: Level | undefined, depth: number): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true });
    } catch (error) {
      report(folder === "" ? "." : folder.slice(0, -1), `the folder cannot be read (${errorCode(error) ?? "unknown"})`);
      return;
    }
    if (depth > DEPTH_MAX) return report(folder.slice(0, -1), `deeper than ${DEPTH_MAX} folders`);
    const rules = entries.some((entry) => entry.name === ".gitignore") ? ignoreRules(join(root, folder)) : undefined;
    const here = rules ? { base: folder, rules, above: level } : level;
    entries.sort((left, right) => (left.name < right.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      const path = `${folder}${entry.name}`;
      if (entry.isSymbolicLink()) link(path);
      else if (entry.isDirectory()) {
        if (!isIgnored(here, path, true)) visit(`${path}/`, here, depth + 1);
      } else if (entry.isFile() && !isIgnored(here, path, false)) add(path);
    }
  };

  /** What a link below the root leads to is read in its own place; only what is odd about it is told. */
  const link = (path: string): void => {
    try {
      const real = realpathSync(join(root, path));
      if (real !== root && !real.startsWith(`${root}/`)) report(path, "a link that leads out of the root is not followed");
      else if (`${join(root, path)}/`.startsWith(`${real}/`)) report(path, "a link that leads around in a circle");
    } catch (error) {
      report(path, `a link that leads nowhere (${errorCode(error) ?? "unknown"})`);
    }
  };

  const add = (path: string): void => {
    if (files.length >= FILES_MAX) return;
    try {
      const stat = statSync(join(root, path));
      files.push({ path, sizeBytes: stat.size, modifiedMs: stat.mtimeMs, changedMs: stat.ctimeMs });
    } catch (error) {
      report(path, `the file cannot be read (${errorCode(error) ?? "unknown"})`);
    }
  };

  visit("", undefined, 0);
  if (files.length >= FILES_MAX) report(".", `more than ${FILES_MAX} files; the rest was left out`);
  return { files, troubles };
}

function ignoreRules(folder: string): IgnoreRules | undefined {
  try {
    const rules = compileIgnoreRules(readFileSync(join(folder, ".gitignore"), "utf8"));
    return rules.size > 0 ? rules : undefined;
  } catch {
    return undefined;
  }
}

function isIgnored(level: Level | undefined, path: string, isFolder: boolean): boolean {
  for (let at = level; at; at = at.above) {
    const verdict = at.rules.verdict(path.slice(at.base.length), isFolder);
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}
