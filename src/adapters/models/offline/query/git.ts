import type { Folder } from "../folder.ts";
import { type Looking, look } from "../looking.ts";
import { holdsWord } from "../reading/word-forms.ts";
import type { Context } from "./draft.ts";
import { foldersDescribed, pathsNamed } from "./scopes.ts";
import type { Clause, Noun, Query, Scope, Span } from "./shape.ts";

/** What of the history is meant, as arguments of git and in words. */
export interface Selection {
  readonly options: readonly string[];
  readonly paths: readonly string[];
  readonly said: readonly string[];
  readonly isAdding: boolean;
  /** Where git begins: the newest commit, or those alone that were found. */
  readonly revision: string;
}

/** What a query over commits or authors restricts; undefined where git cannot tell it. */
export function* selectionOf(
  { clauses, scopes, spans, head }: Query,
  context: Context,
): Looking<Selection | undefined> {
  const { folder } = context;
  if (head.words.length + head.names.length + head.qualities.length > 0) return undefined;
  const pieces: Piece[] = spans.map(ofSpan);
  for (const clause of clauses) pieces.push((yield* ofClause(clause, folder)) ?? UNREAD);
  for (const scope of scopes) pieces.push((yield* ofScope(scope, context)) ?? UNREAD);
  const commits = pieces.flatMap(({ commits: own = [] }) => own);
  if (pieces.includes(UNREAD)) return undefined;
  return {
    options: pieces.flatMap(({ options = [] }) => options),
    paths: pieces.flatMap(({ paths = [] }) => paths),
    said: pieces.flatMap(({ said = "" }) => (said === "" ? [] : [said])),
    isAdding: commits.length === 0 && clauses.some(({ relation }) => relation === "add"),
    revision: commits.length === 0 ? "HEAD" : `--no-walk ${commits.join(" ")}`,
  };
}

interface Piece {
  readonly options?: readonly string[];
  readonly paths?: readonly string[];
  readonly said?: string;
  /** Those alone. */
  readonly commits?: readonly string[];
}

const UNREAD: Piece = {};

const ofSpan = ({ from, until, said }: Span): Piece => ({
  options: [
    ...(from === undefined ? [] : [`--since=${quote(`${from}T00:00:00`)}`]),
    ...(until === undefined ? [] : [`--until=${quote(`${until}T23:59:59`)}`]),
  ],
  said,
});

function* ofClause(clause: Clause, folder: Folder): Looking<Piece | undefined> {
  const author = authorOf(clause);
  if (author !== undefined) return { options: ["-i", `--author=${quote(author)}`], said: `by ${author}` };
  const { relation, role, other } = clause;
  const paths = yield* pathsOf(other, folder);
  const options = role === "acts" ? FILTERS[relation] : undefined;
  if (options && paths.length > 0)
    return { options, paths, said: `that ${relation === "add" ? "added" : `${relation}d`} ${paths.join(", ")}` };
  if (options && relation === "add") return yield* additionSaid(other);
  return other.quantity === "any" ? { said: "" } : undefined;
}

const ADDS = /^(?:\w+(?:\([^)]*\))?: )?(?:add|introduc|implement|support|creat|new\b|feat)/i;

/** "Who added the retry option": commits that say in their first line that they added it; of a name alone its lines tell more. */
function* additionSaid({ words, names, text }: Noun): Looking<Piece | undefined> {
  const said = text.split(" ").filter((word) => word.length > 1);
  if (words.length + names.length === 0 || said.length < 2) return undefined;
  const forms = said.map((word) => `--grep=${quote(word.replace(/[^\w-]/g, "."))}`).join(" ");
  const lines = yield* git(`git log ${FORMAT} -i --all-match ${forms} -n 50 HEAD`);
  const added = (lines ?? []).flatMap((line) => {
    const [, hash, , , subject = ""] = ROW.exec(line) ?? [];
    const isSaid = said.every((word) => holdsWord(subject, word));
    return hash !== undefined && isSaid && ADDS.test(subject) ? [hash] : [];
  });
  if (added.length === 0) return undefined;
  return { commits: added, said: `whose message says that it added "${said.join(" ")}"` };
}

