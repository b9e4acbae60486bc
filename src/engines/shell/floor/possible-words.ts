import { normalizePath } from "../../paths/worked-folders.ts";
import type { DangerContext } from "../dangers/danger.ts";
import { SET_UNSEEN } from "../part.ts";
import { expandBraces } from "../walk/braces.ts";
import { producedText } from "../walk/made-text.ts";
import { literalWord, type ShellWord, staysBelow, withoutExpansions } from "../words.ts";

/** More than these are too many to try; what is not tried must be asked about. */
const POSSIBLE_MAX = 400;
const ROUNDS_MAX = 12;

/** One expansion that holds no other in braces. */
const EXPANSION =
  /\$(?<plain>[A-Za-z_]\w*|[\d@*])|\$\{(?<name>[A-Za-z_]\w*|\d+|[@*])(?<index>\[[^\]{}]*\])?(?<rest>[^{}]*)\}|\$\(\([^()]*(?:\([^()]*\)[^()]*)*\)\)/;
const OPERATED = /^:?(?<kind>[-=+?])(?<operand>[^{}]*)$/;
/** Of `bash -O extglob`: what it finds is as good as anything. */
const EXTENDED_GLOB = /[?*+@!]\([^()]*\)/g;
/** Names that a shell gives numbers. */
const NUMBERS = /^(?:RANDOM|SRANDOM|SECONDS|LINENO|PPID|BASHPID|E?UID|EPOCHSECONDS|SHLVL)$/;
/** Stands for what is not known: no word of a line holds it. */
const ANY = "\0";

export interface PossibleWord extends ShellWord {
  readonly isOpen: boolean;
}

/**
 * What a word that is not known may come to: each name in it stands for each of the values that the line gives it anywhere, in
 * whichever way; what the line does not tell is a star, in a word that `isOpen`.
 * @returns undefined when there are too many
 */
