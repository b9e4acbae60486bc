import { Reading } from "../option-grammar.ts";
import type { ShellWord } from "../words.ts";

/** The options in front of what a program is to start. */
export interface LeadingOptions {
  readonly options: ReadonlyMap<string, readonly ShellWord[]>;
  /** Where what comes behind them may begin: one place, where each option is known. */
  readonly behind: readonly number[];
  /** What may be the values of options that are not known. */
  readonly possibleValues: readonly ShellWord[];
  readonly isKnown: boolean;
}

/**
 * Reads the options in front of a command by a grammar. From an option that it does not know, or whose value only running tells, each word
 * that may be the value of an option is taken for what it may be besides: the first word of the command.
 */
export function leadingOptions(words: readonly ShellWord[], options: string): LeadingOptions {
  const reading = new Reading(words, { options, operands: "text" }, { values: "any" });
  const { behind, unknown } = reading.leading();
  const { options: given } = reading.finish();
  if (unknown === undefined) return { options: given, behind: [behind], possibleValues: [], isKnown: true };
  return { options: given, ...possibleStarts(words, unknown), isKnown: false };
}

function possibleStarts(
  words: readonly ShellWord[],
  unknown: number,
): Pick<LeadingOptions, "behind" | "possibleValues"> {
  const behind: number[] = [];
  const possibleValues: ShellWord[] = [];
  let mayTakeNext = false;
  for (const [at, word] of [...words.entries()].slice(unknown)) {
    const { text } = word;
    if (text === "--" || !/^-./s.test(text)) {
      behind.push(text === "--" ? at + 1 : at);
      if (!mayTakeNext) return { behind, possibleValues };
      possibleValues.push(word);
      mayTakeNext = false;
      continue;
    }
    const attached = /^--[^=]*=(.*)$/s.exec(text)?.[1];
    if (attached !== undefined) possibleValues.push({ ...word, text: attached });
    mayTakeNext = attached === undefined;
  }
  return { behind, possibleValues };
}
