import { join } from "node:path";
import type { KeptFiles } from "../../../engines/shell/meaning/git-index/git-index.ts";
import type { KeptByGit } from "../../../engines/shell/policy-types.ts";
import { firstEntriesIn } from "../../folder-entries.ts";
import { commonGitFolder, type GitPlace, gitPlaces } from "../../git-folder.ts";
import { indexIn, isAsKept } from "../../git-repositories.ts";
import type { GitPast } from "./git-past.ts";

/** The files that git keeps in the repository of a folder, by its index: nothing is started for that. */
export function keptByGit(folder: string, past?: GitPast): KeptByGit | undefined {
  const [place] = gitPlaces(folder);
  return place && keptIn(place, past);
}

function keptIn({ top, gitFolder, isSure }: GitPlace, past: GitPast | undefined): KeptByGit {
  // Which repository git takes is not known otherwise.
  const files = isSure ? filesOf(gitFolder) : undefined;
  return {
    top,
    get paths() {
      return files?.paths();
    },
    ...(past && { past: () => past.pathsOf(top) }),
    isUnmerged: (path) => files?.named(path)?.isUnmerged === true,
    isAssumed: (path) => files?.named(path)?.isAssumed === true,
    hasChanged(path) {
      const kept = files?.named(path);
      return kept === undefined || !isAsKept(join(top, path), kept);
    },
  };
}

/** By its index. Where there is none, commits may still hold files, as in a bare repository. */
function filesOf(gitFolder: string): Pick<KeptFiles, "named" | "paths"> | undefined {
  const index = indexIn(gitFolder);
  if (index.kind === "none") return holdsObjects(gitFolder) ? undefined : NO_FILES;
  return index.kind === "unread" || index.isPart ? undefined : index.files;
}

const NO_FILES = { named: () => undefined, paths: () => [] };

function holdsObjects(gitFolder: string): boolean {
  const objects = join(commonGitFolder(gitFolder), "objects");
  const isThere = (folder: string): boolean => firstEntriesIn(folder, 1).length > 0;
  // An empty repository has these two folders, and nothing in them.
  return firstEntriesIn(objects, 3).length > 2 || ["info", "pack"].some((name) => isThere(join(objects, name)));
}
