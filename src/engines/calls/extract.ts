import { atOnce, type Steps } from "../../base/steps.ts";
import type { Choice } from "./choice.ts";
import { chooseBracket, chooseLine, chooseTag } from "./choose.ts";
import { chooseTicks } from "./fences.ts";
import { framesCall, MARKS, NOISE, QUOTES, THINKING, THINKING_ENDS, THINKING_TAGS } from "./frames.ts";
import { cutEnd, type Reading, type Span, withLayout } from "./layout.ts";
import { chooseMark } from "./marks.ts";
import type { CallFamily, Extraction, PlacedExtraction, Rejection, ToolCall, ToolDefinition } from "./model.ts";
import { headAt } from "./names.ts";
import { nextPlace, type Source, sourceOf, tokenFrom } from "./source.ts";
import { type Begins, type Mark, match, type Tag, tokenize } from "./tokens.ts";
import { indexTools, type ToolIndex } from "./tool-index.ts";

/** What is known of the tools and of the model. */
export interface ExtractOptions {
  /** What may be called. Without any, every plausible name counts. */
  readonly tools?: readonly ToolDefinition[];
  /** How the model is known to write its calls. Every form is read anyway: a hint, for what only a family would mean. */
  readonly family?: CallFamily;
  /**
   * Whether the template of the prompt has opened the thinking with which the text begins. Unless it is said, a `</think>`
   * without an opening one deletes nothing: what stands before it is content, but calls before it do not run.
   */
  readonly thinking?: "opened" | "closed";
  /** Leave out arguments that a tool's schema forbids; yes by default. */
  readonly dropsUnlisted?: boolean;
}

/**
 * The tool calls that a model wrote into its text, in whatever form, and the text that is left. Every character is in a
 * call, in thinking or in the content, or belongs to a token of a frame. What was meant as a call and is none stays where
 * it stands and is told in `rejected`.
 *
 * @throws never
 */
export function extractToolCalls(text: string, options: ExtractOptions = {}): Extraction {
  const { places: _places, written: _written, ...extraction } = atOnce(extractingToolCalls(text, options));
  return extraction;
}

/** The same in steps, as a text may be long, with the places of the calls and how they were written. */
export function* extractingToolCalls(text: string, options: ExtractOptions): Steps<PlacedExtraction> {
  const tools = indexTools(options.tools ?? [], options);
  const found = yield* reading(text, tools, { thinking: options.thinking });
  const written = found.places.map((at) => text.slice(at, found.spans.find((span) => at < span.end)?.end));
  return { ...extractionOf(text, found), places: placesInContent(found), written };
}

/** The places of the calls once the spans are taken out; both ascend. */
function placesInContent({ spans, places }: Reading): readonly number[] {
  let taken = 0;
  let next = 0;
  return places.map((place) => {
    for (let span = spans[next]; span !== undefined && span.at < place; span = spans[++next])
      taken += span.end - span.at;
    return place - taken;
  });
}

function extractionOf(text: string, { spans, calls, rejected }: Reading): Extraction {
  const thinking = spans
    .filter(({ kind, isThought }) => kind === "thinking" || isThought === true)
    .map(({ at, end }) => text.slice(at, end));
  return {
    calls,
    content: contentOf(text, spans, text.length),
    ...(thinking.length > 0 ? { thinking: thinking.join("\n") } : {}),
    ...(rejected.length > 0 ? { rejected } : {}),
  };
}

/** The text up to `end` without the spans, which are ascending and apart. */
export function contentOf(text: string, spans: readonly Span[], end: number): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.at >= end) break;
    parts.push(text.slice(at, span.at));
    at = span.end;
  }
  if (at < end) parts.push(text.slice(at, end));
  return parts.join("");
}

export interface ReadOptions {
  readonly thinking?: "opened" | "closed" | undefined;
  /** The text is the inside of a code fence, in which no other fence is looked into. */
  readonly isFenced?: boolean;
  /** What stands before the text. */
  readonly begins?: Begins;
}

export interface Step {
  readonly index: number;
  readonly at: number;
  readonly choice: Choice;
}

export interface State {
  spans: Span[];
  calls: { readonly at: number; readonly call: ToolCall }[];
  rejected: Rejection[];
  /** A mark of thinking was seen, so a closing one without an opening is text. */
  hasThought: boolean;
  at: number;
}

