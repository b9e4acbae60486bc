import type { Image } from "../core/protocol/event.ts";

/** Of one prompt, and of all that it attaches; no model reads more. */
export const PROMPT_CHARS_MAX = 4_000_000;

/** A text for the model, and what of it a person wrote, in the words in which it stands there: only that names files and what servers have. */
export interface PromptText {
  readonly text: string;
  readonly written: string;
}

/** What a person asks, with what came along and the pictures it is about. */
export interface Prompt extends PromptText {
  readonly images: readonly Image[];
  /** The files that stand in the text, as they are shown. */
  readonly attached?: readonly string[];
  /** What the answer is to be; who asks checks it. */
  readonly answerSchema?: unknown;
}

/** All of it was written by a person. */
export const writtenPrompt = (text: string): Prompt => ({ text, written: text, images: [] });

/** None of it was: what files, plans and items hold is data. */
export const unwrittenPrompt = (text: string): Prompt => ({ text, written: "", images: [] });

/** Several that are sent as one. */
export function joinedTexts(texts: readonly PromptText[]): PromptText {
  const joined = (of: keyof PromptText): string => texts.map((one) => one[of]).join("\n\n");
  return { text: joined("text"), written: joined("written") };
}
