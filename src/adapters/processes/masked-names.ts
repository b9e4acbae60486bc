import { statSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { createReach, escapeRegExp } from "../../base/glob.ts";
import { commandKind } from "../../engines/reduce/command-kind.ts";

/** Absolute paths, in the working folder and elsewhere. */
export interface KeptFrom {
  readonly masked: readonly string[];
  readonly hidden: readonly string[];
}

/** What a sandbox keeps from a command, as far as its result may be due to that. */
export function keptFrom({ masked, hidden }: KeptFrom, command: string, about: AboutResult): KeptFrom {
  const { written, exitCode, root, environment, met } = about;
  const failed = exitCode !== 0;
  return {
    masked: met?.map((path) => relativeTo(root, path)) ?? maskedIn(masked, command, about),
    hidden: failed ? hiddenNamed(hidden, { text: `${command}\n${written}`, home: environment["HOME"] }) : [],
  };
}

interface AboutResult {
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where it started, relative to the root. */
  readonly cwd?: string | undefined;
  readonly written: string;
  readonly exitCode: number | undefined;
  /** Of what is masked that which it is known to come to. */
  readonly met?: readonly string[] | undefined;
}

/** A folder keeps its slash. */
const relativeTo = (root: string, path: string): string => `${relative(root, path)}${path.endsWith("/") ? "/" : ""}`;

/** Of files that are masked those that a result may mislead about, relative to the working folder. */
function maskedIn(
  paths: readonly string[],
  command: string,
  { root, cwd = "", written: output, exitCode }: AboutResult,
): readonly string[] {
  // What it lists of untracked files are their names, which it shows truly.
  if ((exitCode === 0 && GIT_ALONE.test(command)) || showsNames(command)) return [];
  const all = paths.map((path) => relativeTo(root, path));
  const isNamed = namedIn(`${command}\n${output}`, root);
  const finds = foundBy(command, relative(root, resolve(root, cwd)));
  const named = all.filter((told) => isNamed(withoutSlash(told)) || finds(withoutSlash(told)));
  if (named.length > 0) return named;
  // Nor did a search that found nothing look into them, whether it named them or not.
  const found = output.trim() !== "" || commandKind(command) !== "search";
  return found && !readsToldNames(command) ? [] : within(all, command, { root, cwd });
}

/** Those in folders that the command names; where it names none at all, and no pattern, any of them. */
function within(
  all: readonly string[],
  command: string,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): readonly string[] {
  const words = wordsOf(command.replace(FILTERS, "")).map(({ text }) => text);
  const folders = words.map((word) => relative(root, resolve(root, cwd, word))).filter((folder) => folder !== "");
  const below = all.filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
  const names = words.some((word) => /[*?[]/.test(word)) || folders.some((folder) => isFolder(join(root, folder)));
  return below.length > 0 || names ? below : all;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, "");

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

interface Word {
  readonly text: string;
  /** In quotes it is no pattern of the shell's: a program looks for such names. */
  readonly isQuoted: boolean;
}

const wordsOf = (command: string): readonly Word[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"`()<>;|&=]+)/g)].map(([, single, double, bare = ""]) => ({
    text: single ?? double ?? bare,
    isQuoted: bare === "",
  }));

/** What goes on with names that something before it told. */
const FILTERS = /\|\s*(?:[ef]?grep|sed|awk|tr|cut|sort|uniq|head|tail|xargs)\b[^|;&]*/g;