const REJECTED_MAX = 20;
const THOUGHT = "A call inside thinking does not run. Send it again after the thinking.";
const MADE_UP = "A call after an observation that the model made up does not run.";

const PAUSE_STEPS = 500;

/** Walks once over the tokens of a text and tells calls, thinking, tokens of frames and content apart. */
function* reading(text: string, tools: ToolIndex, options: ReadOptions): Steps<Reading> {
  const source = yield* searched(text, tools, options);
  const state: State = { spans: [], calls: [], rejected: [], hasThought: false, at: 0 };
  if (options.thinking === "opened") openThinking(source, state);
  let count = 0;
  for (const step of steps(source, state, options)) {
    apply(source, state, step, options);
    count += 1;
    if (count % PAUSE_STEPS === 0) yield;
  }
  const spans = [...withLayout(source, state.spans), ...cutEnd(text, state)];
  return {
    spans,
    calls: state.calls.map(({ call }) => call),
    places: state.calls.map(({ at }) => at),
    rejected: state.rejected,
  };
}

export function* searched(text: string, tools: ToolIndex, { begins = "text" }: ReadOptions): Steps<Source> {
  const isHead = (at: number): boolean => (at > 0 || begins !== "middle") && headAt(text, at, tools) !== undefined;
  return sourceOf(text, yield* tokenize(text, isHead, begins), tools, begins);
}

export function* steps(source: Source, state: State, options: ReadOptions): Generator<Step> {
  for (let index = tokenFrom(source, state.at); index < source.tokens.length; index += 1) {
    const token = source.tokens[index];
    if (token === undefined || token.at < state.at) continue;
    yield { index, at: token.at, choice: choiceAt(source, index, options) };
  }
}

function choiceAt(source: Source, index: number, options: ReadOptions): Choice {
  const token = source.tokens[index];
  switch (token?.kind) {
    case "tag":
      return THINKING_TAGS.has(token.tag) ? thinkingTag(source, token) : tagChoice(source, index, token);
    case "mark":
      return markChoice(source, index, token);
    case "ticks":
      return chooseTicks(source, index, options.isFenced === true ? undefined : readInside);
    case "bracket":
      return chooseBracket(source, index);
    case "line":
      return chooseLine(source, index);
    case "cdata":
    case undefined:
      return { kind: "none" };
  }
}

function tagChoice(source: Source, index: number, tag: Tag): Choice {
  if (tag.form !== "close") return chooseTag(source, index);
  if (tag.tag === "s" && !source.opens.has("s")) return { kind: "token", end: tag.end };
  return framesCall(tag.tag) ? { kind: "token", end: tag.end } : { kind: "none" };
}

function thinkingTag(source: Source, tag: Tag): Choice {
  if (tag.form === "empty") return { kind: "token", end: tag.end };
  if (tag.form === "close") return { kind: "thinking", end: tag.end };
  const close = nextPlace(source.closes.get(tag.tag), tag.end);
  if (close === Number.POSITIVE_INFINITY) return { kind: "thinking", end: source.text.length, isOpen: true };
  return { kind: "thinking", end: afterAnswer(source, source.text.indexOf(">", close) + 1) };
}

/** Some models put the answer after their thinking in a tag of its own. */
function afterAnswer(source: Source, at: number): number {
  return at + (match(/\s{0,8}<(?:response|answer)>/y, source.text, at)?.[0].length ?? 0);
}

function markChoice(source: Source, index: number, mark: Mark): Choice {
  if (QUOTES.includes(mark.text)) return { kind: "none" };
  if (NOISE.includes(mark.text)) return { kind: "token", end: mark.end };
  const close = THINKING.get(mark.text);
  if (close !== undefined) {
    const end = nextMark(source, index, close);
    return end < 0 ? { kind: "thinking", end: source.text.length, isOpen: true } : { kind: "thinking", end };
  }
  if (THINKING_ENDS.has(mark.text)) return { kind: "thinking", end: mark.end };
  return chooseMark(source, index);
}

/** Offset after the next mark of this text, or -1; what is passed is thinking, so this costs one pass in all. */
function nextMark(source: Source, index: number, text: string): number {
  for (let next = index + 1; next < source.tokens.length; next += 1) {
    const token = source.tokens[next];
    if (token?.kind === "mark" && token.text === text) return token.end;
  }
  return -1;
}

