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
  const lister = new FileLister(root);
  lister.visit("", undefined, 0);
  if (lister.files.length >= FILES_MAX) lister.report(".", `more than ${FILES_MAX} files; the rest was left out`);
  return lister;
}

class FileLister implements Listing {
  readonly files: ListedFile[] = [];
  readonly troubles: { path: string; message: string }[] = [];
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  report(path: string, message: string): void {
    this.troubles.push({ path, message });
  }

  /** @param folder  relative, with a slash at its end; empty for the root */
  visit(folder: string, level: Level | undefined, depth: number): void {
    const shown = folder === "" ? "." : folder.slice(0, -1);
    if (depth > DEPTH_MAX) return this.report(shown, `deeper than ${DEPTH_MAX} folders`);
    const entries = this.read(folder, shown);
    const rules = entries.some((entry) => entry.name === ".gitignore")
      ? ignoreRules(join(this.root, folder))
      : undefined;
    const here = rules ? { base: folder, rules, above: level } : level;
    for (const entry of entries) {
      if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      const path = `${folder}${entry.name}`;
      if (entry.isSymbolicLink()) this.link(path);
      else if (isIgnored(here, path, entry.isDirectory())) continue;
      else if (entry.isDirectory()) this.visit(`${path}/`, here, depth + 1);
      else if (entry.isFile()) this.add(path);
    }
  }

  private read(folder: string, shown: string): Dirent[] {
    try {
      const entries = readdirSync(join(this.root, folder), { withFileTypes: true });
      return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
    } catch (error) {
      this.report(shown, `the folder cannot be read (${errorCode(error) ?? "unknown"})`);
      return [];
    }
  }

  private link(path: string): void {
    const { root } = this;
    try {
      const real = realpathSync(join(root, path));
      if (real !== root && !real.startsWith(`${root}/`))
        this.report(path, "a link that leads out of the root is not followed");
      else if (`${join(root, path)}/`.startsWith(`${real}/`)) this.report(path, "a link that leads around in a circle");
    } catch (error) {
      this.report(path, `a link that leads nowhere (${errorCode(error) ?? "unknown"})`);
    }
  }

  private add(path: string): void {
    if (this.files.length >= FILES_MAX) return;
    try {
      const stat = statSync(join(this.root, path));
      this.files.push({ path, sizeBytes: stat.size, modifiedMs: stat.mtimeMs, changedMs: stat.ctimeMs });
    } catch (error) {
      this.report(path, `the file cannot be read (${errorCode(error) ?? "unknown"})`);
    }
  }
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
