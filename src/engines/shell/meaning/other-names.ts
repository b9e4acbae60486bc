import { splitWords } from "../rules.ts";
import { assignmentIn, lastName, programName, scan } from "../scan.ts";
import type { Unit } from "../walk/unit.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** `/bin/rm`, `$(which rm)`: the program that a word names, for what copies it or leads to it. */
const NAMES_PROGRAM = /(?:\bbin\/|\b(?:which|type -[pP]|command -v) +)([\w.+-]+)["')`]*$/;
const COPIES = /^(?:cp|ln|mv|install|cat|dd|rsync)$/;

/** The program that a command copies, leads to or hands on as a file, as far as its words name one. */
export function programCopied([program, ...words]: readonly ShellWord[]): string | undefined {
  if (program === undefined || !COPIES.test(programName(program))) return undefined;
  return words.map(({ text }) => NAMES_PROGRAM.exec(text)?.[1]).find((name) => name !== undefined);
}

/** What a line calls programs by besides their names, each as the words that it stands for: a copy, a link, `hash -p`, an alias. */
export function otherNamesOf(units: readonly Unit[]): ReadonlyMap<string, readonly string[]> {
  return new Map(units.flatMap((unit) => [...copied(unit), ...called(unit.words)]));
}

function copied({ words, part }: Unit): readonly (readonly [string, readonly string[]])[] {
  const name = programCopied(words);
  if (name === undefined) return [];
  const written = part.redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : []));
  const outputs = words
    .slice(1)
    .flatMap((word) => assignmentIn(word).flatMap((one) => (one.name === "of" ? [one.value] : [])));
  const last = scan(words.slice(1)).operands.slice(-1);
  return [...written, ...outputs, ...last].filter(isLiteral).map(({ text }) => [lastName(text), [name]] as const);
}

/** `hash -p /bin/rm r`, `alias r='rm -f'`. */
function called([program, ...words]: readonly ShellWord[]): readonly (readonly [string, readonly string[]])[] {
  if (program?.text === "alias")
    return words.flatMap(assignmentIn).map(({ name, value }) => [name.toLowerCase(), splitWords(value.text)] as const);
  const at = program?.text === "hash" ? words.findIndex(({ text }) => /^-\w*p$/.test(text)) : -1;
  const [path, name] = at < 0 ? [] : words.slice(at + 1);
  return path === undefined || name === undefined ? [] : [[lastName(name.text), [lastName(path.text)]]];
}

/** A command that is called by such a name, as what it is. */
export function underOwnName(
  [program, ...words]: readonly ShellWord[],
  names: ReadonlyMap<string, readonly string[]> | undefined,
): readonly (readonly ShellWord[])[] {
  const meant = program === undefined ? undefined : names?.get(programName(program));
  return meant === undefined ? [] : [[...meant.map(literalWord), ...words]];
}
