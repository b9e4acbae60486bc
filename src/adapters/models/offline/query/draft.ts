import type { Folder } from "../folder.ts";
import { holdsWord } from "../reading/word-forms.ts";
import { keysOf } from "./kinds.ts";
import type { Rows } from "./rows/found.ts";
import type { Clause, Edge, Group, Kind, Query, Row } from "./shape.ts";

/** The rows that a query is about, with what shows that each is. */
export interface Found {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  /** All of the kind. */
  readonly all: readonly Row[];
  /** How many were looked at. */
  readonly total: number;
  readonly isWhole: boolean;
  /** By the name of a row. */
  readonly evidence: ReadonlyMap<string, readonly Edge[]>;
  /** What the other ends of the clauses are called, for the parts behind. */
  readonly others: readonly Group[];
  /** How the rows were restricted: by words before their noun, by clauses, and by what stands behind it. */
  readonly adjectives: readonly string[];
  readonly clauses: readonly { readonly clause: Clause; readonly other: string }[];
  readonly said: readonly string[];
  /** What words were taken for. */
  readonly taken: readonly string[];
  /** What was spoken of before and is asked of now, whether it is so or not. */
  readonly considered: readonly Row[];
  /** Restrictions that nothing here can tell. */
  readonly unread: readonly string[];
  /** What a clause leads to that is no row here. */
  readonly outside: readonly Edge[];
  /** What is said behind the rows. */
  readonly besides: readonly string[];
}

export interface Context {
  readonly folder: Folder;
  readonly before: readonly Group[];
}

/** Rows as one restriction after the other leaves them. */
export interface Draft {
  /** Before anything restricted them. */
  readonly all: readonly Row[];
  rows: readonly Row[];
  isWhole: boolean;
  readonly evidence: Map<string, readonly Edge[]>;
  readonly others: Group[];
  readonly adjectives: string[];
  readonly clauses: { readonly clause: Clause; readonly other: string }[];
  readonly said: string[];
  readonly taken: string[];
  readonly unread: string[];
  readonly outside: Edge[];
  readonly besides: string[];
}

/** All rows, restricted by nothing yet. */
export const newDraft = (all: Rows, unread: readonly string[]): Draft => ({
  ...all,
  all: all.rows,
  evidence: new Map(),
  others: [],
  adjectives: [],
  clauses: [],
  said: [],
  taken: [],
  unread: [...unread],
  outside: [],
  besides: [],
});

/** Of what was spoken of before those that are rows of the kind. */
export function keepBefore(draft: Draft, kind: Kind, { before }: Context): boolean {
  const group = before.find((one) => one.kind === kind);
  if (!group) return false;
  const known = new Map(draft.rows.map((row) => [row.name.toUpperCase(), row]));
  // What is no source of this folder was spoken of all the same.
  draft.rows = group.rows.map((row) => known.get(row.name.toUpperCase()) ?? row);
  return draft.rows.length > 0;
}

/** "The night jobs", "the program X": rows that are named so. Words that no row holds are said; a name that none has makes it false. */
export function keepNamed(draft: Draft, { head, clauses }: Query): boolean {
  const wanted = new Set(head.names.map((name) => name.toUpperCase()));
  if (wanted.size > 0)
    draft.rows = draft.rows.filter((row) => keysOf(row.name, row.kind).some((key) => wanted.has(key)));
  if (head.words.length === 0) return wanted.size === 0 || draft.rows.length > 0;
  const holding = draft.rows.filter((row) =>
    head.words.every((word) => holdsWord(`${row.name} ${row.note ?? ""}`, word)),
  );
  if (holding.length > 0) draft.said.push(`named "${head.words.join(" ")}"`);
  else draft.unread.push(...head.words);
  draft.rows = holding.length > 0 ? holding : draft.rows;
  return holding.length > 0 || (clauses.length === 0 && draft.rows.length > 0);
}
