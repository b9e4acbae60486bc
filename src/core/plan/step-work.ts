import type { AgentParts } from "../loop/agent-parts.ts";
import { runCalls } from "../loop/run-calls.ts";
import type { Access } from "../permissions/accesses.ts";
import type { OutputStore } from "../ports/session.ts";
import { TIME_IS_UP } from "../protocol/cancellation.ts";
import type { AgentEvent, CallResult, ToolCall } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { PlanStep } from "../protocol/plan.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import type { ToolPorts } from "../tool.ts";
import type { PlanRecord, StepEffects } from "./plan-store.ts";

/** A step that is ready to be done: its references are replaced, and what it touches is known. */
export interface PreparedStep {
  readonly step: PlanStep;
  readonly params: Readonly<Record<string, unknown>>;
  readonly accesses: readonly Access[];
  /** The same as they count for what may run beside it. */
  readonly scheduled: readonly Access[];
  /** Nothing else may run beside it. */
  readonly isAlone: boolean;
}

export interface StepWork extends PreparedStep {
  readonly goal: string;
  readonly parts: AgentParts;
  readonly record: PlanRecord;
  readonly effects: StepEffects;
  /** A call of an agent of which nobody knows whether it was done stops the step, or is told to the agent. */
  readonly inDoubt: "stop" | "tell";
  /** Outputs of the steps it needs. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly outputOf: (id: string) => string | undefined;
}

export type StepEnd =
  | { readonly kind: "completed"; readonly output: string }
  | { readonly kind: "failed"; readonly error: string }
  /** The person refused what it would do, without a word of what to do instead. */
  | { readonly kind: "refused" }
  /** It was begun, and nobody can say whether it was done. */
  | { readonly kind: "undecided"; readonly why: string }
  | { readonly kind: "cancelled" };

/** What a step becomes that only the person can settle. */
export function blockedBy(id: string, end: Extract<StepEnd, { kind: "undecided" | "refused" }>): Partial<PlanStep> {
  if (end.kind === "refused")
    return { status: "blocked", error: "You said no to it: it is asked about again when the plan goes on." };
  const error = `Interrupted, and ${end.why}: it is not repeated. Look whether it was done, then resume with --done ${id} or --again ${id}.`;
  return { status: "blocked", error, interrupted: true };
}

const ERROR_CHARS_MAX = 2_000;

export function endOfOutcome(outcome: Outcome): StepEnd {
  switch (outcome.kind) {
    case "done":
      return { kind: "completed", output: outcome.text };
    case "cancelled":
      return { kind: "cancelled" };
    case "unanswered":
    case "denied":
    case "limit":
    case "failed":
    case "model-failed":
      return { kind: "failed", error: cutError(outcome.text) };
  }
}

export function cutError(text: string): string {
  return text.length <= ERROR_CHARS_MAX ? text : `${text.slice(0, ERROR_CHARS_MAX)}…`;
}

export interface CallOutput {
  readonly result: CallResult;
  /** The whole output as data for later steps. */
  readonly output: string;
}

/**
 * One call of a step, by the same path as a model's: the same checks, the same policy, the same events. The reply that
 * makes the call is recorded beside its result, so that steps that run together do not come between the two.
 */
export async function* callTool(
  name: string,
  input: unknown,
  parts: AgentParts,
  ports: ToolPorts,
): AsyncGenerator<AgentEvent, CallOutput> {
  const call: ToolCall = { id: parts.clock.id(), name, input };
  let result: CallResult | undefined;
  for await (const event of runCalls([call], { ...parts, ports })) {
    if (event.type === "call-end") {
      result = event.result;
      yield {
        type: "reply",
        content: [{ kind: "call", call }],
        end: "calls",
        model: "plan",
        usage: NO_USAGE,
        costUsd: 0,
        durationMs: 0,
      };
    }
    yield event;
  }
  if (!result) throw new Error(`${name} ended without a result`);
  return { result, output: await wholeOutput(result, parts.outputs) };
}

const NO_OUTPUT = "(no output)";

/** What a later step gets: a file's text without line numbers, a long output without its cut, nothing for nothing. */
async function wholeOutput(result: CallResult, outputs: OutputStore): Promise<string> {
  if (result.display.kind === "file") return result.display.text;
  if (result.handle !== undefined) {
    const page = await outputs.page(result.handle, { offset: 1, limit: Number.MAX_SAFE_INTEGER });
    if (page) return page.lines.join("\n");
  }
  return result.display.kind === "command" && result.text === NO_OUTPUT ? "" : result.text;
}

/** The parts with a signal of their own that also aborts when the time of a step is up. */
export function withTimeLimit(
  parts: AgentParts,
  seconds: number | undefined,
): { readonly parts: AgentParts; isOver(): boolean; end(): void } {
  if (seconds === undefined) return { parts, isOver: () => false, end: () => {} };
  const abort = new AbortController();
  const ended = new AbortController();
  let isOver = false;
  const forward = (): void => abort.abort(parts.signal.reason);
  parts.signal.addEventListener("abort", forward, { once: true, signal: ended.signal });
  void parts.clock.sleep(seconds * 1000, ended.signal).then(() => {
    if (ended.signal.aborted) return;
    isOver = true;
    abort.abort(TIME_IS_UP);
  });
  if (parts.signal.aborted) forward();
  return { parts: { ...parts, signal: abort.signal }, isOver: () => isOver, end: () => ended.abort() };
}
