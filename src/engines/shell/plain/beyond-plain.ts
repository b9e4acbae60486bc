import { spend } from "../meant/work.ts";
import type { Part } from "../part.ts";
import { INERT_VARIABLE, isInertAssignment } from "../programs/inert-variables.ts";
import { assignmentIn } from "../scan.ts";
import type { Unit } from "../walk/unit.ts";
import { isHarmless, isLiteral, namedPiece, type ShellWord } from "../words.ts";
import { type PlainCommand, readPlainLine } from "./read-plain.ts";

/** Why a part, or without one the line itself, is not surely what it seems where it seems to only read; undefined where it is. */
export type BeyondPlain = (unit?: Unit) => string | undefined;

/**
 * Where no read profile stands around a line, whoever takes it for one that only reads must not be wrong: it is one only where a second
 * reading, by a closed grammar that knows nothing of the first, comes to the very same commands, and each is of a closed list of forms.
 * @param parts  of the line, each with its units
 */
export function beyondPlain(
  line: string,
  parts: readonly { readonly part: Part; readonly units: readonly Unit[] }[],
): BeyondPlain {
  const read = readPlainLine(line);
  if (read.kind === "beyond") return () => saying(read.what);
  const { commands } = read;
  const strange = parts.find(({ part }, index) => !isSame(commands[index], part));
  if (strange || parts.length !== commands.length) return () => saying(strange?.part.source ?? line);
  const commandOf = new Map(parts.flatMap(({ units, part }) => units.map((unit) => [unit, part] as const)));
  return (unit) => {
    if (unit === undefined) return undefined;
    const part = commandOf.get(unit);
    const what = part === undefined ? unit.part.source : beyondForms(unit, part);
    return what === undefined ? undefined : saying(what);
  };
}

const saying = (what: string): string =>
  `where no sandbox keeps all of a line to reading, ${namedPiece(what)} is more than the plain words, quotes and pipes that run unasked (write it so, or run by itself what a rule allows)`;

function isSame(command: PlainCommand | undefined, { argv, assignments, redirections, input }: Part): boolean {
  if (command === undefined) return false;
  const named = assignments.map(({ name, value }) => ({ ...value, text: `${name}=${value.text}` }));
  return (
    areSame(command.words, argv) &&
    areSame(command.assignments, named) &&
    areSame(
      command.redirections.map(({ target }) => target),
      redirections.map(({ target }) => target),
    ) &&
    command.redirections.every(({ kind }, index) => kind === redirections[index]?.kind) &&
    (command.input === undefined || (input.kind === "text" && input.text === command.input))
  );
}

type Known = Pick<ShellWord, "text" | "certainty" | "glob">;
const areSame = (some: readonly Known[], others: readonly Known[]): boolean =>
  some.length === others.length &&
  some.every(({ text, certainty, glob }, index) => {
    const other = others[index];
    return other?.text === text && other.certainty === certainty && (glob || !other.glob);
  });

/** What of a command is of no closed form; the unit is the command itself, or what it starts. */
function beyondForms(unit: Unit, { argv, assignments }: Part): string | undefined {
  const strange = assignments.find(({ name }) => !INERT_VARIABLE.test(name));
  if (strange && unit.unproven === undefined) return `${strange.name}=`;
  if (unit.isTransparent)
    return startedBy(unit.words).length > 0 || isShellText(unit.words) ? undefined : unit.part.source;
  const called = forms(argv).find((words) => areSame(words, unit.words));
  return called === undefined ? unit.part.source : beyondReading(called);
}

/** A command, and what stands behind each wrapper that is spelled in a known way. */
function forms(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const started = startedBy(words);
  return started.length === 0 ? [words] : [words, ...forms(started)];
}

/** Each spelled in full, nothing attached: what stands behind these words is the command. */
const WRAPPER = /^(?:timeout (?:-k \d+[smh]? )?\d+[smh]? |nice (?:-n \d+ )?(?!-)|env (?==))/;

/** What a wrapper starts that is spelled in a known way; empty where it is none. */
function startedBy(words: readonly ShellWord[]): readonly ShellWord[] {
  if (spend(words.length)) return [];
  const spelled = words.map((word) => {
    if (!isLiteral(word) || word.glob || /\s/.test(word.text)) return "\n";
    return assignmentIn(word).some(({ name, value }) => isInertAssignment(name, value)) ? "=" : word.text;
  });
  const [before] = WRAPPER.exec(spelled.join(" ")) ?? [];
  if (before === undefined) return [];
  const started = words.slice(before.split(" ").length - 1);
  return before === "env " ? started.slice(spelled.slice(1).findIndex((word) => word !== "=")) : started;
}

/** `bash -c 'npm test'`: what it starts is judged by itself. */
const isShellText = ([program, option, text, ...others]: readonly ShellWord[]): boolean =>
  /^(?:ba|da)?sh$/.test(program?.text ?? "") &&
  option?.text === "-c" &&
  text?.certainty === "literal" &&
  others.length === 0;

/** They change what the shell does next, by more than the folder it is in. */
const STEERS = new Set("read export alias hash pushd popd".split(" "));
/** A name in the place of an operand would mean another thing. */
const TAKES_ONE_NAME = new Set("cd test [ printf set exit return sleep".split(" "));
/** No option of theirs reads another file or starts anything. */
const SHOWS_ALONE = new Set("ls cat head tac nl rev echo stat basename dirname cut fold expand".split(" "));
/** What each of these is, is known; `%n` sets a variable. */
const FORMAT = /^(?!-)(?:[^%]|%%|%[-+ 0#]*\d*(?:\.\d+)?[sbqdiuoxXfeEgGc])*$/s;

function beyondReading([program, ...words]: readonly ShellWord[]): string | undefined {
  const name = program?.text.replace(/^.*\//, "") ?? "";
  if (STEERS.has(name)) return name;
  if (name === "printf" && !FORMAT.test(words[0]?.text ?? "")) return words[0]?.text;
  const unknown = words.find((word) => !isHarmless(word));
  if (unknown) return unknown.text;
  return words.find((word) => word.glob && !isPlacedPattern(name, word))?.text;
}

/** What it finds is a name in the place of a name: it begins with a letter, or nothing that is there is an option. */
function isPlacedPattern(name: string, { text, findsNoOption, findsNothing }: ShellWord): boolean {
  if (TAKES_ONE_NAME.has(name)) return false;
  return SHOWS_ALONE.has(name) || /^[\w./]/.test(text) || findsNoOption === true || findsNothing === true;
}
