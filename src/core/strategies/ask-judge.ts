import type { AgentParts } from "../loop/agent-parts.ts";
import { withCalls } from "../loop/as-text/with-calls.ts";
import { offeredTools } from "../loop/offered-tools.ts";
import { stepWithRetry } from "../loop/retry.ts";
import type { ModelClient, ModelMessage, ModelPart } from "../ports/model.ts";
import { type AgentEvent, type ReplyPart, replyText } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";

const TRIES_MAX = 3;

type Decided = { readonly outcome: Outcome } | { readonly content: readonly ReplyPart[] | undefined };

/** Asks the judge model what an answer means (BC-51); no decision after three tries counts as "it is an answer". */
export async function* askJudge(answer: string, why: string, parts: AgentParts): AsyncGenerator<AgentEvent, Decided> {
  const model = (await parts.judgeModel?.()) ?? parts.model;
  const messages: ModelMessage[] = [{ role: "user", text: judgeRequest(answer, why, parts) }];
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const end = yield* judgeStep(model, messages, parts);
    if (end?.type !== "end") return { content: undefined };
    const text = replyText(end.content);
    const judgment = readJudgment(await parts.textReader.json(text), parts);
    if (judgment) {
      const detail = { stage: 2, judge: model.id, tries, calls: judgment.length };
      const found = judgment.length === 1 ? "1 call" : `${judgment.length} calls`;
      yield { type: "note", topic: "judge", text: `The judge ${model.id} found ${found}.`, detail };
      if (judgment.length === 0) return { content: undefined };
      const content = withCalls([], "", judgment, parts);
      yield {
        type: "reply",
        content,
        end: "calls",
        model: model.id,
        usage: end.usage,
        costUsd: end.costUsd,
        durationMs: 0,
      };
      return { content };
    }
    messages.push(
      { role: "assistant", content: end.content },
      { role: "user", text: "That was not the JSON object. Answer with it alone, compact and complete." },
    );
  }
  yield {
    type: "note",
    topic: "judge",
    text: `The judge ${model.id} gave no decision in ${TRIES_MAX} tries; the text counts as the answer.`,
  };
  return { content: undefined };
}

async function* judgeStep(
  model: ModelClient,
  messages: readonly ModelMessage[],
  parts: AgentParts,
): AsyncGenerator<AgentEvent, ModelPart | undefined> {
  const { clock, signal, ledger, retryAttemptsMax: attemptsMax, sessionId } = parts;
  const startedMs = clock.now();
  const request = { system: JUDGE_SYSTEM, messages, tools: [], sessionId: `${sessionId}-judge`, temperature: 0 };
  for await (const part of stepWithRetry(model, request, { clock, signal, attemptsMax })) {
    if (part.type === "retry") yield part;
    if (part.type === "end") ledger.addReply(part.usage, part.costUsd, clock.now() - startedMs);
    if (part.type === "end" || part.type === "failed") return part;
  }
  return undefined;
}

const JUDGE_SYSTEM =
  'You decide whether an assistant\'s answer asks for tools. Answer with one JSON object only: {"needs_tools": boolean, "tool_calls": [{"name": string, "args": object}], "reasoning": string}. A complete answer needs no tools.';

function judgeRequest(answer: string, why: string, parts: AgentParts): string {
  const request = parts.history.findLast((event) => event.type === "prompt" && event.origin === "user");
  const list = offeredTools(parts).map(({ name, schema }) => `${name} ${JSON.stringify(schema)}`);
  return `Tools:\n${list.join("\n")}\n\nUser request:\n${request?.type === "prompt" ? request.text : ""}\n\nAssistant answer (${why}):\n${answer}`;
}

function readJudgment(value: unknown, { tools }: AgentParts): { name: string; input: unknown }[] | undefined {
  if (typeof value !== "object" || value === null || !("needs_tools" in value)) return undefined;
  const { needs_tools: needs, tool_calls: calls } = value as { needs_tools: unknown; tool_calls?: unknown };
  if (needs === false || !Array.isArray(calls)) return needs === false ? [] : undefined;
  return calls.flatMap((call: unknown) => {
    if (
      typeof call !== "object" ||
      call === null ||
      !("name" in call) ||
      typeof call.name !== "string" ||
      !tools.has(call.name)
    )
      return [];
    return [{ name: call.name, input: "args" in call ? call.args : {} }];
  });
}
