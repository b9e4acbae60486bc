import { secretPathKind } from "../../secrets/secret-path.ts";
import { folderNamed } from "../meant/named-paths.ts";
import type { Part } from "../part.ts";
import type { CommandPolicyOptions, KeptByGit } from "../policy-types.ts";
import type { ShellWord } from "../words.ts";
import { type GitShows, gitShows } from "./git-shows.ts";

/** Why a look of git shows a file of secrets that it keeps, though no word names it. What stood in older commits alone is not looked through. */
export function gitShowsSecret(
  words: readonly ShellWord[],
  part: Part,
  options: CommandPolicyOptions,
): string | undefined {
  const variables = [...part.assignments, ...(options.lineSettings?.variables ?? [])].map(({ name }) => name);
  const shown = gitShows(words, variables);
  if (shown === undefined) return undefined;
  for (const start of part.folders) {
    const folder = shown.folders.reduce<string | undefined>((from, word) => folderNamed(word, from, options), start);
    const kept = folder === undefined ? undefined : options.facts?.keptByGit?.(folder);
    if (folder === undefined || kept === undefined) continue;
    const path = secretIn(kept, shown, folder.slice(kept.top.length + 1), options);
    if (path !== undefined) return `git shows ${path}, which may hold a secret`;
  }
  return undefined;
}

function secretIn(
  { top, paths = [], hasChanged }: KeptByGit,
  shown: GitShows,
  folder: string,
  { facts }: CommandPolicyOptions,
): string | undefined {
  const from = folder === "" ? "" : `${folder}/`;
  const changedOnly = shown.compares && !shown.showsPast(paths);
  return paths.find((path) => {
    const kind = secretPathKind(path);
    if (kind === "ordinary" || !shown.reaches(path, from)) return false;
    const isSecret = facts?.holdsSecret?.(`${top}/${path}`) ?? kind === "secret";
    return isSecret && !(changedOnly && !hasChanged(path));
  });
}
