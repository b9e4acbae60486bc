import { tryLooseJson } from "../../json/loose-json.ts";
import type { Family, Frame } from "../family.ts";
import { isObject, NOT_A_CALL, type Reading, UNFINISHED } from "../model.ts";
import { matchAt, reach, type Source } from "../source.ts";

const HEADER = /\s{0,20}call:([\w.-]{1,128})\s{0,20}(?=\{)/y;
const QUOTES = ['<|"|>', "<escape>"];

/** Gemma 4 and FunctionGemma: `call:name{key:<|"|>text<|"|>,count:3}`. */
export const gemma: Family = { name: "gemma", starts: /c/, read: readColonCall };

function readColonCall(source: Source, at: number, frame: Frame): Reading {
  if (!frame.isFramed) return NOT_A_CALL;
  const header = matchAt(source, HEADER, at);
  if (header === null) return NOT_A_CALL;
  const span = readBraces(source, at + header[0].length);
  if (span === undefined) return UNFINISHED;
  const loose = tryLooseJson(span.json);
  if (!loose.ok || !isObject(loose.value)) return NOT_A_CALL;
  return {
    kind: "calls",
    calls: [{ name: header[1] ?? "", arguments: loose.value, wire: "json", repairs: [] }],
    end: span.end,
  };
}

/** The braces from `at` as JSON: texts between the family's own quotes become JSON strings. */
function readBraces(source: Source, at: number): { json: string; end: number } | undefined {
  const { text } = source;
  const parts: string[] = [];
  let depth = 0;
  let from = at;
  let index = at;
  while (index < text.length) {
    const string = stringAt(text, index);
    if (string !== undefined) {
      if (string.end < 0) break;
      parts.push(text.slice(from, index), string.json);
      from = string.end;
      index = string.end;
      continue;
    }
    if ("{[".includes(text[index] ?? " ")) depth += 1;
    if ("}]".includes(text[index] ?? " ")) depth -= 1;
    index += 1;
    if (depth === 0) {
      parts.push(text.slice(from, index));
      reach(source, index);
      return { json: parts.join(""), end: index };
    }
  }
  reach(source, text.length);
  return undefined;
}

/** A string at `index` in any of the quotes; a mark of the family may dangle behind an ordinary one. */
function stringAt(text: string, index: number): { json: string; end: number } | undefined {
  const character = text[index];
  if (character === "<") {
    const mark = QUOTES.find((quote) => text.startsWith(quote, index));
    if (mark === undefined) return undefined;
    const end = text.indexOf(mark, index + mark.length);
    return end < 0
      ? { json: "", end }
      : { json: JSON.stringify(text.slice(index + mark.length, end)), end: end + mark.length };
  }
  if (character !== '"' && character !== "'") return undefined;
  const end = endOfQuoted(text, index);
  if (end < 0) return undefined;
  const dangling = QUOTES.find((mark) => text.startsWith(mark, end + 1)) ?? "";
  return { json: text.slice(index, end + 1), end: end + 1 + dangling.length };
}

const QUOTED_CHARACTERS_MAX = 100_000;

function endOfQuoted(text: string, at: number): number {
  const last = Math.min(text.length, at + QUOTED_CHARACTERS_MAX);
  for (let index = at + 1; index < last; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === text[at]) return index;
  }
  return -1;
}
