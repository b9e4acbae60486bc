import { isPlainWork } from "../capability/git-work.ts";
import { PROGRAM_SETTING } from "../dangers/git.ts";
import { parseLine, scopeOf } from "../parse-line.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { type GitSettingsWrite, gitSettingsWritten } from "../programs/git-settings-written.ts";
import { gitWords } from "../programs/git-words.ts";
import { trustedName } from "../proof.ts";
import type { Unit } from "../walk/unit.ts";
import { unitsOf } from "../walk/units.ts";

/** What the uses of git in a line change in the configuration of its repository. */
export interface LineGitSettings {
  readonly writes: readonly GitSettingsWrite[];
  /** None of it says what git starts. */
  readonly isPlain: boolean;
}

/**
 * Of a line in which nothing runs but git, at its plain work in this folder, and what only reads.
 * @returns undefined for any other line, and where no part is known to write there
 */
export function gitSettingsOfLine(command: string, options: CommandPolicyOptions): LineGitSettings | undefined {
  if (!/\bgit\b/.test(command)) return undefined;
  const parsed = parseLine(command, scopeOf(options));
  if (parsed.kind === "unreadable") return undefined;
  const here = options.cwd ?? options.root;
  const units = parsed.parts.flatMap((part) => unitsOf(part, options));
  if (!units.every((unit) => isGitOrReads(unit, here))) return undefined;
  const writes = units.flatMap(({ words: [program, ...words] }) =>
    trustedName(program) === "git" ? (gitSettingsWritten(words) ?? []) : [],
  );
  if (writes.length === 0) return undefined;
  return { writes, isPlain: writes.every((write) => write.kind !== "setting" || !PROGRAM_SETTING.test(write.name)) };
}

function isGitOrReads({ part, words, unproven }: Unit, here: string): boolean {
  const { problems, assignments, redirections, folders } = part;
  const writesFile = redirections.some(({ kind, target }) => kind === "write" && target.text !== "/dev/null");
  if (problems.length > 0 || assignments.length > 0 || writesFile) return false;
  if (trustedName(words[0]) === "git" && !folders.every((folder) => folder === here)) return false;
  return unproven === undefined || (trustedName(words[0]) === "git" && isPlainGit(words.slice(1)));
}

function isPlainGit(words: Unit["words"]): boolean {
  const { words: own, folders, problem } = gitWords(words);
  const [verb, ...rest] = own;
  if (verb === undefined || problem !== undefined || folders.length > 0) return false;
  return gitSettingsWritten(words) !== undefined || isPlainWork(verb.text, rest);
}
