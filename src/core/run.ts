import { INTERRUPTED_RESULT, openCalls } from "./context/project-history.ts";
import { beforePrompt, type SessionStartSource, untilHooksAgree } from "./hooks/hooked-run.ts";
import type { AgentParts } from "./loop/agent-parts.ts";
import { limitOutcome } from "./loop/budgets.ts";
import { runCalls } from "./loop/run-calls.ts";
import { toldBetween, toldOfBackground } from "./loop/told-between.ts";
import { touchedPaths } from "./permissions/accesses.ts";
import { takesAway } from "./permissions/rule.ts";
import { asksForChange } from "./prompts/asks-for-change.ts";
import { cancellerOf } from "./protocol/cancellation.ts";
import {
  type AgentEvent,
  type Image,
  type Interrupter,
  type RecordedEvent,
  type ToolCall,
  textUnderWay,
} from "./protocol/event.ts";
import type { Denial, Outcome } from "./protocol/outcome.ts";
import type { Strategy } from "./strategies/strategy.ts";

export interface RunStart {
  readonly prompt: string;
  readonly images?: readonly Image[];
  readonly strategy: string;
  readonly permissionMode: string;
  /** The session is used for the first time since then. */
  readonly source?: SessionStartSource;
}

/** A strategy from prompt to outcome. First closes what a crash left open; the outcome is the last event. */
export async function* run(start: RunStart, strategy: Strategy, parts: AgentParts): AsyncGenerator<AgentEvent, void> {
  yield {
    type: "run-start",
    strategy: start.strategy,
    model: parts.model.id,
    permissionMode: start.permissionMode,
    tools: toolNames(parts),
  };
  if (wasBrokenOff(parts.history)) {
    yield* goOn(parts);
    yield* close("crash", parts);
  }
  const outcome = yield* outcomeOf(start, strategy, parts);
  yield* close(interrupterOf(outcome, parts), parts);
  yield* toldOfBackground(parts);
  const { ledger, clock } = parts;
  if (await usedUnpriced(parts)) ledger.isCostUnknown = true;
  yield {
    type: "run-end",
    outcome,
    steps: ledger.steps,
    usage: ledger.usage,
    costUsd: ledger.costUsd,
    durationMs: clock.now() - ledger.startedAtMs,
    apiDurationMs: ledger.apiDurationMs,
    ...(ledger.isCostUnknown && { isCostUnknown: true as const }),
    ...(ledger.denials.length > 0 && { denials: ledger.denials }),
  };
}

/** The tools that no rule takes away whole. */
function toolNames({ tools, policy }: AgentParts): readonly string[] {
  const { rules } = policy();
  return [...tools.keys()].filter((name) => !takesAway(rules, name));
}

/** From the prompt on, as far as the hooks let it go. */
async function* outcomeOf(start: RunStart, strategy: Strategy, parts: AgentParts): AsyncGenerator<AgentEvent, Outcome> {
  const { prompt, source, images = [] } = start;
  const said = parts.hooks === undefined ? { context: [] } : yield* beforePrompt(prompt, source, parts);
  if ("refusal" in said) return { kind: "failed", text: `A hook refused the prompt: ${said.refusal}` };
  // What happened since the run before stands in front of what is asked now: behind it an undo would seem to come after the request.
  yield* toldBetween(parts);
  yield { type: "prompt", text: prompt, origin: "user", ...(images.length > 0 ? { images } : {}) };
  if (said.context.length > 0) yield { type: "prompt", text: said.context.join("\n"), origin: "engine" };
  const worked = yield* unlessCancelled(parts.hooks === undefined ? strategy : untilHooksAgree(strategy), parts);
  return denied(overdue(worked, parts), prompt, parts);
}

/** Whatever is under way when the person stops the run throws then, also what is asked of a model beside the answer. */
async function* unlessCancelled(strategy: Strategy, parts: AgentParts): AsyncGenerator<AgentEvent, Outcome> {
  try {
    return yield* strategy(parts);
  } catch (error) {
    if (!parts.signal.aborted) throw error;
    return { kind: "cancelled", text: "" };
  }
}

