import { projectHistory } from "../context/project-history.ts";
import type { ModelRequest } from "../ports.ts";
import { type AgentEvent, type ReplyPart, replyCalls, replyText } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";
import { limitOutcome } from "./budgets.ts";
import { noteRepetition, REPETITION_WARNING } from "./repetition.ts";
import { stepWithRetry } from "./retry.ts";
import { runCalls } from "./run-calls.ts";

/** One step: a model reply and the settling of every call it made. Returns an outcome when the run is over. */
export async function* runStep(parts: AgentParts): AsyncGenerator<AgentEvent, Outcome | undefined> {
  const reply = yield* askModel(parts);
  if ("outcome" in reply) return reply.outcome;
  const calls = replyCalls(reply.content);
  if (calls.length === 0) return { kind: "done", text: replyText(reply.content) };
  const { results, finish } = yield* runCalls(calls, parts);
  if (parts.signal.aborted) return { kind: "cancelled", text: replyText(reply.content) };
  if (finish !== undefined) return { kind: "done", text: finish };
  let told = false;
  for (const [index, result] of results.entries()) {
    const call = calls[index];
    const verdict = call ? noteRepetition(call, result, parts.ledger) : "fine";
    if (verdict === "stop") return limitOutcome("repetition", parts);
    told ||= verdict === "tell";
  }
  if (told) yield { type: "prompt", text: REPETITION_WARNING, origin: "engine" };
  return undefined;
}

type Reply = { readonly content: readonly ReplyPart[] } | { readonly outcome: Outcome };

/** Sends the log to the model and records its reply. Also used by strategies that read the reply in their own way. */
export async function* askModel(
  parts: AgentParts,
  overrides: Partial<ModelRequest> = {},
): AsyncGenerator<AgentEvent, Reply> {
  const { model, ledger, clock, signal } = parts;
  const startedMs = clock.now();
  ledger.steps++;
  try {
    for await (const part of stepWithRetry(
      model,
      { ...requestFor(parts), ...overrides },
      { clock, signal, attemptsMax: parts.retryAttemptsMax },
    )) {
      switch (part.type) {
        case "end": {
          const durationMs = clock.now() - startedMs;
          ledger.addReply(part.usage, part.costUsd, durationMs);
          yield {
            type: "reply",
            content: part.content,
            end: part.end,
            model: model.id,
            usage: part.usage,
            costUsd: part.costUsd,
            durationMs,
          };
          return { content: part.content };
        }
        case "failed":
          return { outcome: { kind: "model-failed", failure: part.failure, text: part.failure.message } };
        default:
          yield part;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (signal.aborted) return { outcome: { kind: "cancelled", text: "" } };
  const message = `${model.id} ended without a reply; run it again.`;
  return { outcome: { kind: "model-failed", failure: { kind: "unknown", message }, text: message } };
}

function requestFor(parts: AgentParts): ModelRequest {
  const tools = [...parts.tools.values()].map(({ name, description, schema }) => ({ name, description, schema }));
  return {
    system: parts.system,
    messages: projectHistory(parts.history),
    tools,
    sessionId: parts.sessionId,
    ...(parts.temperature === undefined ? {} : { temperature: parts.temperature }),
    ...(parts.outputTokensMax === undefined ? {} : { outputTokensMax: parts.outputTokensMax }),
  };
}
