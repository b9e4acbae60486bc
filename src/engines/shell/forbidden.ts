import { capabilitiesNeeded } from "./capability.ts";
import type { CommandPolicyOptions, Verdict } from "./policy-types.ts";
import { ruledWords } from "./ruled-words.ts";
import { forbids, mayName, type ShellRule } from "./rules.ts";
import { spelledWords } from "./spelled-words.ts";
import type { Unit } from "./walk/unit.ts";

/** A verdict with its reason, and the rule of commands that gave it. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule?: ShellRule;
  /** No mode takes the question back. */
  readonly isFloor?: boolean;
}

/** What the rules of a list that denies or asks say of a command: by its words, or by the kind of work that it is. */
export function forbidden(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: CommandPolicyOptions,
): Judgement | undefined {
  const doubtful: ShellRule[] = [];
  for (const rule of rules) {
    const how = isOfThatKind(rule, unit, options) ? "yes" : forbids(rule, unit.words);
    if (how === "yes") return ruled(rule, verdict);
    if (how === "maybe") doubtful.push(rule);
  }
  return doubtful.length === 0 ? undefined : inDoubt(unit, doubtful, verdict, options);
}

const isOfThatKind = ({ capability }: ShellRule, { part }: Unit, options: CommandPolicyOptions): boolean =>
  capability !== undefined && (capabilitiesNeeded(part, options)?.some((need) => need === capability) ?? false);

const ruled = (rule: ShellRule, verdict: "ask" | "deny"): Judgement => ({
  ...{ verdict, rule },
  reason: `the rule ${rule.source} says ${verdict}`,
});

/** Of a command with words that are not known: what the line tells of them is tried; what it does not tell may be what a rule denies. */
function inDoubt(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: CommandPolicyOptions,
): Judgement | undefined {
  const spelled = spelledWords(unit, options);
  const meant = rules.find((rule) => spelled?.some((words) => forbids(rule, words) === "yes"));
  if (meant) return ruled(meant, verdict);
  const may = (how: ReturnType<typeof mayName>): ShellRule | undefined =>
    rules.find((rule) => (spelled ?? [unit.words]).some((words) => mayName(rule, words) === how));
  const near = may("surely");
  const rule = near ?? may("hardly");
  const isFloor = verdict === "deny" && near !== undefined;
  return rule && { verdict: "ask", reason: `it may be what the rule ${rule.source} means`, rule, isFloor };
}

/** What rules about files say of a command that names some. */
export function ruledByPath(unit: Unit, options: CommandPolicyOptions): Judgement | undefined {
  const found = ruledWords(unit, options);
  if (found?.verdict === "ask") return { verdict: "ask", reason: `it names a file of the rule ${found.rule}` };
  return found && { verdict: "deny", reason: `the rule ${found.rule} says deny` };
}
