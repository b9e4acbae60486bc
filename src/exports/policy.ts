// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
import { commandFacts } from "../adapters/workspace/command-facts.ts";
import { classifyCommand as classify } from "../engines/shell/classify-command.ts";
import type { CommandPolicyOptions, CommandVerdict } from "../engines/shell/policy-types.ts";

export { checkPath, type PathRefusal, type PathRequest, type PathVerdict } from "../adapters/workspace/path-guard.ts";
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
  return classify(command, { ...options, facts: { ...commandFacts, ...options.facts } });
}
