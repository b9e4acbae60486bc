import { patternIn } from "../meant/word-patterns.ts";
import type { LineScope, Problem } from "../part.ts";
import type { Folders } from "../places.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** What is there that a pattern finds: one that finds nothing stays the text that it is written as. */
export function withFound(word: ShellWord, source: string, folders: Folders, { namesFound }: LineScope): ShellWord {
  if (!word.glob || !isLiteral(word) || namesFound === undefined || folders.includes(undefined)) return word;
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

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
