// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
/**
 * `waymark/policy`: what a command or a path may do in a workspace, before it is done. An answer, not a lock: what is allowed runs with the
 * rights of the process. Neither function throws or changes anything; a line or a path that cannot be judged is not allowed.
 * @module
 */
import { commandFacts } from "../adapters/workspace/command-facts.ts";
import { classifyCommand as classify } from "../engines/shell/classify-command.ts";
import type { CommandPolicyOptions, CommandVerdict } from "../engines/shell/policy-types.ts";

export { checkPath, type PathRefusal, type PathRequest, type PathVerdict } from "../adapters/workspace/path-guard.ts";
export type { PathOperation, PathRules } from "../engines/paths/path-rules.ts";
export type {
  CommandClass,
  CommandPolicyOptions,
  CommandSegment,
  CommandVerdict,
  PermissionRules,
  Verdict,
  WorkspaceFacts,
} from "../engines/shell/policy-types.ts";

/**
 * The verdict on a shell command line: read as bash reads it, each simple command judged on its own, wrappers, substitutions and scripts
 * in words looked through; links are followed where the files are there. Deny beats ask beats allow, and what is not proven asks.
 *
 * @param command  as it would be given to `bash -c`
 */
export function classifyCommand(command: string, options: CommandPolicyOptions): CommandVerdict {
  return classify(command, { ...options, facts: { ...commandFacts, ...options.facts } });
}
