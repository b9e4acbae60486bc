import { isFrameWord } from "./frames.ts";
import type { ToolIndex } from "./tool-index.ts";

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.\-/]*/gu;
const NAME_TEXT_MAX = 300;

/** The one name in a text that holds nothing else but words of a frame, counters and punctuation. */
export function nameIn(text: string, tools: ToolIndex): string | undefined {
  const whole = text.trim();
  if (whole === "" || whole.length > NAME_TEXT_MAX || /[{}[\]]/.test(whole)) return undefined;
  if (!tools.isOpen && tools.names.includes(whole)) return whole;
  const words = (whole.match(WORD) ?? []).map((word) => word.replace(/[./-]+$/, ""));
  const names = words.filter((word) => !isFillerIn(word, words, tools));
  // A tool may be called by a word of frames: `call:run`.
  const name =
    names[0] ?? (words.length > 1 && tools.isOpen ? words.findLast((word) => !/^\p{N}+$/u.test(word)) : undefined);
  if (name === undefined || names.length > 1) return undefined;
  return tools.resolve(name) === undefined || /^\p{N}/u.test(name) ? undefined : name;
}

function isFillerIn(word: string, words: readonly string[], tools: ToolIndex): boolean {
  if (/^\p{N}+$/u.test(word)) return true;
  if (!tools.isOpen && tools.names.includes(word)) return false;
  return isFrameWord(word) && (words.length > 1 || TYPE_WORDS.test(word));
}

const TYPE_WORDS = /^(?:functions?|tools?|call)$/i;

/** Whether a text can stand between the marks of a call: its name, a word that announces one, or an identifier. */
export function isNameText(text: string, tools: ToolIndex): boolean {
  return nameIn(text, tools) !== undefined || isFiller(text, tools);
}

/** Words of frames and counters alone, which mean nothing where a name follows. */
export function isFiller(text: string, tools: ToolIndex): boolean {
  const words = text.match(WORD) ?? [];
  return (
    /^[^{}()[\]]*$/.test(text) &&
    words.every((word) => /^\p{N}+$/u.test(word) || (TYPE_WORDS.test(word) && !tools.names.includes(word)))
  );
}

/** The first known name, where all words before it are those of frames. */
export function spelledName(
  text: string,
  tools: ToolIndex,
): { readonly name: string; readonly end: number } | undefined {
  let words = 0;
  // JSON that was not read is no call in words.
  if (/^\s*[{[]\s*["'{]/.test(text)) return undefined;
  for (const { 0: whole, index } of text.slice(0, NAME_TEXT_MAX).matchAll(WORD)) {
    const word = whole.replace(/[./-]+$/, "");
    if (tools.names.includes(word) || (!isFrameWord(word) && tools.resolve(word) !== undefined))
      return { name: word, end: index + word.length };
    words += 1;
    if (!isFillerIn(word, [word, word], tools) || words > WORDS_MAX) return undefined;
  }
  return undefined;
}

const LINE_CHARACTERS_MAX = 240;
const WORDS_MAX = 6;

export interface Head {
  readonly name: string;
  readonly at: number;
  readonly end: number;
  readonly isSaid: boolean;
}

/** What decides at a glance that a line cannot begin a call: it has neither a known name nor a word of calls early on. */
export function headAt(text: string, at: number, tools: ToolIndex): Head | undefined {
  if (text.charCodeAt(at) === 0x0a) return undefined;
  const [line = ""] = text.slice(at, at + LINE_CHARACTERS_MAX).split("\n", 1);
  // Nothing, a fence, or a member of JSON.
  if (line.length < 2 || /^[ \t]*(?:`{3}|~{3}|"[^"]*"\s*:)/.test(line)) return undefined;
  let words = 0;
  let isSaid = false;
  let after = 0;
  for (const found of line.matchAll(WORD)) {
    if (words >= WORDS_MAX) return undefined;
    if (/<|\{(?![{%])(?<!\{\{)/.test(line.slice(after, found.index))) return undefined;
    const word = found[0].replace(/[./-]+$/, "");
    const before = line.slice(0, found.index);
    const kind = kindOf(word, tools, isSaid && /:\s*[`*"']*$/.test(before));
    if (kind === "name") {
      const place = at + found.index;
      const isOwn = isSaid || isMarked(before, word, line.slice(found.index + word.length));
      return { name: word, at: place, end: place + word.length, isSaid: isOwn };
    }
    if (kind === "other") return undefined;
    isSaid ||= kind === "frame";
    after = found.index + found[0].length;
    words += 1;
  }
  return undefined;
}

/** @param isAnnounced  a name is due, which counts where the tools are unknown */
function kindOf(word: string, tools: ToolIndex, isAnnounced: boolean): "name" | "frame" | "counter" | "other" {
  if (tools.names.includes(word)) return "name";
  if (/^\p{N}+$/u.test(word)) return "counter";
  if (isFrameWord(word)) return "frame";
  return (tools.isOpen ? isAnnounced : tools.resolve(word) !== undefined) ? "name" : "other";
}

/** `>>>f`, `to=functions.f`, `@f`, `[f]{` and the like. */
function isMarked(before: string, word: string, after: string): boolean {
  if (before.endsWith("[") && /^\]\s*\{/.test(after)) return true;
  return /(?:>>>|=>?|@|::|!|→|\/|\{[{%]|\[\[|[【⟦])\s*$/.test(before) || /^functions?[.:]/.test(word);
}
