import type { Input } from "../part.ts";
import { codeOptions, valueLetters } from "../programs/interpreters.ts";
import { behindIn, optionValues } from "../scan.ts";
import { codeOfModule } from "../starts/python-modules.ts";
import { literalWord, type ShellWord } from "../words.ts";

/** The code in the words or on standard input, each text alone. */
export function inlineCode(
  program: string,
  words: readonly ShellWord[],
  { input }: { readonly input: Input },
): readonly (ShellWord | undefined)[] {
  const options = codeOptions(program) ?? [];
  const values = [
    ...optionValues(words, ...options),
    ...codeInOptions(words, lettersOf(options), valueLetters(program)),
    ...codeOfModule(program, words),
  ];
  if (values.length > 0) return [...new Map(values.map((code) => [code.text, code])).values()];
  const script = words.find(({ text }) => text === "-" || !text.startsWith("-"));
  const isFile = script !== undefined && script.text !== "-" && !/^\/(?:dev|proc)\//.test(script.text);
  if (isFile || input.kind === "inherited" || endsBefore(program, words)) return [];
  if (input.kind === "text") return [literalWord(input.text)];
  return [
    {
      text: "its input",
      certainty: "variable",
      glob: false,
      ...(input.isMade || input.files === undefined ? { isAssembled: "made" } : {}),
    },
  ];
}

const lettersOf = (options: readonly string[]): string =>
  options.flatMap((option) => (/^-[a-zA-Z]$/.test(option) ? [option.slice(1)] : [])).join("");

/**
 * The code behind letters of a program's options, wherever in its word a letter stands: `-lwe CODE`, `-BSc'CODE'`, `'-w -eCODE'`.
 * Up to the first operand; a word behind an option may be its value.
 * @param letters  behind which code stands
 * @param valued   letters whose value is the rest of their word, or the next
 */
export function codeInOptions(words: readonly ShellWord[], letters: string, valued: string): readonly ShellWord[] {
  const codes: ShellWord[] = [];
  let mayBeValue = false;
  for (const [index, word] of words.entries()) {
    const { text } = word;
    if (text === "--" || text === "-m") break;
    if (!/^-./s.test(text)) {
      if (!mayBeValue) break;
      mayBeValue = false;
      continue;
    }
    mayBeValue = true;
    codes.push(...codesIn(word, words[index + 1], letters, valued));
  }
  return codes;
}

/** Of one word of options; behind its last letter stands the next word. */
function codesIn(word: ShellWord, next: ShellWord | undefined, letters: string, valued: string): readonly ShellWord[] {
  const cluster = /^-(?!-)([\w -]*)/.exec(word.text)?.[1] ?? "";
  const end = [...cluster].findIndex((letter) => valued.includes(letter));
  const places = [...cluster.slice(0, end < 0 ? cluster.length : end)].flatMap((letter, at) =>
    letters.includes(letter) ? [at + 2] : [],
  );
  return places.slice(0, LETTERS_MAX).flatMap((place) => {
    return place < word.text.length ? [behindIn(word, place)] : next === undefined ? [] : [next];
  });
}

/** What stands behind the first of them is the code. */
const LETTERS_MAX = 40;

/** Whether an option before the script ends the program: Python's `-v` only makes it talk, and what stands behind `-` is the script's. */
function endsBefore(program: string, words: readonly ShellWord[]): boolean {
  const script = words.findIndex(({ text }) => text === "-" || !text.startsWith("-"));
  const ends = /^(?:python|pypy)/.test(program) ? /^(?:--version|-V+|--help)$/ : /^(?:--version|-V|-v|--help)$/;
  return words.slice(0, script < 0 ? words.length : script).some(({ text }) => ends.test(text));
}
