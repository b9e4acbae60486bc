import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { flattenHistory } from "../context/flatten-history.ts";
import { projectHistory } from "../context/project-history.ts";
import { type RecordedEvent, replyText } from "../protocol/event.ts";
import type { Usage } from "../protocol/usage.ts";
import type { AgentParts } from "./agent-parts.ts";
import { requestFor } from "./ask-model.ts";
import { stepWithRetry } from "./retry.ts";

export interface Aside {
  /** Markdown, as the model wrote it. */
  readonly text: string;
  readonly usage: Usage;
  readonly costUsd: number;
  readonly isCostUnknown: boolean;
}

const NOTE =
  "The user asks this beside the work under way. Answer it briefly from what this conversation holds; no tool can be called for it, and nothing of it stays in the conversation.";

/**
 * Answers a question from the conversation as it is. Nothing can be called for it, and what was asked and answered is not recorded.
 * @throws {UserError} when no answer comes
 */
export async function askAside(asked: RecordedEvent, parts: AgentParts): Promise<Aside> {
  const { model, clock, signal } = parts;
  const whole = requestFor(parts);
  // Calls are written out: services refuse those in a conversation that offers no tools.
  const question = projectHistory([asked]);
  const messages = flattenHistory([...whole.messages, { role: "user", text: NOTE }, ...question]);
  const request = { ...whole, messages, tools: [], sessionId: `${whole.sessionId}-aside` };
  for await (const part of stepWithRetry(model, request, { clock, signal })) {
    if (part.type === "failed") throw new UserError(part.failure.message, EXIT.transient);
    if (part.type !== "end") continue;
    const text = replyText(part.content).trim();
    if (text === "") break;
    const { usage, costUsd } = part;
    const isCostUnknown = costUsd === 0 && (await parts.knowsPrice?.(model.id)) === false;
    return { text, usage, costUsd, isCostUnknown };
  }
  throw withoutTools(model.id);
}

/** Who answers by looking things up has nothing to say beside the work. */
export const withoutTools = (model: string): UserError =>
  new UserError(phrase`${model} has no answer to that without calling tools; ask it as a prompt.`, EXIT.failed);
