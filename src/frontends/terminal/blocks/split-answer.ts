import { wrapRanges } from "../text/wrap.ts";

/** A part of an answer that can be shown by itself. */
export type Segment =
  | { readonly kind: "prose"; readonly text: string; readonly isFirst: boolean; readonly isContinued: boolean }
  | {
      readonly kind: "code";
      readonly text: string;
      readonly language: string;
      /** Lines of the same fence that were shown already; colours depend on them. */
      readonly before: string;
      readonly isFirst: boolean;
      readonly isContinued: boolean;
    };

/** Where the next part begins, and within which fence. */
export interface AnswerPlace {
  readonly offset: number;
  readonly fence?: { readonly mark: string; readonly language: string; readonly before: string };
  /** The last part went on to here within a paragraph. */
  readonly isInProse?: boolean;
  readonly hasShown?: boolean;
}

export interface SplitOptions {
  readonly start: AnswerPlace;
  /** Nothing more will come. */
  readonly isEnd: boolean;
  readonly width: number;
}

export interface SplitAnswer {
  /** Parts that later text cannot change. */
  readonly segments: readonly Segment[];
  readonly next: AnswerPlace;
  /** What may still change, to be shown below them. */
  readonly rest?: Segment;
}

export function isDiagram(language: string): boolean {
  return language.toLowerCase() === "mermaid";
}

const FENCE = /^(`{3,}|~{3,})\s*([^\s`]*)/;
/** Lines of a fence that are kept back until there are so many, so that colours see some context. */
const CODE_BATCH_LINES = 8;
const CODE_CONTEXT_LINES = 60;
const PROSE_CHARS_MAX = 1_200;
/** What has not come to an end within so many is cut all the same: no part takes longer than a frame may. */
const PART_CHARS_MAX = 8 * 1024;
/** Of a table the head counts for all rows. */
const TABLE_CHARS_MAX = 32 * 1024;

/** All parts that an answer has by now, and what may still change. */
export function splitAnswer(text: string, options: SplitOptions): SplitAnswer {
  let next = options.start;
  const segments: Segment[] = [];
  for (const step of answerSteps(text, options)) {
    if (step.segment) segments.push(step.segment);
    next = step.next;
  }
  const rest = options.isEnd ? undefined : restOf(text, next);
  return { segments, next, ...(rest ? { rest } : {}) };
}

export interface AnswerStep {
  readonly segment?: Segment;
  readonly next: AnswerPlace;
}

/**
 * Cuts a growing answer where nothing later can change what came before: after a paragraph, list item or table that is
 * followed by a line at the margin, and after lines of a fence. A paragraph that grows too long is cut at a row's end.
 */
export function* answerSteps(text: string, { start, isEnd, width }: SplitOptions): Generator<AnswerStep, void> {
  for (let place = start; ; ) {
    const step = stepFrom(text, place, { isEnd, width });
    if (!step) return;
    const { segment } = step;
    const isFirst = !place.hasShown;
    place = { ...step.next, offset: place.offset + step.next.offset, hasShown: !isFirst || segment !== undefined };
    yield { ...(segment ? { segment: { ...segment, isFirst } } : {}), next: place };
    if (place.offset >= text.length && !place.fence) return;
  }
}

/** The next part, by offsets from the place on. */
function stepFrom(
  text: string,
  place: AnswerPlace,
  { isEnd, width }: Omit<SplitOptions, "start">,
): AnswerStep | undefined {
  const isTable =
    !place.fence && !place.isInProse && /^\s*\|/.test(text.slice(place.offset, place.offset + PART_CHARS_MAX));
  const charsMax = isTable ? TABLE_CHARS_MAX : PART_CHARS_MAX;
  const isLong = text.length - place.offset > charsMax;
  const piece = text.slice(place.offset, place.offset + charsMax);
  const from = { ...place, offset: 0 };
  const isWhole = isEnd && !isLong;
  const step = place.fence ? takeCode(piece, from, isWhole) : takeProse(piece, from, isWhole, width);
  return step ?? (isLong ? cutStep(piece, from) : undefined);
}

