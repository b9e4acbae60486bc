import { patternIn } from "../meant/word-patterns.ts";
import type { LineScope, Part, Problem } from "../part.ts";
import type { Folders } from "../places.ts";
import { isLiteral, type ShellWord } from "../words.ts";

type Before = Pick<LineScope, "namesFound"> & {
  /** Names may have come to be since, such as are taken for options. */
  readonly hasMade: boolean;
};

/** What is there that a pattern finds: one that finds nothing stays the text that it is written as. */
export function withFound(
  word: ShellWord,
  source: string,
  folders: Folders,
  { namesFound, hasMade }: Before,
): ShellWord {
  // What the line has made by then is not there yet.
  if (hasMade || !word.glob || !isLiteral(word) || namesFound === undefined || folders.includes(undefined)) return word;
  const found = (text: string): readonly string[] =>
    folders.flatMap((folder) => namesFound(patternIn({ text, glob: true }, folder)));
  const [first = ""] = word.text.split("/");
  const isOption = /^[*?[]/.test(first) && found(first).some((path) => /^[-@]/.test(nameOf(path)));
  return {
    ...word,
    ...(source === word.text && found(word.text).length === 0 ? { findsNothing: true } : {}),
    ...(isOption ? {} : { findsNoOption: true }),
  };
}

/** A name that begins with a dash is an option to the program in whose words a pattern puts it. */
export function optionFound(word: ShellWord, folders: Folders, { namesFound }: LineScope): readonly Problem[] {
  const [first = ""] = word.text.split("/");
  if (!word.glob || word.findsNoOption || !isLiteral(word) || !/^[*?[]/.test(first)) return [];
  const isFound = folders.some((folder) =>
    namesFound?.(patternIn({ text: first, glob: true }, folder)).some((path) => nameOf(path).startsWith("-")),
  );
  return isFound ? [{ text: `${word.text} finds a name that is taken for an option`, blocks: "automatic" }] : [];
}

/** Whether a command speaks of a file whose name begins with a dash: `touch -- -rf`, `mkdir ./-rf`, `> -rf`. */
export function namesDashed(argv: Part["argv"], redirections: Part["redirections"]): boolean {
  const end = argv.findIndex(({ text }) => text === "--");
  const operands = argv.filter(({ text }, at) => /\/-[^/]*$/.test(text) || (end >= 0 && at > end && /^-/.test(text)));
  return (
    operands.length > 0 || redirections.some(({ kind, target }) => kind === "write" && /^(?:.*\/)?-/.test(target.text))
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
