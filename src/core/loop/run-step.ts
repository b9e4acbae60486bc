import type { TextReading } from "../ports/model.ts";
import { type AgentEvent, type ReplyPart, replyText, thinkingOf } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";
import { askModel } from "./ask-model.ts";
import { settleReply } from "./settle-reply.ts";
import { withCalls } from "./with-calls.ts";

/** One step: a model reply and the settling of every call it made. Returns an outcome when the run is over. */
export async function* runStep(parts: AgentParts): AsyncGenerator<AgentEvent, Outcome | undefined> {
  let reading: TextReading = { kind: "answer" };
  const reply = yield* askModel(parts, {
    interpret: async (content) => {
      reading = await readingOf(content, parts);
      return reading.kind === "calls" ? withCalls(content, reading.content, reading.calls, parts) : content;
    },
  });
  if ("outcome" in reply) return reply.outcome;
  const settled = yield* settleReply(reply.content, parts);
  if (!("outcome" in settled)) return undefined;
  if (reply.unanswered) return { kind: "unanswered", asked: reply.unanswered, text: settled.outcome.text };
  const problems = settled.outcome.kind === "done" ? brokenCalls(reading, parts) : [];
  if (problems.length === 0) {
    if (reply.end === "length") yield { type: "note", topic: "model", text: CUT_ANSWER };
    return settled.outcome;
  }
  yield { type: "prompt", text: problems.join("\n"), origin: "engine" };
  return undefined;
}

const CUT_ANSWER = "The answer ends where the model may write no more: ask it to go on.";

/** A model with native calls sometimes writes one out as text: then it counts all the same. Looked for once, as a text may be long. */
async function readingOf(
  content: readonly ReplyPart[],
  { model, textReader, tools }: AgentParts,
): Promise<TextReading> {
  if (model.abilities.callsInText === false || content.some((part) => part.kind === "call")) return { kind: "answer" };
  return textReader.read(replyText(content), [...tools.values()], { edits: false, ...thinkingOf(content) });
}

/** Corrections of calls that were written as text and cannot be used; more is left to the person. */
const BROKEN_CALLS_MAX = 2;

/** What to tell a model whose answer is a call gone wrong; nothing when it was told often enough. */
function brokenCalls(reading: TextReading, { ledger }: AgentParts): readonly string[] {
  if (reading.kind !== "broken" || ledger.brokenCalls >= BROKEN_CALLS_MAX) return [];
  ledger.brokenCalls++;
  return reading.problems;
}