/** A piece that comes to no end, cut behind its last line, word or character. */
function cutStep(piece: string, place: AnswerPlace): AnswerStep {
  const { fence, isInProse: isContinued = false } = place;
  // A diagram that is so large is shown as its source.
  if (fence && isDiagram(fence.language)) return { next: { ...place, fence: { ...fence, language: "" } } };
  const lineEnd = piece.lastIndexOf("\n") + 1;
  const cut = lineEnd || (fence ? 0 : piece.lastIndexOf(" ") + 1) || wholeCharacters(piece);
  const shown = piece.slice(0, cut).trimEnd();
  if (fence) {
    const segment = codeSegment(shown.split("\n"), place);
    // Colours begin anew: what was shown of this line would be shown again.
    return { ...(segment ? { segment } : {}), next: { offset: cut, fence: { ...fence, before: "\n" } } };
  }
  if (shown === "") return { next: { ...place, offset: cut } };
  const segment: Segment = { kind: "prose", text: shown, isFirst: false, isContinued };
  return { segment, next: { offset: cut, isInProse: true } };
}

/** Its length, without half a character at its end. */
function wholeCharacters(piece: string): number {
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
}

function takeCode(text: string, place: AnswerPlace, isEnd: boolean): AnswerStep | undefined {
  const { fence, offset } = place;
  if (!fence) return undefined;
  const { lines, isClosed } = linesToFence(text, offset, { mark: fence.mark, isEnd });
  const last = lines.length - 1;
  const end = isClosed ? last : -1;
  // A diagram is drawn when all of it is there.
  if (end < 0 && !isEnd && isDiagram(fence.language)) return undefined;
  const complete = end >= 0 ? end : isEnd ? lines.length : last;
  if (end < 0 && !isEnd && complete < CODE_BATCH_LINES) return undefined;
  const body = lines.slice(0, complete);
  const length = body.reduce((sum, line) => sum + line.length + 1, 0);
  const segment = codeSegment(body, place);
  return { ...(segment ? { segment } : {}), next: afterCode() };

  function afterCode(): AnswerPlace {
    if (end >= 0) return { offset: Math.min(offset + length + (lines[end]?.length ?? 0) + 1, text.length) };
    if (isEnd || !fence) return { offset: text.length };
    const before = `${fence.before}${body.join("\n")}\n`.split("\n").slice(-CODE_CONTEXT_LINES).join("\n");
    return { offset: offset + length, fence: { ...fence, before } };
  }
}

