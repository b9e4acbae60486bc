import { isFrameWord } from "./frames.ts";
import type { Rejection, ToolCall } from "./model.ts";
import type { Source } from "./source.ts";

/** What is no content, ascending and apart. */
export interface Span {
  readonly kind: "call" | "thinking" | "token";
  readonly at: number;
  readonly end: number;
  /** A call that was thought and does not run: its text is thinking. */
  readonly isThought?: boolean;
}

/** All that a text holds beside its content. */
export interface Reading {
  readonly spans: readonly Span[];
  readonly calls: readonly ToolCall[];
  /** Where each call begins, in the text. */
  readonly places: readonly number[];
  readonly rejected: readonly Rejection[];
}

/** What may stand between two calls and mean nothing. */
export const LAYOUT = /^[\s;,]*$/;
/** `Tool call:`, `[[tool_calls]]`, `json` on a line of its own. */
const ANNOUNCEMENT = /(?:^|\n)[ \t]*([\p{L}_*# ]{2,40}:[*]{0,2}|\[{1,2}[\p{L}_.]{2,40}\]{1,2}|json)\s*$/u;
/** With what stands around calls and means nothing: separators, a line that announces them. */
export function withLayout({ text, begins }: Pick<Source, "text" | "begins">, spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const from = result.at(-1)?.end ?? 0;
    const before = text.slice(from, span.at);
    if (
      before !== "" &&
      result.length > 0 &&
      result.at(-1)?.kind !== "thinking" &&
      span.kind !== "thinking" &&
      LAYOUT.test(before)
    )
      result.push({ kind: "token", at: from, end: span.at });
    const length = span.kind === "call" ? beforeAnnouncement(before, from === 0 && begins !== "middle") : before.length;
    if (length < before.length) result.push({ kind: "token", at: from + length, end: span.at });
    result.push(span);
  }
  return result;
}

/** Marks of which a broken-off beginning at the end of a text is no content. */
const PARTIAL = ["<tool_call>", "</tool_call>", "<think>", "</think>", "<function=", "<|tool_call", "[TOOL_CALLS]"];

/** The beginning of a mark that the end of a text cuts, unless it ends what was rejected. */
export function cutEnd(text: string, { spans, rejected }: Pick<Reading, "spans" | "rejected">): readonly Span[] {
  const at = Math.max(text.lastIndexOf("<"), text.lastIndexOf("[TOOL"));
  const rest = at < (spans.at(-1)?.end ?? 0) ? "" : text.slice(at);
  const isRejected = rejected.some(({ end }) => end >= at || text.slice(end, at).trim() === "");
  const isCut = rest.length >= 3 && PARTIAL.some((mark) => mark.startsWith(rest) && mark !== rest);
  return isCut && !isRejected ? [{ kind: "token", at, end: text.length }] : [];
}

/** Offset up to which a text stays content if a call follows at `at`. */
export function announcedFrom({ text, begins }: Source, spans: readonly Span[], at: number): number {
  const from = spans.findLast(({ end }) => end <= at)?.end ?? 0;
  return from + beforeAnnouncement(text.slice(from, at), from === 0 && begins !== "middle");
}

/** Length without the line at the end that announces a call with nothing but words of frames. */
function beforeAnnouncement(text: string, isStart: boolean): number {
  const announced = ANNOUNCEMENT.exec(text.slice(-ANNOUNCEMENT_CHARACTERS_MAX));
  if (announced === null || ((!isStart || text.length > ANNOUNCEMENT_CHARACTERS_MAX) && !announced[0].startsWith("\n")))
    return text.length;
  const words = announced[1]?.match(/\p{L}+/gu) ?? [];
  const isFrame = words.length > 0 && words.every(isFrameWord);
  return isFrame ? text.length - announced[0].replace(/^\n/, "").length : text.length;
}

const ANNOUNCEMENT_CHARACTERS_MAX = 80;
