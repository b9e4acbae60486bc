import { inBoundedSteps } from "./meant/work.ts";
import { parseLine, scopeOf } from "./parse-line.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { waitsAtTerminal } from "./programs/terminal-programs.ts";
import { unitsOf } from "./walk/units.ts";

/** The program of a command line that waits for a person at a terminal, which no command has, and what to do in its place. */
export function needsTerminal(command: string, options: CommandPolicyOptions): string | undefined {
  return inBoundedSteps(() => waiting(command, options));
}

function waiting(command: string, options: CommandPolicyOptions): string | undefined {
  const parsed = parseLine(command, scopeOf(options));
  if (parsed.kind === "unreadable") return undefined;
  for (const { words, part } of parsed.parts.flatMap((part) => unitsOf(part, options))) {
    const why = waitsAtTerminal(words, part);
    if (why !== undefined) return `${why}.`;
  }
  return undefined;
}
