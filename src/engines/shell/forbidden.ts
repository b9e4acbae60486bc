import { capabilitiesNeeded } from "./capability.ts";
import type { CommandPolicyOptions, Verdict } from "./policy-types.ts";
import { ruledWords } from "./ruled-words.ts";
import { forbids, type ShellRule } from "./rules.ts";
import type { Unit } from "./walk/unit.ts";

/** A verdict with its reason, and the rule of commands that gave it. */
export interface Forbidden {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule?: ShellRule;
}

/** What the rules of a list that denies or asks say of a command: by its words, or by the kind of work that it is. */
export function forbidden(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: CommandPolicyOptions,
): Forbidden | undefined {
  for (const rule of rules) {
    const isOfKind =
      rule.capability !== undefined && capabilitiesNeeded(unit.part, options)?.some((need) => need === rule.capability);
    const how = isOfKind ? "yes" : forbids(rule, unit.words);
    if (how === "yes") return { verdict, reason: `the rule ${rule.source} says ${verdict}`, rule };
    if (how === "maybe") return { verdict: "ask", reason: `it may be what the rule ${rule.source} means`, rule };
  }
  return undefined;
}

/** What rules about files say of a command that names some. */
export function ruledByPath(unit: Unit, options: CommandPolicyOptions): Forbidden | undefined {
  const found = ruledWords(unit, options);
  if (found?.verdict === "ask") return { verdict: "ask", reason: `it names a file of the rule ${found.rule}` };
  return found && { verdict: "deny", reason: `the rule ${found.rule} says deny` };
}
