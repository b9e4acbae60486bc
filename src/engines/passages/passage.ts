/** A natural stretch of a file: a section, a list item, a function with the comment above it, a paragraph of COBOL, a step of a job. */
export interface Passage {
  readonly path: string;
  /** Of its lines, from 1. */
  readonly numbers: readonly number[];
  readonly lines: readonly string[];
  /** The headings or names that it stands under, the outermost first. */
  readonly titles: readonly string[];
  readonly kind: PassageKind;
}

/** `settings` are manifests and what else configures; an `outline` is what stands directly under a heading or in a class, a line each. */
export type PassageKind = "prose" | "code" | "settings" | "outline";

/** Where a stretch begins in the lines of a file, and what it is called. */
export interface Start {
  readonly index: number;
  /** Of the line that names it, behind its comment. */
  readonly nameIndex: number;
  readonly titles: readonly string[];
}

/** How well a stretch may be parted before a line. */
export type Cut = "no" | "poorly" | "well";

/** What a kind of file is parted by. */
export interface Parting {
  readonly kind: PassageKind;
  /** Whether what it begins with makes an outline. */
  readonly hasOutlines: boolean;
  starts(lines: readonly string[]): readonly Start[];
  /** Whether a stretch that is too long may be parted before a line. */
  cuts(lines: readonly string[]): (index: number) => Cut;
  /** Longer ones are parted. */
  readonly linesMax: number;
}

/** Where a name that a quotation holds is given a value, or what it does is done. */
export interface Definition {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** What stands there, behind the condition that it stands under. */
  readonly text: string;
}

export interface RankedPassage extends Passage {
  readonly score: number;
  /** How much of what the question says stands in it, 0 to 1, by rarity. */
  readonly coverage: number;
  /** Words of the question that it holds, and those of weight that it does not. */
  readonly held: readonly string[];
  readonly missing: readonly string[];
  /** What it was found by: words of the question; a message that it quotes; what holds the message; what leads there. */
  readonly found: "words" | "message" | "use" | "lead";
  /** Where what its quotation names is defined. */
  readonly values: readonly Definition[];
  /** The lines to quote: the densest of it, from its first line on where that is near; indexes, the end exclusive. */
  readonly quote: readonly [from: number, end: number];
  /** Of a quotation that shows all around them the lines that say most of the question; indexes, the end exclusive. */
  readonly densest?: readonly [from: number, end: number];
  /** Other lines of what it is a part of that decide, in order. */
  readonly further?: readonly { readonly line: number; readonly text: string }[];
  /** How much each of its lines says of the question; empty where that was not what it was found by. */
  readonly worths: readonly number[];
}

/** A line that shows alone whether its place answers. */
export interface DecidingLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** Of the function, paragraph or section that it stands in, where it has one. */
  readonly name?: string;
  /** Words of the question that its passage holds. */
  readonly held: readonly string[];
}
