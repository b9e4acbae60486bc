import { didYouMean, nearWord } from "../../base/near-word.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { plainName } from "../../base/plain-name.ts";
import type { SandboxException } from "../../core/permissions/accesses.ts";
import { coversTool, parseRule } from "../../core/permissions/rule.ts";
import { ourToolName } from "../../tools/habits/as-meant.ts";
import { TOOL_NAMES } from "../../tools/habits/habit-names.ts";
import { TOOLS } from "../../tools/index.ts";

/**
 * Names that mean more than one tool in a rule: Claude Code's manual lets `Edit` speak for every tool that changes files, and `Read`
 * for those that look for files and into them.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  edit: ["edit_file", "apply_diff", "file_action", "write_file", "edit_notebook"],
  read: ["read_file", "list_files", "find_files", "search_code", "find_passages"],
};

/** What a refusal means besides: whoever forbids changes forbids notes in a file, which no leave to edit allows. */
const REFUSED_BESIDES: Readonly<Record<string, readonly string[]>> = { edit: ["remember"] };

/** The same for a rule that asks or denies. A command that one names is refused with more words behind it, too. */
export function refusalInOurNames(source: string, ownTools: readonly string[]): readonly string[] {
  const name = nameIn(source);
  const besides = REFUSED_BESIDES[plainName(name)] ?? [];
  const named = inOurNames(source, ownTools, beginning);
  return [...named, ...besides.map((tool) => tool + source.trim().slice(name.length))];
}

/** @returns the rule for each of our tools that it speaks of; none where it names no tool */
export function ruleInOurNames(source: string, ownTools: readonly string[]): readonly string[] {
  return inOurNames(source, ownTools, nameIn(source) === "shell" ? beginning : asTheyMean);
}

function inOurNames(
  source: string,
  ownTools: readonly string[],
  shellPattern: (pattern: string) => string,
): readonly string[] {
  const name = nameIn(source);
  const pattern = source.trim().slice(name.length);
  const names = [...OUR_NAMES, ...EXCEPTIONS, ...ownTools];
  return toolsMeant(name, names).map((tool) => tool + (tool === "shell" ? shellPattern(pattern) : pattern));
}

/** `Bash(git log:*)` is a prefix there; ours always is. */
const beginning = (pattern: string): string => pattern.replace(/:\*\)$/, ")");

/** `Bash(npm test)` allows that command alone there, for which ours ends with a `$`. */
const asTheyMean = (pattern: string): string =>
  /[^*\s(]\s*\)$/.test(pattern) && !/^\(\s*@/.test(pattern) ? pattern.replace(/\s*\)$/, " $)") : beginning(pattern);

/** @returns our tools of a name, or the pattern that it is; none where it names no tool */
export function toolsNamed(name: string, ownTools: readonly string[]): readonly string[] {
  const names = [...OUR_NAMES, ...ownTools];
  if (name.includes("*")) return names.some((one) => coversTool([name], one)) ? [name] : [];
  const ours = ourToolName(name);
  return names.includes(ours) ? [ours] : [];
}

/** Whether a word of a command line is the name of a tool, ours or another agent's as it is spelled there, or a rule about one. */
export function namesTool(word: string): boolean {
  if (/^\w+\(.*\)$/s.test(word) || word.startsWith("mcp__")) return true;
  return OUR_NAMES.includes(word) || Object.values(TOOL_NAMES).some((theirs) => theirs.includes(word));
}

/** Whether a word is most likely a slip in the name of a tool. */
export const isNearTool = (word: string): boolean => nearWord(word, ALL_NAMES) !== undefined;

/** What to do about a rule that names no tool. */
export function adviceOnRule(source: string): Words {
  const near = didYouMean(nameIn(source), ALL_NAMES);
  return phrase`${near}\`waymark tool list\` has the names`;
}

/** What rules speak of beside tools: the ways out of the sandbox. */
const EXCEPTIONS = ["network", "outside"] as const satisfies readonly SandboxException[];
const OUR_NAMES = TOOLS.map(({ name }) => name);
const ALL_NAMES = [...OUR_NAMES, ...Object.values(TOOL_NAMES).flat()];
const nameIn = (source: string): string => parseRule(source)?.tool ?? "";

function toolsMeant(name: string, names: readonly string[]): readonly string[] {
  // Tools of servers come later, if at all.
  if (names.includes(name) || name.includes("*") || name.startsWith("mcp__")) return [name];
  const plain = plainName(name);
  const meant =
    names.find((one) => plainName(one) === plain) ??
    Object.keys(TOOL_NAMES).find((ours) => TOOL_NAMES[ours]?.some((theirs) => plainName(theirs) === plain));
  return GROUPS[plain] ?? (meant === undefined ? [] : [meant]);
}
