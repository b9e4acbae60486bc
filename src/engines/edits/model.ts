/** The vocabulary of edits: what a model's text asks for, and what the engine answers. */

/**
 * The forms of edit texts: unified diffs of git and `diff -u`, SEARCH/REPLACE blocks as of Aider, the `*** Begin Patch` envelope as of
 * Codex, `str_replace` JSON as of Anthropic's text editor tool, whole files; `auto` tells them apart.
 */
export const EDIT_FORMATS = ["auto", "unified", "search_replace", "apply_patch", "str_replace", "whole"] as const;
/** One of `EDIT_FORMATS`. */
export type EditFormat = (typeof EDIT_FORMATS)[number];

/** The named layers of the matcher, strictest first. */
export const MATCH_LEVELS = [
  "exact",
  "line-endings",
  "trailing-space",
  "unicode",
  "indentation",
  "trim",
  "outer-context",
] as const;
/** One of `MATCH_LEVELS`: how loosely the loosest hunk of a file was matched. */
export type MatchLevel = (typeof MATCH_LEVELS)[number];

/**
 * Who must do what: the model writes it anew (`parse`, `no-match`, `ambiguous`, `missing-file`, `exists`, `outside-root`), the file is none
 * that may be edited (`encoding`: a character has no form in it; `not-text`, `too-large`, `permission`), or it changed meanwhile (`conflict`).
 */
export type EditErrorCode =
  | "parse"
  | "no-match"
  | "ambiguous"
  | "missing-file"
  | "exists"
  | "outside-root"
  | "encoding"
  | "not-text"
  | "too-large"
  | "permission"
  | "conflict";

/** A place that was considered. Lines are 1-based; `text` shows them with their numbers. */
export interface EditCandidate {
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
  /** The first line that differs from what was searched for. */
  readonly firstDifference?: { readonly line: number; readonly expected: string; readonly found: string };
}

/** Why nothing was applied; `hint` is what a model needs to correct itself, `hunk` counts from 1 within `path`. */
export interface EditError {
  readonly code: EditErrorCode;
  readonly message: string;
  readonly path?: string;
  readonly hunk?: number;
  readonly candidates?: readonly EditCandidate[];
  readonly hint?: string;
}

export interface Failure {
  readonly kind: "failed";
  /** The first, in the order of the text. */
  readonly error: EditError;
  /** Of parts that do not fit either, and that build on none that does not. */
  readonly others?: readonly EditError[];
}

export const fail = (error: EditError): Failure => ({ kind: "failed", error });

/** One line of a hunk. `bare` marks context that was written without its leading blank, so that both readings are tried. */
export interface HunkLine {
  readonly kind: "context" | "delete" | "insert";
  readonly text: string;
  readonly bare?: boolean;
}

export type HunkCounts = "right" | "wrong" | "unsaid";

/** Lines to find and to change, of a unified diff or a patch envelope. */
export interface LinesHunk {
  readonly kind: "lines";
  readonly lines: readonly HunkLine[];
  /** 1-based line where the old side begins, as the text claims; only breaks ties. */
  readonly startLine?: number;
  /** Whether the header's counts fit the body: its line number then deserves trust to the line. */
  readonly counts: HunkCounts;
  /** Lines that stand above the place, outermost first. */
  readonly anchors: readonly string[];
  /** Anchors that may be wrong: they break ties, and are ignored where they are not found. */
  readonly anchorsAreHints?: boolean;
  /** The hunk says that it ends with the file. */
  readonly atEnd: boolean;
  /** What `\ No newline at end of file` says about the result. */
  readonly finalNewline: "keep" | "add" | "remove";
}

/** A piece of text and its replacement, of search/replace blocks and str_replace. */
export interface TextHunk {
  readonly kind: "text";
  readonly search: string;
  readonly replace: string;
  readonly replaceAll: boolean;
  /** The search text is made of whole lines. */
  readonly wholeLines: boolean;
  readonly startLine?: number;
  /** A line of `search` as the file's lines are matched, where that is not as it is written. */
  readonly view?: (line: string) => string;
}

/** Text put after a line: 0 is the top of the file. */
export interface InsertHunk {
  readonly kind: "insert";
  readonly afterLine: number;
  readonly text: string;
}

export type Hunk = LinesHunk | TextHunk | InsertHunk;

/** How the hunks of one file relate: in file order, each on the result of the one before, or in any order. */
export type HunkOrder = "ordered" | "sequential" | "any";

/**
 * What one section of the text asks of one file. `names` are the paths that the section may mean, likeliest first;
 * `certain` tells that the form names its file beyond doubt, so that the caller's `path` does not replace it.
 */
export interface FileEdit {
  readonly kind: "modify" | "create" | "delete";
  readonly names: readonly string[];
  readonly certain: boolean;
  readonly moveTo?: string;
  /** The source of a move stays where it is. */
  readonly isCopy?: boolean;
  readonly hunks: readonly Hunk[];
  readonly order: HunkOrder;
  /** The whole text of a created file. */
  readonly content?: string;
  /** What a creation does to a file that exists and is not empty; by default it is refused. */
  readonly onExisting?: "replace" | "prepend" | "keep";
  readonly executable?: boolean;
}

/** A line that would change a file and that no hunk holds. `line` is 1-based, of the edit's text. */
export interface UnclaimedLine {
  readonly line: number;
  readonly text: string;
}

/** What a form made of a text: each of its lines that changes something is in a hunk, or it is `unclaimed`. */
export interface FormReading {
  readonly kind: "read";
  readonly format: Exclude<EditFormat, "auto">;
  readonly files: readonly FileEdit[];
  readonly unclaimed: readonly UnclaimedLine[];
}

/** A reading in which nothing was left over. */
export interface ParsedEdit {
  readonly kind: "parsed";
  readonly format: Exclude<EditFormat, "auto">;
  readonly files: readonly FileEdit[];
}

/** What stands at a path before the edit. */
export type FileState =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly code: EditErrorCode; readonly message: string };

/** One line of a result: a line of the file kept as it is, or a new text that may stand in for an old line. */
export type ResultLine =
  | { readonly kind: "keep"; readonly index: number }
  | { readonly kind: "text"; readonly text: string; readonly pair?: number };

/** Lines `start` to `end` (0-based, end exclusive) of a document become `lines`. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly ResultLine[];
  readonly finalNewline: "keep" | "add" | "remove";
  readonly level: MatchLevel;
}

export const loosest = (first: MatchLevel, second: MatchLevel): MatchLevel =>
  MATCH_LEVELS.indexOf(first) >= MATCH_LEVELS.indexOf(second) ? first : second;
