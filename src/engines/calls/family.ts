import type { Reading } from "./model.ts";
import type { Source } from "./source.ts";

/** What a reader knows of the markup in front of it. */
export interface Frame {
  /** Markup that announces a call stands before this place, so looser forms count. */
  readonly isFramed: boolean;
  /** That markup, or the empty text. */
  readonly opener: string;
}

/** Reads the calls that stand at `at`, in one way of writing them. */
export type PayloadReader = (source: Source, at: number, frame: Frame) => Reading;

/** One way of writing calls. A reader is asked only where `starts` matches the character at hand. */
export interface Family {
  readonly name: string;
  readonly starts: RegExp;
  readonly read: PayloadReader;
}

export const UNFRAMED: Frame = { isFramed: false, opener: "" };
