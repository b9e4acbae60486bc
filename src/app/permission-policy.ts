import type { CommandDecision, PermissionMode, PermissionPolicy } from "../core/permissions/decide.ts";
import { parseRule, type RuleSet } from "../core/permissions/rule.ts";

export interface PolicyRequest {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  readonly cwd: string;
  readonly home: string | undefined;
}

/** What may be done without asking, under this mode and these rules. */
export function permissionPolicy({ mode, rules }: PolicyRequest): PermissionPolicy {
  return {
    mode,
    rules,
    judgeCommand: (tool, command) => judgeByPrefix(tool, command, rules),
    isSecretPath: () => false,
  };
}

/** Anything that could join, redirect or substitute makes a command more than its first words. */
const PLAIN = /^[\w\s./:=@,+-]+$/;

function judgeByPrefix(tool: string, command: string, rules: RuleSet): CommandDecision {
  for (const verdict of ["deny", "ask", "allow"] as const) {
    const rule = rules[verdict].find((source) => covers(source, tool, command, verdict));
    if (rule !== undefined) return { verdict, reason: `rule ${rule}`, rule, readsOnly: false };
  }
  return { verdict: "ask", reason: "runs a command", proposal: `${tool}(${command})`, readsOnly: false };
}

function covers(source: string, tool: string, command: string, verdict: string): boolean {
  const rule = parseRule(source);
  if (!rule || (rule.tool !== tool && rule.tool !== "*")) return false;
  if (rule.pattern === undefined) return true;
  const words = command.trim().split(/\s+/);
  const prefix = rule.pattern.split(/\s+/);
  if (verdict === "allow" && !PLAIN.test(command)) return command.trim() === rule.pattern;
  return prefix.every((word, index) => words[index] === word);
}
