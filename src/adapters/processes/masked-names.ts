import { basename, isAbsolute, join, relative } from "node:path";
import { createReach, escapeRegExp } from "../../base/glob.ts";
import { commandKind } from "../../engines/reduce/command-kind.ts";

/** Absolute paths, in the working folder and elsewhere. */
export interface KeptFrom {
  readonly masked: readonly string[];
  readonly hidden: readonly string[];
}

/** What a sandbox keeps from a command, as far as its result may be due to that. */
export function keptFrom(
  { masked, hidden }: KeptFrom,
  command: string,
  {
    written: output,
    exitCode,
    root,
    environment,
  }: {
    readonly root: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly written: string;
    readonly exitCode: number | undefined;
  },
): KeptFrom {
  const failed = exitCode !== 0;
  return {
    masked: maskedIn(masked, { command, output, root, failed }),
    hidden: failed ? hiddenNamed(hidden, { text: `${command}\n${output}`, home: environment["HOME"] }) : [],
  };
}

/** Of files that are masked those that a result may mislead about, relative to the working folder. */
function maskedIn(
  paths: readonly string[],
  {
    command,
    output,
    root,
    failed,
  }: { readonly command: string; readonly output: string; readonly root: string; readonly failed: boolean },
): readonly string[] {
  // What it lists of untracked files are their names, which it shows truly.
  if ((!failed && GIT_ALONE.test(command)) || showsNames(command)) return [];
  const all = paths.map((path) => relative(root, path));
  const words = command.split(/[\s'"`()<>;|&=]+/).filter((word) => word !== "");
  const found = words.filter((word) => /[*?[]/.test(word));
  const isNamed = namedIn(`${command}\n${output}`, root);
  const named = all.filter((path) => isNamed(path) || found.some((word) => finds(word, path)));
  const folders = new Set(paths.filter((path) => path.endsWith("/")).map((path) => relative(root, path)));
  const shown = (some: readonly string[]): readonly string[] =>
    some.map((path) => (folders.has(path) ? `${path}/` : path));
  // A search that found nothing did not look into them, whether it named them or not.
  if (named.length > 0 || output.trim() !== "" || commandKind(command) !== "search") return shown(named);
  const searched = words.map((word) => `${word.replace(/^\.\/|\/+$/g, "")}/`);
  const below = all.filter((path) => searched.some((folder) => path.startsWith(folder)));
  return shown(below.length > 0 ? below : all);
}

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

/** Whether a pattern may find a file, seen from the working folder or from one below. */
function finds(pattern: string, path: string): boolean {
  const wanted = pattern.replace(/^\.\//, "").split("/");
  const names = path.split("/").slice(-wanted.length);
  return (
    names.length === wanted.length &&
    wanted.every((one, index) => createReach(one)(names[index] ?? "")) &&
    (names.at(-1)?.startsWith(".") !== true || wanted.at(-1)?.startsWith(".") === true)
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
