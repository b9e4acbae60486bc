import { unlessAborted } from "../../base/unless-aborted.ts";
import { cancelledText } from "../protocol/cancellation.ts";
import { type CallResult, failedResult, TOOL_FAULT, type ToolCall } from "../protocol/event.ts";
import { ToolFailure } from "../tool.ts";
import type { CallParts } from "./agent-parts.ts";
import type { ReadyCall } from "./prepare-call.ts";

/** How long a cancelled tool may take to stop by itself before its result is given up. */
const CANCEL_GRACE_MS = 3_000;

/** A tool that ignores the signal cannot hold the run: its result is given up after a grace. */
export async function untilCancelled<Value>(
  work: Promise<Value>,
  { signal, clock }: Pick<CallParts, "signal" | "clock">,
): Promise<Value> {
  let giveUp: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    giveUp = () => {
      const over = new AbortController();
      void work.then(ignore, ignore).then(() => over.abort());
      void clock.sleep(CANCEL_GRACE_MS, over.signal).then(() => reject(new ToolFailure(stoppedText(signal))));
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    if (giveUp) signal.removeEventListener("abort", giveUp);
  }
}

function ignore(): void {}

/** A yes may come together with the cancel: what has not begun by then does not begin. */
export const neverBegun = (call: ToolCall, { signal }: Pick<CallParts, "signal">): CallResult =>
  failedResult(call, `${cancelledText(signal)} before it started.`);

export function stoppedText(signal: AbortSignal): string {
  return `${cancelledText(signal)}; it may have had an effect.`;
}

/** The value, or undefined once the signal aborts: whoever cancels does not wait. */
export async function unlessCancelled<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  // Also where nobody waits for it any more it may fail.
  value.catch(ignore);
  return unlessAborted(signal, () => value).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
}

/** What the model reads of a call that threw. */
function failureText(error: unknown, { signal }: Pick<CallParts, "signal">): string {
  if (error instanceof ToolFailure) return error.message;
  if (signal.aborted) return stoppedText(signal);
  const message = error instanceof Error ? error.message : String(error);
  return `${TOOL_FAULT}${message}. This is a fault of the tool, not of your arguments; try another way.`;
}

const UNSEEN_MISFIT =
  "It does not fit what is there, which may not be shown without leave: read it first, or ask for it.";

/** What the model reads of a call that failed. Why a change does not fit tells what the file holds: to whom might read it without a question. */
export function toldFailure({ intent }: ReadyCall, error: unknown, parts: CallParts): string {
  const maySee = intent.accesses.every(
    (access) =>
      access.kind !== "write" || parts.policy().judgePath("read_file", "read", access.path).verdict === "allow",
  );
  return error instanceof ToolFailure && !maySee ? UNSEEN_MISFIT : failureText(error, parts);
}
