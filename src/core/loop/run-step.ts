import { type AgentEvent, type ReplyPart, replyText, thinkingOf } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";
import { askModel } from "./ask-model.ts";
import { settleReply } from "./settle-reply.ts";
import { withCalls } from "./with-calls.ts";

/** One step: a model reply and the settling of every call it made. Returns an outcome when the run is over. */
export async function* runStep(parts: AgentParts): AsyncGenerator<AgentEvent, Outcome | undefined> {
  const reply = yield* askModel(parts, { interpret: (content) => callsFromText(content, parts) });
  if ("outcome" in reply) return reply.outcome;
  const settled = yield* settleReply(reply.content, parts);
  if (!("outcome" in settled)) return undefined;
  if (reply.unanswered) return { kind: "unanswered", asked: reply.unanswered, text: settled.outcome.text };
  const problems = settled.outcome.kind === "done" ? await brokenCalls(reply.content, parts) : [];
  if (problems.length === 0) return settled.outcome;
  yield { type: "prompt", text: problems.join("\n"), origin: "engine" };
  return undefined;
}

/** Corrections of calls that were written as text and cannot be used; more is left to the person. */
const BROKEN_CALLS_MAX = 2;

/** What to tell a model whose answer is a call gone wrong; nothing when it was told often enough. */
async function brokenCalls(
  content: readonly ReplyPart[],
  { textReader, tools, ledger, model }: AgentParts,
): Promise<readonly string[]> {
  if (model.abilities.callsInText === false || ledger.brokenCalls >= BROKEN_CALLS_MAX) return [];
  if (content.some((part) => part.kind === "call")) return [];
  const reading = await textReader.read(replyText(content), [...tools.values()], {
    edits: false,
    ...thinkingOf(content),
  });
  if (reading.kind !== "broken") return [];
  ledger.brokenCalls++;
  return reading.problems;
}

/** A model with native calls sometimes writes one out as text: then it counts all the same. */
async function callsFromText(content: readonly ReplyPart[], parts: AgentParts): Promise<readonly ReplyPart[]> {
  if (parts.model.abilities.callsInText === false || content.some((part) => part.kind === "call")) return content;
  const reading = await parts.textReader.read(replyText(content), [...parts.tools.values()], {
    edits: false,
    ...thinkingOf(content),
  });
  if (reading.kind !== "calls") return content;
  return withCalls(content, reading.content, reading.calls, parts);
}
