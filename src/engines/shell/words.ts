/** How much of a word is known before the shell runs.
 *  - `literal`: the text is what the program gets (file globs stay as written, see `glob`)
 *  - `plain`: unknown, but a harmless fact such as `$?` or `$USER`
 *  - `variable`: unknown, and could be anything or a secret
 *  - `evaluated`: expanding it can itself run a command or read another variable's text as code */
export type WordCertainty = "literal" | "plain" | "variable" | "evaluated";

export interface ShellWord {
  /** Of a known word: the letters that the program gets; with `glob` the pattern as a shell spells it, in which a backslash stands before what is quoted. */
  readonly text: string;
  readonly certainty: WordCertainty;
  /** Holds an unquoted `*`, `?` or `[`, or an unquoted expansion: the shell may put several words here. */
  readonly glob: boolean;
  /** Nothing is there that its pattern finds: it stays as it is written. */
  readonly findsNothing?: true;
  /** No name that its pattern finds is taken for an option, or for a file of options. */
  readonly findsNoOption?: true;
  /** Not known, and made in this line by what makes texts: a way to write what should not be read. Or read by it, line by line. */
  readonly isAssembled?: "made" | "read";
  /** Not known, and told by what a command of this line prints or by a file: it may be any path. */
  readonly isComputed?: true;
  /** What is not known of it is told by commands and files of this line, and by nothing that a person has. */
  readonly isTold?: true;
  /** Not known, but one of what this pattern finds. */
  readonly standsFor?: ShellWord;
  /** Of a pattern: whether each name that it finds is meant, or one of them or some. Absent: each of one that stands where it is used, some of one that a word stands for. */
  readonly takes?: "each" | "some";
  /** A shell, or what reads it, parts it at blanks and takes its pieces for patterns: it may be a piece of what it is said to be. */
  readonly isParted?: true;
  /** The value that it begins with is surely not empty. */
  readonly isFilled?: true;
}

/** The same as a piece of what is parted. */
export const parted = (word: ShellWord): ShellWord => ({
  ...word,
  ...(word.standsFor === undefined ? {} : { standsFor: { ...word.standsFor, isParted: true as const } }),
});
/** One of what a pattern finds, or some: nobody says that it is each. */
export const someOf = ({ takes: _takes, ...one }: ShellWord): ShellWord => one;
export const literalWord = (text: string): ShellWord => ({ text, certainty: "literal", glob: false });
export const isLiteral = (word: ShellWord): boolean => word.certainty === "literal";
/** Known, or a fact that harms nobody, such as a number. */
export const isHarmless = ({ certainty }: ShellWord): boolean => certainty === "literal" || certainty === "plain";
/** Whether only running tells what a word is, and nothing is known of it. */
export const isAnything = (word: ShellWord): boolean => word.isComputed === true && word.standsFor === undefined;

/** `<(sort a)`: what commands of the line print, given as a file. */
export const isPrinted = ({ text, isTold, certainty, glob }: ShellWord): boolean =>
  isTold === true && certainty === "variable" && !glob && text.startsWith("<(") && withoutExpansions(text, "x") === "x";

const PIECE_CHARACTERS_MAX = 60;

/** A piece of a line as a sentence names it. */
export function namedPiece(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= PIECE_CHARACTERS_MAX ? line : `${line.slice(0, PIECE_CHARACTERS_MAX - 1)}…`;
}

/** How a word came about that is put together of several. */
export type Origin = Pick<ShellWord, "isAssembled" | "isComputed" | "isTold">;

/** Of several words as one. */
export function assembledOf(words: readonly ShellWord[]): Origin {
  const found = new Set(words.map((word) => word.isAssembled));
  return {
    ...(found.has("made") ? { isAssembled: "made" } : found.has("read") ? { isAssembled: "read" } : {}),
    ...(words.some((word) => word.isComputed) ? { isComputed: true } : {}),
    ...(words.some((word) => word.isTold) && words.every((word) => word.isTold || isHarmless(word))
      ? { isTold: true }
      : {}),
  };
}

/** Known, harmless, or one text that commands of this line tell: for what only prints or compares it. */
export const isText = (word: ShellWord): boolean =>
  isHarmless(word) ||
  (word.certainty === "variable" &&
    ((word.isTold === true && !word.glob) || (word.standsFor !== undefined && staysBelow(word.standsFor.text))));

/** A word as it is written, with a mark in place of each expansion. */
export function withoutExpansions(text: string, mark: string): string {
  let left = text;
  // From the innermost to the outermost.
  for (let before = ""; before !== left; ) {
    before = left;
    left = left.replace(/\$\(\([^()]*\)\)|\$\([^()]*\)|[<>]\([^()]*\)|`[^`]*`|\$\{[^{}]*\}/g, mark);
    if (before === left) left = left.replace(/\([^()]*\)(?=[^()]*\))/g, mark);
  }
  return left.replace(/\$(?:\w+|[@*#?!$-])|\{\}/g, mark);
}

/** A name, and any path, below the folder that a command runs in. */
export const ANY_NAME: ShellWord = { ...literalWord("*"), glob: true };
export const ANY_BELOW: ShellWord = { ...literalWord("./*"), glob: true };
/** Whether a path leads nowhere but below the folder where it is said. */
export const staysBelow = (path: string): boolean => !/^[/~]/.test(path) && !path.split("/").includes("..");

/** An unquoted value that the shell would split or glob is not one known word: of what it is split into, none is what was written. */
export function splittable(word: ShellWord, source: string, { isWhole }: { readonly isWhole?: true }): ShellWord {
  if (word.certainty === "literal" && /\s/.test(word.text)) return { text: source, certainty: "variable", glob: true };
  if (word.certainty !== "literal") {
    const found = { ...word, glob: word.certainty !== "plain" };
    return isWhole ? found : parted(found);
  }
  if (word.text !== "" && !/[*?[\\]/.test(word.text)) return word;
  return { ...word, certainty: "variable", glob: true, ...(word.glob ? { isParted: true } : {}) };
}
