import * as z from "zod";
import type { RecordedEvent } from "../protocol/event.ts";

/** A result that is left out of the model's context from its pruning on; the whole is kept under the handle. */
const PrunedResult = z.object({ callId: z.string(), handle: z.string(), chars: z.number() });
export type PrunedResult = z.infer<typeof PrunedResult>;

const Pruning = z.object({ kind: z.literal("pruning"), results: z.array(PrunedResult) });
export type Pruning = z.infer<typeof Pruning>;

export type PruningNote = Extract<RecordedEvent, { type: "note" }> & { readonly detail: Pruning };

export function pruningOf(note: Extract<RecordedEvent, { type: "note" }>): Pruning | undefined {
  if (note.topic !== "pruning") return undefined;
  const parsed = Pruning.safeParse(note.detail);
  return parsed.success ? parsed.data : undefined;
}

export function prunedText({ handle, chars }: PrunedResult): string {
  return `[Left out to make room: ${chars} characters. shell_output {"handle":"${handle}"} shows them.]`;
}
