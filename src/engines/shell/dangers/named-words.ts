import { foldPath, isProtectedPath } from "../../paths/protected-names.ts";
import { vitalOf } from "../floor/vital.ts";
import { readWith } from "../programs/reader.ts";
import { readerOf } from "../programs/readers.ts";
import { programName } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, danger, firstDanger, hidden, place } from "./danger.ts";
import { FILE_DANGERS } from "./files.ts";

/** Programs of whose words others say what they do to what they name. */
const KNOWN = new Set([
  "git",
  "docker",
  "podman",
  "nerdctl",
  "docker-compose",
  "tar",
  "zip",
  "gzip",
  "echo",
  "printf",
  "cd",
  "pushd",
]);
/** Of programs that write what their words name: those that take what they write among other words. */
const NAMES_BY_OPTION = new Set("sort uniq xxd perl ruby sed gsed patch unzip fd split".split(" "));
/** An option that says what is left alone. */
const LEAVES_OUT = /^--?[\w-]*(?:exclude|ignore|skip|prune|omit)[\w-]*(?:=|$)/i;
const PIECES_MAX = 40;
/** No cluster of options is longer. */
const ATTACHED_MAX = 80;

/**
 * What a program may write whose words nobody knows: each that names, whole or in a piece, what is protected or must not be lost, as
 * `-o FILE`, `-xoFILE`, `--out=FILE`, `a,FILE`, `%output{FILE}` do.
 * @param words  its own, without what it starts
 */
export function namedDanger(
  program: ShellWord,
  words: readonly ShellWord[],
  context: DangerContext,
): Danger | undefined {
  const name = programName(program);
  if (KNOWN.has(name) || (Object.hasOwn(FILE_DANGERS, name) && !NAMES_BY_OPTION.has(name)) || onlyReads(name, words))
    return undefined;
  const meant = words.filter(
    (word, at) => isLiteral(word) && !LEAVES_OUT.test(word.text) && !LEAVES_OUT.test(bare(words[at - 1])),
  );
  return firstDanger(meant, (word) => firstDanger(piecesOf(word), (piece) => dangerOfPiece(piece, word, context)));
}

/** An option whose value is the next word. */
const bare = (word: ShellWord | undefined): string => (word === undefined || word.text.includes("=") ? "" : word.text);

function onlyReads(name: string, words: readonly ShellWord[]): boolean {
  const reader = readerOf(name);
  return reader !== undefined && readWith(reader, words).kind === "known";
}

/** What of a word may be a path: the whole, what stands behind a sign in it, and what is attached to options. */
export function piecesOf({ text }: ShellWord): readonly string[] {
  // Of an address only the last name may come to be one of the folder.
  if (/^[a-z][a-z+.-]*:\/\//i.test(text)) return [/([^/?#]*)(?:[?#].*)?$/s.exec(text)?.[1] ?? ""];
  const behindSigns = [...text.matchAll(/[=@,:{]/g)]
    .slice(0, PIECES_MAX)
    .flatMap(({ index }) => [text.slice(index + 1), text.slice(index + 1).split(/[,:;}]/)[0] ?? ""]);
  return [...new Set([text, ...behindSigns, ...attachedIn(text)])].filter((piece) => piece !== "");
}

function attachedIn(text: string): readonly string[] {
  if (!text.startsWith("-")) return [];
  const place = text.search(/[/~]|\.\.?\//);
  const from = place < 0 ? text.length : place;
  const named = Array.from({ length: Math.min(from, ATTACHED_MAX) }, (_, at) => text.slice(at)).slice(1);
  return [
    ...named.filter((piece) => isProtectedPath(foldPath(piece), undefined)),
    ...(place < 0 ? [] : [text.slice(place)]),
  ];
}

function dangerOfPiece(text: string, whole: ShellWord, context: DangerContext): Danger | undefined {
  const home = context.options.home;
  const path = {
    ...literalWord(home !== undefined && /^~(?=\/|$)/.test(text) ? home + text.slice(1) : text),
    glob: whole.glob,
  };
  const vital = vitalOf(path, context);
  // A program is named to be started.
  if (vital === "own" || vital === "disk" || (vital === "file" && !/\/s?bin\//.test(path.text)))
    return hidden(`it may overwrite what must not be lost: ${whole.text}`);
  return place(path, context).isProtected
    ? danger("D12", `${whole.text} names what starts programs or holds configuration`)
    : undefined;
}