function* ofScope({ noun, isLeftOut, preposition }: Scope, context: Context): Looking<Piece | undefined> {
  if (preposition === "since") return yield* sinceOf(noun, context);
  const { folder } = context;
  const paths = yield* pathsOf(noun, folder);
  if (paths.length === 0) return undefined;
  return {
    paths: paths.map((path) => (isLeftOut ? `:(exclude)${path}` : path)),
    said: `${isLeftOut ? "not in" : "in"} ${paths.join(", ")}`,
  };
}

/** Commits that a tag does not hold: the one that is named, the one spoken of before, or the last. */
function* sinceOf(noun: Noun, { before }: Context): Looking<Piece | undefined> {
  const { kinds, names, words, stands, choice, qualities } = noun;
  const isOfLast = choice?.by === "date" && !choice.isLeast;
  const called = [...names, ...words].filter((word) => !(isOfLast && /^(?:version|vers[aã]o)$/i.test(word)));
  if ((kinds[0] ?? "tag") !== "tag" || qualities.length > 0 || choice?.isLeast === true) return undefined;
  const spoken = stands === "for-before" ? before.find(({ kind }) => kind === "tag")?.rows[0]?.name : undefined;
  if (stands === "for-before" && spoken === undefined) return undefined;
  if (called.length > 1 || (called.length === 0 && spoken === undefined && kinds.length === 0 && !isOfLast))
    return undefined;
  const tags = (yield* git("git tag --sort=-creatordate --merged HEAD")) ?? [];
  const wanted = spoken ?? called[0];
  const tag = wanted === undefined ? tags[0] : tags.find((one) => one === wanted || one === `v${wanted}`);
  return tag === undefined ? undefined : { options: [quote(`^${tag}`)], said: `since ${tag}` };
}

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  change: [],
  add: ["--diff-filter=A"],
  delete: ["--diff-filter=D"],
};

/** "Did Ann make", "by Ann". */
function authorOf({ relation, role, other }: Clause): string | undefined {
  if (relation !== "make" || role !== "suffers" || other.kinds.length > 0) return undefined;
  const name = [...other.words, ...other.names].join(" ");
  return name === "" ? undefined : name;
}

const NAMESAKES_MAX = 6;

/** The files and folders that a noun names or describes. */
export function* pathsOf(noun: Noun, folder: Folder): Looking<readonly string[]> {
  const named = [
    ...noun.names,
    ...(noun.names.length === 0 && noun.kinds[0] !== "folder" && noun.kinds[0] !== "file" ? noun.words : []),
  ];
  if (named.length > 0) return pathsNamed(named, folder).slice(0, NAMESAKES_MAX);
  const [word, ...others] = [...noun.words, ...noun.qualities];
  return word === undefined || others.length > 0 ? [] : yield* foldersDescribed(word, folder);
}

/** As one word of a command. */
export const quote = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;
/** A commit in one line. */
export const FORMAT = "--date=short --format='%h %ad %an: %s'";
export const ROW = /^([0-9a-f]{7,}) (\d{4}-\d\d-\d\d) (.*?): (.*)$/;

export interface GitOutput {
  readonly lines: readonly string[];
  readonly failed: boolean;
}

/** All that a command of git prints, also where it fails. */
export function* runGit(command: string): Looking<GitOutput> {
  const found = yield* look("shell", { command });
  return { lines: found.text.replace(/\n?\(exit code \d+\)$/, "").split("\n"), failed: found.failed };
}

/** The lines that a command of git prints; undefined where it fails. */
export function* git(command: string): Looking<readonly string[] | undefined> {
  const { lines, failed } = yield* runGit(command);
  return failed ? undefined : lines.filter((line) => line.trim() !== "" && line !== "(no output)");
}
