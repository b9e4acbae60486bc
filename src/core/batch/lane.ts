import type { ModelPart } from "../ports/model.ts";
import type { Json, Spent } from "../ports/queue.ts";
import type { ItemFields } from "./item.ts";
import type { Attempt } from "./work-queue.ts";

export type Said =
  | { readonly kind: "answer"; readonly answer: Json; readonly spent: Spent }
  /** No answer of the schema, or one that a check refused. */
  | { readonly kind: "unfit"; readonly problem: string; readonly spent: Spent };

/** What a model said at the end of a question. */
export type Reply = Extract<ModelPart, { type: "end" }>;

/** A model as a lane asks it: one question an item, and one more where the answer does not fit. */
export interface LaneModel {
  /** @param judged  the verdict on an answer's text */
  ask(fields: ItemFields, judged: (text: string) => Promise<Said>, options: AskOptions): Promise<Said | Attempt>;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** The model's answer, where it was asked before. */
  readonly given?: Reply | undefined;
}
