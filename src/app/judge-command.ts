import { resolve } from "node:path";
import { factsFor } from "../adapters/workspace/command-facts.ts";
import type { CommandDecision } from "../core/permissions/decide.ts";
import type { RuleSet } from "../core/permissions/rule.ts";
import { classifyCommand } from "../engines/shell/classify-command.ts";
import { proposeRule } from "../engines/shell/propose-rule.ts";

export interface CommandQuestion {
  readonly tool: string;
  readonly command: string;
  readonly rules: RuleSet;
  readonly root: string;
  readonly home: string | undefined;
  /** Where the command starts, relative to the root. */
  readonly folder?: string;
  readonly trustedPrograms: readonly string[];
}

/** The verdict on one command by its grammar; rules of the tool that runs it count as rules of the shell. */
export function judgeCommand({
  tool,
  command,
  rules,
  root,
  home,
  folder,
  trustedPrograms,
}: CommandQuestion): CommandDecision {
  const options = {
    root,
    home,
    facts: factsFor(trustedPrograms),
    cwd: folder === undefined ? root : resolve(root, folder),
    rules: { allow: asShell(rules.allow, tool), ask: asShell(rules.ask, tool), deny: asShell(rules.deny, tool) },
  };
  const { verdict, reason, rule, segments } = classifyCommand(command, options);
  const proposal = verdict === "ask" ? proposeRule(command, options)?.rules[0] : undefined;
  return {
    verdict,
    reason,
    readsOnly: segments.every((segment) => segment.class === "read"),
    ...(rule === undefined ? {} : { rule }),
    ...(proposal === undefined ? {} : { proposal }),
  };
}

function asShell(rules: readonly string[], tool: string): readonly string[] {
  return rules.map((rule) => (rule === tool || rule.startsWith(`${tool}(`) ? `shell${rule.slice(tool.length)}` : rule));
}
