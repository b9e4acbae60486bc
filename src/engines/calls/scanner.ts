import { acceptCall } from "./accept.ts";
import { readCode } from "./families/fenced.ts";
import { readHarmony } from "./families/harmony.ts";
import { readNamedLine } from "./families/line-name.ts";
import { BARE_JSON } from "./families/llama.ts";
import type { Family } from "./family.ts";
import { reasoningAt } from "./markup.ts";
import type { RawCall, ToolCall } from "./model.ts";
import { type Outcome, readRun } from "./runs.ts";
import { matchAt, nextOf, type Source } from "./source.ts";

/** Words that begin a call without a bracket. */
const WORDS = ["functools[", "function call<|", "Action:", "Ação:", "Acao:"];
/** Looking ahead in vain may cost this many times the length of the text; then the rest is content. */
const WORK_FACTOR = 6;
const WORK_MIN = 500_000;

export interface Scan {
  /** Content in the order of the text; joined it is the content. */
  readonly parts: readonly string[];
  readonly calls: readonly ToolCall[];
  /** What was meant as a call and is none, and why. */
  readonly rejected: readonly string[];
  /** Everything before this offset is decided whatever text may follow. */
  readonly decided: number;
  /** A stray end of reasoning took back what stood before it. */
  readonly isReset: boolean;
  /** Characters looked at in vain. */
  readonly work: number;
}

export interface ScanOptions {
  readonly families: readonly Family[];
  /** More text may follow: stop at the first place that it could change. */
  readonly isOpen: boolean;
  /** What stands before the text: nothing yet, so that a bare name on the first line may be a call. */
  readonly isStart: boolean;
  /** How much looking ahead in vain is left; by the length of the text where it is not given. */
  readonly workMax?: number;
}

interface State {
  parts: string[];
  calls: ToolCall[];
  rejected: string[];
  from: number;
  at: number;
  work: number;
  /** Offset of the next of `WORDS`; the text's length where there is none. */
  nextWord: number;
  isReset: boolean;
  /** How much of `parts` and `calls` stood before the end of the first reasoning block that did not begin the text. */
  mark: { readonly parts: number; readonly calls: number } | undefined;
  hasReasoned: boolean;
}

/** Walks once over the text from bracket to bracket and tells calls, markup and content apart. */
export function scan(source: Source, options: ScanOptions): Scan {
  const { text } = source;
  const state: State = {
    parts: [],
    calls: [],
    rejected: [],
    from: 0,
    at: 0,
    work: 0,
    nextWord: -1,
    isReset: false,
    mark: undefined,
    hasReasoned: false,
  };
  const workMax = options.workMax ?? Math.max(WORK_MIN, text.length * WORK_FACTOR);
  if (options.isStart) {
    source.furthest = 0;
    const outcome = readFirstLine(source);
    if (options.isOpen && Math.max(source.furthest, source.wanted) >= text.length && mayBeNamedLine(source))
      return result(state);
    if (outcome.kind !== "none") apply(state, outcome, source);
  }
  while (state.at < text.length) {
    const at = nextTrigger(source, state.at, state);
    if (at < 0 || state.work > workMax) {
      state.at = options.isOpen ? Math.max(state.at, beforeWordPrefix(text)) : text.length;
      break;
    }
    state.at = at;
    source.furthest = at;
    source.wanted = 0;
    const outcome = readAt(source, at, options.families, state);
    if (options.isOpen && isUndecided(source, outcome, at)) break;
    const before = state.at;
    apply(state, outcome, source);
    state.work += Math.max(0, source.furthest - Math.max(state.at, before));
  }
  const end = options.isOpen ? state.at : text.length;
  if (state.from < end) state.parts.push(text.slice(state.from, end));
  return { ...result(state), decided: end };
}

function result(state: State): Scan {
  return {
    parts: state.parts,
    calls: state.calls,
    rejected: state.rejected,
    decided: state.at,
    isReset: state.isReset,
    work: state.work,
  };
}

/** The next bracket or word that may begin something, or -1. */
function nextTrigger(source: Source, from: number, state: State): number {
  const bracket = nextBracket(source.text, from);
  if (state.nextWord < from) state.nextWord = nextOf(source, WORDS, from);
  if (state.nextWord < 0) {
    state.nextWord = source.text.length;
    return bracket;
  }
  return bracket >= 0 && bracket < state.nextWord
    ? bracket
    : state.nextWord < source.text.length
      ? state.nextWord
      : bracket;
}

/** The next of `<`, `[`, `{`, a backtick and `◁`, or -1. */
function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x3c || code === 0x5b || code === 0x7b || code === 0x60 || code === 0x25c1) return at;
  }
  return -1;
}

/** The first line may yet turn out to be the name of a tool. */
function mayBeNamedLine(source: Source): boolean {
  const line = source.text.trimStart();
  return line === "" || source.tools.names.some((name) => name.startsWith(line) || line.startsWith(name));
}

/** Where a word that begins a call is itself only beginning at the end of the text; else the end. */
function beforeWordPrefix(text: string): number {
  for (let at = Math.max(0, text.length - PREFIX_CHARACTERS_MAX); at < text.length; at += 1) {
    const rest = text.slice(at);
    if (WORDS.some((word) => word.startsWith(rest))) return at;
  }
  return text.length;
}

const PREFIX_CHARACTERS_MAX = 14;

type Step =
  | Outcome
  | { readonly kind: "reset"; readonly end: number }
  | { readonly kind: "reasoning"; readonly end: number };

