import type { AgentParts, CallParts } from "../loop/agent-parts.ts";
import { splitRules } from "../permissions/rule.ts";
import { type HookAnswer, NO_ANSWER, type Occasion } from "../ports/hooks.ts";
import type { AgentEvent, CallResult } from "../protocol/event.ts";

type HookParts = Pick<CallParts, "hooks" | "signal" | "ledger">;

/**
 * What the hooks of an occasion say; what is to be recorded of it goes to `tell`. A hook that wants the run to end is noted
 * in the ledger.
 */
export async function askHooks(
  occasion: Occasion,
  { hooks, signal, ledger }: HookParts,
  tell: (event: AgentEvent) => void,
): Promise<HookAnswer> {
  if (hooks === undefined || !hooks.has(occasion.event)) return NO_ANSWER;
  const { answer, note } = await hooks.fire(occasion, signal);
  if (note !== undefined) tell(note);
  if (answer.halt !== undefined) ledger.halted ??= answer.halt;
  return answer;
}

/** The same for whoever yields events himself. */
export async function* fireHooks(occasion: Occasion, parts: HookParts): AsyncGenerator<AgentEvent, HookAnswer> {
  const events: AgentEvent[] = [];
  const answer = await askHooks(occasion, parts, (event) => events.push(event));
  yield* events;
  return answer;
}

/** After all calls of a reply: what the model is to be told besides their results; undefined when nothing. */
export async function* afterBatch(
  results: readonly CallResult[],
  parts: AgentParts,
): AsyncGenerator<AgentEvent, string | undefined> {
  const calls = results.map(({ callId, name, text, failed }) => ({
    tool_use_id: callId,
    tool_name: name,
    tool_response: { text },
    is_error: failed,
  }));
  const answer = yield* fireHooks({ event: "PostToolBatch", fields: { tool_calls: calls } }, parts);
  const said = [...(answer.block === undefined ? [] : [answer.block]), ...answer.context];
  return said.length === 0 ? undefined : said.join("\n");
}

/** Rules of ours as the permission update that would add them, each by itself. */
export function suggestionsOf(proposal: string | undefined): readonly Readonly<Record<string, unknown>>[] {
  if (proposal === undefined) return [];
  const rules = splitRules(proposal).map((rule) => {
    const [, toolName = rule, ruleContent] = /^([^(]+)\((.*)\)$/s.exec(rule) ?? [];
    return { toolName, ...(ruleContent === undefined ? {} : { ruleContent }) };
  });
  return [{ type: "addRules", rules, behavior: "allow", destination: "session" }];
}
