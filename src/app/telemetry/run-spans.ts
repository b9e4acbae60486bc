import { type AgentEvent, type ReplyPart, replyCalls, replyText } from "../../core/protocol/event.ts";
import { COST, OPERATION_DURATION, TOKEN_USAGE } from "./measures.ts";
import type { Attributes, OpenSpan, SpanStart, TelemetrySink } from "./sink.ts";

/** What stays the same for every run of a session. */
export interface SpanFrame {
  readonly sink: TelemetrySink;
  readonly sessionId: string;
  /** Prompts, answers, arguments and results are told as well. */
  readonly withContent: boolean;
  now(): number;
}

/** Whose spans they are: the session's agent, or one that it gave work. */
interface SpanOwner {
  readonly name: string;
  readonly id?: string;
  readonly parent?: OpenSpan;
}

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { type: Type }>;

const CONTENT_CHARS_MAX = 16_000;

/**
 * Spans and measures of one run, by the semantic conventions for GenAI: `invoke_agent` around all, a `chat` for each reply of a model, an
 * `execute_tool` for each call, and an `invoke_agent` below the call that gave work to a sub-agent.
 */
export class RunSpans {
  readonly #frame: SpanFrame;
  readonly #owner: SpanOwner;
  readonly #calls = new Map<string, { readonly span: OpenSpan; readonly name: string; readonly startMs: number }>();
  readonly #givers = new Map<string, OpenSpan>();
  readonly #agents = new Map<string, RunSpans>();
  #agent: OpenSpan | undefined;
  #startMs = 0;
  #model = "";

  constructor(frame: SpanFrame, owner: SpanOwner = { name: "waymark" }) {
    this.#frame = frame;
    this.#owner = owner;
  }

  take(event: AgentEvent): void {
    switch (event.type) {
      case "run-start":
        return this.#begin(event);
      case "reply":
        return this.#chat(event);
      case "retry":
        return this.#failedTry(event);
      case "call-start":
        return this.#beginCall(event);
      case "call-end":
        return this.#endCall(event);
      case "agent-event":
        return this.#agentOf(event).take(event.event);
      case "run-end":
        return this.#end(event);
      default:
        return;
    }
  }

