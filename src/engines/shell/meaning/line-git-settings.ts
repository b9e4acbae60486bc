import { isPlainGit } from "../capability/git-work.ts";
import { PROGRAM_SETTING } from "../dangers/git.ts";
import { folderNamed } from "../meant/named-paths.ts";
import { inBoundedSteps, isSpent, TOO_MUCH } from "../meant/work.ts";
import { parseLine, scopeOf } from "../parse-line.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { type GitSettingsWrite, gitSettingsWritten } from "../programs/git/git-settings-written.ts";
import { gitWords } from "../programs/git/git-words.ts";
import { trustedName } from "../proof.ts";
import type { Unit } from "../walk/unit.ts";
import { unitsOf } from "../walk/units.ts";
import { namedPiece } from "../words.ts";
import { gitMeanings } from "./git-meanings.ts";

/** What the uses of git in a line change in the configuration of its repository, or why that stays closed to the line. */
export type LineGitSettings =
  | ({
      readonly kind: "written";
      readonly writes: readonly GitSettingsWrite[];
      /** None of it says what git starts. */
      readonly isPlain: boolean;
    } & GitUses)
  | {
      readonly kind: "closed";
      readonly why: string;
      /** Of a line of git alone, which has no need of it. */
      readonly alone?: GitUses;
    };

/** The uses of git in a line of which nothing else does more than look. */
export interface GitUses {
  /** Sub-commands of those that do more than look themselves. */
  readonly verbs: readonly string[];
  /** Absolute; where they may run. */
  readonly folders: readonly string[];
}

/**
 * Of a line in which nothing runs but git, at its plain work, and what only reads, whatever it is wrapped in.
 * @returns undefined for a line that does not speak of git
 */
export function gitSettingsOfLine(command: string, options: CommandPolicyOptions): LineGitSettings | undefined {
  return /\bgit\b/.test(command) ? inBoundedSteps(() => settingsOf(command, options)) : undefined;
}

function settingsOf(command: string, options: CommandPolicyOptions): LineGitSettings {
  const parsed = parseLine(command, scopeOf(options));
  if (parsed.kind === "unreadable") return { kind: "closed", why: parsed.why };
  const units = parsed.parts.flatMap((part) => unitsOf(part, options)).map((unit) => unaliased(unit, options));
  const why = units.map((unit) => otherThanGit(unit, options)).find((one) => one !== undefined);
  if (why !== undefined || isSpent()) return { kind: "closed", why: why ?? TOO_MUCH };
  const gits = units.filter(({ words }) => trustedName(words[0]) === "git");
  const writes = gits.flatMap(({ words: [, ...words] }) => gitSettingsWritten(words) ?? []);
  const alone = {
    verbs: gits.flatMap(({ words, unproven }) =>
      unproven === undefined ? [] : (gitWords(words.slice(1)).words[0]?.text ?? []),
    ),
    folders: [...new Set(gits.flatMap((unit) => foldersOf(unit, options)))].filter((folder) => folder !== undefined),
  };
  if (writes.length === 0) return { kind: "closed", why: "no part of the line is known to write there", alone };
  const isPlain = writes.every((write) => write.kind !== "setting" || !PROGRAM_SETTING.test(write.name));
  return { kind: "written", writes, isPlain, ...alone };
}

/** With the words that an alias of git stands for. */
function unaliased(unit: Unit, options: CommandPolicyOptions): Unit {
  const words =
    trustedName(unit.words[0]) === "git" ? gitMeanings(unit.words, unit, options).aliased.at(-1) : undefined;
  return words === undefined ? unit : { ...unit, words };
}

/** Why something else may write while this runs; undefined for git at its plain work, for what only reads, and for what adds nothing to these. */
function otherThanGit(unit: Unit, options: CommandPolicyOptions): string | undefined {
  const { part, words, unproven, isTransparent } = unit;
  const named = namedPiece(part.source);
  if (part.problems.length > 0) return part.problems[0]?.text;
  if (part.assignments.length > 0 && words.length > 0) return `${named} sets variables for a program`;
  if (part.redirections.some(({ kind, target }) => kind === "write" && target.text !== "/dev/null"))
    return `${named} writes a file`;
  if (trustedName(words[0]) === "git") {
    if (foldersOf(unit, options).includes(undefined)) return `the folder in which ${named} runs is not known`;
    return unproven === undefined || gitSettingsWritten(words.slice(1)) !== undefined || isPlainGit(words.slice(1))
      ? undefined
      : `what else ${named} does is not known to be harmless there`;
  }
  return unproven === undefined || isTransparent ? undefined : `${named} runs in the same line`;
}

/** Where a use of git runs, by `cd` and by its own `-C`. */
function foldersOf({ part, words }: Unit, options: CommandPolicyOptions): readonly (string | undefined)[] {
  const { folders: changes } = gitWords(words.slice(1));
  const [change, ...more] = changes;
  if (change === undefined) return part.folders;
  // Each is seen from the one before it.
  if (more.length > 0) return [undefined];
  return part.folders.map((folder) => folderNamed(change, folder, options));
}
