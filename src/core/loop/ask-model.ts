import { leanSchema } from "../context/lean-schema.ts";
import { projectHistory } from "../context/project-history.ts";
import { findPathRule } from "../permissions/rule.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../ports/model.ts";
import type { AgentEvent, ReplyPart } from "../protocol/event.ts";
import type { ModelFailure, Outcome } from "../protocol/outcome.ts";
import type { AgentParts, RequestFrame } from "./agent-parts.ts";
import { stepWithRetry } from "./retry.ts";

export type Reply = { readonly content: readonly ReplyPart[] } | { readonly outcome: Outcome };

export interface AskOptions {
  /** Replaces parts of the request made from the log; called again when the context was compacted meanwhile. */
  readonly request?: Partial<ModelRequest> | (() => Partial<ModelRequest>);
  readonly model?: ModelClient;
  /** What the reply means: runs before it is recorded, so that the log has the calls that will be settled. */
  readonly interpret?: (content: readonly ReplyPart[]) => Promise<readonly ReplyPart[]>;
  /** What of the streamed text may be shown; all of it by default. */
  readonly filter?: { push(text: string): string; end(): string };
}

/** Sends the log to the model and records its reply. Deltas shown before a `retry` event belong to a failed attempt. */
export async function* askModel(parts: AgentParts, options: AskOptions = {}): AsyncGenerator<AgentEvent, Reply> {
  const { context } = parts;
  if (!context || !isFromLog(options)) return yield* ask(parts, options);
  const frame = (): RequestFrame => ({ ...frameFor(parts), ...given(options) });
  yield* context.relieve(parts, frame());
  const reply = yield* ask(parts, options);
  if (!("outcome" in reply) || !isOverflow(reply.outcome)) return reply;
  const isWorthIt = yield* context.relieveOverflow(parts, frame());
  return isWorthIt ? yield* ask(parts, options) : reply;
}

/** A request with messages of its own has nothing to do with the log. */
function isFromLog({ request }: AskOptions): boolean {
  return typeof request === "function" || request?.messages === undefined;
}

function isOverflow(outcome: Outcome): boolean {
  return outcome.kind === "model-failed" && outcome.failure.kind === "overflow";
}

function given({ request }: AskOptions): Partial<ModelRequest> | undefined {
  return typeof request === "function" ? request() : request;
}

async function* ask(parts: AgentParts, options: AskOptions): AsyncGenerator<AgentEvent, Reply> {
  const { ledger, clock, signal } = parts;
  const model = options.model ?? parts.model;
  const request = { ...requestFor(parts), ...given(options) };
  const historyLength = parts.history.length;
  const startedMs = clock.now();
  ledger.steps++;
  try {
    const patience = { attemptsMax: parts.retryAttemptsMax, isReplaceable: model.fallBack !== undefined };
    for await (const part of stepWithRetry(model, request, { clock, signal, ...patience })) {
      switch (part.type) {
        case "end":
          return yield* takeReply(part, { model, parts, options, startedMs, request, historyLength });
        case "failed":
          return yield* settleFailure(part.failure, { model, parts, options, startedMs });
        case "text-delta":
          yield* shown(options.filter ? options.filter.push(part.text) : part.text);
          break;
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

interface Asked {
  readonly model: ModelClient;
  readonly parts: AgentParts;
  readonly options: AskOptions;
  readonly startedMs: number;
}

function* shown(text: string | undefined): Generator<AgentEvent> {
  if (text) yield { type: "text-delta", text };
}

/** Records a whole reply, with what is made of it. */
async function* takeReply(
  part: Extract<ModelPart, { type: "end" }>,
  asked: Asked & { readonly request: ModelRequest; readonly historyLength: number },
): AsyncGenerator<AgentEvent, Reply> {
  const { model, parts, options, request, historyLength } = asked;
  const { usage, costUsd } = part;
  const durationMs = parts.clock.now() - asked.startedMs;
  parts.ledger.addReply(usage, costUsd, durationMs);
  const content = (await options.interpret?.(part.content)) ?? part.content;
  yield* shown(options.filter?.end());
  const end = content.some((piece) => piece.kind === "call") ? "calls" : part.end;
  yield { type: "reply", content, end, model: model.id, usage, costUsd, durationMs };
  if (parts.context && isFromLog(options)) yield* parts.context.noteReply(parts, request, usage, historyLength);
  return { content };
}

/** Counts what was paid for, and asks again where another model takes over. */
async function* settleFailure(
  failure: ModelFailure,
  { model, parts, options, startedMs }: Asked,
): AsyncGenerator<AgentEvent, Reply> {
  const { counted } = failure;
  if (counted) parts.ledger.addReply(counted.usage, counted.costUsd, parts.clock.now() - startedMs);
  const next = await model.fallBack?.(failure);
  if (next) yield { type: "note", topic: "model", text: next.told, detail: { model: model.id, failure: failure.kind } };
  if (!next?.goesOn) return { outcome: { kind: "model-failed", failure, text: failure.message } };
  return yield* ask(parts, options);
}

export function requestFor(parts: AgentParts): ModelRequest {
  return {
    ...frameFor(parts),
    messages: projectHistory(parts.history),
    sessionId: parts.sessionId,
    ...(parts.temperature === undefined ? {} : { temperature: parts.temperature }),
    ...(parts.outputTokensMax === undefined ? {} : { outputTokensMax: parts.outputTokensMax }),
  };
}

/** A tool that a rule denies altogether is not offered; called all the same, it is refused with the rule. */
function frameFor({ system, tools, policy }: AgentParts): RequestFrame {
  const { rules } = policy();
  return {
    system,
    tools: [...tools.values()]
      .filter(({ name }) => findPathRule(rules, name, "")?.verdict !== "deny")
      .map(({ name, description, schema }) => ({ name, description, schema: leanSchema(schema) })),
  };
}
