import { atOnce } from "../../base/steps.ts";
import { apply, type ReadOptions, type State, type Step, searched, steps } from "./extract.ts";
import { INLINE_CHARACTERS_MAX } from "./fences.ts";
import { beginsFrameWord, HTML, isFrameWord, ODD_MARKS } from "./frames.ts";
import { announcedFrom, LAYOUT, type Span, withLayout } from "./layout.ts";
import { CLOSING } from "./marks.ts";
import type { Source } from "./source.ts";
import type { ToolIndex } from "./tool-index.ts";
import { balancedEnd } from "./values.ts";

/** What is decided of a text to which more may come. */
export interface OpenReading {
  readonly spans: readonly Span[];
  /** Up to here no later text changes anything. */
  readonly decided: number;
  /** The last place before that at which a reading may begin anew. */
  readonly restart: number;
  /** Up to where a mark of thinking goes that was seen; infinite where none was. */
  readonly thoughtTo: number;
}

/**
 * Reads a text to which more may come, up to the first place that later text could change.
 *
 * @param hasThought  a mark of thinking stood before the text
 */
export function readOpen(
  text: string,
  tools: ToolIndex,
  options: ReadOptions & { readonly hasThought: boolean },
): OpenReading {
  const source = atOnce(searched(text, tools, options));
  const state: State = { spans: [], calls: [], rejected: [], hasThought: options.hasThought, at: 0 };
  let restart = 0;
  let thoughtTo = Number.POSITIVE_INFINITY;
  let decided = undecidedFrom(source);
  for (const step of steps(source, state, options)) {
    if (step.at >= decided) break;
    if (!isDecided(source, step) || endOf(step) > decided) {
      decided = step.at;
      break;
    }
    apply(source, state, step, options);
    if (state.hasThought) thoughtTo = Math.min(thoughtTo, state.at);
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
    spans: withLayout(
      { text: text.slice(0, held), begins: source.begins },
      state.spans.filter(({ at }) => at < held),
    ),
    decided: held,
    restart: Math.min(restart, held),
    thoughtTo,
  };
}

/** Where the spans begin that only layout parts from the end. */
function firstOfRun(text: string, spans: readonly Span[]): number {
  let first = spans.length - 1;
  while (first > 0) {
    const [before, span] = [spans[first - 1], spans[first]];
    if (
      before === undefined ||
      span === undefined ||
      before.kind === "thinking" ||
      !LAYOUT.test(text.slice(before.end, span.at))
    )
      break;
    first -= 1;
  }
  return spans[first]?.at ?? 0;
}

function endOf({ at, choice }: Step): number {
  return choice.kind === "none" ? at : choice.end;
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
    const isMark = choice.kind === "token" && token.kind === "mark" && !CLOSING.test(token.text);
    const rest = text.length - choice.end;
    return (
      rest >= (isMark ? TAG_CHARACTERS : token.kind === "line" ? AFTER_CHARACTERS : 1) &&
      text.slice(choice.end).trim() !== ""
    );
  }
  switch (token.kind) {
    case "tag":
      return HTML.test(token.tag) || text.length - token.end >= TAG_CHARACTERS;
    case "ticks":
      // Three of them may open a block within a line too: `Action: ```json`.
      if (token.isFence || token.count >= 3) return false;
      return text.indexOf("\n", token.end) >= 0 || text.length - token.end > INLINE_CHARACTERS_MAX;
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

/** What may be the beginning of a token or of a line that calls, which the end of the text cuts. */
const TAIL =
  /(?:<{2,3}[\p{L}\p{N}_/:.-]{1,40}(?:\s[^<>]{0,300})?>{0,2}|<{1,3}(?:[/|｜!]{0,2}["\p{L}\p{N}_▁:.-][^<>\n]{0,300})?[/|｜!]{0,2}|<[\p{L}_][\p{L}\p{N}_.:-]{0,127}\s{0,4}=\s{0,4}[^<>]{0,200}|\[[A-Z_ ]{0,40}|[【⟦◁]\/?[\p{L}\p{N}_:.-]{0,40}|[[{]\s{0,40}(?:[\p{L}_][\p{L}\p{N}_.-]{0,127})?|`+[^\n]{0,60})$/u;

/** Where a mark begins that the end of the text cuts. */
function cutMark(text: string): number {
  for (let at = Math.max(0, text.length - 40); at < text.length; at += 1)
    if (
      ODD_MARKS.some(
        (mark) => mark.startsWith(text.slice(at)) || (mark === "functools" && text.slice(at).trimEnd() === mark),
      )
    )
      return at;
  return text.length;
}

function undecidedFrom(source: Source): number {
  const { text } = source;
  const from = Math.max(0, text.length - 340);
  const tail = TAIL.exec(text.slice(from));
  return Math.min(tail === null ? text.length : from + tail.index, openTag(text), cutMark(text), openCdata(text));
}

function openCdata(text: string): number {
  const at = text.lastIndexOf("<![CDATA[");
  const isOpen = at >= text.length - TAG_CHARACTERS_MAX && at >= 0 && !text.includes("]]>", at);
  return isOpen ? at : text.length;
}

const OPEN_TAG =
  /<{1,2}[\p{L}_][\p{L}\p{N}_.:-]*\s(?:[^<>"'=]|=(?:\s*(?:"[^"]*"|'[^']*'))?)*(?:=\s*(?:"[^"]*|'[^']*))?$/u;
const TAG_CHARACTERS_MAX = 4_000;

/** A tag that its attributes keep open, whatever stands in their quotes. */
function openTag(text: string): number {
  const from = Math.max(0, text.length - TAG_CHARACTERS_MAX);
  const tail = text.slice(from);
  const found = tail.includes("<") ? OPEN_TAG.exec(tail) : null;
  const isLong = found !== null && found[0].length > TAG_CHARACTERS && !found[0].includes("=");
  return found === null || isLong ? text.length : from + found.index;
}

/** Whether the last line, still without its end, may begin a call: so far it holds nothing but words of frames. */
function mayBeHead({ text, tools }: Source, line: number): boolean {
  const words = text.slice(line).match(/[\p{L}\p{N}_][\p{L}\p{N}_.\-/]*/gu) ?? [];
  if (words.length > 6 || text.length - line > 240) return false;
  return words.every((whole, index) => {
    const word = index < words.length - 1 ? whole.replace(/[./-]+$/, "") : whole;
    if (isFrameWord(word) || /^\p{N}+$/u.test(word)) return true;
    if (index < words.length - 1 || /\s$/.test(text)) return tools.resolve(word) !== undefined;
    const lower = word.toLowerCase().replace(/^functions?[.:]/, "");
    return (
      beginsFrameWord(lower) ||
      tools.names.some((name) => name.toLowerCase().startsWith(lower)) ||
      tools.resolve(word) !== undefined ||
      lower === ""
    );
  });
}
