import { realpathSync, statSync } from "node:fs";
import { classifyCommand as classify } from "../engines/shell/classify-command.ts";
import type { CommandPolicyOptions, CommandVerdict } from "../engines/shell/policy-types.ts";

export type {
  CommandClass,
  CommandPolicyOptions,
  CommandSegment,
  CommandVerdict,
  PermissionRules,
  Verdict,
} from "../engines/shell/policy-types.ts";

/** The verdict on a shell command line in a workspace; links are followed when the files are there.
 *  See `classifyCommand` of the shell engine for the rules. */
export function classifyCommand(command: string, options: CommandPolicyOptions): CommandVerdict {
  return classify(command, { ...options, facts: { realPath, ...options.facts } });
}

function realPath(path: string): string | undefined {
  try {
    // An exception costs more than a question; most words name no file.
    return statSync(path, { throwIfNoEntry: false }) ? realpathSync.native(path) : undefined;
  } catch {
    return undefined;
  }
}
