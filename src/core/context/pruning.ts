import type { RecordedEvent } from "../protocol/event.ts";

/** A result that is left out of the model's context from its pruning on; the whole is kept under the handle. */
export interface PrunedResult {
  readonly callId: string;
  readonly handle: string;
  readonly chars: number;
  /** Where it stands when others are kept under the same handle; the first line is 1. */
  readonly fromLine?: number;
  readonly lines?: number;
}

/** The detail of a note with the topic `pruning`. */
export interface Pruning {
  readonly kind: "pruning";
  readonly results: readonly PrunedResult[];
}

export type PruningNote = Extract<RecordedEvent, { type: "note" }> & { readonly detail: Pruning };

export function pruningOf({ topic, detail }: Extract<RecordedEvent, { type: "note" }>): Pruning | undefined {
  if (topic !== "pruning" || typeof detail !== "object" || detail === null) return undefined;
  const { kind, results } = detail as Partial<Pruning>;
  if (kind !== "pruning" || !Array.isArray(results) || !results.every(isPrunedResult)) return undefined;
  return { kind, results };
}

function isPrunedResult(value: unknown): value is PrunedResult {
  if (typeof value !== "object" || value === null) return false;
  const { callId, handle, chars } = value as Partial<PrunedResult>;
  return typeof callId === "string" && typeof handle === "string" && typeof chars === "number";
}

export function prunedText({ handle, chars, fromLine, lines }: PrunedResult): string {
  const place = fromLine === undefined ? "" : `,"offset":${fromLine},"limit":${lines ?? 1}`;
  return `[Left out to make room: ${chars} characters. shell_output {"handle":"${handle}"${place}} shows them.]`;
}
