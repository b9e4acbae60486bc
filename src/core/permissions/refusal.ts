import type { Decision } from "./decision.ts";

/** What a model is told of a call that may not be made, in one or two lines: why, how it may go on, and which rule would allow it. */
export function refusalText({ reason, instead, wouldAllow, proposal }: Decision): string {
  const rule = wouldAllow ?? proposal;
  const way = instead ?? "Do not retry it; find another way or say what you need.";
  return `${reason}.${rule === undefined ? "" : ` Whoever starts the run can allow it with --allowedTools '${rule}'.`}\n${way}`;
}
