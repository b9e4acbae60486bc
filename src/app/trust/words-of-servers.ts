import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isAroundWritten, mayBeWritten, type StartingPlace } from "./starting-place.ts";

/** Whether words name something that a folder holds, as somebody who stands in it would. */
export const namesSomethingIn = (folder: string, words: readonly string[]): boolean =>
  words.flatMap(piecesOf).some((piece) => !isAbsolute(piece) && existsSync(resolve(folder, piece)));

/** Whether words give an interpreter code in a word: where that leads is not read. */
export const givesCode = (words: readonly string[]): boolean =>
  words.some((word, at) => INTERPRETER.test(word) && words.slice(at + 1).some((one) => CODE.test(one)));

const CODE = /^-\w*[cep]$|^--(?:eval|print)\b/;
const INTERPRETER = /(?:^|\/)(?:(?:ba|da|z|k|fi)?sh|node|bun|deno|python[\d.]*|ruby|perl|php|pwsh)$/;

/**
 * Whether words of the person's lead to what a session may have written, for a program that is started in a folder. A text for a shell
 * may go on from a folder that it names.
 */
export function namesWritten(words: readonly string[], folder: string, place: StartingPlace): boolean {
  const { home = "/", path = "" } = place;
  return words.some((word) => {
    const isText = /\s/.test(word);
    const spelled = word.replace(
      /(^|[\s"'`;|&()<>=:,@])~(?=\/|$)|\$\{?HOME\b\}?/g,
      (_, before = "") => `${before}${home}`,
    );
    return [spelled, ...piecesOf(spelled)].some((piece) => {
      const found = resolve(folder, piece);
      const isAround = isText && isAbsolute(piece) && isAroundWritten(found, place);
      return isAround || mayBeWritten(found, place) || onPath(piece, path).some((one) => mayBeWritten(one, place));
    });
  });
}

/** Also of an option that its value is written to (`-I/x`), and of what stands in brackets or behind a mark (`/x#y`). */
const piecesOf = (word: string): readonly string[] =>
  [word, word.replace(/^-\w/, "")]
    .flatMap((one) => one.split(/[\s"'`;|&()<>=:,@#?[\]{}]+/))
    .filter((piece) => piece !== "");

const onPath = (name: string, path: string): readonly string[] =>
  /^[\w.-]+$/.test(name)
    ? path.split(delimiter).flatMap((entry) => (existsSync(join(entry, name)) ? [join(entry, name)] : []))
    : [];