function readInside(text: string, tools: ToolIndex): Reading {
  return atOnce(reading(text, tools, { isFenced: true, thinking: "closed" }));
}

const OBSERVATION = /\s{0,20}(?:Observation|Observação|Observacao)[ \t]{0,4}:/y;

export function apply(source: Source, state: State, { index, at, choice }: Step, options: ReadOptions): void {
  switch (choice.kind) {
    case "none":
      return;
    case "text":
      if (choice.reason !== undefined) reject(state, at, choice.end, choice.reason);
      state.at = Math.max(choice.end, at + 1);
      return;
    case "token":
      take(state, "token", at, choice.end);
      return;
    case "calls":
      state.calls.push(...choice.calls.map((call) => ({ at, call })));
      take(state, "call", at, choice.end);
      // A model that goes on with the observation makes it up, and all that follows from it.
      if (source.tokens[index]?.kind === "line" && match(OBSERVATION, source.text, choice.end) !== undefined) {
        if (laterCall(source, choice.end)) reject(state, choice.end, source.text.length, MADE_UP);
        state.at = source.text.length;
      }
      return;
    case "thinking":
      if (isStrayEnd(source, index)) endThinking(source, state, { index, at, choice }, options);
      else {
        if (choice.isOpen === true) rejectThought(source, state, at, choice.end);
        state.hasThought = true;
        take(state, "thinking", at, choice.end);
      }
      return;
  }
}

function laterCall(source: Source, from: number): boolean {
  return source.tokens.slice(tokenFrom(source, from)).some(({ kind }) => kind === "line");
}

function take(state: State, kind: Span["kind"], at: number, end: number): void {
  state.spans.push({ kind, at, end });
  state.at = Math.max(end, at + 1);
}

function reject(state: State, at: number, end: number, reason: string): void {
  if (state.rejected.length < REJECTED_MAX) state.rejected.push({ at, end, reason });
}

/** Thinking that never ends and names a frame of calls hides one, perhaps: the model is told. */
function rejectThought(source: Source, state: State, at: number, end: number): void {
  const inside = source.tokens.slice(tokenFrom(source, at + 1));
  const frame = inside.find(
    (token) =>
      (token.kind === "mark" && MARKS.has(token.text)) ||
      (token.kind === "tag" && token.form === "open" && framesCall(token.tag)),
  );
  if (frame !== undefined) reject(state, frame.at, end, THOUGHT);
}

function isStrayEnd(source: Source, index: number): boolean {
  const token = source.tokens[index];
  return (token?.kind === "tag" && token.form === "close") || (token?.kind === "mark" && THINKING_ENDS.has(token.text));
}

/**
 * A closing mark without an opening one. A special token ends thinking, for only a template writes it; a tag means nothing
 * unless the caller has said that thinking was opened. Calls before it do not run: perhaps they were thought.
 */
function endThinking(source: Source, state: State, { index, at }: Step, options: ReadOptions): void {
  const token = source.tokens[index];
  const end = afterAnswer(source, token?.end ?? at);
  if (state.hasThought) {
    state.at = token?.end ?? at;
    return;
  }
  state.hasThought = true;
  take(state, "token", at, end);
  if (options.thinking === "closed") return;
  if (token?.kind === "mark" && source.text.slice(end).trim() !== "") {
    state.spans = [{ kind: "thinking", at: 0, end }];
    state.rejected = [];
  } else {
    state.spans = state.spans.map((span) => (span.kind === "call" ? { ...span, isThought: true } : span));
    for (const span of state.spans) if (span.kind === "call") reject(state, span.at, span.end, THOUGHT);
  }
  state.calls = [];
}

/** The template has opened the thinking: it ends at the first closing mark, or not at all. */
function openThinking(source: Source, state: State): void {
  const index = source.tokens.findIndex(
    (token) =>
      (token.kind === "tag" && token.form === "close" && THINKING_TAGS.has(token.tag)) ||
      (token.kind === "mark" && THINKING_ENDS.has(token.text)),
  );
  const end = index < 0 ? source.text.length : afterAnswer(source, source.tokens[index]?.end ?? 0);
  if (index < 0) rejectThought(source, state, 0, end);
  state.hasThought = true;
  take(state, "thinking", 0, end);
}