export function possibleWords({ text }: ShellWord, context: DangerContext): readonly PossibleWord[] | undefined {
  let open: readonly string[] = [text.replace(/\$[$?#!](?!\w)/g, "0")];
  const done = new Set<string>();
  for (let round = 0; open.length > 0 && round < ROUNDS_MAX; round++) {
    const next = new Set<string>();
    for (const each of open) {
      const found = EXPANSION.exec(each);
      if (found === null) done.add(each);
      else
        for (const value of valuesOf(found, context))
          next.add(`${each.slice(0, found.index)}${value}${each.slice(found.index + found[0].length)}`);
      if (done.size + next.size > POSSIBLE_MAX) return undefined;
    }
    open = [...next];
  }
  return [...done, ...open].flatMap(alternatives).map((each) => {
    const path = withoutExpansions(each.replace(EXTENDED_GLOB, ANY), ANY).replace(/["']/g, "");
    const isOpen = path.includes(ANY);
    return { ...literalWord(path.replaceAll(ANY, "*")), glob: isOpen || /[*?[]/.test(path), isOpen };
  });
}

/** Braces that make more words than are spelled out: each of their pieces in the place of all. */
function alternatives(text: string): readonly string[] {
  const [, before = "", within, behind = ""] = /^([^{]*)\{([^$]*,[^$]*)\}([^}]*)$/.exec(text) ?? [];
  return within === undefined ? [text] : within.split(/[{},]/).map((piece) => `${before}${piece}${behind}`);
}

function valuesOf({ groups = {} }: RegExpExecArray, context: DangerContext): readonly string[] {
  const name = groups["plain"] ?? groups["name"];
  if (name === undefined) return ["0"];
  const all = givenTo(name, context);
  const given = isOfList(groups["index"], all.length) ? all : [...all, ""];
  const { kind, operand = "" } = OPERATED.exec(groups["rest"] ?? "")?.groups ?? {};
  if (kind === undefined)
    return (groups["rest"] ?? "") === "" ? given : given.flatMap((value) => cutOff(value, groups["rest"] ?? ""));
  if (kind === "+") return ["", unquoted(operand)];
  return kind === "?" ? given : [...given, unquoted(operand)];
}

/** Whether an index is one that a list of so many surely has: any other may find nothing. */
function isOfList(index: string | undefined, count: number): boolean {
  const [, sign, number] = /^\[(-?)(\d+)\]$/.exec(index ?? "") ?? [];
  return index === undefined || /^\[[@*]\]$/.test(index) || Number(number) < count + (sign === "-" ? 1 : 0);
}

/** `${f%.js}`, or its last name: what is left of a path below the folder, or nothing. */
function cutOff(value: string, operation: string): readonly string[] {
  if (/[$`{}\0]/.test(value) || !staysBelow(value)) return [ANY];
  if (operation === "##*/") return [value.slice(value.lastIndexOf("/") + 1)];
  return /^%%?[\w.*-]+$/.test(operation) ? [value, ""] : [ANY];
}

function givenTo(name: string, { given, folders, options }: DangerContext): readonly string[] {
  const values = allSpelledOut(given?.get(/^[\d@*]+$/.test(name) ? "@" : name) ?? []);
  if (values.length > 0) return given?.has(SET_UNSEEN) ? [...values, ANY] : values;
  if (NUMBERS.test(name)) return ["0"];
  if (name === "HOME" && options.home !== undefined) return [options.home];
  return name === "PWD" ? folders.map((folder) => folder ?? ANY) : [ANY];
}

/** A line may give a name very many values, and use it as often. */
const spelled = new WeakMap<readonly string[], readonly string[]>();

function allSpelledOut(sources: readonly string[]): readonly string[] {
  const before = spelled.get(sources);
  if (before !== undefined) return before;
  const values = [...new Set([...new Set(sources)].flatMap(spelledOut))];
  spelled.set(sources, values);
  return values;
}

/** A value as it is written: with its braces and quotes, which say nothing more once it is looked up. */
const spelledOut = (source: string): readonly string[] =>
  NEW_FILE.test(source) ? ["/tmp/tmp.0"] : (expandBraces(source) ?? [source]).map(unquoted);

/** What prints the path of a file or folder that nobody had before. */
const NEW_FILE = /^"?\$\(mktemp(?: -[dqu]+)*\)"?$/;

const unquoted = (source: string): string =>
  source
    .replace(
      /\$'((?:[^'\\]|\\[\s\S])*)'/g,
      (_all, inner: string) => producedText(["printf", "%b", inner], undefined) ?? ANY,
    )
    .replace(/\\([^\n])|["']/g, "$1");

/** Top folders of a system: with a home and a workspace, what a star high up may stand for. */
const TOPS = "bin boot dev etc home lib lib64 opt proc root run sbin srv sys usr var Users System Library".split(" ");

/** Whether a path with stars for what is not known may be a home, a root, a folder above the workspace, or all that is in one. */
export function mayMatchVital({ text }: ShellWord, { options }: DangerContext): boolean {
  if (!text.startsWith("/")) return false;
  const names = normalizePath(text).split("/").slice(1).filter(Boolean);
  const isAll = /^[*?.]+$/.test(names.at(-1) ?? "");
  const forms = [names, ...(isAll ? [names.slice(0, -1)] : [])];
  return vitalPaths(options).some((path) => forms.some((form) => matches(form, path)));
}

function vitalPaths({ home, root }: DangerContext["options"]): readonly (readonly string[])[] {
  const held = [home, root].flatMap((path) =>
    path === undefined ? [] : [normalizePath(path).split("/").filter(Boolean)],
  );
  const above = held.flatMap((names) => names.map((_, index) => names.slice(0, index + 1)));
  return [[], ...above, ...TOPS.map((top) => [top])];
}

const matches = (form: readonly string[], path: readonly string[]): boolean =>
  form.length === path.length && form.every((name, index) => nameMatches(name, path[index] ?? ""));

/** No file has a longer name: such a pattern is there to keep us busy. */
const PATTERN_CHARACTERS_MAX = 255;

/** A star stands for any text; nothing else is a pattern here. */
function nameMatches(pattern: string, name: string): boolean {
  if (pattern.length > PATTERN_CHARACTERS_MAX) return true;
  const pieces = pattern.split(/[*?]+|\[[^\]]*\]/);
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (pieces.length === 1) return pattern === name;
  if (!name.startsWith(first) || !name.slice(first.length).endsWith(last)) return false;
  let at = first.length;
  return pieces.slice(1, -1).every((piece) => {
    const found = name.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
}

/** Whether each value that a word may have stands in the line: no command, no file and nobody else's variable says what is destroyed. */
export const isTold = (target: ShellWord, context: DangerContext): boolean =>
  target.isComputed !== true && possibleWords(target, context)?.every(({ isOpen }) => !isOpen) === true;
