import type { BuildProgress } from "../knowledge/code-estate.ts";
import type { Written } from "./site-files.ts";

export const DOCUMENT_FORMATS = ["markdown", "html", "skills"] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

export interface DocumentRequest {
  /** Absolute; where pages are written, or the file of `html`; skills have a folder of their own where absent. */
  readonly output: string | undefined;
  readonly format: DocumentFormat;
  readonly name: string | undefined;
  readonly isForced: boolean;
  readonly costUsdMax: number | undefined;
  /** Where skills will be read. */
  readonly readersFolder: string;
  readonly signal: AbortSignal;
  readonly progress: (progress: BuildProgress) => void;
  /** What a person should know. */
  onNotice(text: string): void;
}

export interface Documented extends Written {
  /** Absolute. */
  readonly output: string;
  readonly pages: number;
  /** Sentences of a model that facts prove, and others, which are shown as such. */
  readonly verified: number;
  readonly unverified: number;
  /** Pages of which a model was asked in vain. */
  readonly wordless: number;
  /** What ended the model's part before its end. */
  readonly stopped: string | undefined;
}
