import { join } from "node:path";
import { statIfThere } from "../../folder-entries.ts";
import { type GitPlace, gitPlaceAt, gitPlaces, unknownPlace } from "../../git-folder.ts";
import { type GitIndex, indexIn } from "../../git-index-file.ts";

/** A repository that git opens by itself, and the real folders that those around it keep. */
export interface OpenedRepository extends GitPlace {
  readonly around: readonly string[];
}

export interface OpenedRepositories {
  readonly repositories: readonly OpenedRepository[];
  /** Why more of them may be opened, which are not known. */
  readonly unknown?: string;
}

const REPOSITORIES_MAX = 200;

/**
 * Every repository that a git command which only reads opens in a folder: where git may find one from there, and those whose places are kept in
 * the index of one of them. Into these it goes with their own configuration, whether a `.gitmodules` names them or not.
 */
export function openedRepositories(folder: string): OpenedRepositories {
  const repositories: OpenedRepository[] = [...gitPlaces(folder)].map((place) => ({ ...place, around: [] }));
  let unknown: string | undefined;
  for (const repository of repositories) {
    const index = indexIn(repository.gitFolder);
    // What stands in the folders that it leaves out may be repositories.
    if (index.kind === "read" && index.isPart)
      unknown ??= `${join(repository.gitFolder, "index")} names a part of the files`;
    const place = unknownPlace(repository);
    if (place !== undefined) unknown ??= `${place} (unreadable)`;
    if (index.kind === "unread") unknown ??= `${index.path} cannot be read`;
    repositories.push(...namedBy(index, repository));
    if (repositories.length > REPOSITORIES_MAX)
      return { repositories, unknown: `more than ${REPOSITORIES_MAX} repositories` };
  }
  return { repositories, ...(unknown === undefined ? {} : { unknown }) };
}

/** Without one of its own a folder is no repository, and git does not look above it for one. */
function namedBy(index: GitIndex, { top, around }: OpenedRepository): readonly OpenedRepository[] {
  const places = index.kind === "read" ? index.repositories.slice(0, REPOSITORIES_MAX + 1) : [];
  return places.flatMap((path) => {
    const inner = join(top, path);
    const place = statIfThere(join(inner, ".git")) === undefined ? undefined : gitPlaceAt(inner);
    return place === undefined ? [] : [{ ...place, around: [...around, top] }];
  });
}
