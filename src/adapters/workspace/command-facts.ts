import { dirname, join } from "node:path";
import { startsOnLook } from "../../engines/shell/git-settings.ts";
import type { WorkspaceFacts } from "../../engines/shell/policy-types.ts";
import { namesPlace } from "../../engines/shell/programs/chosen-programs.ts";
import { mayExecute, statIfThere } from "../folder-entries.ts";
import { gitPartAt } from "../git-folder.ts";
import { realIfThere } from "../inside.ts";
import { plainText, smallText } from "../read-plain-file.ts";
import { mayHoldSecret, mayTell } from "../secret-files.ts";
import { gitElsewhere } from "./git/git-elsewhere.ts";
import { keptByGit } from "./git/git-kept.ts";
import type { GitPast } from "./git/git-past.ts";
import { gitAlias, gitPrograms } from "./git/git-programs.ts";
import { expandGlob, partedBelow } from "./read-reach.ts";

/** What the shell engine asks the file system: where links lead, and what git would start. */
export const commandFacts: WorkspaceFacts = factsFor([]);

/** @param trusted  programs and places of the repository, as `gitPrograms` and `gitElsewhere` name them, that a person has trusted */
export function factsFor(trusted: readonly string[], past?: GitPast): WorkspaceFacts {
  return {
    realPath: realIfThere,
    holdsSecret: (path) => mayHoldSecret(path, "file"),
    namesFound: (pattern) => expandGlob(pattern),
    partsAway: partedBelow,
    gitAlias,
    isGitPart: (path) => gitPartAt(path, "/") !== undefined,
    keptByGit: (folder) => keptByGit(folder, past),
    ...(past && { secretsShown: past.secretsShown }),
    isWaymark: (path) => {
      const real = realIfThere(path);
      const packages = real === undefined ? [] : [dirname(real), dirname(dirname(real))];
      return packages.some((folder) => /"name":\s*"waymark"/.test(plainText(join(folder, "package.json")) ?? ""));
    },
    placesAbove: (folder, names, own) => namedAbove(folder, names, own, tellsPlace),
    isFolder: (path) => statIfThere(path)?.isDirectory() === true && mayExecute(path),
    repositoryStartsPrograms: (folder) =>
      gitPrograms(folder).some((program) => startsOnLook(program) && !trusted.includes(program)),
    repositoryReadsElsewhere: (folder) => gitElsewhere(folder).find((one) => !trusted.includes(one)),
  };
}

/**
 * The first of some names that is there in a folder or above it, whatever it is; settings that only say how a program goes about its work are as none.
 * @param own  a folder in which they are the person's
 */
export function namedAbove(
  start: string,
  names: readonly string[],
  own?: string,
  counts: (path: string) => boolean = mayTell,
): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const looked = folder === own ? [] : names;
    const found = looked.find((name) => counts(join(folder, name)));
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

/** What is no small file of text may tell anything. */
function tellsPlace(path: string): boolean {
  if (statIfThere(path) === undefined) return false;
  const text = smallText(path);
  return text === undefined || namesPlace(text);
}
