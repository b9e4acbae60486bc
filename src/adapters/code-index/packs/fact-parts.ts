/** The parts of a file's facts that a question may want apart from the others, each a JSON text; empty for none. */
export const PARTS = ["head", "symbols", "jumps", "uses", "lines", "data"] as const;
/** One of `PARTS`. */
export type Part = (typeof PARTS)[number];
/** The facts of one file as text. */
export type FactsText = Readonly<Record<Part, string>>;
/** The same while it is written: pieces of each part, made when they are asked for. Whole, the text of a large file takes as much as its facts. */
export type FactsPieces = Readonly<Record<Part, Iterable<string>>>;
