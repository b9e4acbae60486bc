import { foundBy, leadingPaths, listsEach } from "../found-files.ts";
import type { Input, Part } from "../part.ts";
import { gitWords } from "../programs/git/git-words.ts";
import { optionValues, programName, scan } from "../scan.ts";
import { ANY_BELOW, ANY_NAME, isLiteral, literalWord, type ShellWord, someOf, staysBelow } from "../words.ts";

const EACH = { takes: "each" } as const;
const DIGITS = literalWord("0");

/**
 * What each line that a command prints is one of, as far as its words tell: names of files that lie below the folder, numbers, a
 * temporary file.
 * @param argv     program first
 * @param folder   where it runs
 * @param isThere  whether an absolute path is there; absent: nothing is known
 * @returns       undefined where only running it tells
 */
export function printedPaths(
  argv: readonly ShellWord[],
  input: Input,
  folder: string | undefined,
  isThere?: IsThere,
): readonly ShellWord[] | undefined {
  const [program, ...words] = argv;
  if (!program || !isLiteral(program)) return undefined;
  const name = programName(program);
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
  if (change !== undefined && input.kind === "unknown" && input.lists) return change(words, input.lists);
  const print = Object.hasOwn(PRINTERS, name) ? PRINTERS[name] : undefined;
  return print?.(words, folder, isThere);
}

/** Whether a command surely prints something: what fails, or finds nothing, prints nothing. */
export function printsSurely({ argv, redirections, assignments, problems }: Part): boolean {
  const [program, ...words] = argv;
  if (program === undefined || !isLiteral(program) || redirections.length + assignments.length + problems.length > 0)
    return false;
  const name = programName(program);
  if (/^(?:basename|dirname)$/.test(name))
    return words.length > 0 && words.every((word) => word.isFilled || (isLiteral(word) && /^[^-]/.test(word.text)));
  const sure = Object.hasOwn(PRINTS_SURELY, name) ? PRINTS_SURELY[name] : undefined;
  return sure !== undefined && words.every((word) => isLiteral(word) && sure.test(word.text));
}

const PRINTS_SURELY: Readonly<Record<string, RegExp>> = {
  mktemp: /^(?:-[dut]+|--directory|\/tmp\/[\w.-]+)$/,
  date: /^\+(?:[^%]|%[-_0]?[aAbBcCdDeFgGhHIjmMSTuUVwWyYs])+$/,
  ...Object.fromEntries(
    ["pwd", "nproc", "uuidgen", "whoami", "hostname", "uname", "arch"].map((name) => [name, /^-\w$/]),
  ),
};

/** One pattern for several. */
export function oneOf(lists: readonly ShellWord[] | undefined): ShellWord | undefined {
  if (lists === undefined || lists.length === 0) return undefined;
  if (lists.length === 1) return lists[0];
  if (!lists.every(({ text }) => staysBelow(text))) return undefined;
  return {
    ...ANY_BELOW,
    ...(lists.some(({ isParted }) => isParted) ? { isParted: true } : {}),
    ...(lists.some(({ text, takes }) => takes === "each" && /^(?:\.\/)?\*$/.test(text)) ? EACH : {}),
  };
}

/** One of what is listed, where nothing is left out. */
const eachOf =
  (lists: Printer): Printer =>
  (words, ...around) => {
    const found = lists(words, ...around);
    return found && listsEach(words) ? found.map((one) => ({ ...one, ...EACH })) : found;
  };

type IsThere = (path: string) => boolean;
type Printer = (
  words: readonly ShellWord[],
  folder: string | undefined,
  isThere?: IsThere,
) => readonly ShellWord[] | undefined;
type Change = (words: readonly ShellWord[], lists: readonly ShellWord[]) => readonly ShellWord[] | undefined;

/** The word itself, or the pattern that it is one of. */
export const known = (word: ShellWord): ShellWord | undefined => {
  if (!isLiteral(word)) return word.standsFor;
  return word.glob ? { ...EACH, ...word } : word;
};
/** All of them, or nothing where one is not known. */
function allKnown(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const found = words.flatMap((word) => known(word) ?? []);
  return found.length === words.length && found.length > 0 ? found : undefined;
}

const always =
  (word: ShellWord): Printer =>
  () => [word];
/** Paths below the named places, or below the folder where none is named. */
const belowNamed = (places: readonly ShellWord[]): readonly ShellWord[] | undefined => {
  const named = places.length === 0 ? [literalWord(".")] : allKnown(places);
  return named?.map(({ text }) =>
    staysBelow(text) ? ANY_BELOW : { ...literalWord(`${text.replace(/\/+$/, "")}/*`), glob: true },
  );
};

