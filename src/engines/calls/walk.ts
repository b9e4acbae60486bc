import { type Choice, chooseBracket, chooseCalls, chooseLine, chooseMark, chooseTag, HTML } from "./choose.ts";
import { announcesCall, FRAME_WORDS, framesCall, HEADERS, MARKS, NOISE, ODD_MARKS, QUOTES, THINKING, THINKING_ENDS, THINKING_TAGS } from "./frames.ts";
import { headAt } from "./lines.ts";
import type { RawCall, Rejection, ToolCall } from "./model.ts";
import { nextPlace, type Source, sourceOf, tokenFrom } from "./source.ts";
import { type Begins, type Mark, match, type Tag, type Ticks, tokenize } from "./tokens.ts";
import type { ToolIndex } from "./tool-index.ts";
import { balancedEnd, pythonAt } from "./values.ts";

/** What is no content, ascending and apart. */
export interface Span {
  readonly kind: "call" | "thinking" | "token";
  readonly at: number;
  readonly end: number;
}

export interface Reading {
  readonly spans: readonly Span[];
  readonly calls: readonly ToolCall[];
  readonly rejected: readonly Rejection[];
}

export interface ReadOptions {
  readonly thinking?: "opened" | "closed" | undefined;
  /** The text is the inside of a code fence, in which no other fence is looked into. */
  readonly isFenced?: boolean;
  /** What stands before the text. */
  readonly begins?: Begins;
}

