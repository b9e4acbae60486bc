import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isNoPlace } from "../../adapters/processes/environment.ts";
import { isAroundWritten, mayBeWritten, type StartingPlace } from "./starting-place.ts";

/** Whether words name something that a folder holds, as somebody who stands in it would. */
export const namesSomethingIn = (folder: string, words: readonly string[]): boolean =>
  words.flatMap(piecesOf).some((piece) => !isAbsolute(piece) && existsSync(resolve(folder, piece)));

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

/**
 * Those variables of the person's whose value leads to what a session may have written, for a program that is started in a folder: by them
 * it would look there for modules, settings or programs (`PYTHONPATH`, `NODE_PATH`, `GEM_HOME`).
 */
export const leadingThere = (
  variables: Readonly<Record<string, string | undefined>>,
  folder: string,
  place: StartingPlace,
): readonly string[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    if (value === undefined || NEEDED.has(name) || isNoPlace(name, value)) return [];
    const isHere =
      mayBeWritten(folder, place) && (EMPTY_ENTRY.test(value) || namesSomethingIn(folder, value.split(delimiter)));
    return isHere || namesWritten([value], NOWHERE, place) ? [name] : [];
  });

/** What is found by its name is nothing of a folder that is worked in: that list is cleaned; of a home that is worked in all is the folder's. */
const NEEDED = new Set(["PATH", "HOME"]);
/** In a list of folders it is the one that a program is started in. */
const EMPTY_ENTRY = /^:|::|:$/;
/** Nothing relative leads anywhere from it. */
const NOWHERE = "/dev/null";

/** Also of an option that its value is written to (`-I/x`), and of what stands in brackets or behind a mark (`/x#y`). */
const piecesOf = (word: string): readonly string[] =>
  [word, word.replace(/^-\w/, "")]
    .flatMap((one) => one.split(/[\s"'`;|&()<>=:,@#?[\]{}]+/))
    .filter((piece) => piece !== "");

/** Everything that a list of folders has by a name, what is started first. */
export const onPath = (name: string, path: string): readonly string[] =>
  /^[\w.-]+$/.test(name)
    ? path.split(delimiter).flatMap((entry) => (existsSync(join(entry, name)) ? [join(entry, name)] : []))
    : [];
