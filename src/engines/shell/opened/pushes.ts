import { folderNamed } from "../meant/named-paths.ts";
import { parseLine, scopeOf } from "../parse-line.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { gitWords } from "../programs/git/git-words.ts";
import { trustedName } from "../proof.ts";
import type { Unit } from "../walk/unit.ts";
import { unitsOf } from "../walk/units.ts";
import { isLiteral, type ShellWord } from "../words.ts";

export interface Push {
  /** Absolute; where git runs. */
  readonly folder: string;
  /** A remote or an address, as it is written; absent: the one that the repository's settings say. */
  readonly repository?: string;
}

const WITH_VALUE = /^(?:-o|--push-option|--receive-pack|--exec|--recurse-submodules)$/;

/** Where the words of a line have git push to: of pushes whose place and words are known. */
export function pushesOf(command: string, options: CommandPolicyOptions): readonly Push[] {
  if (!/\bpush\b/.test(command)) return [];
  const parsed = parseLine(command, scopeOf(options));
  return parsed.kind === "unreadable"
    ? []
    : parsed.parts.flatMap((part) => unitsOf(part, options)).flatMap((unit) => pushIn(unit, options));
}

function pushIn({ words, part }: Unit, options: CommandPolicyOptions): readonly Push[] {
  const [program, ...rest] = words;
  const git = gitWords(rest);
  const [verb, ...given] = git.words;
  if (trustedName(program) !== "git" || git.problem !== undefined || git.folders.length > 1) return [];
  if (verb?.text !== "push" || !given.every(isLiteral) || part.assignments.length > 0) return [];
  const repository = repositoryIn(given);
  const [change] = git.folders;
  return part.folders.flatMap((from) => {
    const folder = change === undefined ? from : folderNamed(change, from, options);
    return folder === undefined ? [] : [{ folder, ...(repository === undefined ? {} : { repository }) }];
  });
}

function repositoryIn(given: readonly ShellWord[]): string | undefined {
  for (let at = 0; at < given.length; at++) {
    const text = given[at]?.text ?? "";
    if (text === "--") return given[at + 1]?.text;
    if (text === "--repo") return given[at + 1]?.text;
    if (text.startsWith("--repo=")) return text.slice("--repo=".length);
    if (WITH_VALUE.test(text)) at++;
    else if (!text.startsWith("-")) return text;
  }
  return undefined;
}