/** What ends in words alone is no answer where the calls that would have done it were refused. */
function denied(outcome: Outcome, prompt: string, { ledger, history }: AgentParts): Outcome {
  const { denials, effectCount, successCount, callCount } = ledger;
  if (outcome.kind !== "done" || denials.length === 0 || effectCount > 0) return outcome;
  const isDeed = asksForChange(prompt);
  if (isDeed && denials.length >= callCount) return { kind: "denied", text: outcome.text };
  if (!isDeed && successCount > 0) return outcome;
  return { kind: "denied", text: outcome.text, refused: [...new Set(denials.map((one) => refusedCall(one, history)))] };
}

/** A call by its tool and the files that it would have read or written; of a command, which may hold what is not for every eye, the program. */
function refusedCall({ callId, name }: Denial, history: AgentParts["history"]): string {
  const start = history.findLast((event) => event.type === "call-start" && event.call.id === callId);
  const accesses = start?.type === "call-start" ? start.accesses : [];
  const programs = accesses.flatMap((one) => (one.kind === "run" ? (ONE_PROGRAM.exec(one.command)?.[0] ?? []) : []));
  return [name, ...programs, ...new Set(touchedPaths(accesses))].join(" ");
}

/** Of a line of one command: with the word behind it where that may be a verb, as in `git stash`. */
const ONE_PROGRAM = /^(?!cd\s)[\w.+-]+(?: [a-z][a-z-]*)?(?=\s|$)(?!.*[;&|\n])/s;

/** Whether a model has counted tokens in this run that nobody knows the price of. */
async function usedUnpriced({ history, knowsPrice }: AgentParts): Promise<boolean> {
  if (knowsPrice === undefined) return false;
  const start = history.findLastIndex(({ type }) => type === "run-start");
  const models = new Set<string>();
  for (const event of history.slice(start))
    if (event.type === "reply" && event.costUsd === 0 && event.usage.inputTokens + event.usage.outputTokens > 0)
      models.add(event.model);
  for (const model of models) if (!(await knowsPrice(model))) return true;
  return false;
}

/** A run that was cut because its time was up has reached a limit; nobody cancelled it. */
function overdue(outcome: Outcome, parts: AgentParts): Outcome {
  const { limits, ledger, clock, signal } = parts;
  // Whoever watches the time begins before the run does: what was loaded meanwhile counts there and not here.
  const isOver = cancellerOf(signal) === "limit" || clock.now() - ledger.startedAtMs >= limits.wallTimeMs;
  return outcome.kind === "cancelled" && limits.wallTimeMs > 0 && isOver ? limitOutcome("wall-time", parts) : outcome;
}

/** Whether the process of the last run ended before the run did. */
function wasBrokenOff(history: readonly RecordedEvent[]): boolean {
  const isBorder = (event: RecordedEvent): boolean =>
    event.type === "run-end" || (event.type === "prompt" && event.origin === "user");
  return history.findLast(isBorder)?.type === "prompt";
}

/** Calls whose tools know how far they were are made to their end: what was done in them is not done again. */
async function* goOn(parts: AgentParts): AsyncGenerator<AgentEvent, void> {
  const open = openCalls(parts.history);
  const calls = new Map<string, ToolCall>();
  for (const event of parts.history)
    if (event.type === "call-start" && open.has(event.call.id)) calls.set(event.call.id, event.call);
  const unfinished = [...calls.values()].filter(({ id, name }) => parts.tools.get(name)?.goesOn?.(id, parts.ports));
  if (unfinished.length > 0) yield* runCalls(unfinished, parts);
}

/** Who interrupted the answer; undefined where nobody did. */
function interrupterOf({ kind }: Outcome, { history, signal }: AgentParts): Interrupter | undefined {
  if (kind === "cancelled") return cancellerOf(signal);
  if (textUnderWay(history) === "") return undefined;
  return kind === "limit" ? "limit" : "model";
}

/** Nothing stays open behind a run: each call has its result, and a text that broke off says so. */
async function* close(by: Interrupter | undefined, parts: AgentParts): AsyncGenerator<AgentEvent, void> {
  const text = textUnderWay(parts.history);
  for (const [callId, name] of openCalls(parts.history)) {
    const display = { kind: "text", text: "interrupted" } as const;
    yield {
      type: "call-end",
      result: { callId, name, text: INTERRUPTED_RESULT, failed: true, display, durationMs: 0 },
    };
  }
  if (by !== undefined) yield { type: "interruption", by, text };
}