const PRINTERS: Readonly<Record<string, Printer>> = {
  echo: (words) => allKnown(words.filter(({ text }) => !/^-[neE]+$/.test(text))),
  printf: ([format, ...words]) => (/^(?:%s(?:\\n|\\0| )?)+$/.test(format?.text ?? "") ? allKnown(words) : undefined),
  find: foundPaths,
  fd: eachOf((words) => belowNamed(scan(words).operands.slice(1))),
  fdfind: eachOf((words) => belowNamed(scan(words).operands.slice(1))),
  ls: listed,
  du: (words) => belowNamed(scan(words).operands),
  tree: (words) => belowNamed(scan(words).operands),
  git: fromGit,
  grep: matching,
  egrep: matching,
  fgrep: matching,
  rg: eachOf((words) =>
    words.some(({ text }) => text === "--files") ? belowNamed(scan(words).operands) : matching(words),
  ),
  ag: matching,
  pwd: (_words, folder) => (folder === undefined ? undefined : [literalWord(folder)]),
  realpath: whereItLeads,
  readlink: whereItLeads,
  basename: (words) => {
    const [path, suffix] = scan(words).operands;
    if (path === undefined || (path.isComputed && path.standsFor === undefined)) return undefined;
    if (!isLiteral(path)) return [ANY_NAME];
    const name = path.text.replace(/(.)\/+$/, "$1").replace(/^.*\/(?=.)/s, "");
    return [
      literalWord(
        suffix && name !== suffix.text && name.endsWith(suffix.text) ? name.slice(0, -suffix.text.length) : name,
      ),
    ];
  },
  dirname: (words) => {
    const [path] = scan(words).operands;
    const of = path && known(path);
    if (of === undefined) return undefined;
    if (of.glob) return staysBelow(of.text) ? [ANY_BELOW] : undefined;
    const at = of.text.replace(/\/+$/, "").lastIndexOf("/");
    return [literalWord(at < 0 ? "." : of.text.slice(0, at) || "/")];
  },
  mktemp: (words) => {
    const folder = optionValues(words, "-p", "--tmpdir")[0];
    const [template] = scan(words).operands.filter((word) => word !== folder);
    if (folder === undefined && template === undefined) return [literalWord("/tmp/tmp.0")];
    const isBare = template && !words.some(({ text }) => /^-\w*t|^--tmpdir/.test(text));
    return allKnown(
      [folder && !isBare ? folder : (template ?? literalWord("."))].map((one) => (isBare ? one : joined(one))),
    );
  },
  date: (words) =>
    words.every(isLiteral)
      ? [literalWord(scan(words).operands.at(-1)?.text.replace(/^\+/, "").replace(/%-?\w/g, "0") ?? "0")]
      : undefined,
  seq: (words) => (words.every(({ text }) => /^-?[\d.]+$/.test(text)) ? [DIGITS] : undefined),
  npm: (words) => {
    if (words.some(({ text }) => /^(?:-g|--global|--prefix.*|--location.*)$/.test(text))) return undefined;
    const printed = { root: literalWord("./node_modules"), prefix: literalWord("."), pack: ANY_NAME };
    const verb = scan(words).operands[0]?.text ?? "";
    return Object.hasOwn(printed, verb) ? [printed[verb as keyof typeof printed]] : undefined;
  },
  ...Object.fromEntries(
    ["whoami", "id", "hostname", "uname", "arch", "logname"].map((name) => [name, always(ANY_NAME)]),
  ),
  ...Object.fromEntries(["nproc", "uuidgen", "wc", "hostid", "cksum"].map((name) => [name, always(DIGITS)])),
};

const isBelow = (word: ShellWord): boolean => isLiteral(word) && staysBelow(word.text);
const BELOW = { standsFor: ANY_BELOW } as const;
const joined = (folder: ShellWord): ShellWord => ({ ...folder, text: `${folder.text}/0` });

function foundPaths(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (words.some(({ text }) => /^-(?:printf|exec|execdir|ok|okdir|files0-from|L|follow)$/.test(text))) return undefined;
  const found = foundBy(words);
  const isBelowHere = leadingPaths(words).every(isBelow);
  return allKnown(found.map((one) => (isBelowHere && one.standsFor?.takes !== "each" ? { ...one, ...BELOW } : one)));
}

/** What is there now is judged by where it leads; a link that comes to be may lead anywhere. */
function whereItLeads(
  words: readonly ShellWord[],
  folder: string | undefined,
  isThere?: IsThere,
): readonly ShellWord[] | undefined {
  const named = allKnown(scan(words).operands);
  if (isThere === undefined) return named;
  const path = ({ text }: ShellWord): string => (text.startsWith("/") ? text : `${folder}/${text}`);
  return named?.every((word) => word.glob || isThere(path(word))) ? named : undefined;
}

