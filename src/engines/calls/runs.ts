import { acceptCall } from "./accept.ts";
import { type Family, type Frame, UNFRAMED } from "./family.ts";
import { tokenAt } from "./markup.ts";
import { type Reading, type ToolCall } from "./model.ts";
import { matchAt, skipSpace, type Source } from "./source.ts";

/** What stands at a place, held against the tools. */
export type Outcome =
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[]; readonly end: number }
  /** Neither call nor content. */
  | { readonly kind: "markup"; readonly end: number }
  /** Content up to `end`, although it looks like a call. */
  | { readonly kind: "text"; readonly end: number }
  | { readonly kind: "none" }
  /** A call that the text breaks off. */
  | { readonly kind: "unfinished" };

const NONE: Outcome = { kind: "none" };

/**
 * A run of markup and calls, the common shape of all families: tokens that frame, calls in any form, tokens that close.
 * Forms may be mixed, as models do mix them.
 */
export function readRun(source: Source, at: number, families: readonly Family[], first: Frame = UNFRAMED): Outcome {
  const calls: ToolCall[] = [];
  let frame = first;
  let position = at;
  let end = at;
  let hasPlainTag = false;
  for (;;) {
    const token = tokenAt(source, position);
    if (token !== undefined) {
      frame = token.opensCall ? { isFramed: true, opener: token.text } : UNFRAMED;
      hasPlainTag ||= !token.isSpecial;
      position = token.end;
      if (!hasPlainTag || calls.length > 0 || !token.opensCall) end = position;
      continue;
    }
    const next = nextPart(source, position, calls.length > 0);
    if (calls.length > 0 && next >= source.text.length && source.text[skipSpace(source, position)] === "}") end = next;
    if (next > position && tokenAt(source, next) !== undefined && (calls.length > 0 || frame.isFramed)) {
      position = next;
      continue;
    }
    const isSpent = calls.length > 0 && !frame.isFramed && source.text[next] === "<" && next > position;
    const reading = isSpent ? undefined : readPayload(source, next, frame, families);
    if (reading === undefined || reading.kind === "none") break;
    if (reading.kind === "refused") return calls.length > 0 ? { kind: "calls", calls, end } : { kind: "text", end: reading.end };
    if (reading.kind === "unfinished") return calls.length > 0 ? { kind: "calls", calls, end } : { kind: "unfinished" };
    const outcome = accept(reading, source);
    if (outcome.kind !== "calls") {
      if (calls.length > 0) return { kind: "calls", calls, end };
      return outcome.kind === "text" && (frame.isFramed ? !hasPlainTag : false) ? { kind: "markup", end: outcome.end } : outcome;
    }
    calls.push(...outcome.calls);
    position = outcome.end;
    end = outcome.end;
  }
  if (calls.length > 0) return { kind: "calls", calls, end };
  if (frame.isFramed && hasPlainTag && skipSpace(source, position) >= source.text.length) return { kind: "unfinished" };
  return end > at ? { kind: "markup", end } : NONE;
}

/** Past white space and, between calls, one separator. */
function nextPart(source: Source, at: number, isBetween: boolean): number {
  const next = skipSpace(source, at);
  const character = source.text[next];
  if (!isBetween) return next;
  if (character === "," || character === ";") return skipSpace(source, next + 1);
  if (character !== "}") return next;
  const after = skipSpace(source, next + 1);
  return after >= source.text.length || tokenAt(source, after) !== undefined ? after : next;
}

function readPayload(source: Source, at: number, frame: Frame, families: readonly Family[]): Reading | undefined {
  const character = source.text[at];
  if (character === undefined) return undefined;
  let unfinished: Reading | undefined;
  for (const family of families) {
    if (!family.starts.test(character)) continue;
    const reading = family.read(source, at, frame);
    if (reading.kind === "calls" || reading.kind === "refused") return reading;
    if (reading.kind === "unfinished") unfinished ??= reading;
  }
  return unfinished;
}

/** All calls of one reading or none: half a list is not what the model meant. */
function accept(reading: Reading & { readonly kind: "calls" }, source: Source): Outcome {
  const calls: ToolCall[] = [];
  let isRejected = false;
  for (const raw of reading.calls) {
    const acceptance = acceptCall(raw, source.tools);
    if (acceptance.kind === "dangerous") return { kind: "markup", end: afterClosers(source, reading.end) };
    if (acceptance.kind === "accepted") calls.push(acceptance.call);
    else isRejected = true;
  }
  return isRejected ? { kind: "text", end: afterCloser(source, reading.end) } : { kind: "calls", calls, end: reading.end };
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
