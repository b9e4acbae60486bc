import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { startsOnLook } from "../../engines/shell/git-settings.ts";
import type { WorkspaceFacts } from "../../engines/shell/policy-types.ts";
import { statIfThere } from "../folder-entries.ts";
import { gitPrograms } from "./git-programs.ts";

/** What the shell engine asks the file system: where links lead, and what git would start. */
export const commandFacts: WorkspaceFacts = factsFor([]);

/** @param trusted  programs of the repository, as `gitPrograms` names them, that a person has trusted */
export function factsFor(trusted: readonly string[]): WorkspaceFacts {
  return {
    realPath(path) {
      try {
        // An exception costs more than a question; most words name no file.
        return statSync(path, { throwIfNoEntry: false }) ? realpathSync.native(path) : undefined;
      } catch {
        return undefined;
      }
    },
    isFolder: (path) => statIfThere(path)?.isDirectory() ?? false,
    repositoryStartsPrograms: (folder) =>
      gitPrograms(folder).some((program) => startsOnLook(program) && !trusted.includes(program)),
  };
}

/** The first of some names that is there in a folder or above it, whatever it is. */
export function namedAbove(start: string, names: readonly string[]): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = names.find((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

/** The folders that were added, by the names that they were given and by those that they really have. */
export function addedFolders(root: string, addDirs: readonly string[]): readonly string[] {
  return addDirs.flatMap((one) => {
    const folder = resolve(root, one);
    return [folder, commandFacts.realPath?.(folder) ?? folder];
  });
}