  /** Ends what a run that was left has open. */
  close(): void {
    for (const agent of this.#agents.values()) agent.close();
    const now = this.#frame.now();
    for (const { span } of this.#calls.values()) span.end(now, {}, "cancelled");
    this.#agent?.end(now, {}, "cancelled");
    this.#calls.clear();
    this.#agent = undefined;
  }

  #begin({ model, strategy, permissionMode }: EventOf<"run-start">): void {
    this.#model = model;
    const { name, id } = this.#owner;
    this.#startMs = this.#frame.now();
    this.#agent = this.#span("internal", `invoke_agent ${name}`, this.#startMs, {
      ...this.#common("invoke_agent"),
      "gen_ai.agent.name": name,
      ...(id === undefined ? {} : { "gen_ai.agent.id": id }),
      "waymark.strategy": strategy,
      "waymark.permission_mode": permissionMode,
    });
  }

  #chat({ content, end, model, usage, costUsd, durationMs, aside }: EventOf<"reply">): void {
    // What no model said (a plan's own calls, a merge) was no request to one.
    if (!model.includes("/") || (usage.inputTokens + usage.outputTokens === 0 && durationMs === 0)) return;
    this.#model = model;
    const now = this.#frame.now();
    const common = this.#common("chat");
    const span = this.#span("client", `chat ${modelOf(model)}`, now - durationMs, common);
    span.end(now, {
      "gen_ai.response.model": modelOf(model),
      "gen_ai.response.finish_reasons": [FINISH_REASONS[end]],
      "gen_ai.usage.input_tokens": usage.inputTokens,
      "gen_ai.usage.output_tokens": usage.outputTokens,
      "gen_ai.usage.cache_read.input_tokens": usage.cacheReadTokens,
      "gen_ai.usage.cache_creation.input_tokens": usage.cacheWriteTokens,
      "waymark.cost_usd": costUsd,
      ...(this.#frame.withContent && !aside ? { "gen_ai.output.messages": outputMessages(content, end) } : {}),
    });
    const { sink } = this.#frame;
    const measured = measuredOf(common);
    sink.add(TOKEN_USAGE, usage.inputTokens, { ...measured, "gen_ai.token.type": "input" });
    sink.add(TOKEN_USAGE, usage.outputTokens, { ...measured, "gen_ai.token.type": "output" });
    sink.add(OPERATION_DURATION, durationMs / 1000, measured);
    if (costUsd > 0) sink.add(COST, costUsd, measured);
  }

  #failedTry({ failure }: EventOf<"retry">): void {
    const now = this.#frame.now();
    this.#span("client", `chat ${modelOf(this.#model)}`, now, this.#common("chat")).end(now, {}, failure.kind);
  }

  #beginCall({ call }: EventOf<"call-start">): void {
    const startMs = this.#frame.now();
    const span = this.#span("internal", `execute_tool ${call.name}`, startMs, {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.conversation.id": this.#frame.sessionId,
      "gen_ai.tool.name": call.name,
      "gen_ai.tool.call.id": call.id,
      "gen_ai.tool.type": "function",
      ...(this.#frame.withContent ? { "gen_ai.tool.call.arguments": short(JSON.stringify(call.input) ?? "") } : {}),
    });
    this.#calls.set(call.id, { span, name: call.name, startMs });
    this.#givers.set(call.id, span);
  }

  #endCall({ result }: EventOf<"call-end">): void {
    const open = this.#calls.get(result.callId);
    if (open === undefined) return;
    this.#calls.delete(result.callId);
    const now = this.#frame.now();
    const error = result.failed ? "tool_error" : undefined;
    open.span.end(now, this.#frame.withContent ? { "gen_ai.tool.call.result": short(result.text) } : {}, error);
    this.#frame.sink.add(OPERATION_DURATION, (now - open.startMs) / 1000, {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": open.name,
      ...(error === undefined ? {} : { "error.type": error }),
    });
  }

  #agentOf({ callId, agent }: EventOf<"agent-event">): RunSpans {
    const known = this.#agents.get(agent);
    if (known) return known;
    const parent = this.#givers.get(callId) ?? this.#agent;
    const made = new RunSpans(this.#frame, { name: agent.replace(/-\d+$/, ""), id: agent, ...(parent && { parent }) });
    this.#agents.set(agent, made);
    return made;
  }

  #end({ outcome, usage, steps, costUsd }: EventOf<"run-end">): void {
    const now = this.#frame.now();
    const error =
      outcome.kind === "done" ? undefined : outcome.kind === "limit" ? `limit_${outcome.limit}` : outcome.kind;
    this.#agent?.end(
      now,
      {
        "gen_ai.usage.input_tokens": usage.inputTokens,
        "gen_ai.usage.output_tokens": usage.outputTokens,
        "waymark.steps": steps,
        "waymark.cost_usd": costUsd,
        ...(this.#frame.withContent ? { "gen_ai.output.messages": textMessage("assistant", outcome.text) } : {}),
      },
      error,
    );
    this.#agent = undefined;
    this.#frame.sink.add(OPERATION_DURATION, (now - this.#startMs) / 1000, {
      ...measuredOf(this.#common("invoke_agent")),
      ...(error === undefined ? {} : { "error.type": error }),
    });
  }

  #span(kind: SpanStart["kind"], name: string, startMs: number, attributes: Attributes): OpenSpan {
    return this.#frame.sink.begin({ kind, name, startMs, attributes }, this.#agent ?? this.#owner.parent);
  }

  #common(operation: string): Attributes {
    return {
      "gen_ai.operation.name": operation,
      "gen_ai.provider.name": providerOf(this.#model),
      "gen_ai.request.model": modelOf(this.#model),
      "gen_ai.conversation.id": this.#frame.sessionId,
    };
  }
}

/** What tells series of a measure apart: nothing that is another for each session. */
function measuredOf({ "gen_ai.conversation.id": _, ...attributes }: Attributes): Attributes {
  return attributes;
}

const FINISH_REASONS = {
  stop: "stop",
  calls: "tool_call",
  length: "length",
  filtered: "content_filter",
  other: "error",
} as const satisfies Record<EventOf<"reply">["end"], string>;

const modelOf = (id: string): string => id.slice(id.indexOf("/") + 1);

/** Where the conventions have another name for a provider than we. */
const PROVIDERS: Readonly<Record<string, string>> = {
  google: "gcp.gemini",
  vertex: "gcp.vertex_ai",
  mistral: "mistral_ai",
  xai: "x_ai",
  azure: "azure.ai.openai",
  bedrock: "aws.bedrock",
};

function providerOf(id: string): string {
  const provider = id.split("/", 1)[0] ?? id;
  return PROVIDERS[provider] ?? provider;
}

const short = (text: string): string =>
  text.length <= CONTENT_CHARS_MAX ? text : `${text.slice(0, CONTENT_CHARS_MAX)}…`;

/** In the JSON of the conventions: messages of parts. */
function outputMessages(content: readonly ReplyPart[], end: EventOf<"reply">["end"]): string {
  const text = replyText(content);
  const parts = [
    ...(text === "" ? [] : [{ type: "text", content: short(text) }]),
    ...replyCalls(content).map(({ id, name, input }) => ({ type: "tool_call", id, name, arguments: input })),
  ];
  return short(JSON.stringify([{ role: "assistant", parts, finish_reason: FINISH_REASONS[end] }]));
}

const textMessage = (role: string, text: string): string =>
  JSON.stringify([{ role, parts: [{ type: "text", content: short(text) }] }]);
