import type { ScopeFacts } from "./scope-facts.ts";

/**
 * The vocabulary of Citadel: what one file contributes (facts) and what the whole estate is (graph).
 * Facts are plain JSON, so that they can be cached on disk by content hash and sent between workers.
 */

/** What a symbol can be. */
export const NODE_KINDS = [
  "program",
  "section",
  "paragraph",
  "copybook",
  "job",
  "step",
  "procedure",
  "dataset",
  "file",
  "table",
  "cursor",
  "transaction",
  "map",
  "mapset",
  "map-field",
  "data-item",
  "entry",
  "function",
  "class",
  "method",
  "module",
] as const;
/** One of `NODE_KINDS`: what a symbol is. */
export type NodeKind = (typeof NODE_KINDS)[number];

/** What one symbol can do with another. */
export const EDGE_KINDS = [
  "performs",
  "goto",
  "falls-through",
  "calls",
  "links",
  "xctls",
  "starts",
  "copies",
  "includes",
  "executes",
  "reads",
  "writes",
  "updates",
  "deletes",
  "opens",
  "closes",
  "sends",
  "receives",
  "selects",
  "inserts",
  "defines",
  "references",
  "imports",
  "inherits",
] as const;
/** One of `EDGE_KINDS`: what one symbol does with another. */
export type EdgeKind = (typeof EDGE_KINDS)[number];

/**
 * How the target of an edge was found. `exact`: proven by the rules of the language; `candidate`: one of several, which all
 * stand in `candidates`; `by-name`: a guess within one language; `external`: outside of the estate.
 */
export type Resolution = "exact" | "candidate" | "by-name" | "propagated" | "table" | "external" | "unresolved";

/** A place in an original source file (never in an expanded one). Lines are 1-based. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Something the parser could not understand; the rest of the file was still read. */
export interface Problem {
  readonly line: number;
  readonly message: string;
}

/**
 * A named thing with an extent. `key` is unique inside its file's facts; `owner` is the key of the symbol it
 * belongs to (the program of a paragraph, the group of a data item).
 */
export interface SymbolFact {
  readonly key: string;
  readonly kind: NodeKind;
  readonly name: string;
  readonly owner?: string;
  /** Present when the symbol was written in another file (a copybook). */
  readonly file?: string;
  readonly start: number;
  readonly end: number;
  /** Language-specific, JSON-safe details: picture, usage, offset, length, level, disposition … */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** One use of a name, as the file's own text shows it; the graph resolves it over the estate. */
export interface ReferenceFact {
  readonly kind: EdgeKind;
  /** Key of the symbol that does it. */
  readonly from: string;
  /** The target as it is written, or as it was propagated. */
  readonly name: string;
  /** Kinds the target may have, best first. */
  readonly targets: readonly NodeKind[];
  /** Key of the target, when it is in the same file's facts. */
  readonly to?: string;
  readonly file?: string;
  readonly line: number;
  /** The end of a PERFORM range. */
  readonly thru?: string;
  readonly resolved?: Resolution;
  /** Why it is unresolved, in words. */
  readonly reason?: string;
  /** The lines a propagated value came through. */
  readonly via?: readonly Place[];
  /** Of a call: its place among the expressions of the file's scopes, 0 where they do not show it. */
  readonly value?: number;
  /** The statement, one line, shortened. */
  readonly text: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A data item as a program uses it: `key` in the same facts, or the place in the copybook that declares it. */
export interface UsedItem {
  readonly name: string;
  readonly key?: string;
  readonly file: string;
  readonly line: number;
}

/** An item that stands at line `at`, declared at `line` of `file`; of the program's own file when that is absent. */
export interface ItemPlace {
  readonly name: string;
  readonly line: number;
  readonly file?: string;
  readonly at: number;
}

/** Numbers of one row of `DataFlow.uses`. */
export const USE_COLUMNS = 5;
/** Numbers of one row of `DataFlow.rows`. */
export const FLOW_COLUMNS = 3;
/** Numbers of one item in `DataFlow.storage`. */
export const STORAGE_COLUMNS = 3;
/** In the last column of a use, above the kinds: bytes of the source (1), of the receiver (2) that the statement names by (start:length). */
export const PART_SHIFT = 5;
/** What the statement of a use does, by the number in its last column. */
export const FLOW_KINDS = [
  "move",
  "compute",
  "read-into",
  "write-from",
  "test",
  "pass",
  "set",
  "literal",
  "string",
  "unstring",
  "exec",
  "sql",
] as const;

/**
 * Which data items a file's programs use and how values move between them, as flat rows so that ten million lines stay small.
 * `uses` is one row for each place where an item is named: unit, file, line, item, access (1 read, 2 written, 3 both) + 4 * kind + 128 * parts.
 * `rows` is one for each value that goes from an item, or from `literals[n]` when it is -2 - n, to another: source, target,
 * the use that receives it. `storage` has for each item the number of its record, its offset there and its bytes.
 * Units, files, items and uses are indices into the lists beside them.
 */
export interface DataFlow {
  readonly units: readonly string[];
  readonly files: readonly string[];
  readonly items: readonly UsedItem[];
  readonly storage: readonly number[];
  readonly literals: readonly string[];
  readonly uses: readonly number[];
  readonly rows: readonly number[];
}

/** `partial`: something was not understood and stands in `problems`; the rest counts. `failed`: nothing is known of the file. */
export type ParseState = "full" | "partial" | "failed";

/** Everything one file says. Depends only on the file's bytes and on those of `members`. */
export interface FileFacts {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly parse: ParseState;
  readonly problems: readonly Problem[];
  readonly symbols: readonly SymbolFact[];
  readonly references: readonly ReferenceFact[];
  /** Estate-relative paths of the members that were expanded into this file, so that a change in one re-parses it. */
  readonly members: readonly string[];
  readonly dataFlow?: DataFlow | undefined;
  readonly scope?: ScopeFacts | undefined;
  /** How often each kind of statement occurs (`MOVE`, `PERFORM UNTIL`, `AT END` …). */
  readonly patterns?: Readonly<Record<string, number>> | undefined;
}

/** A file of the estate; `sha256` is of its bytes, in lower-case hexadecimal digits. */
export interface GraphFile {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly sha256: string;
  readonly parse: ParseState;
  readonly problems: readonly Problem[];
}

/** A symbol in the whole estate: `id` is `FILE#KEY`; `start` and `end` are lines from 1, the last one included. */
export interface GraphNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: string;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly owner?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The id of the symbol that a file knows by this key. */
export const nodeId = (path: string, key: string): string => `${path}#${key}`;

/** The file whose facts have the symbol of an id. */
export const pathOf = (id: string): string => id.slice(0, id.indexOf("#"));

/** One use at one line: from a node to a node, or to a name that nothing in the estate has (no `to`, and a `reason`). */
export interface GraphEdge {
  readonly kind: EdgeKind;
  readonly from: string;
  readonly to?: string;
  /** The target as it is called. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly resolved: Resolution;
  /** Ids of what else, or what at all, may be meant: implementations of an abstract method, things of one name. */
  readonly candidates?: readonly string[];
  readonly reason?: string;
  readonly thru?: string;
  readonly via?: readonly Place[];
  readonly text: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The document that `waymark code graph --json` prints. */
export interface Graph {
  readonly files: readonly GraphFile[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
