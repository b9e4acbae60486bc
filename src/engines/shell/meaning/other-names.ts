import { writtenByOption, writtenByPlace } from "../programs/written-words.ts";
import { splitWords } from "../rules.ts";
import { assignmentIn, clusteredValues, lastName, optionValues, programName, scan } from "../scan.ts";
import type { Unit } from "../walk/unit.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** `/bin/rm`, `$(which rm)`: the program that a word names, for what copies it or leads to it. */
const NAMES_PROGRAM = /(?:\bbin\/|\b(?:which|type -[pP]|command -v) +)([\w.+-]+)["')`}]*$/;
const COPIES = /^(?:cp|ln|mv|install|cat|dd|rsync)$/;

/** The program that a command copies, leads to or hands on as a file, as far as its words name one. */
export function programCopied([program, ...words]: readonly ShellWord[]): string | undefined {
  if (program === undefined || !COPIES.test(programName(program))) return undefined;
  return words.map(({ text }) => NAMES_PROGRAM.exec(text)?.[1]).find((name) => name !== undefined);
}

/** Each name with the commands that it may stand for. */
export type OtherNames = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Names that hand each other on are followed so often. */
const ROUNDS_MAX = 8;

/**
 * What a line calls programs by besides their names, each as the words that it stands for: an alias, `hash -p`, and what a command writes
 * that reads a program: a copy, a link, the same once more.
 */
export function otherNamesOf(units: readonly Unit[]): OtherNames {
  const names = new Map<string, string[][]>();
  const add = (name: string, words: readonly string[]): boolean => {
    const known = names.get(name) ?? [];
    if (known.some((one) => one.join(" ") === words.join(" "))) return false;
    names.set(name, [...known, [...words]]);
    return true;
  };
  for (const unit of units) for (const [name, words] of called(unit)) add(name, words);
  let isNew = true;
  for (let round = 0; isNew && round < ROUNDS_MAX; round++)
    isNew = handedOn(units, names).filter(([name, words]) => words[0] !== name && add(name, words)).length > 0;
  return names;
}

/** What each command writes, with the programs that it reads, by itself and out of the one before it. */
function handedOn(units: readonly Unit[], names: OtherNames): readonly (readonly [string, readonly string[]])[] {
  let handed: readonly (readonly string[])[] = [];
  return units.flatMap((unit) => {
    handed = [...programsRead(unit, names), ...(unit.part.input.kind === "unknown" ? handed : [])];
    return handed.length === 0
      ? []
      : namesWritten(unit).flatMap((name) => handed.map((words) => [name, words] as const));
  });
}

/** The programs that a command is given as files, by the folder in which its words look for them. */
function programsRead({ words, part }: Unit, names: OtherNames): readonly (readonly string[])[] {
  const given = [
    ...words.slice(1),
    ...part.redirections.flatMap(({ kind, target }) => (kind === "read" ? [target] : [])),
  ];
  const isAmongPrograms =
    part.folders.some((folder) => OF_PROGRAMS.test(folder ?? "")) || given.some(({ text }) => OF_PROGRAMS.test(text));
  return given.flatMap(({ text, glob }) => {
    const named = NAMES_PROGRAM.exec(text)?.[1] ?? (glob ? FINDS_PROGRAM.exec(text)?.[1] : undefined);
    const beside = isAmongPrograms && /^[\w.+*?[\]-]+$/.test(text) && !text.startsWith("-") ? text : undefined;
    return [
      ...[named, beside].flatMap((name) => (name === undefined ? [] : [[name]])),
      ...(names.get(lastName(text)) ?? []),
    ];
  });
}

const OF_PROGRAMS = /(?:^|\/)s?bin\/?$/;
const FINDS_PROGRAM = /\bbin\/([\w.+*?[\]-]+)$/;

function namesWritten({ words: [program, ...words], part }: Unit): readonly string[] {
  const name = program === undefined ? "" : programName(program);
  const written = part.redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : []));
  const outputs = words.flatMap((word) => assignmentIn(word).flatMap((one) => (one.name === "of" ? [one.value] : [])));
  const { operands } = scan(words);
  const places = name === "tee" ? operands : operands.slice(-1);
  return [...written, ...outputs, ...writtenByOption(name, words), ...writtenByPlace(name, words), ...places]
    .filter(isLiteral)
    .map(({ text }) => lastName(text));
}

/** `hash -p /bin/rm r`, `BASH_CMDS[r]=/bin/rm`, `alias r='rm -f'`. */
function called({ words: [program, ...words], part }: Unit): readonly (readonly [string, readonly string[]])[] {
  const set = [...part.source.matchAll(SET_BY_NAME)].map(
    ([, name = "", value = ""]) => [name.toLowerCase(), ofPath(splitWords(value))] as const,
  );
  if (program?.text === "alias")
    return [
      ...set,
      ...words.flatMap(assignmentIn).map(({ name, value }) => [name.toLowerCase(), splitWords(value.text)] as const),
    ];
  if (program?.text !== "hash") return set;
  const [path] = [...optionValues(words, "-p"), ...clusteredValues(words, "-p")];
  if (path === undefined) return set;
  return [...set, ...scan(words).operands.map(({ text }) => [lastName(text), [lastName(path.text)]] as const)];
}

const SET_BY_NAME = /\bBASH_(?:CMDS|ALIASES)\[["']?([\w.+-]+)["']?\]=("[^"]*"|'[^']*'|\S+)/g;
const ofPath = ([program = "", ...words]: readonly string[]): readonly string[] => [lastName(program), ...words];

/** A command that is called by such a name, as what it is. */
export function underOwnName(
  [program, ...words]: readonly ShellWord[],
  names: OtherNames | undefined,
): readonly (readonly ShellWord[])[] {
  const meant = program === undefined ? undefined : names?.get(programName(program));
  return (meant ?? []).map(([name = "", ...more]) => [
    { ...literalWord(name), glob: /[*?[]/.test(name) },
    ...more.map(literalWord),
    ...words,
  ]);
}
