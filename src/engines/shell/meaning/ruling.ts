import type { CommandPolicyOptions, Verdict } from "../policy-types.ts";
import type { ShellRule } from "../rules.ts";
import type { Unit } from "../walk/unit.ts";

/** A verdict with its reason, and the rule of commands that gave it. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule?: ShellRule;
  /** No mode takes the question back. */
  readonly isFloor?: boolean;
  /** Words that are not known may make it what the rule means. */
  readonly isDoubt?: true;
}

export interface RulingOptions extends CommandPolicyOptions {
  /** The commands of a text, where it can be read as some. */
  readonly unitsIn: (text: string) => readonly Unit[];
}
