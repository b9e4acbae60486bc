import type { TextReading } from "../ports/model.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";
import { readStep, textFault } from "./as-text/text-step.ts";
import { withCalls } from "./as-text/with-calls.ts";
import { askModel } from "./ask-model.ts";
import { settleReply } from "./settle-reply.ts";

/** One step: a model reply and the settling of every call it made. Returns an outcome when the run is over. */
export async function* runStep(parts: AgentParts): AsyncGenerator<AgentEvent, Outcome | undefined> {
  let reading: TextReading = { kind: "answer" };
  const reply = yield* askModel(parts, {
    interpret: async (content, end) => {
      reading = await readStep(content, end, parts);
      return reading.kind === "calls" ? withCalls(content, reading.content, reading.calls, parts) : content;
    },
  });
  if ("outcome" in reply) return reply.outcome;
  const settled = yield* settleReply(reply.content, parts);
  if (!("outcome" in settled)) {
    if (settled.results.some(({ failed }) => !failed)) parts.ledger.toldOfText.clear();
    yield* leftOutOf(reading);
    return undefined;
  }
  if (reply.unanswered) return { kind: "unanswered", asked: reply.unanswered, text: settled.outcome.text };
  const fault = textFault(settled.outcome.kind === "done" ? reading : { kind: "answer" }, parts);
  if (fault.kind === "tell") {
    yield { type: "prompt", text: fault.text, origin: "engine" };
    return undefined;
  }
  if (fault.kind === "leave") yield { type: "note", topic: "model", text: NOT_DONE };
  else if (reply.end === "length") yield { type: "note", topic: "model", text: CUT_ANSWER };
  return settled.outcome;
}

const CUT_ANSWER = "The answer ends where the model may write no more: ask it to go on.";
const NOT_DONE = "The answer reads like a step, and nothing of it was done: say what is to come of it.";

function* leftOutOf(reading: TextReading): Generator<AgentEvent> {
  if (reading.kind !== "calls" || reading.leftOut === undefined) return;
  yield { type: "prompt", text: reading.leftOut.join("\n"), origin: "engine" };
}
