import type { RecordedEvent } from "../protocol/event.ts";
import { replyText } from "../protocol/event.ts";
import type { Limit, Outcome } from "../protocol/outcome.ts";
import type { AgentParts } from "./agent-parts.ts";

const TELLING_TEXT_CHARS_MIN = 50;

/** The limit that the run, or what it is a part of, has reached, if any; asked before each step. */
export function reachedLimit(parts: AgentParts): Outcome | undefined {
  return ownLimit(parts) ?? (parts.whole && reachedLimit(parts.whole));
}

function ownLimit(parts: AgentParts): Outcome | undefined {
  const { limits, ledger, clock } = parts;
  const reached = (value: number, max: number): boolean => max > 0 && value >= max;
  if (reached(ledger.steps, limits.stepsMax)) return limitOutcome("steps", parts);
  if (reached(clock.now() - ledger.startedAtMs, limits.wallTimeMs)) return limitOutcome("wall-time", parts);
  if (reached(ledger.usage.inputTokens + ledger.usage.outputTokens, limits.tokensMax))
    return limitOutcome("tokens", parts);
  if (reached(ledger.costUsd, limits.costUsdMax)) return limitOutcome("cost", parts);
  return undefined;
}

/** A partial answer that says why it is partial, what was done, and how to go on (CW-04). */
export function limitOutcome(limit: Limit, parts: AgentParts): Outcome {
  const { ledger } = parts;
  const tools = [...ledger.toolNames].sort().join(", ") || "none";
  const lines = [
    `${limitSentence(limit, parts)} The answer is partial.`,
    `Tool calls made: ${ledger.callCount} (${tools}).`,
  ];
  const last = lastTellingText(parts.history);
  if (last) lines.push("", "Last words of the model:", last);
  lines.push("", parts.limits.advice ?? ADVICE[limit]);
  return { kind: "limit", limit, text: lines.join("\n") };
}

const ADVICE: Record<Limit, string> = {
  steps: "Continue with `waymark -c`, narrow the question, or raise --max-turns.",
  "wall-time": "Continue with `waymark -c`, narrow the question, or raise --max-wall-time.",
  tokens: "Continue with `waymark -c`, narrow the question, or raise --max-tokens.",
  cost: "Continue with `waymark -c`, narrow the question, or raise --max-cost.",
  repetition: "Continue with `waymark -c` and say what to do differently.",
};

function limitSentence(limit: Limit, { limits, ledger }: AgentParts): string {
  switch (limit) {
    case "steps":
      return `The limit of ${counted(limits.stepsMax, "step")} was reached.`;
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
