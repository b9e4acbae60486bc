import type { AgentParts } from "../loop/agent-parts.ts";
import { askModel } from "../loop/ask-model.ts";
import type { ModelMessage } from "../ports/model.ts";
import { type AgentEvent, type ReplyPart, replyText } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";

export interface AskAlone {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** What is recorded as said to the model just before its reply. */
  readonly prompt?: string;
  readonly temperature?: number;
  /** The answer is for the engine alone. */
  readonly aside?: boolean;
}

export type Answer =
  | { readonly kind: "answer"; readonly text: string; readonly content: readonly ReplyPart[]; readonly isCut: boolean }
  | { readonly kind: "none"; readonly outcome: Outcome };

/** Shows nothing of what streams. */
export const SILENT = { push: () => "", end: () => "" };

/** One question to the model beside the conversation: no tools, nothing streamed, prompt and reply recorded together. */
export async function* askAlone(question: AskAlone, parts: AgentParts): AsyncGenerator<AgentEvent, Answer> {
  const { system, messages, prompt, temperature, aside = false } = question;
  const request = { system, messages, tools: [], ...(temperature === undefined ? {} : { temperature }) };
  const asking = askModel(parts, { request, filter: SILENT });
  let isCut = false;
  let next = await asking.next();
  for (; !next.done; next = await asking.next()) {
    const event = next.value;
    if (event.type === "reasoning-delta") continue;
    if (event.type !== "reply") {
      yield event;
      continue;
    }
    isCut = event.end === "length";
    if (prompt !== undefined) yield { type: "prompt", text: prompt, origin: "engine" };
    yield aside ? { ...event, aside } : event;
  }
  const reply = next.value;
  if ("outcome" in reply) return { kind: "none", outcome: reply.outcome };
  return { kind: "answer", text: replyText(reply.content), content: reply.content, isCut };
}