/** Names of a folder, or the paths that it was given. */
function listed(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const { operands, shorts, longs } = scan(words);
  // The folder itself and the one above are among them.
  const isAll = !shorts.has("d") && (hasAny(shorts, "af") || longs.some((name) => /^--al?l?$/.test(name)));
  if (isAll) return undefined;
  if (operands.length === 0) return [{ ...ANY_NAME, ...EACH }];
  if (operands.every((word) => isLiteral(word) && staysBelow(word.text)))
    return operands.every(({ text }) => !text.includes("/")) ? [ANY_NAME] : [ANY_BELOW];
  return shorts.has("d") ? allKnown(operands) : belowNamed(operands);
}

const hasAny = (letters: ReadonlySet<string>, wanted: string): boolean => [...wanted].some((one) => letters.has(one));

/** Of a search that names the files in which it finds something. */
function matching(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const { operands, shorts, longs } = scan(words);
  const namesFiles = shorts.has("l") || shorts.has("L") || longs.some((name) => name.startsWith("--files-with"));
  const pattern = optionValues(words, "-e", "--regexp");
  return namesFiles ? belowNamed(operands.slice(pattern.length > 0 ? 0 : 1)) : undefined;
}

const PRINTS_NAMES = /^(?:diff|diff-tree|diff-index|diff-files|ls-tree|show|log)$/;
/** Names of branches, tags and commits are no paths that lead out. */
const PRINTS_REFERENCES =
  /^(?:branch|describe|tag|rev-list|merge-base|hash-object|write-tree|symbolic-ref|for-each-ref)$/;

function fromGit(all: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const { words, folders, problem } = gitWords(all);
  const [verb, ...rest] = words;
  if (verb === undefined || problem !== undefined || folders.length > 0) return undefined;
  const says = (option: RegExp): boolean => rest.some(({ text }) => option.test(text));
  if (says(/^--(?:format|pretty)/)) return undefined;
  if (verb.text === "ls-files") return listsKept(rest, undefined);
  if (PRINTS_NAMES.test(verb.text) && says(/^--name-only$/)) return [ANY_BELOW];
  if (verb.text === "status" && says(/^(?:-s|-\w*s\w*|--short|--porcelain.*)$/)) return [ANY_BELOW];
  if (verb.text === "grep") return says(/^-\w*[lL]|^--(?:name-only|files-with)/) ? [ANY_BELOW] : undefined;
  if (PRINTS_REFERENCES.test(verb.text)) return [ANY_BELOW];
  if (verb.text !== "rev-parse") return undefined;
  if (says(/^--show-toplevel$/)) return [literalWord(".")];
  return says(/^--(?!short|abbrev-ref|verify|quiet)/) ? undefined : [ANY_NAME];
}

const listsKept = eachOf(() => [ANY_BELOW]);

const isFilter =
  (operandsMax: number, unless = /^$/): Change =>
  (words, lists) =>
    scan(words).operands.filter(({ text }) => !/^[+-]?\d+$/.test(text)).length <= operandsMax &&
    words.every((word) => isLiteral(word) && !unless.test(word.text))
      ? lists
      : undefined;
const isName = ({ text }: ShellWord): boolean => !text.includes("/");

/** The same where lines are left out. */
const picking =
  (change: Change): Change =>
  (...given) =>
    change(...given)?.map(someOf);

/** What becomes of lines that are one of a pattern: those that pick lines leave each what it was. */
const CHANGES: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(["sort", "uniq", "tac", "shuf", "tee", "cat", "pv"].map((name) => [name, isFilter(0)])),
  head: picking(isFilter(0, /^-\w*c|^--bytes/)),
  tail: picking(isFilter(0, /^-\w*c|^--bytes/)),
  ...Object.fromEntries(
    ["grep", "egrep", "fgrep", "rg"].map((name) => [name, picking(isFilter(1, /^-\w*[orc]|^--(?:only|rep|count)/))]),
  ),
  tr: (words, lists) =>
    scan(words).operands.length === 2 && words.every((word) => isLiteral(word) && !/[/.]|^-/.test(word.text))
      ? lists
      : ["\\n", "\\0"].includes(words.at(-1)?.text ?? "")
        ? lists
        : undefined,
  cut: (_words, lists) => (lists.every(isName) ? [ANY_NAME] : undefined),
  sed: (words, lists) =>
    lists.every(isName) &&
    scan(words).operands.every(
      (word) => isLiteral(word) && /^s([^\w\\])(?:(?!\1).)*\1[^/.\\]*\1g?$/.test(word.text.replace(/\\\./g, "")),
    )
      ? [ANY_NAME]
      : undefined,
  awk: (words, lists) =>
    /^\{ *print \$\d\d? *\}$/.test(words.at(-1)?.text ?? "") && words.length === 1
      ? lists.map((one) => ({ ...someOf(one), isParted: true }))
      : undefined,
  wc: () => [DIGITS],
};
