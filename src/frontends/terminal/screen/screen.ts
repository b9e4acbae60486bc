/** The part of the screen that may still change, with the cursor in it. */
export interface LiveRegion {
  readonly rows: readonly string[];
  /** Absent hides the cursor. Row and column from 0. */
  readonly cursor?: { readonly row: number; readonly column: number };
}

/** Where frames go. Committed lines are history: no screen changes them again. */
export interface Screen {
  /** Adds lines above the live region and shows it anew, as one frame. */
  draw(committed: readonly string[], live: LiveRegion): void;
  /** The size has changed; the next `draw` takes it up. */
  resized(): void;
  /** Leaves the live region where it is and puts the cursor below it. */
  release(): void;
  /** Forgets what is drawn, after something else has written to the terminal. */
  reclaim(): void;
  /** Moves through history where the screen itself holds it; `rows` below 0 goes back. */
  scroll(rows: number): void;
  /** Clears the visible part, never what has scrolled away. */
  clear(): void;
  close(): void;
}
