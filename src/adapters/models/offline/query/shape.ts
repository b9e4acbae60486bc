/** A kind of thing that there are rows of. */
export type Kind =
  | "author"
  | "class"
  | "command"
  | "commit"
  | "copybook"
  | "dataset"
  | "dependency"
  | "field"
  | "file"
  | "folder"
  | "function"
  | "job"
  | "paragraph"
  | "program"
  | "screen"
  | "step"
  | "table"
  | "tag"
  | "test"
  | "transaction";

/** What a verb says of two things. */
export type Relation =
  | "add"
  | "alter"
  | "call"
  | "change"
  | "copy"
  | "create"
  | "delete"
  | "extend"
  | "have"
  | "import"
  | "install"
  | "make"
  | "read"
  | "run"
  | "send"
  | "show"
  | "type-into"
  | "update"
  | "use"
  | "write";

/** What is done to data, by the letters of who creates, reads, updates and deletes it. */
export const LETTERS_OF = {
  read: /R/,
  write: /[CU]/,
  update: /U/,
  delete: /D/,
  create: /C/,
  change: /[CUD]/,
  alter: /[UD]/,
  use: /./,
} as const satisfies Partial<Record<Relation, RegExp>>;

export type DataRelation = keyof typeof LETTERS_OF;
export const DATA_RELATIONS = Object.keys(LETTERS_OF) as readonly DataRelation[];
export const isOfData = (relation: Relation): relation is DataRelation => Object.hasOwn(LETTERS_OF, relation);

/** What is wanted of the rows. */
export type Ask = "count" | "exists" | "list" | "order" | "size" | "when" | "where" | "who";

/** Which of many: the first `count` by something. */
export interface Choice {
  readonly by: "date" | "degree" | "size";
  readonly isLeast: boolean;
}

/** A noun with all that tells which ones are meant. */
export interface Noun {
  /** What it may be; empty where no word says it. */
  readonly kinds: readonly Kind[];
  /** "batch", "runtime": what rows of a kind can be. */
  readonly qualities: readonly string[];
  /** Other words before it. */
  readonly words: readonly string[];
  /** Written as only names are. */
  readonly names: readonly string[];
  readonly quantity: "any" | "none" | "only" | "these" | "some";
  readonly count?: number | undefined;
  readonly choice?: Choice | undefined;
  /** "It", "them", "those": what was spoken of before; "one": of the kind that was spoken of before. */
  readonly stands?: "for-before" | "for-kind" | undefined;
  /** As the question writes it. */
  readonly text: string;
}

/** That rows stand in a relation to something else. */
export interface Clause {
  readonly relation: Relation;
  /** Whether the rows act, or are acted on. */
  readonly role: "acts" | "suffers";
  readonly other: Noun;
  readonly isNegated: boolean;
  readonly said: string;
}

/** Where rows stand, or do not. */
export interface Scope {
  readonly noun: Noun;
  readonly isLeftOut: boolean;
  readonly preposition: "about" | "in" | "since";
}

/** Days in the form 2026-01-31, both inclusive. */
export interface Span {
  readonly from?: string;
  readonly until?: string;
  readonly said: string;
}

/** A part of a question as a query over rows. */
export interface Query {
  readonly asks: ReadonlySet<Ask>;
  readonly head: Noun;
  readonly clauses: readonly Clause[];
  readonly scopes: readonly Scope[];
  readonly spans: readonly Span[];
  /** How many lines their files have. */
  readonly lines?: LineBound;
}

/** More than that many, or fewer. */
export interface LineBound {
  readonly isMore: boolean;
  readonly count: number;
  /** As it is said of them: "with more than 2000 lines". */
  readonly said: string;
}

/** One of a kind of things. */
export interface Row {
  readonly kind: Kind;
  readonly name: string;
  /** Empty where it is in no file. */
  readonly path: string;
  readonly line: number;
  /** What is said behind its name. */
  readonly note?: string | undefined;
  /** What its declaration or its texts say, to be matched with words. */
  readonly text?: string | undefined;
  /** What it is for certain. */
  readonly qualities?: readonly string[];
  readonly date?: string | undefined;
  readonly author?: string | undefined;
  readonly size?: number | undefined;
}

/** That one thing does something with another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly line: number;
  readonly note?: string | undefined;
}

/** What an answer was about, for the parts behind it. */
export interface Group {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  /** True: it was asked for as several, so that "it" is something else. */
  readonly isMany?: boolean;
}

/** What git tells of a query. */
export interface History {
  readonly title: string;
  readonly rows: readonly string[];
  readonly total: number;
  /** True: it regards only files that the prompt wants. */
  readonly isOfKeptFiles?: boolean;
  readonly groups: readonly Group[];
}
