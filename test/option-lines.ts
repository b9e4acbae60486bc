import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { GIT_COMMANDS } from "../src/engines/shell/programs/git/git-commands.ts";
import { shapesOf } from "../src/engines/shell/programs/option-shapes.ts";
import { FAMILIES } from "../src/engines/shell/programs/readers.ts";
import { randomOf } from "./random.ts";

/** What may run unasked, with every word that it may take for an option. */
export interface Probed {
  /** `git log` has two. */
  readonly words: readonly string[];
  readonly options: readonly string[];
}

const SHELL_BUILTINS = new Set(
  "cd pushd popd set dirs jobs wait exit return break continue umask ulimit alias read export type command hash help : echo printf test [ true false pwd".split(
    " ",
  ),
);
/** Makes its database in the home where the machine has none. */
const NOT_TRIED = "rpm";
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
const HELP_WAIT_MS = 3_000;

/** The programs that some use of is known to only read, and that stand on this machine. Which uses these are is not looked at.
 *  @param about.asksHelp  their help is asked for further options, which takes long */
export function probedPrograms({
  isMeant = () => true,
  asksHelp = false,
}: {
  readonly isMeant?: (name: string) => boolean;
  readonly asksHelp?: boolean;
} = {}): { readonly there: readonly Probed[]; readonly lacking: readonly string[] } {
  const readers = FAMILIES.flatMap((family) => Object.entries(family)).filter(
    ([name]) => name !== "git" && name !== NOT_TRIED,
  );
  const named = [
    ...readers.map(([name, reader]) => ({ words: [name], table: typeof reader === "function" ? "" : reader.options })),
    ...Object.entries(GIT_COMMANDS).map(([name, { options }]) => ({ words: ["git", name], table: options })),
  ].filter(({ words }) => isMeant(words.join(" ")));
  const lacking = new Set<string>();
  const there = named.flatMap(({ words, table }) => {
    const [program = ""] = words;
    const path = pathOf(program);
    if (path === undefined && !SHELL_BUILTINS.has(program)) {
      lacking.add(program);
      return [];
    }
    const told =
      path === undefined || !asksHelp ? [] : [...optionsTold(words), ...(table === "" ? optionsHeld(path) : [])];
    const letters = LETTERS.map((letter) => `-${letter}`);
    return [{ words, options: [...new Set([...shapesOf(table).keys(), ...letters, ...told])] }];
  });
  return { there, lacking: [...lacking] };
}

function pathOf(program: string): string | undefined {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    if (/node_modules/.test(folder)) continue;
    try {
      return realpathSync(join(folder, program));
    } catch {
      // In another folder.
    }
  }
  return undefined;
}

/** Out of its own help. */
function optionsTold(words: readonly string[]): readonly string[] {
  const [program = "", ...rest] = words;
  const asked = rest.length > 0 ? ["-h", "--git-completion-helper-all"] : ["--help"];
  const shown = asked.map((option) => {
    const { stdout, stderr } = spawnSync(program, [...rest, option], {
      encoding: "utf8",
      input: "",
      timeout: HELP_WAIT_MS,
    });
    return `${stdout}\n${stderr}`;
  });
  return [...shown.join("\n").matchAll(/(?<![\w-])--?(?:\[no-\])?([A-Za-z][\w-]*)/g)].map(([told]) =>
    told.replace("[no-]", ""),
  );
}

const PROGRAM_BYTES_MAX = 3_000_000;

/** Out of the program's file: names that a list of long options may hold. */
function optionsHeld(path: string): readonly string[] {
  const bytes = readFileSync(path).subarray(0, PROGRAM_BYTES_MAX).toString("latin1");
  const names = [...bytes.matchAll(/\0([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?=\0)/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => name.length > 2 && name.length < 25).map((name) => `--${name}`);
}

export const SECRET = "Wq7Zr4Kx9Tm2Vb6N";
/** Of a file of secrets that git keeps: lines that `--check` objects to, and long enough to be packed. */
export const KEPT = `MYPASS=${SECRET} \r\n${"x".repeat(4_000)}\n`;
/** Its number, by which git shows it. */
const KEPT_NUMBER = createHash("sha1").update(`blob ${KEPT.length}\0${KEPT}`).digest("hex").slice(0, 10);
/** A tag of it. */
export const KEPT_TAG = "kept";

const HARMLESS = [
  "a.txt",
  "b.txt",
  "1",
  ".",
  "p",
  "sub",
  "a.txt.gz",
  "a.tar",
  "a.zip",
  "HEAD",
  "user.name",
  "list",
  "show",
  "a.o",
  "a.json",
  "x",
  "lib",
  "keys",
  "HEAD~1",
  "HEAD:a.txt",
  "*.txt",
  "%h %s",
];
/** A new name, and what only another reading of the line opens. */
export const HARMFUL = [
  "M",
  ".env",
  "../outside.txt",
  "out",
  "-",
  "--",
  "--output=M",
  "-oM",
  "-delete",
  "@a.txt",
  "id_rsa",
  "keys/.env",
  "HEAD^{/one: x}",
  KEPT_NUMBER,
  KEPT_TAG,
  "%(raw)",
  "MYPASS",
  "\\.env",
  "{.env}",
  "[.]env",
  ".env ",
  "all",
  "x:y",
  "*",
];
const ITEMS_MAX = 4;

/** Lines of a program without end: each of its options in turn with words around it, and among others in any order. */
export function* linesOf(
  { words, options }: Probed,
  seed: number,
  isFree: (line: string) => boolean,
): Generator<string, void, undefined> {
  const line = (items: readonly string[]): string => [...words, ...items.map(quoted)].join(" ");
  const { pick, chance, below } = randomOf(seed);
  const alive = options.filter((option) => framed(option).some((items) => isFree(line(items))));
  const lettersOf = (some: readonly string[]): readonly string[] =>
    some.filter((option) => option.length === 2).map((option) => option.slice(1));
  // What is not free alone may be so among others.
  const [letters, allLetters] = [lettersOf(alive), lettersOf(options)];
  const word = (): string => pick(chance(0.65) ? HARMLESS : HARMFUL);
  const cluster = (): string =>
    `-${Array.from({ length: 2 + below(2) }, () => pick(chance(0.7) ? letters : allLetters)).join("")}`;
  const option = (): string => {
    const one = pick(chance(0.75) && alive.length > 0 ? alive : options);
    const spelled = letters.length > 0 && chance(0.35) ? cluster() : one;
    return spelled + pick(["", "", "", "", "", `=${word()}`, word()]);
  };
  yield line([]);
  for (let turn = 0; ; turn++) {
    const items = Array.from({ length: below(ITEMS_MAX) }, () => (chance(0.5) ? word() : option()));
    const each = alive[turn % Math.max(alive.length, 1)] ?? word();
    const own = each + pick(["", "", "", `=${word()}`, word()]);
    // Twice, or beside another one.
    items.splice(below(items.length + 1), 0, own, ...pick([[], [], [own], [option()]]));
    if (chance(0.2)) items.splice(below(items.length + 1), 0, pick(items) ?? own);
    yield line(items);
  }
}

const framed = (option: string): readonly (readonly string[])[] => [
  [option],
  ...["a.txt", "1", ".", "list", "a.tar"].flatMap((word) => [
    [option, word],
    [word, option],
    [option, word, "a.txt"],
    [word, option, "a.txt"],
    [word, option, "1"],
    [`${option}=${word}`, "a.txt"],
  ]),
];

const quoted = (word: string): string => (/^[\w./:=@+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "")}'`);
