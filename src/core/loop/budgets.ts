import type { RecordedEvent } from "../protocol/event.ts";
import { replyText } from "../protocol/event.ts";
import type { Limit, Outcome } from "../protocol/outcome.ts";
import type { AgentParts, CallParts } from "./agent-parts.ts";

const TELLING_TEXT_CHARS_MIN = 50;

/** What of a run says whether a limit of it is reached. */
export type Limited = Pick<AgentParts, "limits" | "ledger" | "clock" | "history" | "whole">;

/** The limit that the run, or what it is a part of, has reached, if any; asked before each step. */
export function reachedLimit(parts: Limited): Outcome | undefined {
  return ownLimit(parts) ?? (parts.whole && reachedLimit(parts.whole));
}

function ownLimit(parts: Limited): Outcome | undefined {
  const { limits, ledger, clock } = parts;
  const reached = (value: number, max: number): boolean => max > 0 && value >= max;
  if (reached(ledger.steps, limits.stepsMax)) return limitOutcome("steps", parts);
  if (ledger.isPastCalls) return limitOutcome("calls", parts);
  if (reached(clock.now() - ledger.startedAtMs, limits.wallTimeMs)) return limitOutcome("wall-time", parts);
  if (reached(ledger.usage.inputTokens + ledger.usage.outputTokens, limits.tokensMax))
    return limitOutcome("tokens", parts);
  if (reached(ledger.costUsd, limits.costUsdMax)) return limitOutcome("cost", parts);
  return undefined;
}

type Bounded = Pick<CallParts, "limits" | "ledger" | "whole">;

/** How many calls may still be made by the run and by what it is a part of; without end where nothing bounds them. */
export function callsLeft(parts: Bounded): number {
  return parts.whole ? Math.min(ownCallsLeft(parts), callsLeft(parts.whole)) : ownCallsLeft(parts);
}

/** So many more calls are asked for: whatever may not make them ends at its next border. */
export function endForCalls(parts: Bounded, asked: number): void {
  if (ownCallsLeft(parts) < asked) parts.ledger.isPastCalls = true;
  if (parts.whole) endForCalls(parts.whole, asked);
}

function ownCallsLeft({ limits, ledger }: Bounded): number {
  const max = limits?.callsMax ?? 0;
  return max > 0 ? Math.max(0, max - ledger.callCount) : Number.POSITIVE_INFINITY;
}

/** A partial answer that says why it is partial, what was done, and how to go on (CW-04). */
export function limitOutcome(limit: Limit, parts: Limited): Outcome {
  const { ledger } = parts;
  const tools = [...ledger.toolNames].sort().join(", ") || "none";
  const lines = [
    `${limitSentence(limit, parts)} The answer is partial.`,
    `Tool calls ${ledger.isPastCalls ? "asked for" : "made"}: ${ledger.callCount} (${tools}).`,
  ];
  const last = lastTellingText(parts.history);
  if (last) lines.push("", "Last words of the model:", last);
  lines.push("", parts.limits.advice ?? ADVICE[limit]);
  return { kind: "limit", limit, text: lines.join("\n") };
}

const ADVICE: Record<Limit, string> = {
  steps: "Continue with `waymark -c`, narrow the question, or raise --max-turns.",
  calls: "Continue with `waymark -c`, narrow the question, or raise --max-tool-calls.",
  "wall-time": "Continue with `waymark -c`, narrow the question, or raise --max-wall-time.",
  tokens: "Continue with `waymark -c`, narrow the question, or raise --max-tokens.",
  cost: "Continue with `waymark -c`, narrow the question, or raise --max-cost.",
  repetition: "Continue with `waymark -c` and say what to do differently.",
};

function limitSentence(limit: Limit, { limits, ledger }: Limited): string {
  switch (limit) {
    case "steps":
      return `The limit of ${counted(limits.stepsMax, "step")} was reached.`;
    case "calls":
      return `The limit of ${counted(limits.callsMax ?? ledger.callCount, "tool call")} was reached.`;
    case "wall-time":
      return `The limit of ${counted(limits.wallTimeMs / 1000, "second")} was reached.`;
    case "tokens":
      return `The limit of ${limits.tokensMax} tokens was reached (${ledger.usage.inputTokens + ledger.usage.outputTokens} used).`;
    case "cost":
      return `The limit of $${limits.costUsdMax} was reached ($${ledger.costUsd.toFixed(4)} spent).`;
    case "repetition":
      return "The model repeated the same calls after it was told that they lead nowhere.";
  }
}

function lastTellingText(history: readonly RecordedEvent[]): string | undefined {
  const reply = history.findLast(
    (event) => event.type === "reply" && replyText(event.content).trim().length > TELLING_TEXT_CHARS_MIN,
  );
  return reply?.type === "reply" ? replyText(reply.content).trim() : undefined;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
