import type { Stage, State } from "./stage.ts";

/** What a user can rely on, and the play that shows it to hold. */
export type Row = BuiltRow | AbsentRow | SameRow;
export type BuiltRow = RowFacts & (Kept | Partly);
export type AbsentRow = RowFacts & Absent;

interface RowFacts {
  /** Of the feature list, such as `CW-01`; planned features begin with `FT-`. */
  readonly id: string;
  readonly title: string;
  /** One sentence for the user. */
  readonly what: string;
  /** Both where the state could matter. */
  readonly from: readonly State[];
  readonly how: "headless" | "terminal" | "command";
}

interface Kept {
  readonly status: "kept";
  /** Drives the built program and asserts the outcome that a user sees. */
  readonly run: (stage: Stage) => Promise<void>;
}

interface Partly {
  readonly status: "partly";
  readonly missing: string;
  /** Shows the part that holds. */
  readonly run: (stage: Stage) => Promise<void>;
}

interface Absent {
  readonly status: "absent";
  readonly missing: string;
}

/** The same promise under another name: it holds as far as that row does. */
export interface SameRow {
  readonly id: string;
  readonly title: string;
  readonly status: "same";
  /** The id of a row that is played. */
  readonly as: string;
}

/** Rows that one worker plays, one after the other. */
export interface RowGroup {
  readonly name: string;
  readonly rows: readonly Row[];
}

export const FRESH: readonly State[] = ["fresh"];
export const BOTH: readonly State[] = ["fresh", "used"];
