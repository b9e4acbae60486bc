import { truncateLine } from "../text/wrap.ts";
import type { CallBlock } from "../transcript.ts";
import { words } from "../words/words.ts";
import type { BlockContext } from "./block-context.ts";
import { callLines } from "./call.ts";

/** So few are shown as any calls. */
const SHOWN_MAX = 2;

/** The calls by which an answer is looked up, on one line: how many, and what shows each of them. */
export function lookUpLines(calls: readonly CallBlock[], context: BlockContext): string[] {
  const last = calls.at(-1);
  if (last === undefined || calls.length <= SHOWN_MAX || context.isExpanded)
    return calls.flatMap((call) => callLines(call, context));
  const { paint } = context.theme;
  const counted = words("calls.lookUps", { count: calls.length, first: calls[0]?.number ?? 0, last: last.number });
  const isDone = calls.every((call) => call.isDone);
  return [
    truncateLine(`${isDone ? paint("good", "✓") : paint("accent", "•")} ${paint("dim", counted)}`, context.width),
  ];
}
