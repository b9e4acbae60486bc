// Files that are no text and can be read all the same.

import type { Image } from "../protocol/event.ts";

/** A picture as it may leave this machine. */
export type FittedPicture =
  /** `facts` is for people and models: format, size in pixels, size in bytes. */
  | { readonly kind: "picture"; readonly image: Image; readonly facts: string }
  /** One sentence without a subject: what is wrong, and what to do. */
  | { readonly kind: "refused"; readonly facts: string; readonly why: string }
  | { readonly kind: "none" };

export interface PdfPage {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

export type PdfText =
  | { readonly kind: "pages"; readonly pages: readonly PdfPage[]; readonly total: number; readonly title?: string }
  | { readonly kind: "refused"; readonly why: string };

export interface Documents {
  /** Without what a camera wrote into it, and within what every model takes. Never rejects. */
  picture(bytes: Uint8Array): Promise<FittedPicture>;
  /** Text of pages `from` to `to`, both counted from 1; as far as there are pages. Rejects only when `signal` aborts. */
  pdf(bytes: Uint8Array, range: { readonly from: number; readonly to: number }, signal: AbortSignal): Promise<PdfText>;
}