function readAt(source: Source, at: number, families: readonly Family[], state: State): Step {
  const character = source.text[at];
  if (character === "`") return readCode(source, at, families);
  const quick = character === "{" ? OBJECT : character === "[" ? LIST : character === "<" ? TAG : undefined;
  if (quick !== undefined && matchAt(source, quick, at) === null) return { kind: "none" };
  const reasoning = reasoningAt(source, at);
  if (reasoning?.kind === "closing")
    return state.hasReasoned && state.mark === undefined ? { kind: "none" } : { kind: "reset", end: reasoning.end };
  if (reasoning !== undefined) return { kind: "reasoning", end: reasoning.end };
  const harmony = source.text[at + 1] === "|" ? readHarmony(source, at) : undefined;
  if (harmony?.kind === "calls") return acceptAll(harmony.calls, harmony.end, source);
  if (harmony !== undefined) return { kind: "markup", end: harmony.end };
  const outcome = readRun(source, at, families);
  return outcome.kind === "calls" && isQuoted(source.text, at, outcome.end)
    ? { kind: "text", end: outcome.end }
    : outcome;
}

/** A string of a program that holds markup. */
function isQuoted(text: string, at: number, end: number): boolean {
  const before = text[at - 1];
  return (before === "'" || before === '"') && text[end] === before;
}

/** What is certainly nothing is told apart at a glance, for most brackets of a text are. */
const OBJECT = BARE_JSON;
const LIST = new RegExp(`\\[(?:/?[A-Z]{4}|Calling tool|\\s{0,40}[A-Za-z_][\\w.-]{0,127}\\()|${BARE_JSON.source}`, "y");
const TAG = /<[A-Za-z_/|｜]/y;

function readFirstLine(source: Source): Outcome {
  const reading = readNamedLine(source, 0);
  return reading.kind === "calls" ? acceptAll(reading.calls, reading.end, source) : { kind: "none" };
}

function acceptAll(raw: readonly RawCall[], end: number, source: Source): Outcome {
  const calls: ToolCall[] = [];
  const reasons: string[] = [];
  for (const one of raw) {
    const acceptance = acceptCall(one, source.tools);
    if (acceptance.kind === "accepted") calls.push(acceptance.call);
    else reasons.push(acceptance.why);
  }
  return calls.length === 0 ? { kind: "markup", end, why: reasons.join(" ") } : { kind: "calls", calls, end };
}

/** Whether later text could change what was found here. */
function isUndecided(source: Source, step: Step, at: number): boolean {
  const { text } = source;
  if (source.furthest >= text.length) return true;
  if (source.wanted < text.length) return false;
  return (step.kind !== "none" && step.kind !== "text") || !isSurelyContent(text.slice(at, source.wanted));
}

/** Brackets of ordinary prose and code need not wait: an operator, a list of numbers, a link, a tag of HTML. */
const CONTENT =
  /^(?:<[^A-Za-z/|｜_!]|<\/?(?:[a-eg-hj-zA-Z][a-z0-9]{0,15}|i|img|input|font|form|footer|figure)[ >]|\[[^A-Za-z{[_/\s]|\[(?!Calling)[^\]\n(]{0,60}[\]:;=]|\{\s{0,40}[^\s"'a-z{[]|`{1,2}[^`\n]{1,60}[`\n])/;
const NOT_HTML = /^<\/?(?:think|tool|call|seed|param|arg|reason|thought)/;

function isSurelyContent(rest: string): boolean {
  return CONTENT.test(rest) && !NOT_HTML.test(rest);
}

function apply(state: State, step: Step, source: Source): void {
  const { text } = source;
  switch (step.kind) {
    case "none":
      state.at += 1;
      return;
    case "text":
      reject(state, step.why);
      state.at = Math.max(step.end, state.at + 1);
      return;
    case "calls":
      state.parts.push(text.slice(state.from, state.at));
      state.calls.push(...step.calls);
      moveTo(state, step.end);
      return;
    case "markup":
      reject(state, step.why);
      state.parts.push(text.slice(state.from, state.at));
      moveTo(state, step.end);
      return;
    case "unfinished":
      reject(state, UNFINISHED_CALL);
      state.parts.push(text.slice(state.from, state.at));
      moveTo(state, text.length);
      return;
    case "reasoning":
      state.parts.push(text.slice(state.from, state.at));
      if (!state.hasReasoned && state.parts.some((part) => part.trim() !== ""))
        state.mark = { parts: state.parts.length, calls: state.calls.length };
      state.hasReasoned = true;
      moveTo(state, step.end);
      return;
    case "reset":
      state.parts.push(text.slice(state.from, state.at));
      reset(state, text, step.end);
      return;
  }
}

const UNFINISHED_CALL =
  "The text ends in the middle of a call. Send the call again, complete, or split the work into smaller calls.";
const REJECTED_MAX = 20;

function reject(state: State, why: string | undefined): void {
  if (why !== undefined && state.rejected.length < REJECTED_MAX) state.rejected.push(why);
}

function moveTo(state: State, end: number): void {
  state.at = Math.max(end, state.at);
  state.from = state.at;
}

/** All before the end of reasoning was reasoning, and calls in it must not run. */
function reset(state: State, text: string, end: number): void {
  const mark = state.mark;
  state.isReset = true;
  state.rejected = [];
  state.hasReasoned = true;
  state.mark = undefined;
  if (mark === undefined) {
    state.parts = [];
    state.calls = [];
  } else {
    state.parts = [...state.parts.slice(mark.parts), text.slice(state.at, end)];
    state.calls = state.calls.slice(mark.calls);
  }
  moveTo(state, end);
}
