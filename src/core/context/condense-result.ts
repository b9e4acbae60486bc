import { escapeRegExp } from "../../base/glob.ts";
import type { ResultKind } from "../../base/result-kind.ts";
import type { CallParts } from "../loop/agent-parts.ts";
import type { ModelClient } from "../ports/model.ts";
import type { OutputStore } from "../ports/session.ts";
import type { RecordedEvent, ToolCall } from "../protocol/event.ts";
import type { ToolOutput } from "../tool.ts";
import { boundOutput, isOfEnds, isPaged } from "./bound-output.ts";
import { askMinion } from "./minion.ts";

/** Makes a long output short by the rules of its kind; undefined where none of them knows it. */
export type ReduceOutput = (
  text: string,
  charsMax: number,
  kind: ResultKind,
) => Promise<{ readonly kind: string; readonly text: string } | undefined>;

/** What tells of failure in an output that is too long to be read at a stretch; empty where nothing does. */
export type TellFailures = (
  pages: AsyncIterable<readonly string[]>,
  charsMax: number,
  kind: ResultKind,
) => Promise<string>;

export interface CondenseSettings {
  /** Results longer than this many tokens (of four characters) are condensed. */
  readonly resultTokensMax: number;
  readonly reduce: ReduceOutput;
  readonly tellFailures: TellFailures;
  /** Takes secrets out of what is shown to the minion. */
  readonly mask?: (text: string) => Promise<string>;
  /** Built when the first result needs it; absent when no minion is configured. */
  readonly minion?: () => Promise<ModelClient>;
}

export interface Condensed {
  readonly text: string;
  readonly handle?: string;
  /** What was saved, for the person. */
  readonly note?: Extract<RecordedEvent, { type: "note" }>;
}

const CHARS_A_TOKEN = 4;
const REDUCED_SHARE = 0.5;
const FAILURES_SHARE = 0.5;
/** Of the line that says what was reduced; no kind has a longer one. */
const HEAD_CHARS = 80;
/** What a tool says itself of what a command printed. */
const NOTE = /^\(.*\)$/;
const PAGE_LINES = 10_000;
/** Rules read a text at a stretch, while nothing else has a turn; of a longer one the ends are shown. */
const WHOLE_CHARS_MAX = 1_000_000;

/**
 * A long result made short: by rules where its kind is known, else by the minion, else by leaving out its middle. The
 * whole stays under a handle. Never throws for a minion that fails; a failed result is never given to one (CW-83).
 */
export async function condenseResult(
  output: ToolOutput,
  call: ToolCall,
  parts: CallParts,
  settings: CondenseSettings,
): Promise<Condensed> {
  const threshold = settings.resultTokensMax * CHARS_A_TOKEN;
  const charsMax = Math.min(threshold, parts.resultCharsMax ?? threshold);
  if ((output.text.length <= charsMax && !isOfEnds(output)) || isPaged(output)) return plain(output);
  const whole = await wholeText(output, parts.outputs);
  if (whole === undefined) return endsOf(output, parts, settings, charsMax);
  const handle = output.handle ?? (await parts.outputs.save(output.text));
  const pages = `\n(made short; the whole is kept: shell_output {"handle":"${handle}"} pages it)`;
  // What is long for any window is made short for good; what only lacks room takes all the room that there is.
  const beside = HEAD_CHARS + lastLines(output.text, handle, "").length + pages.length;
  const room = output.text.length > threshold ? 0 : charsMax - beside;
  const reducedMax = Math.max(Math.floor(charsMax * REDUCED_SHARE), room);
  const reduced = await settings.reduce(whole, reducedMax, output.kind ?? "text");
  if (reduced) {
    const text = `[${reduced.kind}, reduced from ${whole.length} characters]\n${reduced.text}${lastLines(output.text, handle, reduced.text)}${pages}`;
    return { text, handle, note: note(call, whole.length, text.length, `by rules for ${reduced.kind}`) };
  }
  // A minion is asked for what is long, not where only the room is small.
  if (settings.minion && !output.failed && output.text.length > threshold) {
    const answer = await askMinion((await settings.mask?.(whole)) ?? whole, call, parts, settings.minion);
    if (answer.kind === "summary") {
      const text = `${answer.text}${pages}`;
      return { text, handle, note: note(call, whole.length, text.length, `by ${answer.model}`) };
    }
    parts.onNote?.(failedNote(call, answer.why, "cut in the middle"));
  }
  return cut(output, parts, handle);
}

