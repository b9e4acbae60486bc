import type { Folder } from "../folder.ts";
import { type Looking, look } from "../looking.ts";
import type { Context } from "./draft.ts";
import { foldersDescribed, pathsNamed } from "./scopes.ts";
import type { Clause, Noun, Query, Scope, Span } from "./shape.ts";

/** What of the history is meant, as arguments of git and in words. */
export interface Selection {
  readonly options: readonly string[];
  readonly paths: readonly string[];
  readonly said: readonly string[];
  readonly isAdding: boolean;
}

/** What a query over commits or authors restricts; undefined where git cannot tell it. */
export function* selectionOf(
  { clauses, scopes, spans, head }: Query,
  { folder }: Context,
): Looking<Selection | undefined> {
  if (head.words.length + head.names.length + head.qualities.length > 0) return undefined;
  const pieces: Piece[] = spans.map(ofSpan);
  for (const clause of clauses) pieces.push((yield* ofClause(clause, folder)) ?? UNREAD);
  for (const scope of scopes) pieces.push((yield* ofScope(scope, folder)) ?? UNREAD);
  if (pieces.includes(UNREAD)) return undefined;
  return {
    options: pieces.flatMap(({ options = [] }) => options),
    paths: pieces.flatMap(({ paths = [] }) => paths),
    said: pieces.flatMap(({ said = "" }) => (said === "" ? [] : [said])),
    isAdding: clauses.some(({ relation }) => relation === "add"),
  };
}

interface Piece {
  readonly options?: readonly string[];
  readonly paths?: readonly string[];
  readonly said?: string;
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
  return other.quantity === "any" ? { said: "" } : undefined;
}

function* ofScope({ noun, isLeftOut }: Scope, folder: Folder): Looking<Piece | undefined> {
  const paths = yield* pathsOf(noun, folder);
  if (paths.length === 0) return undefined;
  return {
    paths: paths.map((path) => (isLeftOut ? `:(exclude)${path}` : path)),
    said: `${isLeftOut ? "not in" : "in"} ${paths.join(", ")}`,
  };
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

/** The lines that a command of git prints; undefined where it fails. */
export function* git(command: string): Looking<readonly string[] | undefined> {
  const found = yield* look("shell", { command });
  return found.failed
    ? undefined
    : found.text
        .replace(/\n?\(exit code \d+\)$/, "")
        .split("\n")
        .filter((line) => line.trim() !== "");
}
