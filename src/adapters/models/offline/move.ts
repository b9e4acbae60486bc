import type { ToolMessage } from "../../../core/ports/model.ts";

/** What the guide does next: look something up, or say what it found. */
export type Move =
  | {
      readonly kind: "look";
      readonly calls: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
    }
  | { readonly kind: "say"; readonly text: string };

export interface Facts {
  /** Names of the tools that may be called. */
  readonly tools: ReadonlySet<string>;
  /** One list a step: what the calls of that step gave back, oldest first. */
  readonly rounds: readonly (readonly ToolMessage[])[];
}

export const say = (text: string): Move => ({ kind: "say", text });
