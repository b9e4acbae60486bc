import type { BeyondPlain } from "../plain/beyond-plain.ts";
import type { CommandPolicyOptions, Verdict } from "../policy-types.ts";
import { type ShellRule, stricter } from "../rules.ts";
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
  /** Absent: what stands around the line keeps to reading what only reads. */
  readonly beyondPlain?: BeyondPlain | undefined;
}

export const asking = (reason: string, isFloor = false): Judgement => ({ verdict: "ask", reason, isFloor });

/** More reasons than a person reads are not named. */
const REASONS_MAX = 4;

/**
 * All that is said of one thing as one: deny beats ask beats allow, and a question that no mode takes back stays one whatever else is asked.
 * @returns its reasons are all of its verdict, those that no mode takes back first; undefined where nothing is said
 */
export function worstOf(said: readonly (Judgement | undefined)[]): Judgement | undefined {
  const all = said.filter((one) => one !== undefined);
  const verdict = all.map((one) => one.verdict).reduce(stricter, "allow");
  const worst = all.filter((one) => one.verdict === verdict).sort((one, other) => weight(other) - weight(one));
  const [first] = worst;
  if (first === undefined || verdict === "allow" || worst.length === 1) return first;
  const rule = worst.find((one) => one.rule !== undefined)?.rule;
  const reasons = [...new Set(worst.map(({ reason }) => reason))].slice(0, REASONS_MAX);
  return { verdict, reason: reasons.join("; "), ...(rule && { rule }), ...(first.isFloor && { isFloor: true }) };
}

const weight = ({ isFloor }: Judgement): number => (isFloor ? 1 : 0);