/** The ends of an output, below the lines between them that tell of failure. */
async function endsOf(
  output: ToolOutput,
  parts: CallParts,
  settings: CondenseSettings,
  charsMax: number,
): Promise<Condensed> {
  if (output.handle === undefined) return cut(output, parts, undefined);
  const pages = pagesOf(output.handle, parts.outputs);
  const told = await settings.tellFailures(pages, charsMax * FAILURES_SHARE, output.kind ?? "text");
  if (told === "") return cut(output, parts, output.handle);
  const room = charsMax - told.length - 2;
  const ends = await boundOutput(output.text, parts.outputs, { keptAs: output.handle, charsMax: room });
  return { ...ends, text: `${told}\n\n${ends.text}` };
}

/** What its tool has stored is bounded by it already, so that only want of room cuts it further. */
async function cut(output: ToolOutput, parts: CallParts, keptAs: string | undefined): Promise<Condensed> {
  const { resultCharsMax: charsMax, outputs } = parts;
  if (output.handle !== undefined && charsMax === undefined) return plain(output);
  return boundOutput(output.text, outputs, { keptAs, charsMax });
}

/**
 * The output with the minion's words on what it is an outline of, each line that they cite checked to be one. Without a
 * minion, or when it fails, the output as it is.
 */
export async function withDigest(
  output: ToolOutput,
  call: ToolCall,
  parts: CallParts,
  settings: CondenseSettings,
): Promise<ToolOutput> {
  const { digest, ...rest } = output;
  if (!digest || !settings.minion || output.failed) return rest;
  const masked = (await settings.mask?.(digest.text)) ?? digest.text;
  const numbered = masked.split("\n").map((line, index) => `${index + 1}\t${line}`);
  const source = `${digest.question}\nCite each point by its line as ${digest.path}:LINE.\n${numbered.join("\n")}`;
  const answer = await askMinion(source, call, parts, settings.minion);
  if (answer.kind === "failed") {
    parts.onNote?.(failedNote(call, answer.why, "there is only the outline"));
    return rest;
  }
  const words = onlyTrueLines(answer.text, digest.path, numbered.length);
  return { ...rest, text: `${output.text}\n\n## In the words of ${answer.model}: check them by the lines\n${words}` };
}

/** A line that is cited and is not there is taken away: the words are a model's. */
function onlyTrueLines(text: string, path: string, lines: number): string {
  const cited = new RegExp(`\\s*\\(?${escapeRegExp(path)}:(\\d+)(?:-(\\d+))?\\)?`, "g");
  return text.replace(cited, (all, first: string, last: string | undefined) =>
    [first, last ?? first].every((line) => Number(line) >= 1 && Number(line) <= lines) ? all : "",
  );
}

function plain({ text, handle }: ToolOutput): Condensed {
  return { text, ...(handle === undefined ? {} : { handle }) };
}

/** A tool that has stored its output shows only the ends of it. @returns undefined for what is too long to be read at a stretch */
async function wholeText({ text, handle }: ToolOutput, outputs: OutputStore): Promise<string | undefined> {
  if (handle === undefined) return text.length > WHOLE_CHARS_MAX ? undefined : text;
  const lines: string[] = [];
  let chars = 0;
  for await (const page of pagesOf(handle, outputs)) {
    for (const line of page) chars += line.length;
    lines.push(...page);
    if (chars > WHOLE_CHARS_MAX) return undefined;
  }
  return lines.length === 0 ? text : lines.join("\n");
}

async function* pagesOf(handle: string, outputs: OutputStore): AsyncGenerator<readonly string[]> {
  for (let offset = 1; ; offset += PAGE_LINES) {
    const page = await outputs.page(handle, { offset, limit: PAGE_LINES });
    if (!page || page.lines.length === 0) return;
    yield page.lines;
    if (offset + page.lines.length > page.totalLines) return;
  }
}

/** How a command ended, and what stopped it, is said in the last lines; where its whole is kept, only once. */
function lastLines(text: string, handle: string, reduced: string): string {
  const lines = text.split("\n");
  const notes = lines.slice(lines.findLastIndex((line) => !NOTE.test(line)) + 1);
  const shown = new Set(reduced.split("\n"));
  return notes
    .filter((line) => !shown.has(line) && !line.includes(` ${handle} `))
    .map((line) => `\n${line}`)
    .join("");
}

function note(call: ToolCall, before: number, after: number, how: string): Extract<RecordedEvent, { type: "note" }> {
  return {
    type: "note",
    topic: "condensed",
    text: `${call.name}: ${before} characters made ${after} ${how}.`,
    detail: { callId: call.id, before, after },
  };
}

function failedNote(call: ToolCall, why: string, instead: string): Extract<RecordedEvent, { type: "note" }> {
  return {
    type: "note",
    topic: "condensed",
    text: `${call.name}: the minion gave nothing (${why}); ${instead}.`,
  };
}
