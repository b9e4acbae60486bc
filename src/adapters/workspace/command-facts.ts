import { dirname, join } from "node:path";
import { startsOnLook } from "../../engines/shell/git-settings.ts";
import type { WorkspaceFacts } from "../../engines/shell/policy-types.ts";
import { mayExecute, statIfThere } from "../folder-entries.ts";
import { gitPartAt } from "../git-folder.ts";
import { realIfThere } from "../inside.ts";
import { plainText } from "../read-plain-file.ts";
import { mayHoldSecret } from "../secret-files.ts";
import { placesAbove } from "./chosen-above.ts";
import { gitElsewhere } from "./git/git-elsewhere.ts";
import { keptByGit } from "./git/git-kept.ts";
import type { GitPast } from "./git/git-past.ts";
import { gitAlias, gitPrograms } from "./git/git-programs.ts";
import { expandGlob, partedBelow } from "./read-reach.ts";

/** What the shell engine asks the file system: where links lead, and what git would start. */
export const commandFacts: WorkspaceFacts = factsFor([]);

/**
 * @param trusted     programs and places of the repository, as `gitPrograms` and `gitElsewhere` name them, that a person has trusted
 * @param searchPath  the folders in which programs are found; absent: what a name starts is not known
 */
export function factsFor(trusted: readonly string[], past?: GitPast, searchPath?: string): WorkspaceFacts {
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
    placesAbove: placesAbove(searchPath),
    isFolder: (path) => statIfThere(path)?.isDirectory() === true && mayExecute(path),
    repositoryStartsPrograms: (folder) =>
      gitPrograms(folder).some((program) => startsOnLook(program) && !trusted.includes(program)),
    repositoryReadsElsewhere: (folder) => gitElsewhere(folder).find((one) => !trusted.includes(one)),
  };
}
