import type { OutputStore } from "../ports/session.ts";
import type { CallResult, RecordedEvent } from "../protocol/event.ts";
import type { PrunedResult, PruningNote } from "./pruning.ts";
import type { TokenMeter } from "./token-meter.ts";

/** A result shorter than this costs about as much as the line that would replace it. */
const PRUNED_CHARS_MIN = 600;

export interface PruningPlan {
  readonly candidates: readonly Extract<RecordedEvent, { type: "call-end" }>[];
  /** Estimated tokens that would be won. */
  readonly tokens: number;
}

/**
 * The old results that may go, all at once, so that the prefix breaks once and not at each step.
 * @param protectedTokens  how much of the newest context is left as it is
 */
export function planPruning(
  history: readonly RecordedEvent[],
  meter: TokenMeter,
  protectedTokens: number,
): PruningPlan {
  const visible = meter.visible(history);
  // What the model has just asked for is never taken from it.
  const lastReply = visible.findLastIndex((item) => item.event.type === "reply");
  const candidates: Extract<RecordedEvent, { type: "call-end" }>[] = [];
  let newest = 0;
  let tokens = 0;
  for (let index = visible.length - 1; index >= 0; index--) {
    const item = visible[index];
    if (!item) continue;
    newest += item.tokens;
    if (index > lastReply || newest <= protectedTokens || item.event.type !== "call-end") continue;
    if (item.isPruned || item.event.result.text.length < PRUNED_CHARS_MIN) continue;
    candidates.push(item.event);
    tokens += item.tokens - PRUNED_LINE_TOKENS;
  }
  return { candidates: candidates.reverse(), tokens };
}

const PRUNED_LINE_TOKENS = 30;

/**
 * Keeps what is left out under handles, then says so in one recorded note that the projection reads. What has no handle
 * yet goes into one output together: thousands of files would take longer than the step that waits for them.
 */
export async function pruningNote(plan: PruningPlan, outputs: OutputStore, why: string): Promise<PruningNote> {
  const unkept = plan.candidates.filter(({ result }) => result.handle === undefined);
  const texts = unkept.map(({ result }) => (result.text.endsWith("\n") ? result.text : `${result.text}\n`));
  const together = texts.length === 0 ? "" : await outputs.save(texts.join(""), { isRedacted: true });
  let line = 1;
  const places = new Map(
    unkept.map(({ result }, index): [CallResult, Pick<PrunedResult, "fromLine" | "lines">] => {
      const lines = (texts[index] ?? "").split("\n").length - 1;
      const place = unkept.length === 1 ? {} : { fromLine: line, lines };
      line += lines;
      return [result, place];
    }),
  );
  const results = plan.candidates.map(({ result }): PrunedResult => {
    const { callId, handle, text } = result;
    const chars = text.length;
    return handle === undefined
      ? { callId, handle: together, chars, ...places.get(result) }
      : { callId, handle, chars };
  });
  return {
    type: "note",
    topic: "pruning",
    text: `${results.length} old results (about ${plan.tokens} tokens) are left out of the context: ${why}. They stay readable by their handles.`,
    detail: { kind: "pruning", results },
  };
}