/** Those from the offset to the one that closes the fence, and no further: an answer may hold thousands of fences. */
function linesToFence(
  text: string,
  offset: number,
  { mark, isEnd }: { readonly mark: string; readonly isEnd: boolean },
): { readonly lines: readonly string[]; readonly isClosed: boolean } {
  const closing = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`);
  const lines: string[] = [];
  for (let at = offset; ; ) {
    const newline = text.indexOf("\n", at);
    const line = newline < 0 ? text.slice(at) : text.slice(at, newline);
    lines.push(line);
    // Without its end a line may still grow.
    if ((newline >= 0 || isEnd) && closing.test(line)) return { lines, isClosed: true };
    if (newline < 0) return { lines, isClosed: false };
    at = newline + 1;
  }
}

function codeSegment(lines: readonly string[], { fence }: AnswerPlace): Segment | undefined {
  if (!fence || lines.length === 0 || (lines.length === 1 && lines[0] === "")) return undefined;
  const { language, before } = fence;
  return { kind: "code", text: lines.join("\n"), language, before, isFirst: false, isContinued: before !== "" };
}

function takeProse(text: string, place: AnswerPlace, isEnd: boolean, width: number): AnswerStep | undefined {
  const start = place.isInProse ? place.offset : skipBlankLines(text, place.offset);
  const border = findBorder(text, start, isEnd);
  const isContinued = place.isInProse ?? false;
  if (border) {
    const prose = text.slice(start, border.end).trimEnd();
    const segment: Segment | undefined =
      prose === "" ? undefined : { kind: "prose", text: prose, isFirst: false, isContinued };
    const { fence, after } = border;
    return { ...(segment ? { segment } : {}), next: { offset: after, ...(fence ? { fence } : {}) } };
  }
  if (text.length - start <= PROSE_CHARS_MAX) return undefined;
  const cut = longCut(text, start, width);
  if (cut === undefined) return undefined;
  const prose = text.slice(start, cut).trimEnd();
  const segment: Segment | undefined =
    prose === "" ? undefined : { kind: "prose", text: prose, isFirst: false, isContinued };
  return { ...(segment ? { segment } : {}), next: { offset: cut, isInProse: true } };
}

function skipBlankLines(text: string, offset: number): number {
  const blanks = text.length - offset - text.slice(offset).trimStart().length;
  return blanks === 0 ? offset : Math.max(offset, text.lastIndexOf("\n", offset + blanks - 1) + 1);
}

interface Border {
  readonly end: number;
  readonly after: number;
  readonly fence?: NonNullable<AnswerPlace["fence"]>;
}

/** The mark of the fence that is open behind a line with this mark, if any. */
export function fenceAfter(open: string | undefined, mark: string | undefined): string | undefined {
  if (open === undefined) return mark;
  return mark?.startsWith(open) ? undefined : open;
}

/** The first place from `start` on where a part surely ends: a fence at the margin, or a blank line before one. */
function findBorder(text: string, start: number, isEnd: boolean): Border | undefined {
  let sawBlank = false;
  let inner: string | undefined;
  for (const place of linesFrom(text, start, isEnd)) {
    const { line, lineStart } = place;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const isInside = lineStart > start;
    const isAtMargin = inner === undefined && /^\S/.test(line);
    if (isAtMargin && (sawBlank || (mark !== undefined && isInside))) return { end: lineStart, after: lineStart };
    if (isAtMargin && mark !== undefined) return openFence(place, text);
    inner = fenceAfter(inner, mark);
    sawBlank ||= isInside && line.trim() === "";
  }
  return isEnd && start < text.length ? { end: text.length, after: text.length } : undefined;
}

/** Undefined while the line may still grow. */
function openFence({ line, lineStart, end, isWhole }: TextLine, text: string): Border | undefined {
  if (!isWhole) return undefined;
  const after = Math.min(end + 1, text.length);
  const [, mark = "```", language = ""] = FENCE.exec(line) ?? [];
  return { end: lineStart, after, fence: { mark, language, before: "" } };
}

interface TextLine {
  readonly line: string;
  readonly lineStart: number;
  readonly end: number;
  /** Nothing will be added to it. */
  readonly isWhole: boolean;
}

function* linesFrom(text: string, start: number, isEnd: boolean): Generator<TextLine> {
  for (let lineStart = start; lineStart < text.length; ) {
    const newline = text.indexOf("\n", lineStart);
    const end = newline < 0 ? text.length : newline;
    yield { line: text.slice(lineStart, end), lineStart, end, isWhole: newline >= 0 || isEnd };
    lineStart = end + 1;
  }
}

/** Where a paragraph that will not end is cut: at a row's end when its rows are known, else after a line or a sentence. */
function longCut(text: string, start: number, width: number): number | undefined {
  const prose = text.slice(start);
  if (!/[*_`[\]<|#~\n]/.test(prose)) {
    const rows = wrapRanges(prose, width);
    const row = rows.at(-3);
    return row && row.end > 0 ? start + row.end : undefined;
  }
  if (/^\s*\|/.test(prose)) return undefined;
  const half = prose.slice(0, -200);
  const cut =
    Math.max(half.lastIndexOf("\n") + 1, 0) || Math.max(half.lastIndexOf(". ") + 2, 1) - 1 || half.lastIndexOf(" ") + 1;
  return cut > 1 ? start + cut : undefined;
}

function restOf(text: string, place: AnswerPlace): Segment | undefined {
  const { fence, offset } = place;
  const isFirst = !place.hasShown;
  if (fence) {
    const code = codeSegment(text.slice(offset).split("\n"), place);
    return code && { ...code, isFirst };
  }
  const start = place.isInProse ? offset : skipBlankLines(text, offset);
  const prose = text.slice(start).trimEnd();
  return prose === "" ? undefined : { kind: "prose", text: prose, isFirst, isContinued: place.isInProse ?? false };
}
