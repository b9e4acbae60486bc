import { secretPathKind } from "../../secrets/secret-path.ts";
import { folderNamed } from "../meant/named-paths.ts";
import type { Part } from "../part.ts";
import type { CommandPolicyOptions, KeptByGit } from "../policy-types.ts";
import type { ShellWord } from "../words.ts";
import { type GitShows, gitShows } from "./git-shows.ts";
import { HOLDS_SECRET, leavingOut } from "./instead.ts";

/**
 * Why a look of git shows a file of secrets that it keeps, though no word names it. Where it keeps one now, git is asked what the look would show;
 * what that does not tell is all that it keeps. What stood in older commits alone is not looked through otherwise.
 */
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
    const paths = secretsIn(kept, shown, folder, options);
    if (paths.length > 0) return `git shows ${paths[0]}, which ${HOLDS_SECRET}${leavingOut(paths, shown)}`;
  }
  return undefined;
}

function secretsIn(kept: KeptByGit, shown: GitShows, folder: string, options: CommandPolicyOptions): readonly string[] {
  const { facts } = options;
  const { top, paths = [], hasChanged } = kept;
  const below = folder.slice(top.length + 1);
  const from = below === "" ? "" : `${below}/`;
  const changedOnly = shown.compares && !shown.showsPast(paths);
  const found = paths.filter((path) => {
    const kind = secretPathKind(path);
    if (kind === "ordinary" || !shown.reaches(path, from)) return false;
    const isSecret = facts?.holdsSecret?.(`${top}/${path}`) ?? kind === "secret";
    return isSecret && !(changedOnly && !hasChanged(path));
  });
  if (options.masksKept && shown.isSure && shown.readsTree(paths))
    return found.filter((path) => kept.isAssumed?.(path) || !isMasked(`${top}/${path}`, options));
  const asked =
    found.length === 0 || changedOnly || shown.question === undefined || !shown.isSure || shown.namesRepository
      ? undefined
      : facts?.secretsShown?.(folder, shown.question);
  if (asked === undefined) return found;
  // Of the working tree git was not asked.
  return [...new Set([...asked, ...(shown.compares ? found.filter(hasChanged) : [])])];
}

/** Where a sandbox looks for no secrets. */
const PASSED = /(?:^|\/)(?:node_modules|\.git)\//;

/** Whether a sandbox covers a file of secrets that lies there. */
const isMasked = (path: string, { root, added = [] }: CommandPolicyOptions): boolean =>
  [root, ...added].some((folder) => path.startsWith(`${folder}/`) && !PASSED.test(path.slice(folder.length)));
