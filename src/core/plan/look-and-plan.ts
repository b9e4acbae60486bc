import { flattenHistory } from "../context/flatten-history.ts";
import { projectHistory } from "../context/project-history.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import { withCalls } from "../loop/as-text/with-calls.ts";
import { askModel, type Reply } from "../loop/ask-model.ts";
import { reachedLimit } from "../loop/budgets.ts";
import { runCalls } from "../loop/run-calls.ts";
import { plannerSystem } from "../prompts/plan-planner.ts";
import {
  type AgentEvent,
  failedResult,
  type ReplyPart,
  replyCalls,
  replyText,
  type ToolCall,
} from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { Plan } from "../protocol/plan.ts";
import { SILENT } from "./ask-alone.ts";

/** How many replies of a planner may look before it has to answer. */
const LOOKS_MAX = 8;
const ENOUGH =
  "Not done: you have looked often enough. Answer with the plan now; what is still to be found out is a step of it.";

export type PlanAnswer =
  | { readonly kind: "plan" | "cut"; readonly plan: Plan }
  | { readonly kind: "malformed"; readonly problems: readonly string[] };

export type Planned =
  | { readonly kind: "answer"; readonly plan: PlanAnswer; readonly isCut: boolean }
  | { readonly kind: "none"; readonly outcome: Outcome };

/** Asks for a plan until the model answers with words; its calls before that run as in plan mode, where they can only look. */
export async function* lookAndPlan(
  parts: AgentParts,
  read: (text: string) => Promise<PlanAnswer>,
): AsyncGenerator<AgentEvent, Planned> {
  const looking: AgentParts = { ...parts, policy: () => ({ ...parts.policy(), mode: "plan" }) };
  for (let looks = 0; ; looks++) {
    const limit = parts.signal.aborted ? CANCELLED : reachedLimit(parts);
    if (limit) return { kind: "none", outcome: limit };
    const { reply, isCut } = yield* askPlanner(looking, read);
    if ("outcome" in reply) return { kind: "none", outcome: reply.outcome };
    const calls = replyCalls(reply.content);
    if (calls.length === 0) return { kind: "answer", plan: await read(replyText(reply.content)), isCut };
    if (looks < LOOKS_MAX) yield* runCalls(calls, looking);
    else yield* calls.map(refusedLook);
  }
}

const CANCELLED: Outcome = { kind: "cancelled", text: "" };

function refusedLook(call: ToolCall): AgentEvent {
  return { type: "call-end", result: failedResult(call, ENOUGH) };
}

/** One reply; a plan in it is said to the engine, so people are shown what comes of it. */
async function* askPlanner(
  looking: AgentParts,
  read: (text: string) => Promise<PlanAnswer>,
): AsyncGenerator<AgentEvent, { readonly reply: Reply; readonly isCut: boolean }> {
  const tools = [...looking.tools.values()];
  const system = plannerSystem(looking.system, tools);
  const isNative = looking.model.abilities.nativeTools;
  const request = isNative
    ? () => ({ system })
    : () => ({
        system: `${system}\n\n${looking.textReader.instructions(tools, { edits: false })}`,
        messages: flattenHistory(projectHistory(looking.history)),
        tools: [],
      });
  const interpret = (content: readonly ReplyPart[]): Promise<readonly ReplyPart[]> =>
    isNative ? Promise.resolve(content) : textLooks(content, looking, read);
  const asking = askModel(looking, { request, filter: SILENT, interpret });
  let isCut = false;
  let next = await asking.next();
  for (; !next.done; next = await asking.next()) {
    const event = next.value;
    if (event.type === "reasoning-delta") continue;
    if (event.type === "reply") isCut = event.end === "length";
    yield event.type === "reply" && replyCalls(event.content).length === 0 ? { ...event, aside: true } : event;
  }
  return { reply: next.value, isCut };
}

/** Calls in the words of a model without native ones; a plan, which names tools too, is none. */
async function textLooks(
  content: readonly ReplyPart[],
  parts: AgentParts,
  read: (text: string) => Promise<PlanAnswer>,
): Promise<readonly ReplyPart[]> {
  const text = replyText(content);
  if ((await read(text)).kind !== "malformed") return content;
  const reading = await parts.textReader.read(text, [...parts.tools.values()], { edits: false });
  return reading.kind === "calls" ? withCalls(content, reading.content, reading.calls, parts) : content;
}
