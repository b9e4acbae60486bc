import { projectHistory } from "../context/project-history.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../ports/model.ts";
import type { AgentEvent, ReplyEnd, ReplyPart } from "../protocol/event.ts";
import type { ModelFailure, Outcome } from "../protocol/outcome.ts";
import type { AgentParts, RequestFrame } from "./agent-parts.ts";
import { inBatches } from "./in-batches.ts";
import { offeredTools } from "./offered-tools.ts";
import { type RetryEvent, stepWithRetry } from "./retry.ts";

export type Reply = Answer | { readonly outcome: Outcome };

interface Answer {
  readonly content: readonly ReplyPart[];
  readonly end: ReplyEnd;
  readonly unanswered?: "change" | "question";
}

export interface AskOptions {
  /** Replaces parts of the request made from the log; called again when the context was compacted meanwhile. */
  readonly request?: Partial<ModelRequest> | (() => Partial<ModelRequest>);
  readonly model?: ModelClient;
  /** What the reply means: runs before it is recorded, so that the log has the calls that will be settled. */
  readonly interpret?: (content: readonly ReplyPart[], end: ReplyEnd) => Promise<readonly ReplyPart[]>;
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
  // A request of its own asks for something else than the answer of the run.
  const form = isFromLog(options) && parts.answerSchema !== undefined ? { answerSchema: parts.answerSchema } : {};
  const request = { ...requestFor(parts), ...form, ...given(options) };
  const startedMs = clock.now();
  ledger.countStep();
  try {
    const patience = {
      attemptsMax: model.attemptsMax ?? parts.retryAttemptsMax,
      isReplaceable: model.fallBack !== undefined,
    };
    const answer = stepWithRetry(model, request, { clock, signal, ...patience });
    for await (const part of inBatches(shownParts(answer, options.filter), clock)) {
      switch (part.type) {
        case "end":
          return yield* takeReply(part, { model, parts, options, startedMs, request });
        case "failed":
          return yield* settleFailure(part.failure, { model, parts, options, startedMs });
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

/** The parts with what of the text may be shown. */
async function* shownParts(
  parts: AsyncIterable<ModelPart | RetryEvent>,
  filter: AskOptions["filter"],
): AsyncGenerator<ModelPart | RetryEvent> {
  for await (const part of parts) {
    if (part.type === "end" && filter) yield* shown(filter.end());
    if (part.type === "text-delta") yield* shown(filter ? filter.push(part.text) : part.text);
    else yield part;
  }
}

function* shown(text: string): Generator<Extract<ModelPart, { type: "text-delta" }>> {
  if (text !== "") yield { type: "text-delta", text };
}

/** Records a whole reply, with what is made of it. */
async function* takeReply(
  part: Extract<ModelPart, { type: "end" }>,
  asked: Asked & { readonly request: ModelRequest },
): AsyncGenerator<AgentEvent, Reply> {
  const { model, parts, options, request } = asked;
  const { usage, costUsd } = part;
  const durationMs = parts.clock.now() - asked.startedMs;
  parts.ledger.addReply(usage, costUsd, durationMs);
  const said = withPrefix(part.content, parts.callPrefix);
  const content = (await options.interpret?.(said, part.end)) ?? said;
  const end = content.some((piece) => piece.kind === "call") ? "calls" : part.end;
  yield { type: "reply", content, end, model: model.id, usage, costUsd, durationMs };
  if (parts.context && isFromLog(options)) yield* parts.context.noteReply(parts, request, usage);
  return { content, end, ...(part.unanswered && { unanswered: part.unanswered }) };
}

function withPrefix(content: readonly ReplyPart[], prefix: string | undefined): readonly ReplyPart[] {
  if (prefix === undefined) return content;
  return content.map((part) =>
    part.kind === "call" ? { ...part, call: { ...part.call, id: `${prefix}${part.call.id}` } } : part,
  );
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
    ...(parts.effort === undefined ? {} : { effort: parts.effort }),
    ...(parts.temperature === undefined ? {} : { temperature: parts.temperature }),
    ...(parts.outputTokensMax === undefined ? {} : { outputTokensMax: parts.outputTokensMax }),
  };
}

function frameFor(parts: AgentParts): RequestFrame {
  const { system, withoutSecrets } = parts;
  const tools = offeredTools(parts);
  if (withoutSecrets === undefined) return { system, tools };
  const told = JSON.stringify(tools);
  const shown = withoutSecrets(told);
  return { system: withoutSecrets(system), tools: shown === told ? tools : (JSON.parse(shown) as typeof tools) };
}
