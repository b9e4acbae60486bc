import { leavesWorkspace } from "./capability/paths-in-words.ts";
import { classifyCommand } from "./classify-command.ts";
import { hasUnseen, showUnseen } from "./invisible.ts";
import { askedOnce } from "./meaning/asked-once.ts";
import { inBoundedSteps, isSpent } from "./meant/work.ts";
import { parseLine, scopeOf } from "./parse-line.ts";
import type { Part } from "./part.ts";
import { placeOf, readPlaceOf } from "./places.ts";
import type { CommandClass, CommandPolicyOptions, Verdict } from "./policy-types.ts";
import { isInertAssignment } from "./programs/inert-variables.ts";
import type { Unit } from "./walk/unit.ts";
import { unitsOf } from "./walk/units.ts";
import { isLiteral, type ShellWord } from "./words.ts";

const URL_FORM = /^[a-z][a-z\d+.-]*:\/\//i;

/** One simple command as an approval prompt shows it; every text is safe to print as one or more lines. */
export interface CommandLine {
  readonly command: string;
  readonly class: CommandClass;
  readonly verdict: Verdict;
  /** 0 for what stands in the line, 1 for what it starts. */
  readonly depth: 0 | 1;
  /** Absolute folders it may run in; undefined entries are not known. */
  readonly folders: readonly (string | undefined)[];
  /** Absolute paths that its redirections write. */
  readonly writes: readonly string[];
  /** Absolute paths that it names, or reads by a redirection, outside the workspace or that may hold secrets; addresses as they stand. */
  readonly leaves: readonly string[];
  /** Variables it sets that may change what runs. */
  readonly environment: readonly string[];
  /** Why it is not free. */
  readonly danger?: string;
}

export interface CommandDescription {
  readonly lines: readonly CommandLine[];
  /** What a reader should know before the lines. */
  readonly warnings: readonly string[];
}

/** What a person needs to see before approving: each simple command on its own with resolved targets, and nothing hidden. */
export function describeCommand(command: string, given: CommandPolicyOptions): CommandDescription {
  return inBoundedSteps(() => describe(command, askedOnce(given)));
}

function describe(command: string, options: CommandPolicyOptions): CommandDescription {
  const { segments, reason, verdict } = classifyCommand(command, options);
  const warnings: string[] = [];
  if (hasUnseen(command)) warnings.push("what cannot be seen is written \\u{...} here");
  const parsed = parseLine(command, scopeOf(options));
  const units = parsed.kind === "unreadable" ? [] : parsed.parts.flatMap((part) => unitsOf(part, options));
  // Of what is not judged no part is shown in place of the whole.
  if (parsed.kind === "unreadable" || isSpent()) {
    return {
      warnings: [...warnings, reason],
      lines: segments.map((segment) => ({
        ...segment,
        depth: 0,
        folders: [options.cwd ?? options.root],
        writes: [],
        leaves: [],
        environment: [],
      })),
    };
  }
  if (verdict !== "allow") warnings.push(reason);
  return {
    warnings,
    lines: units.map((unit, index) => describeUnit(unit, segments[index]?.verdict ?? "ask", options)),
  };
}

/** Of what a redirection reads. */
function readElsewhere(target: ShellWord, { folders }: Part, options: CommandPolicyOptions): readonly string[] {
  const { path, region, isSecret } = readPlaceOf(target, folders, options);
  const isHere = !isSecret && (region === "inside" || region === "root" || region === "stream");
  return isHere || path === undefined ? [] : [showUnseen(path)];
}

function describeUnit(unit: Unit, verdict: Verdict, options: CommandPolicyOptions): CommandLine {
  const { part, words } = unit;
  const resolve = (word: ShellWord): string =>
    showUnseen((isLiteral(word) ? placeOf(word, part.folders, options).path : undefined) ?? word.text);
  return {
    command: showUnseen(part.source),
    class: unit.class,
    verdict,
    depth: unit.isInner ? 1 : 0,
    folders: part.folders,
    writes: part.redirections
      .filter(({ kind, target }) => kind === "write" && placeOf(target, part.folders, options).region !== "stream")
      .map(({ target }) => resolve(target)),
    leaves: [
      ...words
        .slice(1)
        .filter((word) => isLiteral(word) && leavesWorkspace(word, part, options))
        .map((word) => (URL_FORM.test(word.text) ? showUnseen(word.text) : resolve(word))),
      ...part.redirections.flatMap(({ kind, target }) => (kind === "read" ? readElsewhere(target, part, options) : [])),
    ],
    environment: part.assignments
      .filter(({ name, value }) => !isInertAssignment(name, value))
      .map(({ name, value }) => showUnseen(`${name}=${value.text}`)),
    ...(unit.danger ? { danger: unit.danger.text } : {}),
  };
}
