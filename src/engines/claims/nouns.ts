import type { NodeKind } from "../citadel/model.ts";

/** Kinds of things that a word means; one that is not here says nothing that can be proven. */
const NOUNS: Readonly<Record<string, readonly NodeKind[]>> = {
  program: ["program"],
  routine: ["program", "function", "method"],
  subprogram: ["program"],
  utility: ["program"],
  copybook: ["copybook"],
  job: ["job"],
  step: ["step"],
  procedure: ["procedure"],
  paragraph: ["paragraph"],
  section: ["section"],
  screen: ["map"],
  map: ["map"],
  mapset: ["mapset"],
  table: ["table"],
  cursor: ["cursor"],
  transaction: ["transaction"],
  dataset: ["dataset"],
  file: ["file", "dataset"],
  field: ["data-item", "map-field"],
  item: ["data-item"],
  record: ["data-item"],
  entry: ["entry"],
  function: ["function"],
  method: ["method"],
  class: ["class"],
  interface: ["class"],
  module: ["module"],
};

/** What only numbers have. */
const MEASURES = new Set(["line", "byte", "statement", "decision", "caller", "copier", "place"]);
const NUMBER_WORDS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
/** Sides of an estate that a word names, as files and statements tell of them. */
const TRAITS: Readonly<Record<string, string>> = {
  cobol: "cobol",
  jcl: "jcl",
  typescript: "typescript",
  javascript: "javascript",
  python: "python",
  java: "java",
  go: "go",
  rust: "rust",
  bms: "bms",
  assembler: "hlasm",
  hlasm: "hlasm",
  "pl/i": "pli",
  rexx: "rexx",
  sql: "sql",
  cics: "exec CICS",
};
/** Words that add nothing to what a sentence claims. */
const EMPTY = new Set(["the", "a", "an", "this", "also", "both", "its", "itself", "data"]);

export function singular(word: string): string {
  const lower = word.toLowerCase();
  if (lower in NOUNS || MEASURES.has(lower)) return lower;
  for (const ending of [/s$/, /es$/, /ies$/]) {
    const short = lower.replace(ending, ending.source === "ies$" ? "y" : "");
    if (short !== lower && (short in NOUNS || MEASURES.has(short))) return short;
  }
  return lower;
}

/** @param word  singular */
export const kindsOf = (word: string): readonly NodeKind[] | undefined =>
  Object.hasOwn(NOUNS, word) ? NOUNS[word] : undefined;

/** The noun of things or of a measure that a word is. */
export function nounOf(word: string): string | undefined {
  const found = singular(word);
  return kindsOf(found) !== undefined || MEASURES.has(found) ? found : undefined;
}

export function numberOf(word: string): number | undefined {
  if (/^\d{1,3}(?:,\d{3})+$|^\d+$/.test(word)) return Number(word.replaceAll(",", ""));
  const at = NUMBER_WORDS.indexOf(word.toLowerCase());
  return at === -1 ? undefined : at;
}

/** The language of a file, or `exec CICS` for statements of that kind. */
export const traitOf = (word: string): string | undefined => {
  const lower = word.toLowerCase();
  return Object.hasOwn(TRAITS, lower) ? TRAITS[lower] : undefined;
};

export const isEmptyWord = (word: string): boolean => EMPTY.has(word.toLowerCase());
