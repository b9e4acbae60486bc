import type { Input } from "../part.ts";
import { codeOptions } from "../programs/interpreters.ts";
import { optionValues } from "../scan.ts";
import { literalWord, type ShellWord } from "../words.ts";

/** The code in the words or on standard input, each text alone. */
export function inlineCode(
  program: string,
  words: readonly ShellWord[],
  { input }: { readonly input: Input },
): readonly (ShellWord | undefined)[] {
  const options = codeOptions(program) ?? [];
  const values = optionValues(words, ...options);
  if (values.length > 0) return values;
  const clustered = words.findIndex(
    (word) => /^-[a-zA-Z]*[eEc]$/.test(word.text) && options.some((option) => /^-[eEc]$/.test(option)),
  );
  if (clustered >= 0) return [words[clustered + 1]];
  const attached = words
    .map((word) => /^-[a-zA-Z]{0,4}?[eE](.+)$/s.exec(word.text)?.[1])
    .find((code) => code !== undefined);
  if (attached !== undefined && /^(perl|ruby)/.test(program)) return [literalWord(attached)];
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

/** Whether an option before the script ends the program: Python's `-v` only makes it talk, and what stands behind `-` is the script's. */
function endsBefore(program: string, words: readonly ShellWord[]): boolean {
  const script = words.findIndex(({ text }) => text === "-" || !text.startsWith("-"));
  const ends = /^(?:python|pypy)/.test(program) ? /^(?:--version|-V+|--help)$/ : /^(?:--version|-V|-v|--help)$/;
  return words.slice(0, script < 0 ? words.length : script).some(({ text }) => ends.test(text));
}
