import type { AgentEvent, CallResult, ReplyPart } from "../../core/protocol/event.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";

/** What stays the same for every event of a run. */
export interface EventFrame {
  readonly sessionId: string;
  readonly cwd: string;
  readonly includePartial: boolean;
}

type Json = Readonly<Record<string, unknown>>;
type RunEnd = Extract<AgentEvent, { type: "run-end" }>;

/** An agent event as the public lines of the contract, section 2; most give one line, some none. */
export function eventLines(event: AgentEvent, frame: EventFrame): readonly Json[] {
  switch (event.type) {
    case "run-start":
      return [initLine(event, frame)];
    case "reply":
      return [assistant(event, frame)];
    case "call-end":
      return [
        {
          type: "user",
          message: { role: "user", content: [toolResult(event.result)] },
          parent_tool_use_id: null,
          session_id: frame.sessionId,
        },
      ];
    case "prompt":
      if (event.origin === "user") return [];
      return [status(frame, { status: event.origin === "steer" ? "steered" : "correction", text: event.text })];
    case "retry":
      return [retryLine(event, frame)];
    case "interruption":
      return interrupted(event, frame);
    case "compaction":
      return [{ type: "system", subtype: "compact_boundary", summary: event.summary, session_id: frame.sessionId }];
    case "plan-update":
      return [
        {
          type: "system",
          subtype: "plan",
          plan_id: event.planId,
          status: event.status,
          detail: event.detail,
          session_id: frame.sessionId,
        },
      ];
    case "note":
      return [
        status(frame, {
          status: event.topic,
          text: event.text,
          ...(event.detail === undefined ? {} : { detail: event.detail }),
        }),
      ];
    case "approval":
      return event.allowed ? [] : [status(frame, { status: "denied", tool_use_id: event.callId, text: event.why })];
    case "status":
      return [status(frame, { status: "info", text: event.text })];
    case "run-end":
      return [resultLine(event, frame)];
    case "text-delta":
    case "reasoning-delta":
    case "call-input-delta":
    case "call-progress":
      return partial(frame, partialOf(event));
    case "agent-event":
      return agentLines(event, frame);
    case "session-start":
    case "call-start":
      return [];
  }
}

/** What a sub-agent said and did, each line with the call that gave it its work; how it ended is that call's result. */
function agentLines(
  { callId, event }: Extract<AgentEvent, { type: "agent-event" }>,
  frame: EventFrame,
): readonly Json[] {
  if (event.type === "run-start" || event.type === "run-end") return [];
  return eventLines(event, frame).map((line) => ({
    ...line,
    parent_tool_use_id: line["parent_tool_use_id"] ?? callId,
  }));
}

function retryLine(
  { attempt, attemptsMax, delayMs, failure }: Extract<AgentEvent, { type: "retry" }>,
  { sessionId }: EventFrame,
): Json {
  return {
    type: "system",
    subtype: "api_retry",
    attempt,
    max_attempts: attemptsMax,
    delay_ms: delayMs,
    error: failure.kind,
    message: failure.message,
    session_id: sessionId,
  };
}

function initLine(event: Extract<AgentEvent, { type: "run-start" }>, frame: EventFrame): Json {
  return {
    type: "system",
    subtype: "init",
    session_id: frame.sessionId,
    cwd: frame.cwd,
    model: event.model,
    strategy: event.strategy,
    tools: event.tools,
    permissionMode: event.permissionMode,
  };
}

function assistant(
  { content, model }: { readonly content: readonly ReplyPart[]; readonly model?: string },
  { sessionId }: EventFrame,
): Json {
  return {
    type: "assistant",
    message: { role: "assistant", ...(model === undefined ? {} : { model }), content: content.map(contentBlock) },
    parent_tool_use_id: null,
    session_id: sessionId,
  };
}

/** What was said of an answer, if anything was, and who interrupted it. */
function interrupted(event: Extract<AgentEvent, { type: "interruption" }>, frame: EventFrame): readonly Json[] {
  const said = event.text === "" ? [] : [assistant({ content: [{ kind: "text", text: event.text }] }, frame)];
  return [...said, status(frame, { status: "interrupted", by: event.by, text: event.text })];
}

type PieceEvent = Extract<
  AgentEvent,
  { type: "text-delta" | "reasoning-delta" | "call-input-delta" | "call-progress" }
>;

function partialOf(event: PieceEvent): Json {
  switch (event.type) {
    case "text-delta":
      return { type: "content_block_delta", delta: { type: "text_delta", text: event.text } };
    case "reasoning-delta":
      return { type: "content_block_delta", delta: { type: "thinking_delta", thinking: event.text } };
    case "call-input-delta":
      return {
        type: "content_block_delta",
        delta: { type: "input_json_delta", tool_use_id: event.callId, partial_json: event.text },
      };
    case "call-progress":
      return { type: "tool_progress", tool_use_id: event.callId, text: event.text };
  }
}

function status({ sessionId }: EventFrame, fields: Json): Json {
  return { type: "system", subtype: "status", ...fields, session_id: sessionId };
}

function partial(frame: EventFrame, event: Json): readonly Json[] {
  return frame.includePartial ? [{ type: "stream_event", event, session_id: frame.sessionId }] : [];
}

function contentBlock(part: ReplyPart): Json {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "reasoning":
      return { type: "thinking", thinking: part.text, signature: "" };
    case "call":
      return { type: "tool_use", id: part.call.id, name: part.call.name, input: part.call.input };
  }
}

function toolResult(result: CallResult): Json {
  return { type: "tool_result", tool_use_id: result.callId, content: result.text, is_error: result.failed };
}

function resultLine(event: RunEnd, { sessionId }: EventFrame): Json {
  return {
    type: "result",
    subtype: resultSubtype(event.outcome),
    is_error: event.outcome.kind !== "done",
    result: event.outcome.text,
    num_turns: event.steps,
    duration_ms: Math.round(event.durationMs),
    duration_api_ms: Math.round(event.apiDurationMs),
    // A part of the price is not the price.
    total_cost_usd: event.isCostUnknown ? null : event.costUsd,
    usage: {
      input_tokens: event.usage.inputTokens,
      output_tokens: event.usage.outputTokens,
      cache_read_input_tokens: event.usage.cacheReadTokens,
      cache_creation_input_tokens: event.usage.cacheWriteTokens,
    },
    permission_denials: (event.denials ?? []).map(({ callId, name, input, why }) => ({
      tool_name: name,
      tool_use_id: callId,
      tool_input: input,
      reason: why,
    })),
    session_id: sessionId,
  };
}

function resultSubtype(outcome: Outcome): string {
  if (outcome.kind === "done") return "success";
  if (outcome.kind !== "limit" || outcome.limit === "repetition") return "error_during_execution";
  return outcome.limit === "steps" ? "error_max_turns" : "error_max_budget";
}
