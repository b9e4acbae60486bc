import type { Place } from "../../model.ts";

/** A parameter value after substitution. */
export interface JclValue {
  /** Quotes and parentheses kept as written. */
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly via: readonly Place[];
  readonly missing: readonly string[];
}

/** One DD statement; several of them under one name are a concatenation. */
export interface DdEntry {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly parameters: ReadonlyMap<string, JclValue>;
  readonly data?: { readonly file: string; readonly line: number; readonly lines: readonly string[] };
  readonly text: string;
  /** Present in a DD of a called procedure that the calling step changed. */
  readonly isOverride?: boolean;
}

export interface Dd {
  readonly name: string;
  readonly entries: readonly DdEntry[];
}

/** A step: of a job, of a procedure, or of a procedure as one call of it runs. */
export interface JclStep {
  /** As written; empty when the EXEC has no name. Steps of called procedures are `PROCSTEP`, nested ones `CALL.PROCSTEP`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly parameters: ReadonlyMap<string, JclValue>;
  readonly program?: JclValue;
  readonly procedure?: JclValue;
  readonly dds: readonly Dd[];
  /** DDs with a `STEP.` prefix, or all DDs of a step that calls a procedure. */
  readonly overrides: readonly Dd[];
  /** The steps of the called procedure with this call's symbols and overrides. */
  readonly called: readonly JclStep[];
  /** IF conditions around the step, outermost first. */
  readonly conditions: readonly string[];
  readonly text: string;
}

/** An INCLUDE statement that was met. */
export interface JclInclude {
  readonly member: string;
  readonly place: Place;
  readonly text: string;
}

export interface JclBody {
  readonly steps: readonly JclStep[];
  /** JOBLIB, JOBCAT and other DDs before the first step. */
  readonly dds: readonly Dd[];
  readonly includes: readonly JclInclude[];
}
