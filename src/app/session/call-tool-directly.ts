import type { AgentParts } from "../../core/loop/agent-parts.ts";
import { runCalls } from "../../core/loop/run-calls.ts";
import { writtenPaths } from "../../core/permissions/accesses.ts";
import { type RuleSet, ruleForOne } from "../../core/permissions/rule.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { Tool } from "../../core/tool.ts";
import { systemClock } from "../system-clock.ts";

export interface DirectCall {
  readonly name: string;
  readonly input: unknown;
  /** By a person at this moment: that is their leave, as a rule for the tool would be; what no rule covers still asks. */
  readonly isTyped?: boolean;
}

/**
 * The rules of a session with those by which a call that a person types is their leave: for the files that the tool would write, or for
 * what it runs. A file whose name would be read as another rule gets none, and asks.
 */
export function withLeave(rules: RuleSet, { name, input, isTyped }: DirectCall, tool: Tool | undefined): RuleSet {
  if (!isTyped) return rules;
  const written = writtenPaths(tool?.intent(tool.parse(input)).accesses ?? []);
  const files = written.flatMap((path) => ruleForOne(name, path) ?? []);
  return { ...rules, allow: [...rules.allow, ...(written.length > 0 ? files : [name, `${name}(*)`])] };
}

/** One call that a person makes, through the checks and permissions of a model's. */
export async function* callToolDirectly(
  { name, input }: DirectCall,
  parts: AgentParts,
): AsyncGenerator<AgentEvent, void> {
  yield* runCalls([{ id: `own-${systemClock.id()}`, name, input }], parts);
}
