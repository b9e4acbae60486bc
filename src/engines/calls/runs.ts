import { acceptCall } from "./accept.ts";
import { type Family, type Frame, UNFRAMED } from "./family.ts";
import { tokenAt } from "./markup.ts";
import type { Reading, ToolCall } from "./model.ts";
import { matchAt, type Source, skipSpace } from "./source.ts";

/** What stands at a place, held against the tools. */
export type Outcome =
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[]; readonly end: number }
  /** Neither call nor content. */
  | { readonly kind: "markup"; readonly end: number; readonly why?: string }
  /** Content up to `end`, although it looks like a call. */
  | { readonly kind: "text"; readonly end: number; readonly why?: string }
  | { readonly kind: "none" }
  /** A call that the text breaks off. */
  | { readonly kind: "unfinished" };

const UNREADABLE =
  "A call could not be read. Send one JSON object with the name and the arguments, every quote in a text escaped.";
const NONE: Outcome = { kind: "none" };

interface Run {
  readonly calls: ToolCall[];
  frame: Frame;
  position: number;
  /** After the last call and what closes it. */
  end: number;
  /** After the special tokens that the run begins with. */
  markupEnd: number;
  hasPlainTag: boolean;
}

/**
 * A run of markup and calls, the common shape of all families: tokens that frame, calls in any form, tokens that close.
 * Forms may be mixed, as models do mix them.
 */
export function readRun(source: Source, at: number, families: readonly Family[], first: Frame = UNFRAMED): Outcome {
  const run: Run = { calls: [], frame: first, position: at, end: at, markupEnd: at, hasPlainTag: false };
  for (;;) {
    if (takeToken(source, run)) continue;
    const stop = takePayload(source, run, families);
    if (stop === undefined) continue;
    if (run.calls.length > 0) return { kind: "calls", calls: run.calls, end: run.end };
    if (stop.kind !== "none") return stop;
    if (run.frame.isFramed && run.hasPlainTag && skipSpace(source, run.position) >= source.text.length)
      return { kind: "unfinished" };
    return run.markupEnd > at ? { kind: "markup", end: run.markupEnd } : NONE;
  }
}

/** Takes one token at the run's position, also past white space once the run is under way. */
function takeToken(source: Source, run: Run): boolean {
  const isUnderWay = run.calls.length > 0 || run.frame.isFramed;
  const at = tokenAt(source, run.position) !== undefined || !isUnderWay ? run.position : nextPart(source, run);
  const token = tokenAt(source, at);
  if (token === undefined) {
    if (run.calls.length > 0 && at >= source.text.length && isStrayBrace(source, run.position)) run.end = at;
    return false;
  }
  run.frame = token.opensCall ? { isFramed: true, opener: token.text } : UNFRAMED;
  run.hasPlainTag ||= !token.isSpecial;
  run.position = token.end;
  if (run.calls.length > 0 && !token.opensCall) run.end = token.end;
  if (!run.hasPlainTag || !token.opensCall) run.markupEnd = token.end;
  return true;
}

function isStrayBrace(source: Source, at: number): boolean {
  return source.text[skipSpace(source, at)] === "}";
}

/** Takes the calls at the run's position. @returns what the place is otherwise; undefined when the run goes on */
function takePayload(source: Source, run: Run, families: readonly Family[]): Outcome | undefined {
  const at = nextPart(source, run);
  // A tag that stands apart from the calls before it begins a run of its own, so that the space between is content.
  const isApart = run.calls.length > 0 && !run.frame.isFramed && source.text[at] === "<" && at > run.position;
  const reading = isApart ? undefined : readPayload(source, at, run.frame, families);
  if (reading === undefined || reading.kind === "none") return NONE;
  if (reading.kind === "refused") return { kind: "text", end: reading.end, why: UNREADABLE };
  if (reading.kind === "unfinished") return reading;
  const outcome = accept(reading, source);
  if (outcome.kind !== "calls") {
    const isHidden = outcome.kind === "text" && run.frame.isFramed && !run.hasPlainTag;
    return isHidden ? { ...outcome, kind: "markup" } : outcome;
  }
  run.calls.push(...outcome.calls);
  run.position = outcome.end;
  run.end = outcome.end;
  return undefined;
}

/** Past white space and, between calls, one separator. */
function nextPart(source: Source, run: Run): number {
  const next = skipSpace(source, run.position);
  const character = source.text[next];
  if (run.calls.length === 0) return next;
  if (character === "," || character === ";") return skipSpace(source, next + 1);
  if (character !== "}") return next;
  const after = skipSpace(source, next + 1);
  return after >= source.text.length || tokenAt(source, after) !== undefined ? after : next;
}

function readPayload(source: Source, at: number, frame: Frame, families: readonly Family[]): Reading | undefined {
  const character = source.text[at];
  if (character === undefined) return undefined;
  let other: Reading | undefined;
  for (const family of families) {
    if (!family.starts.test(character)) continue;
    const reading = family.read(source, at, frame);
    if (reading.kind === "calls") return reading;
    if (reading.kind !== "none") other ??= reading;
  }
  return other;
}

/** All calls of one reading or none: half a list is not what the model meant. */
function accept(reading: Reading & { readonly kind: "calls" }, source: Source): Outcome {
  const calls: ToolCall[] = [];
  const reasons: string[] = [];
  for (const raw of reading.calls) {
    const acceptance = acceptCall(raw, source.tools);
    if (acceptance.kind === "dangerous")
      return { kind: "markup", end: afterClosers(source, reading.end), why: acceptance.why };
    if (acceptance.kind === "accepted") calls.push(acceptance.call);
    else reasons.push(acceptance.why);
  }
  if (reasons.length === 0) return { kind: "calls", calls, end: reading.end };
  return { kind: "text", end: afterCloser(source, reading.end), why: reasons.join(" ") };
}

const CLOSING_TAGS = /(?:\s{0,20}<\/[\w:=]{1,60}>){1,20}/y;

function afterClosers(source: Source, at: number): number {
  return at + (matchAt(source, CLOSING_TAGS, at)?.[0].length ?? 0);
}

function afterCloser(source: Source, at: number): number {
  const next = skipSpace(source, at);
  const token = tokenAt(source, next);
  return token !== undefined && !token.opensCall ? token.end : at;
}
