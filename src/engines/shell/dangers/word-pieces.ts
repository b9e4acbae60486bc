import { foldPath, isProtectedPath } from "../../paths/protected-names.ts";
import { foldedCodes } from "../floor/folded-code.ts";
import type { ShellWord } from "../words.ts";

/** Behind so many signs only what stands between them counts, not all to the end. */
const SIGNS_MAX = 40;
/** No name that is protected is longer. */
const ATTACHED_MAX = 80;

/** What of a word may be a path: the whole, what stands behind a sign in it, and what is attached to options. */
export function piecesOf({ text }: ShellWord): readonly string[] {
  // Of an address only the last name may come to be one of the folder.
  if (/^[a-z][a-z+.-]*:\/\//i.test(text)) return [/([^/?#]*)(?:[?#].*)?$/s.exec(text)?.[1] ?? ""];
  const behindSigns = [...text.matchAll(/[=@,:{]/g)].flatMap(({ index }, at) => [
    ...(at < SIGNS_MAX ? [text.slice(index + 1)] : []),
    ...text.slice(index + 1).split(/[,:;}]/, 1),
  ]);
  return [...new Set([text, ...behindSigns, ...attachedIn(text)])].filter((piece) => piece !== "");
}

function attachedIn(text: string): readonly string[] {
  if (!text.startsWith("-")) return [];
  const place = text.search(/[/~]|\.\.?\//);
  const from = place < 0 ? text.length : place;
  const named = Array.from({ length: Math.min(from, ATTACHED_MAX) }, (_, at) => text.slice(from - at - 1));
  return [
    ...named.filter((piece) => isProtectedPath(foldPath(piece), undefined)),
    ...(place < 0 ? [] : [text.slice(place)]),
  ];
}

const TEXT_CHARACTERS_MAX = 20_000;
/** More than a line can hold, but for what its code is folded to. */
const TEXT_PIECES_MAX = 6_000;
const QUOTED = /(["'`])([^"'`\n]{1,200})\1/g;
/** What parts the names in a text of any language; a bar only ends one: between two it parts a pattern from what is put in its place. */
const BETWEEN = /[\s"'`()[\]{}<>;,=!&]+/;

/** What of a text that a program takes for orders may be a path: `w private/x`, `print > "private/x"`, also put together out of several texts. */
export function piecesOfText(text: string): readonly string[] {
  if (!/[\s"'`>]/.test(text)) return [];
  const read = text.slice(0, TEXT_CHARACTERS_MAX);
  const all = [read, ...foldedCodes(read)].flatMap((one) => [
    ...[...one.matchAll(QUOTED)].map(([, , inner = ""]) => inner),
    ...one
      .split(BETWEEN)
      .map((piece) => piece.replace(/\|.*$|[.:]$/s, ""))
      .filter((piece) => /[/.]/.test(piece) && /\w/.test(piece)),
  ]);
  return [...new Set(all)].slice(0, TEXT_PIECES_MAX);
}

/** An option whose value is the next word. */
export const bare = (word: ShellWord | undefined): string =>
  word === undefined || word.text.includes("=") ? "" : word.text;
