import { type Grammar, type GrammarResult, readByGrammar } from "../option-grammar.ts";
import type { ShellWord } from "../words.ts";

/** How a program is proven to only read: by its options, or by a function for those with a language of their own.
 *  Words come without the program's name. */
export type Reader = Grammar | ((words: readonly ShellWord[]) => GrammarResult);
export type ReaderTable = Readonly<Record<string, Reader>>;

export const readWith = (reader: Reader, words: readonly ShellWord[]): GrammarResult =>
  typeof reader === "function" ? reader(words) : readByGrammar(words, reader);

export const refuse = (why: string, word = ""): GrammarResult => ({ kind: "unknown", why, word });
/** For programs of which only a few uses are read here; a rule may allow the others. */
export const refuseOther = (why: string): GrammarResult => ({ kind: "unknown", why, word: "", isBeyondGrammar: true });
export const acceptAll = (words: readonly ShellWord[], reads: readonly ShellWord[] = []): GrammarResult => ({
  kind: "known",
  use: { options: new Map(), operands: words, reads },
});
