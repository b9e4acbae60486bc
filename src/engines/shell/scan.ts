import { isLiteral, type ShellWord } from "./words.ts";

/** A command's words sorted roughly, for finding harm: options anywhere, clusters opened, values not told apart. */
export interface Scan {
  /** Letters of every short option. */
  readonly shorts: ReadonlySet<string>;
  /** Long options as written, `=value` cut off. */
  readonly longs: readonly string[];
  readonly operands: readonly ShellWord[];
  /** Every word is known and no file name can take its place. */
  readonly isLiteral: boolean;
}

export function scan(words: readonly ShellWord[]): Scan {
  const shorts = new Set<string>();
  const longs: string[] = [];
  const operands: ShellWord[] = [];
  let ended = false;
  for (const word of words) {
    if (ended || !isLiteral(word) || !word.text.startsWith("-") || word.text === "-") operands.push(word);
    else if (word.text === "--") ended = true;
    else if (word.text.startsWith("--")) longs.push(word.text.split("=")[0] ?? "");
    else for (const letter of word.text.slice(1)) shorts.add(letter);
  }
  return { shorts, longs, operands, isLiteral: words.every(isLiteral) };
}

/** Whether a long option was given, in full or in the shortened forms that getopt and git take. */
export const hasLong = (use: Scan, ...names: readonly string[]): boolean =>
  use.longs.some((given) => given.length >= 3 && names.some((name) => name.startsWith(given)));

export const hasShort = (use: Scan, letters: string): boolean => [...letters].some((letter) => use.shorts.has(letter));

/** The program's own name: path and letter case do not hide it. */
export const programName = ({ text }: ShellWord): string => lastName(text).replace(/\.exe$/, "");

/** The same with an `.exe` that is written, which a rule may name. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** The words of a command as the shell itself carries it out: what stands behind `command` and `builtin` works in that very shell. */
export function withinShell<Word>(words: readonly Word[], textOf: (word: Word) => string): readonly Word[] {
  const first = words.findIndex((word) => !STARTS_WITHIN.test(textOf(word)));
  return words.slice(first < 0 ? words.length : first);
}

const STARTS_WITHIN = /^(?:command|builtin|-p|--)$/;

/** What a word such as `NAME=value` sets; none or one. */
export function assignmentIn(word: ShellWord): readonly { readonly name: string; readonly value: ShellWord }[] {
  const equals = word.text.indexOf("=");
  return equals > 0
    ? [{ name: word.text.slice(0, equals), value: { ...word, text: word.text.slice(equals + 1) } }]
    : [];
}

/** The words after an option, such as the text after `-c`; attached and `=` forms too, and shortened names as getopt and git take them. */
export function optionValues(words: readonly ShellWord[], ...names: readonly string[]): readonly ShellWord[] {
  const values: ShellWord[] = [];
  const end = words.findIndex((word) => word.text === "--");
  (end < 0 ? words : words.slice(0, end)).forEach((word, index) => {
    // What stands after a pattern option is the pattern.
    if (/^(-e|--regexp)$/.test(words[index - 1]?.text ?? "") && !names.includes("-e")) return;
    for (const name of names) {
      const next = words[index + 1];
      const [given = ""] = name.startsWith("--") ? word.text.split("=", 1) : [word.text];
      if (given !== name && !(given.length >= 3 && name.startsWith("--") && name.startsWith(given))) {
        if (/^-\w$/.test(name) && word.text.startsWith(name) && word.text.length > 2)
          values.push({ ...word, text: word.text.slice(2) });
      } else if (given.length < word.text.length) values.push({ ...word, text: word.text.slice(given.length + 1) });
      else if (next) values.push(next);
    }
  });
  return values;
}

/** `-sSLo FILE`, `-qOFILE`: the same behind other letters. */
export const clusteredValues = (words: readonly ShellWord[], option: string): readonly ShellWord[] =>
  !/^-[A-Za-z]$/.test(option)
    ? []
    : words.flatMap((word, index) => {
        const at = /^-[A-Za-z0-9#]+/.exec(word.text)?.[0].indexOf(option.slice(1), 2) ?? -1;
        if (at < 0 || !isLiteral(word)) return [];
        const next = words[index + 1];
        return word.text.length > at + 1 ? [behindIn(word, at + 1)] : next === undefined ? [] : [next];
      });

/** A word without its first characters, also in what it stands for. */
export const behindIn = (word: ShellWord, length: number): ShellWord => ({
  ...word,
  text: word.text.slice(length),
  ...(word.standsFor === undefined ? {} : { standsFor: behindIn(word.standsFor, length) }),
});
