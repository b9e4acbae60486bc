import { possibleWords } from "./floor/possible-words.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import type { Unit } from "./walk/unit.ts";
import { isLiteral, literalWord, type ShellWord } from "./words.ts";

/** More ways to read a command than these are not tried. */
const SPELLINGS_MAX = 200;
/** All values of a list, one behind the other: `"$@"`, `${a[*]}`. */
const WHOLE_LIST = /^"?\$(?:\{(?<name>\w+)\[[@*]\]\}|\{?[@*]\}?)"?$/;

/**
 * What the words of a command come to with the values that its line gives to names: `x=push; git $x` is `git push`. A word of which the line
 * tells nothing stays as it is.
 * @returns undefined when there are too many
 */
export function spelledWords(unit: Unit, options: CommandPolicyOptions): readonly (readonly ShellWord[])[] | undefined {
  let all: readonly (readonly ShellWord[])[] = [[]];
  for (const word of unit.words) {
    const values = isLiteral(word) ? [[word]] : valuesOf(word, unit, options);
    if (values === undefined || all.length * values.length > SPELLINGS_MAX) return undefined;
    all = all.flatMap((before) => values.map((value) => [...before, ...value]));
  }
  return all;
}

/** What a word may stand for by the values that its line gives to names; nothing where the line does not tell. */
export const toldWords = (word: ShellWord, unit: Unit, options: CommandPolicyOptions): readonly ShellWord[] =>
  (isLiteral(word) ? [[word]] : (valuesOf(word, unit, options) ?? [])).flat().filter(isLiteral);

/** Each value as the words that the shell makes of it. */
function valuesOf(
  word: ShellWord,
  { part }: Unit,
  options: CommandPolicyOptions,
): readonly (readonly ShellWord[])[] | undefined {
  const context = { folders: part.folders, input: part.input, options, given: part.given };
  const found = possibleWords(word, context);
  if (found === undefined) return undefined;
  const list = WHOLE_LIST.exec(word.text);
  const listed = list === null ? undefined : part.given?.get(list.groups?.["name"] ?? "@");
  return [
    ...found.map((one) => (one.isOpen ? [word] : partedBy(one.text))),
    ...(listed === undefined ? [] : [listed.flatMap(partedBy)]),
  ];
}

const partedBy = (text: string): readonly ShellWord[] =>
  text
    .split(/\s+/)
    .filter((part) => part !== "")
    .map((part) => ({ ...literalWord(part), glob: /[*?[]/.test(part) }));
