import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isInside } from "../../adapters/inside.ts";
import { mayBeWritten, type StartingPlace } from "./starting-place.ts";

/** Whether words name something that a folder holds, as somebody who stands in it would. */
export const namesSomethingIn = (folder: string, words: readonly string[]): boolean =>
  words.flatMap(piecesOf).some((piece) => !isAbsolute(piece) && existsSync(resolve(folder, piece)));

/**
 * Whether words of the person's lead to what a session may have written, for a program that is started in a folder. A text for a shell
 * may go on from a folder that it names.
 */
export function namesWritten(words: readonly string[], folder: string, place: StartingPlace): boolean {
  const { home = "/", path = "", writable } = place;
  return words.some((word) => {
    const isText = /\s/.test(word);
    const spelled = word.replace(
      /(^|[\s"'`;|&()<>=:,@])~(?=\/|$)|\$\{?HOME\b\}?/g,
      (_, before = "") => `${before}${home}`,
    );
    return [spelled, ...piecesOf(spelled)].some((piece) => {
      const found = resolve(folder, piece);
      const isAround = isText && isAbsolute(piece) && found !== "/" && writable.some((one) => isInside(one, found));
      return isAround || mayBeWritten(found, place) || onPath(piece, path).some((one) => mayBeWritten(one, place));
    });
  });
}

const piecesOf = (word: string): readonly string[] => word.split(/[\s"'`;|&()<>=:,@]+/).filter((piece) => piece !== "");

const onPath = (name: string, path: string): readonly string[] =>
  /^[\w.-]+$/.test(name)
    ? path.split(delimiter).flatMap((entry) => (existsSync(join(entry, name)) ? [join(entry, name)] : []))
    : [];