/** Whether names of what it reads come while it runs alone: of a program that another one gives them, or of a substitution. */
const readsToldNames = (command: string): boolean =>
  /\|\s*xargs\b(?!\s+(?:(?:-\S+|\d+|\{\})\s+)*(?:ls|basename|dirname|echo|realpath|readlink)\b)|\$\((?!\()|`|\bwhile\b.*\bread\b/s.test(
    command,
  );

/** Of a pipeline the first command; what others of it are given is what that prints, but for those that start something by it. */
const FIRST_OF_PIPES = /(?<!\|)\|(?!\|)(?!\s*xargs\b)[^|;&\n]*/g;
/** Listings and tests of names: no size and nothing of what a file holds. */
const NAMES_ONLY =
  /^(?:ls(?!.*\s-\w*[lsSgno])|find(?!.*\s-(?:size|empty|ls|exec|ok|f?printf))|tree(?!.*\s-\w*[shD])|(?:test|\[)(?!.*\s-s\s)|echo|basename|dirname|realpath|readlink|cd|pwd|true|fi|then|else)(?:\s|$)/;

const showsNames = (command: string): boolean =>
  command
    .replace(FIRST_OF_PIPES, "")
    .split(/&&|\|\|?|[;\n]/)
    .every((piece) => NAMES_ONLY.test(piece.trim().replace(/^(?:if|then|else|!)\s+/, "")));

/** Whether a pattern of a command finds a file: one of the shell where the command stands, one that a program is given or that begins with what only running tells wherever it lies. */
function foundBy(command: string, cwd: string): (path: string) => boolean {
  const goes = /^\s*cd\s+([\w./-]+)\s*(?:&&|;)/.exec(command)?.[1];
  const base = goes === undefined || command.includes("(") ? cwd : join(cwd, goes);
  const patterns = wordsOf(command)
    .filter(({ text }) => /[*?[]/.test(text))
    .map(({ text, isQuoted }) => {
      const isAnywhere = isQuoted || text.includes("$");
      const wanted = text.replace(/^.*\$[^/]*\//, "").replace(/^(?:\.\/)+/, "");
      return { isAnywhere, parts: (isAnywhere ? wanted : join(base, wanted)).split("/") };
    });
  return (path) => patterns.some((pattern) => isFoundBy(pattern, path.split("/")));
}

function isFoundBy(
  { parts, isAnywhere }: { readonly parts: readonly string[]; readonly isAnywhere: boolean },
  path: readonly string[],
): boolean {
  if (isAnywhere ? path.length < parts.length : path.length !== parts.length) return false;
  const names = path.slice(-parts.length);
  return (
    parts.every((one, index) => createReach(one)(names[index] ?? "")) &&
    (names.at(-1)?.startsWith(".") !== true || parts.at(-1)?.startsWith(".") === true)
  );
}

/** Of places that are hidden those that a failure may be due to: they, or what would lie in them, are named by the command or its output. */
export function hiddenNamed(
  paths: readonly string[],
  { text, home }: { readonly text: string; readonly home: string | undefined },
): readonly string[] {
  const isHere = (path: string): boolean =>
    text.includes(path) && new RegExp(`${escapeRegExp(path)}${NO_NAME_BEHIND}`, "u").test(text);
  const named = (path: string): boolean =>
    isHere(path) || (home !== undefined && path.startsWith(`${home}/`) && isHere(`~${path.slice(home.length)}`));
  return paths.filter(named);
}

const GIT_ALONE = /^\s*git\s[^|;&\n]*$/;

/**
 * Whether a text has the whole name of a file, and before it nothing that makes it the path of another. A name is looked for once, however many
 * files have it.
 */
function namedIn(text: string, root: string): (path: string) => boolean {
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const name = basename(path);
    const said = known.get(name) ?? wordsThatEndIn(name, text);
    known.set(name, said);
    return said.some((word) => {
      const plain = word.replace(/^(?:\.\/)+/, "");
      if (isAbsolute(plain)) return plain === join(root, path);
      // Seen from a folder below it is shorter; what stands behind a variable or a folder above may be all of it.
      if (/[$~]|\.\.\//.test(word.slice(0, -name.length))) return plain.endsWith(`/${path}`);
      return path === plain || path.endsWith(`/${plain}`);
    });
  };
}

/** Each once. */
function wordsThatEndIn(name: string, text: string): readonly string[] {
  if (!text.includes(name)) return [];
  const whole = new RegExp(`${NO_NAME_BEFORE}${escapeRegExp(name)}${NO_NAME_BEHIND}`, "gu");
  const said = [...text.matchAll(whole)].map(({ index }) => {
    let start = index;
    while (start > 0 && !BETWEEN_WORDS.test(text.charAt(start - 1))) start -= 1;
    return text.slice(start, index + name.length);
  });
  return [...new Set(said)];
}

const BETWEEN_WORDS = /[\s'"`():=,<>]/;

/** What stands before or behind belongs to the name of another file, as in `.env.example`; a full stop may end a sentence. */
const NO_NAME_BEFORE = String.raw`(?<![\p{L}\p{N}_])`;
const NO_NAME_BEHIND = String.raw`(?![\p{L}\p{N}_~-]|\.[\p{L}\p{N}_])`;
