import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nativePath } from "../../engines/paths/file-names.ts";
import { makeOwnFolder, removeTree } from "../temporary-folder.ts";

/** Temporary files of one session's commands, apart from everybody else's. */
export interface PrivateFolder {
  /** What commands see as their folder for temporary files. */
  readonly temporary: string;
  /** Makes one that only one command sees. */
  passing(): string;
  readonly emptyFile: string;
  /** Nobody may open it. */
  readonly closedFile: string;
  /** Where a start lays a home. */
  readonly homeFolder: string;
  /** Where a file of ours is kept beside them; programs in the sandbox do not see it. */
  path(name: string): string;
  /** Writes such a file, a text of faithful names in their bytes, when it is not there with this content already. @returns its path */
  keep(name: string, content: string | Uint8Array): string;
  remove(): void;
}

/** @param cacheFolder  of our own: a command that reached what its walls are made of could open them for the next one */
export function makePrivateFolder(cacheFolder: string): PrivateFolder {
  const folder = makeOwnFolder(join(cacheFolder, "commands"));
  const temporary = join(folder, "tmp");
  const emptyFile = join(folder, "empty");
  const closedFile = join(folder, "closed");
  const homeFolder = join(folder, "home");
  for (const one of [temporary, homeFolder]) mkdirSync(one, { mode: 0o700 });
  writeFileSync(emptyFile, "", { mode: 0o444 });
  writeFileSync(closedFile, "", { mode: 0 });
  const kept = new Map<string, string | Uint8Array>();
  return {
    temporary,
    emptyFile,
    closedFile,
    homeFolder,
    passing: () => mkdtempSync(join(folder, "passing-")),
    path: (name) => join(folder, name),
    keep(name, content) {
      const path = join(folder, name);
      if (kept.get(name) !== content)
        writeFileSync(path, typeof content === "string" ? nativePath(content) : content, { mode: 0o600 });
      kept.set(name, content);
      return path;
    },
    remove: () => removeFolder(folder),
  };
}

function removeFolder(path: string): void {
  try {
    removeTree(path);
  } catch {
    // What a command made unremovable, or what belongs to another user, stays.
  }
}
