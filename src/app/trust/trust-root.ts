import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The repository a folder belongs to, or the folder itself. */
export function trustRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

/** Folders whose settings count for `cwd`: from it up to the root of its repository, nearest first. */
export function settingFolders(cwd: string): readonly string[] {
  const root = trustRoot(cwd);
  const folders = [cwd];
  for (let folder = cwd; folder !== root; ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}
