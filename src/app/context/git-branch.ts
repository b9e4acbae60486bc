import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The branch checked out in the repository around a folder, or the beginning of a commit's hash. Starts no process. */
export function gitBranch(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = readHead(join(folder, ".git"));
    if (head !== undefined) return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? head.trim().slice(0, 8);
    if (folder === dirname(folder)) return undefined;
  }
}

/** `.git` is a folder, or in a worktree a file that names one. */
function readHead(path: string): string | undefined {
  try {
    if (statSync(path).isDirectory()) return readFileSync(join(path, "HEAD"), "utf8");
    const folder = /^gitdir: (.+)$/m.exec(readFileSync(path, "utf8"))?.[1];
    return folder === undefined ? undefined : readFileSync(join(resolve(dirname(path), folder), "HEAD"), "utf8");
  } catch {
    return undefined;
  }
}