interface Step {
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

/** Walks once over the tokens of a text and tells calls, thinking, tokens of frames and content apart. */
export function readText(text: string, tools: ToolIndex, options: ReadOptions = {}): Reading {
  const source = searched(text, tools, options);
  const state: State = { spans: [], calls: [], rejected: [], hasThought: false, at: 0 };
  if (options.thinking === "opened") openThinking(source, state);
  for (const step of steps(source, state, options)) apply(source, state, step, options);
  return { spans: withLayout(source, state), calls: state.calls.map(({ call }) => call), rejected: state.rejected };
}

function searched(text: string, tools: ToolIndex, { begins = "text" }: ReadOptions): Source {
  const isHead = (at: number): boolean => (at > 0 || begins !== "middle") && headAt(text, at, tools) !== undefined;
  return sourceOf(text, tokenize(text, isHead, begins), tools, begins);
}

/** What is decided of a text to which more may come. */
export interface OpenReading {
  readonly spans: readonly Span[];
  /** Up to here no later text changes anything. */
  readonly decided: number;
  /** The last place before that at which a reading may begin anew. */
  readonly restart: number;
  readonly hasThought: boolean;
}

/**
 * Reads a text to which more may come, up to the first place that later text could change.
 *
 * @param hasThought  a mark of thinking stood before the text
 */
export function readOpen(text: string, tools: ToolIndex, options: ReadOptions & { readonly hasThought: boolean }): OpenReading {
  const source = searched(text, tools, options);
  const state: State = { spans: [], calls: [], rejected: [], hasThought: options.hasThought, at: 0 };
  let restart = 0;
  let decided = undecidedFrom(source);
  for (const step of steps(source, state, options)) {
    if (step.at >= decided) break;
    if (!isDecided(source, step)) {
      decided = step.at;
      break;
    }
    apply(source, state, step, options);
    if (state.at > step.at) restart = state.at;
  }
  const last = state.spans.at(-1);
  const line = Math.max(text.lastIndexOf("\n") + 1, last?.end ?? 0);
  if (mayBeHead(source, line)) decided = Math.min(decided, line);
  const end = Math.max(announcedFrom(source, state.spans, Math.min(decided, text.length)), state.at);
  // What may be layout after a call waits for what follows.
  const isHeld = last !== undefined && last.kind !== "thinking" && LAYOUT.test(text.slice(last.end, end));
  const held = isHeld ? announcedFrom(source, state.spans, firstOfRun(text, state.spans)) : end;
  return {
    spans: withLayout({ text: text.slice(0, held), begins: source.begins }, { ...state, spans: state.spans.filter(({ at }) => at < held) }),
    decided: held,
    restart: Math.min(restart, held),
    hasThought: state.hasThought,
  };
}

/** Where the spans begin that only layout parts from the end. */
function firstOfRun(text: string, spans: readonly Span[]): number {
  let first = spans.length - 1;
  while (first > 0) {
    const [before, span] = [spans[first - 1], spans[first]];
    if (before === undefined || span === undefined || before.kind === "thinking" || !LAYOUT.test(text.slice(before.end, span.at))) break;
    first -= 1;
  }
  return spans[first]?.at ?? 0;
}

const AFTER_CHARACTERS = 24;
const LOOK_CHARACTERS = 420;
const TAG_CHARACTERS = 180;

/** Whether later text could change what was chosen at a token. */
function isDecided(source: Source, { index, at, choice }: Step): boolean {
  const { text, tokens } = source;
  const token = tokens[index];
  if (choice.isOpen === true || token === undefined) return false;
  if (token.kind === "tag" && token.form === "close") return true;
  if (choice.kind !== "none") {
    const isMark = choice.kind === "token" && token.kind === "mark" && !framesNothing(token.text);
    const rest = text.length - choice.end;
    return rest >= (isMark ? TAG_CHARACTERS : token.kind === "line" ? AFTER_CHARACTERS : 1) && text.slice(choice.end).trim() !== "";
  }
  switch (token.kind) {
    case "tag":
      return HTML.test(token.tag) || text.length - token.end >= TAG_CHARACTERS;
    case "ticks":
      return !token.isFence && (text.indexOf("\n", token.end) >= 0 || text.length - token.end > INLINE_CHARACTERS_MAX);
    case "mark":
      return text.length - token.end >= TAG_CHARACTERS;
    case "bracket": {
      const end = text.length - at < LOOK_CHARACTERS ? balancedEnd(text, at) : 0;
      return end >= 0 && text.length - end >= AFTER_CHARACTERS;
    }
    case "line":
      return text.length - at >= LOOK_CHARACTERS;
    case "cdata":
      return true;
  }
}

function framesNothing(mark: string): boolean {
  return !announcesCall(mark) && !HEADERS.some(({ open }) => open.includes(mark));
}

/** What may be the beginning of a token or of a line that calls, which the end of the text cuts. */
const TAIL = /(?:<(?:[/|｜!]{0,2}[\p{L}\p{N}_][^<>\n]{0,300})?[/|｜!]{0,2}|\[[A-Z_ ]{0,40}|[[{]\s{0,40}(?:[\p{L}_][\p{L}\p{N}_.-]{0,127})?|`+[^\n]{0,60})$/u;

function announcedFrom({ text, begins }: Source, spans: readonly Span[], at: number): number {
  const from = spans.findLast(({ end }) => end <= at)?.end ?? 0;
  return from + beforeAnnouncement(text.slice(from, at), from === 0 && begins !== "middle");
}

/** Length without the line at the end that announces a call with nothing but words of frames. */
function beforeAnnouncement(text: string, isStart: boolean): number {
  const announced = ANNOUNCEMENT.exec(text.slice(-ANNOUNCEMENT_CHARACTERS_MAX));
  if (announced === null || ((!isStart || text.length > ANNOUNCEMENT_CHARACTERS_MAX) && !announced[0].startsWith("\n"))) return text.length;
  const words = announced[1]?.match(/\p{L}+/gu) ?? [];
  const isFrame = words.length > 0 && words.every((word) => FRAME_WORDS.has(word.toLowerCase()));
  return isFrame ? text.length - announced[0].replace(/^\n/, "").length : text.length;
}

const ANNOUNCEMENT_CHARACTERS_MAX = 80;

/** Where a mark begins that the end of the text cuts. */
function cutMark(text: string): number {
  for (let at = Math.max(0, text.length - 40); at < text.length; at += 1)
    if (ODD_MARKS.some((mark) => mark.startsWith(text.slice(at)) || (mark === "functools" && text.slice(at).trimEnd() === mark))) return at;
  return text.length;
}

function undecidedFrom(source: Source): number {
  const { text } = source;
  const from = Math.max(0, text.length - 340);
  const tail = TAIL.exec(text.slice(from));
  return Math.min(
    tail === null ? text.length : from + tail.index,
    openTag(text),
    cutMark(text),
  );
}

/** A tag that a long attribute keeps open. */
function openTag(text: string): number {
  const at = text.lastIndexOf("<");
  return at >= 0 && text.indexOf(">", at) < 0 && /^<[\p{L}_][\p{L}\p{N}_.:-]*\s+[\p{L}_][^<]*$/u.test(text.slice(at)) ? at : text.length;
}

/** Whether the last line, still without its end, may begin a call: so far it holds nothing but words of frames. */
function mayBeHead({ text, tools }: Source, line: number): boolean {
  const words = text.slice(line).match(/[\p{L}\p{N}_][\p{L}\p{N}_.\-/]*/gu) ?? [];
  if (words.length > 6 || text.length - line > 240) return false;
  return words.every((word, index) => {
    if (FRAME_WORDS.has(word.toLowerCase()) || /^\p{N}+$/u.test(word)) return true;
    if (index < words.length - 1 || /\s$/.test(text)) return tools.resolve(word) !== undefined;
    const lower = word.toLowerCase().replace(/^functions?[.:]/, "");
    return [...FRAME_WORDS, ...tools.names].some((name) => name.toLowerCase().startsWith(lower)) || tools.resolve(word) !== undefined || lower === "";
  });
}

function* steps(source: Source, state: State, options: ReadOptions): Generator<Step> {
  for (let index = tokenFrom(source, state.at); index < source.tokens.length; index += 1) {
    const token = source.tokens[index];
    if (token === undefined || token.at < state.at) continue;
    yield { index, at: token.at, choice: choiceAt(source, index, state, options) };
  }
}

function choiceAt(source: Source, index: number, state: State, options: ReadOptions): Choice {
  const token = source.tokens[index];
  switch (token?.kind) {
    case "tag":
      return THINKING_TAGS.has(token.tag) ? thinkingTag(source, token) : tagChoice(source, index, token);
    case "mark":
      return markChoice(source, index, token);
    case "ticks":
      return ticksChoice(source, index, token, options);
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

const DATA = /^(?:|jsonc?|json5|xml|html|ya?ml|text|plaintext|txt|tool\w*|function\w*|action\w*|call\w*)$/i;
const TOOLISH = /^(?:tool|function|action|call)/i;

/** Code is content, whatever it looks like, unless a fence without a language of programs holds calls and nothing else. */
function ticksChoice(source: Source, index: number, ticks: Ticks, options: ReadOptions): Choice {
  const { text, tools } = source;
  if (!ticks.isFence) return inlineChoice(source, index, ticks);
  const lineEnd = endOfLine(text, ticks.end);
  const info = text.slice(ticks.end, lineEnd).trim();
  const language = /^[^\s{[<(]*/.exec(info)?.[0] ?? "";
  const close = closingFence(source, index, ticks);
  const end = close?.end ?? text.length;
  const isOpen = close === undefined || text.indexOf("\n", end) < 0;
  const isNamed = language !== "" && !tools.isOpen && tools.names.includes(language);
  if (!(DATA.test(language) || isNamed) || options.isFenced === true) return { kind: "text", end, isOpen };
  const isInLine = info !== language && /^[{[<(]/.test(info.slice(language.length).trim());
  const body = isInLine ? text.slice(ticks.end + text.slice(ticks.end, lineEnd).indexOf(language) + language.length, close?.at) : text.slice(lineEnd, close?.at ?? text.length);
  if (!isNamed && !/[{[(<]/.test(body)) return { kind: "text", end, isOpen };
  const inner = readText(isNamed ? `${language}\n${body.trimStart()}` : body.trim(), tools, { isFenced: true, thinking: "closed" });
  const content = isNamed ? `${language}\n${body.trimStart()}` : body.trim();
  const program = TOOLISH.test(language) ? programOf(content, tools) : undefined;
  if (program !== undefined) return { ...chooseCalls(source, program, end), isOpen };
  const isWhole = inner.calls.length > 0 && inner.rejected.length === 0 && isBlank(content, inner.spans);
  const [first] = inner.rejected;
  if (!isWhole) return { kind: "text", end, isOpen, ...(TOOLISH.test(language) && first !== undefined ? { reason: first.reason } : {}) };
  // Markup in a fence is a call when the message ends with it; before more prose it is an example.
  if (body.trimStart().startsWith("<") && !TOOLISH.test(language) && text.slice(end).trim() !== "") return { kind: "text", end, isOpen };
  return { kind: "calls", calls: inner.calls, end, isOpen };
}

/** Python calls and nothing else. */
function programOf(text: string, tools: ToolIndex): readonly RawCall[] | undefined {
  const reading = pythonAt(sourceOf(text, [], tools), 0);
  return reading.kind === "calls" && text.slice(reading.end).trim() === "" ? reading.calls : undefined;
}

function isBlank(text: string, spans: readonly Span[]): boolean {
  let at = 0;
  for (const span of spans) {
    if (text.slice(at, span.at).trim() !== "") return false;
    at = span.end;
  }
  return text.slice(at).trim() === "";
}

function closingFence(source: Source, index: number, opening: Ticks): Ticks | undefined {
  const lineEnd = endOfLine(source.text, opening.end);
  let first: Ticks | undefined;
  for (let next = index + 1; next < source.tokens.length; next += 1) {
    const token = source.tokens[next];
    if (token?.kind !== "ticks" || token.count < opening.count) continue;
    const isLast = source.text.slice(token.end, endOfLine(source.text, token.end)).trim() === "";
    if (token.at < lineEnd || (token.isFence && isLast)) return token;
    if (isLast) first ??= token;
  }
  return first;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

const INLINE_CHARACTERS_MAX = 2_000;

/** A code span on one line. */
function inlineChoice(source: Source, index: number, ticks: Ticks): Choice {
  const { text } = source;
  for (let next = index + 1; next < source.tokens.length; next += 1) {
    const token = source.tokens[next];
    if (token === undefined || token.at > ticks.end + INLINE_CHARACTERS_MAX) break;
    if (token.kind !== "ticks" || token.count !== ticks.count) continue;
    return text.slice(ticks.end, token.at).includes("\n") ? { kind: "none" } : { kind: "text", end: token.end };
  }
  return { kind: "none" };
}

const OBSERVATION = /\s{0,20}(?:Observation|Observação|Observacao)[ \t]{0,4}:/y;

function apply(source: Source, state: State, { index, at, choice }: Step, options: ReadOptions): void {
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
      if (isStrayEnd(source, index)) endThinking(source, state, { at, end: choice.end }, options);
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
  const frame = inside.find((token) => (token.kind === "mark" && MARKS.has(token.text)) || (token.kind === "tag" && token.form === "open" && framesCall(token.tag)));
  if (frame !== undefined) reject(state, frame.at, end, THOUGHT);
}

function isStrayEnd(source: Source, index: number): boolean {
  const token = source.tokens[index];
  return (token?.kind === "tag" && token.form === "close") || (token?.kind === "mark" && THINKING_ENDS.has(token.text));
}

/** A closing mark without an opening one. */
function endThinking(source: Source, state: State, mark: { readonly at: number; readonly end: number }, options: ReadOptions): void {
  const end = afterAnswer(source, mark.end);
  if (state.hasThought) {
    state.at = mark.end;
    return;
  }
  state.hasThought = true;
  if (options.thinking === "closed") {
    take(state, "token", mark.at, end);
    return;
  }
  const isFollowed = source.text.slice(end).trim() !== "";
  const thought = state.calls.map(({ at }) => at);
  state.calls = [];
  if (isFollowed) state.rejected = [];
  else if (thought.length > 0) reject(state, Math.min(...thought), mark.at, THOUGHT);
  if (isFollowed) state.spans = [{ kind: "thinking", at: 0, end }];
  else state.spans = [...state.spans.filter(({ kind }) => kind !== "call"), { kind: "token", at: mark.at, end }];
  state.at = end;
}

/** The template has opened the thinking: it ends at the first closing mark, or not at all. */
function openThinking(source: Source, state: State): void {
  const index = source.tokens.findIndex(
    (token) => (token.kind === "tag" && token.form === "close" && THINKING_TAGS.has(token.tag)) || (token.kind === "mark" && THINKING_ENDS.has(token.text)),
  );
  const end = index < 0 ? source.text.length : afterAnswer(source, source.tokens[index]?.end ?? 0);
  if (index < 0) rejectThought(source, state, 0, end);
  state.hasThought = true;
  take(state, "thinking", 0, end);
}

const LAYOUT = /^[\s;,]*$/;
const ANNOUNCEMENT = /(?:^|\n)[ \t]*([\p{L}_*# ]{2,40}:[*]{0,2})\s*$/u;
/** Marks of which a broken-off beginning at the end of a text is no content. */
const PARTIAL = ["<tool_call>", "</tool_call>", "<think>", "</think>", "<function=", "<|tool_call", "[TOOL_CALLS]"];

/** With what stands around calls and means nothing: separators, a line that announces them, a mark that the end cuts. */
function withLayout({ text, begins }: Pick<Source, "text" | "begins">, { spans, rejected }: State): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const from = result.at(-1)?.end ?? 0;
    const before = text.slice(from, span.at);
    if (before !== "" && result.length > 0 && result.at(-1)?.kind !== "thinking" && span.kind !== "thinking" && LAYOUT.test(before))
      result.push({ kind: "token", at: from, end: span.at });
    const length = span.kind === "call" ? beforeAnnouncement(before, from === 0 && begins !== "middle") : before.length;
    if (length < before.length) result.push({ kind: "token", at: from + length, end: span.at });
    result.push(span);
  }
  const at = Math.max(text.lastIndexOf("<"), text.lastIndexOf("[TOOL"));
  const rest = at < (result.at(-1)?.end ?? 0) ? "" : text.slice(at);
  const isRejected = rejected.some(({ end }) => end >= at || text.slice(end, at).trim() === "");
  if (rest.length >= 3 && !isRejected && PARTIAL.some((mark) => mark.startsWith(rest) && mark !== rest))
    result.push({ kind: "token", at, end: text.length });
  return result;
}
