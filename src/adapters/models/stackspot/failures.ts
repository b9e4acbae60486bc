import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import { type Asked, toFailure } from "../http/failures.ts";
import { ServerFault } from "../http/faults.ts";

/** No request may be larger; the server says so with 400, never 413 (BC-32). */
export const INPUT_TOKENS_MAX = 272_000;
/** The limit on requests is counted by the minute, and the server does not say how long to wait (BC-32). */
const RATE_WAITS_MS = [5_000, 10_000, 20_000, 30_000] as const;

/** An error of StackSpot's API as the loop reacts to it and a person reads it (BC-33). @param refusals 429s in a row before this one */
export function stackspotFailure(error: unknown, asked: Asked, refusals: number): ModelFailure {
  const failure = toFailure(error, asked);
  const body = error instanceof ServerFault ? error.body : "";
  const host = new URL(asked.baseUrl).host;
  if (/INFERENCE_6001/.test(body) && /token/i.test(body)) {
    const message = `The conversation is longer than the ${INPUT_TOKENS_MAX.toLocaleString("en")} tokens that StackSpot takes (${said(failure)}); compact it or start a new session.`;
    return { ...failure, kind: "overflow", message };
  }
  switch (failure.status) {
    case 401:
      return {
        ...failure,
        kind: "auth",
        message: `Unauthorized - Authentication failed at ${host} (401), with a renewed token too; check STACKSPOT_CLIENT_ID, STACKSPOT_CLIENT_SECRET and STACKSPOT_REALM.`,
      };
    case 403:
      return {
        ...failure,
        kind: "auth",
        message: `Forbidden - Check your API credentials and permissions for agent ${asked.model} at ${host} (403).`,
      };
    case 404:
      return {
        ...failure,
        kind: "bad-request",
        message: `Agent not found (ID: ${asked.model}) at ${host} (404); name another with STACKSPOT_CODER_ID or /agent-default.`,
      };
    case 429:
      return {
        ...failure,
        kind: "rate-limit",
        retryAfterMs: failure.retryAfterMs ?? rateWait(refusals),
        message: `StackSpot takes 100 requests a minute for an account, all its agents together, and refused this one (429); wait a minute and send the prompt again.`,
      };
    default:
      return failure;
  }
}

/** An answer without text: the content filter took it, and it is paid for. */
export function filteredFailure(asked: Asked, outputTokens: number): ModelFailure {
  const message = `Agent ${asked.model} of StackSpot wrote ${outputTokens} tokens that its content filter took away (the message is null); reword the prompt or use another agent.`;
  return { kind: "refused", message };
}

function rateWait(refusals: number): number {
  return RATE_WAITS_MS[Math.min(refusals, RATE_WAITS_MS.length - 1)] ?? RATE_WAITS_MS[0];
}

/** What the server said, without our words around it. */
function said(failure: ModelFailure): string {
  return /: (.+); /s.exec(failure.message)?.[1] ?? "the server gave no count";
}
