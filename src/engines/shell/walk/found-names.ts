import type { LineScope, Problem } from "../part.ts";
import type { Folders } from "../places.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** A pattern that finds nothing stays the text that it is written as. */
export function withFound(word: ShellWord, source: string, folders: Folders, { namesFound }: LineScope): ShellWord {
  if (!word.glob || !isLiteral(word) || namesFound === undefined || source !== word.text) return word;
  const findsNothing = folders.every((folder) => {
    const pattern = patternIn(word.text, folder);
    return pattern !== undefined && namesFound(pattern).length === 0;
  });
  return findsNothing ? { ...word, findsNothing } : word;
}

/** A name that begins with a dash is an option to the program in whose words a pattern puts it. */
export function optionFound(word: ShellWord, folders: Folders, { namesFound }: LineScope): readonly Problem[] {
  if (!word.glob || !isLiteral(word) || namesFound === undefined || !/^[*?[]/.test(word.text)) return [];
  const [first = ""] = word.text.split("/");
  const isFound = folders.some((folder) =>
    namesFound(patternIn(first, folder) ?? first).some((path) => path.startsWith("-", path.lastIndexOf("/") + 1)),
  );
  return isFound ? [{ text: `${word.text} finds a name that is taken for an option`, blocks: "automatic" }] : [];
}

function patternIn(text: string, folder: string | undefined): string | undefined {
  if (text.startsWith("/")) return text;
  return folder === undefined ? undefined : `${folder}/${text}`;
}
