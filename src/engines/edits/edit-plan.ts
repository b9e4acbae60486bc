import type { EditInput } from "./forms/json-objects.ts";
import type { EditFormat, MatchLevel } from "./model.ts";
import type { TextFormOptions } from "./text-form/document.ts";

export interface EditRequest extends EditPlace {
  readonly format: EditFormat;
  readonly input: EditInput;
}

/** Where the files of an edit lie, and what is known of them. */
export interface EditPlace {
  /** The file meant where the form names none. */
  readonly path?: string;
  /** Absolute; lets paths be written absolute too. */
  readonly root?: string;
  /** Absolute; other folders whose files may be edited. */
  readonly folders?: readonly string[];
  readonly textForm?: Omit<TextFormOptions, "path">;
}

/** One file of the answer, as `waymark edit apply` reports it. */
export interface EditChange {
  readonly path: string;
  readonly kind: "create" | "modify" | "delete" | "move";
  /** Of a move: where the file is now, relative to the root. */
  readonly to?: string;
  /** In lines, as `git diff --numstat` counts. */
  readonly added: number;
  readonly removed: number;
  readonly match: MatchLevel;
  /** The file was as the edit wants it. */
  readonly unchanged?: true;
}

/** The bytes of a path before and after; null where there is no file. */
export interface PlannedFile {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly executable?: boolean;
  /** The file whose permissions it takes over. */
  readonly movedFrom?: string;
}

export interface EditPlan {
  readonly kind: "planned";
  readonly changes: readonly EditChange[];
  readonly files: readonly PlannedFile[];
}
