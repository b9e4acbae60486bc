import { escapeRegExp } from "../../../base/glob.ts";
import type { DangerContext } from "../dangers/danger.ts";
import { losesWhatItNames } from "../floor/effects.ts";
import { losesWhereItStands, makesNameForVital } from "../floor/floor.ts";
import { isTold } from "../floor/possible-words.ts";
import { namesShellFolder, vitalOf } from "../floor/vital.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { scriptWords } from "../programs/edited-files.ts";
import { assignmentIn, programName } from "../scan.ts";
import { isShell } from "../walk/shell-starts.ts";
import type { Unit } from "../walk/unit.ts";
import { isAnything, isLiteral, literalWord, type ShellWord } from "../words.ts";
import { programCopied } from "./other-names.ts";

/** It deletes what is not known, or changes disks, modes and owners, and names what must not be lost. */
export function endangersHome(command: string, units: readonly Unit[], options: CommandPolicyOptions): boolean {
  const isHarmful = units.some(
    ({ danger, part, words }) =>
      danger?.deletesUnknown || /^D[67]$/.test(danger?.code ?? "") || losesWhereItStands(part) || renamesLoser(words),
  );
  const scripts = new Set(units.flatMap(({ words }) => scriptWords(words)));
  if (isHarmful && (namesHome(command, options) || units.some((unit) => handsOnVital(unit, scripts, options))))
    return true;
  if (deletesHeldFolder(units)) return true;
  return (
    units.some(({ part }) => makesNameForVital(part, options)) &&
    units.some(({ words: [program] }) => program !== undefined && losesWhatItNames(programName(program)))
  );
}

/** `cp /bin/rm x`, `ln -s $(which rm) x`: what loses gets a name under which it is not known. */
function renamesLoser(words: readonly ShellWord[]): boolean {
  const name = programCopied(words);
  return name !== undefined && (losesWhatItNames(name) || isShell(name));
}

/** `d=$(dirname "$PWD"); rm -rf "$d"`: a folder above, or what only running tells, held by a name and deleted as a whole. */
function deletesHeldFolder(units: readonly Unit[]): boolean {
  const deleting = units.filter(({ danger }) => danger?.deletesUnknown);
  const deleted = new Set(
    deleting.flatMap(({ words }) =>
      words.slice(1).flatMap(({ text }) => /^\$\{?(\w+)\}?(?:\/[*.]*)?$/.exec(text)?.[1] ?? []),
    ),
  );
  if (deleted.size === 0) return false;
  return units.some(({ part, words }) =>
    [...part.assignments, ...words.slice(1).flatMap(assignmentIn)].some(
      ({ name, value }) => deleted.has(name) && (namesShellFolder(value) || isAnything(value)),
    ),
  );
}

/** `cd "$(cat conf)" && rm -rf build`: in a folder that the line does not tell. */
export const deletesWhereItGoes = (units: readonly Unit[], options: CommandPolicyOptions): boolean =>
  units.some(({ danger, part }) => danger?.deletesUnknown && part.folders.includes(undefined)) &&
  units.some(
    ({ words: [program, ...words], part: { folders, input, given } }) =>
      program !== undefined &&
      /^(?:cd|pushd)$/.test(program.text) &&
      words.some((word) => climbs(word) || mayBeAnywhere(word, { folders, input, given, options })),
  );

/** By what is not there yet, or by links, only the kernel knows where that is. */
const climbs = ({ text }: ShellWord): boolean => /^-\w*P|[^./][^/]*\/(?:.*\/)?\.\.(?:\/|$)/.test(text);

const mayBeAnywhere = (word: ShellWord, context: DangerContext): boolean =>
  !isLiteral(word) && word.standsFor === undefined && !OF_SCRIPT.test(word.text) && !isTold(word, context);

/** Where the script itself lies. */
const OF_SCRIPT = /\bdirname\b[^$]*\$\{?(?:0|BASH_SOURCE)\b/;

/** `set -- /`, `read x <<< /`, `$(realpath ../..)`: a folder that must not be lost, where another command may take it up. */
function handsOnVital(
  { part, words, danger }: Unit,
  scripts: ReadonlySet<ShellWord>,
  options: CommandPolicyOptions,
): boolean {
  if (danger?.code === "D6" || danger?.code === "D7") return false;
  const given = part.input.kind === "text" ? [literalWord(part.input.text.trim())] : [];
  const set = [...part.assignments, ...words.slice(1).flatMap(assignmentIn)].map(({ value }) => value);
  const named = [...words.slice(1), ...set, ...given].filter(({ text }) => text !== "." && text !== "");
  const standpoint = { folders: part.folders, options };
  return named.some((word) => !scripts.has(word) && /^(?:folder|all)$/.test(vitalOf(word, standpoint) ?? ""));
}

/** Whether a line names a home itself, or all in it. */
function namesHome(command: string, { home }: CommandPolicyOptions): boolean {
  const named = home === undefined ? [] : [escapeRegExp(home)];
  const forms = ["~[\\w-]*", "\\$HOME\\b", "\\$\\{HOME\\b[^}]*\\}", ...named].join("|");
  return new RegExp(`(?:^|[\\s"'=:,({<\`])(?:${forms})["']?(?:/?(?=["'\`\\s);&|]|$)|/["']?[*.[{])`).test(command);
}
