import type { Looking } from "../../looking.ts";
import { FORMAT, git, quote, ROW } from "../../query/git.ts";
import { formsOf, holdsWord } from "../../reading/word-forms.ts";
import { type HistoryQuestion, holdsWhole, saysDeed, tellingWords } from "./said-of-history.ts";

/** A commit in the words of git: hash, date, author, first line. */
export type Commit = string;

/** Commits that say in their message that it was done, or say all of its words, the one that is meant first. */
export interface SayingCommits {
  readonly commits: readonly Commit[];
  readonly words: readonly string[];
  /** Whether their first lines say that it was done, and not only of what they are. */
  readonly isSaid: boolean;
}

const COMMITS_MAX = 200;
/** A search through the lines of more commits takes too long. */
export const SEARCHED_MAX = 5_000;

/** What commits say of it, all of its words first, then without those that say what kind of thing it is. */
export function* commitsSaying(asked: HistoryQuestion): Looking<SayingCommits | undefined> {
  const telling = tellingWords(asked.words);
  const wordings = telling.length === asked.words.length ? [asked.words] : [asked.words, telling];
  let speaking: SayingCommits | undefined;
  for (const words of wordings) {
    const commits = yield* commitsWith(words);
    const isOfDeed = (commit: Commit): boolean => saysDeed(subjectOf(commit), asked.deed, words);
    const own = inOrder(commits.filter(isOfDeed), asked).toSorted(wholeFirst(words));
    if (own.length > 0) return { commits: own, words, isSaid: true };
    if (commits.length > 0) speaking ??= { commits: inOrder(commits, asked), words, isSaid: false };
  }
  return speaking;
}

/** A name that only begins so is perhaps another. */
const wholeFirst =
  (words: readonly string[]) =>
  (one: Commit, other: Commit): number =>
    Number(holdsWhole(subjectOf(other), words)) - Number(holdsWhole(subjectOf(one), words));

/** Commits whose first line holds all words, the newest first. */
function* commitsWith(words: readonly string[]): Looking<readonly Commit[]> {
  const forms = words.map((word) => `--grep=${quote(formsOf(word))}`).join(" ");
  const lines = (yield* git(`git log ${FORMAT} -E -i --all-match ${forms} --no-merges -n ${COMMITS_MAX} HEAD`)) ?? [];
  return lines.filter((line) => ROW.test(line) && words.every((word) => holdsWord(subjectOf(line), word)));
}

export const subjectOf = (commit: Commit): string => ROW.exec(commit)?.[4] ?? "";
export const hashOf = (commit: Commit): string => ROW.exec(commit)?.[1] ?? "";

/** What was added was added first, what was done to it since was done last; `commits` are the newest first. */
const inOrder = (commits: readonly Commit[], { deed }: HistoryQuestion): readonly Commit[] =>
  deed === "added" ? commits.toReversed() : commits;

/** The commits that put a literal into lines or took it out, the newest first, and of how many commits that was looked for. */
export function* commitsOfLiteral(
  literal: string,
): Looking<{ readonly commits: readonly Commit[]; readonly isBounded: boolean }> {
  const { range, isBounded } = yield* searchedRange();
  const lines = (yield* git(`git log ${FORMAT} -n ${COMMITS_MAX} -S${quote(literal)}${range}`)) ?? [];
  return { commits: lines.filter((line) => ROW.test(line)), isBounded };
}

/** The commits whose lines are looked through, as what is put behind a command of git: nothing where that is all of them. */
export function* searchedRange(): Looking<{ readonly range: string; readonly isBounded: boolean }> {
  const count = Number((yield* git("git rev-list --count --first-parent HEAD"))?.[0]);
  const isBounded = count > SEARCHED_MAX;
  return { range: isBounded ? ` HEAD~${SEARCHED_MAX}..HEAD` : "", isBounded };
}

/** The commit that added the first of files, by whatever names they had; of a folder, its first file. */
export function* firstOfFiles(paths: readonly string[]): Looking<Commit | undefined> {
  const [path] = paths;
  const isFollowed = paths.length === 1 && path !== undefined && /\.\w+$/.test(path);
  const lines = yield* git(
    `git log ${FORMAT} --diff-filter=A ${isFollowed ? "--follow " : ""}-- ${paths.map(quote).join(" ")}`,
  );
  return (lines ?? []).findLast((line) => ROW.test(line));
}

/** The first release that has a commit, and what came out before it as a trial; nothing where releases are no tags, `none` where no tag has it yet. */
export function* releaseOf(commit: Commit): Looking<string | undefined> {
  const tags = (yield* git(`git tag --contains ${hashOf(commit)} --sort=creatordate`)) ?? [];
  const [first] = tags;
  const whole = tags.find((tag) => !TRIAL.test(tag));
  if (first !== undefined) return whole === undefined || whole === first ? first : `${whole} (as a trial, ${first})`;
  const [any] = (yield* git("git tag --merged HEAD --sort=-creatordate")) ?? [];
  return any === undefined ? undefined : "none";
}

const TRIAL = /\d[-.]?(?:\d+$(?<=-\d+)|a|b|rc|alpha|beta|pre|next|dev|canary)/i;
