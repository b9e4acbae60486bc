import { isObject } from "../../base/is-object.ts";
import { bind } from "./bind.ts";
import { callsOfElement, pairedCall, toolOf } from "./candidates.ts";
import { announcesCall, framesCall, HTML } from "./frames.ts";
import { callsOf, hasArguments } from "./json-calls.ts";
import { lineAt, namesTool } from "./lines.ts";
import type { RawCall, ToolCall } from "./model.ts";
import { type Source, skipSpace } from "./source.ts";
import { match, type Tag } from "./tokens.ts";
import { elementAt } from "./tree.ts";
import { jsonAt, pythonAt } from "./values.ts";

/** What stands at a token, decided. */
export type Choice = (
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[]; readonly end: number }
  /** A token of a frame: neither call nor content. */
  | { readonly kind: "token"; readonly end: number }
  | { readonly kind: "thinking"; readonly end: number }
  /** Content, in which nothing else is looked for; with a reason where it was meant as a call. */
  | { readonly kind: "text"; readonly end: number; readonly reason?: string }
  | { readonly kind: "none" }
) & {
  /** The text ends in it, so that more text may change it. */
  readonly isOpen?: boolean;
};

const NONE: Choice = { kind: "none" };
export const UNREADABLE =
  "A call could not be read. Send one JSON object with the name and the arguments, every quote in a text escaped.";
export const CUT =
  "The text ends in the middle of a call. Send the call again, complete, or split the work into smaller calls.";

/** All of several calls or none: half a list is not what the model meant. */
export function chooseCalls(source: Source, raw: readonly RawCall[], end: number): Choice {
  const calls: ToolCall[] = [];
  const reasons: string[] = [];
  for (const one of raw) {
    const binding = bind(one, source.tools);
    if (binding.kind === "bound") calls.push(binding.call);
    else reasons.push(binding.reason);
  }
  return reasons.length === 0 ? { kind: "calls", calls, end } : { kind: "text", end, reason: reasons.join(" ") };
}

/** A frame that begins with a tag: one around calls, one that names a tool, or one that turns out to hold a known name. */
export function chooseTag(source: Source, index: number): Choice {
  const tag = source.tokens[index] as Tag;
  const { tools } = source;
  if (source.vain > source.vainMax) return NONE;
  const named = toolOf(source, { tag });
  if (named === undefined && !framesCall(tag.tag) && !holdsName(source, tag)) return NONE;
  const keys = named === undefined ? tools.allKeys : tools.keysOf(named);
  const { element, isCut, isOpen } = elementAt(source, index, keys);
  const solid = element.items.filter(
    (item) => item.kind !== "text" || source.text.slice(item.at, item.end).trim() !== "",
  );
  const isUnclosed = element.closedBy === "end";
  if (solid.length === 0 && named === undefined)
    return { kind: "token", end: isUnclosed ? tag.end : element.end, isOpen };
  const isProse = isUnclosed && solid.every(({ kind }) => kind === "text");
  if (isProse && !looksBegun(source, tag.end)) return { kind: "none", isOpen };
  const raw = isCut || isProse ? undefined : callsOfElement(source, element);
  const isQuote = isQuoted(source.text[tag.at - 1], source.text[element.end]);
  if (isQuote) return { kind: "text", end: element.end, isOpen };
  if (raw !== undefined) return { ...chooseCalls(source, raw, element.end), isOpen };
  const paired = element.closedBy === "own" ? pairedCall(source, element) : undefined;
  const pair = paired?.raw && chooseCalls(source, [paired.raw], paired.end);
  if (pair?.kind === "calls" && pair.calls.every((call) => isKnownWhole(source, call)))
    return { ...pair, isOpen: paired?.isOpen === true };
  const isWaiting = isOpen || paired?.isOpen === true || mayGoOn(source, element.end);
  if (!framesCall(tag.tag) && named === undefined) return { kind: "none", isOpen: isWaiting };
  const isPlain = solid.every(({ kind }) => kind === "text") && named === tag.tag && !/[_-]/.test(tag.tag);
  if (isPlain) return { kind: "none", isOpen: isWaiting };
  const end = isProse ? nextFrame(source, index) : element.end;
  return { kind: "text", end, reason: isUnclosed && (isCut || isProse) ? CUT : UNREADABLE, isOpen: isWaiting };
}

/** Whether the end of the text cuts what may belong to the thing before it: an element, a mark, an object. */
export function mayGoOn({ text }: Source, at: number): boolean {
  const rest = text.slice(at, at + REST_CHARACTERS_MAX);
  return /^\s*$/.test(rest) || (/^\s*[<[{]/.test(rest) && !/[>\]]/.test(rest));
}

const REST_CHARACTERS_MAX = 160;

/** What follows an opening tag without its end: JSON, a name, YAML, as against prose that speaks of the tag. */
function looksBegun(source: Source, at: number): boolean {
  return match(/\s{0,40}(?:[{[]|[\p{L}_][\p{L}\p{N}_.-]{0,80}(?:[({]|:\s|\s*$))/uy, source.text, at) !== undefined;
}

/** A tag of no row in whose first words a known tool is named. */
function holdsName(source: Source, tag: Tag): boolean {
  if (source.tools.isOpen || tag.form !== "open" || HTML.test(tag.tag)) return false;
  return namesTool(source, tag.end);
}

/** Where the next frame begins after the token at `index`; the end of the text where there is none. */
export function nextFrame(source: Source, index: number): number {
  const from = source.tokens[index]?.at ?? 0;
  for (let next = index + 1; next < source.tokens.length; next += 1) {
    const token = source.tokens[next];
    if (token?.at === from) continue;
    if (token?.kind === "mark" && announcesCall(token.text)) return token.at;
    if (token?.kind === "tag" && token.form === "open" && (framesCall(token.tag) || token.tag === "think"))
      return token.at;
  }
  source.vain += source.tokens.length - index;
  return source.text.length;
}

/** JSON; of a list that the text breaks off, the elements that are complete. */
export function listOrJson(source: Source, at: number, limit: number): ReturnType<typeof jsonAt> {
  const read = jsonAt(source, at, { limit });
  if (read.kind === "json" || source.text[at] !== "[") return read;
  const elements: unknown[] = [];
  let end = at + 1;
  for (let next = skipSpace(source.text, end); source.text[next] === "{"; ) {
    const element = jsonAt(source, next);
    if (element.kind !== "json") break;
    elements.push(element.value);
    end = element.end;
    next = skipSpace(source.text, end);
    if (source.text[next] === ",") next = skipSpace(source.text, next + 1);
  }
  const rest = skipSpace(source.text, end);
  const isOpen = rest >= source.text.length || source.text[rest] === ",";
  return elements.length > 0 && isOpen ? { kind: "json", value: elements, end, repairs: ["closed a list"] } : read;
}

/** JSON or Python calls in brackets without any mark around them. */
export function chooseBracket(source: Source, index: number): Choice {
  const { text, tools } = source;
  const at = source.tokens[index]?.at ?? 0;
  const before = text[at - 1];
  if (text[at] === "[") {
    const python = pythonAt(source, at);
    if (python.kind === "calls") {
      const isOwn = isLineEnd(text, python.end) || isLineStart(text, at);
      return isOwn && !isQuoted(before, text[python.end]) ? chooseCalls(source, python.calls, python.end) : NONE;
    }
  }
  if (!tools.isOpen && !mayName(source, at)) return NONE;
  const read = listOrJson(source, at, -1);
  if (read.kind === "cut" && NAMED.test(text.slice(at, at + 400)) && (tools.isOpen || mayName(source, at)))
    return { kind: "text", end: nextFrame(source, index), reason: CUT, isOpen: true };
  if (read.kind === "cut") return { kind: "none", isOpen: true };
  if (read.kind !== "json" || isQuoted(before, text[read.end])) return NONE;
  const raw = callsOf(read.value, tools, { isFramed: false });
  if (raw === undefined) return NONE;
  const isExplicit = explicit(read.value);
  if (!isExplicit && (tools.isOpen || !isLineStart(text, at) || !isLineEnd(text, read.end))) return NONE;
  const choice = chooseCalls(
    source,
    raw.map((call) => ({ ...call, repairs: read.repairs })),
    read.end,
  );
  return choice.kind === "text" && !isExplicit ? NONE : { ...choice, isOpen: read.repairs.includes("closed a list") };
}

const NAMED =
  /["']?(?:name|tool_name|toolName|function_name|action|tool)["']?\s{0,20}:\s{0,20}["'][\p{L}\p{N}_.:-]{1,128}["']/u;
const MENTION_CHARACTERS_MAX = 400;

/** Whether a known tool is named soon after a bracket, which tells most brackets apart at a glance. */
function mayName(source: Source, at: number): boolean {
  const head = source.text.slice(at, at + MENTION_CHARACTERS_MAX);
  return NAMED.test(head) || source.tools.names.some((name) => head.includes(name));
}

function explicit(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(explicit);
  if (!isObject(value)) return false;
  if (hasArguments(value)) return true;
  const inner = Object.values(value).filter((member) => typeof member === "object" && member !== null);
  return inner.length === 1 && Array.isArray(inner[0]) && explicit(inner[0]);
}

function isQuoted(before: string | undefined, after: string | undefined): boolean {
  return (before === "'" || before === '"') && after === before;
}

const LINE_INDENT_MAX = 200;

function isLineStart(text: string, at: number): boolean {
  const from = Math.max(0, at - LINE_INDENT_MAX);
  const before = text.slice(from, at);
  return (from === 0 || before.includes("\n")) && before.slice(before.lastIndexOf("\n") + 1).trim() === "";
}

function isLineEnd(text: string, at: number): boolean {
  return match(/[ \t]{0,20}(?:\r?\n|<|$)/y, text, at) !== undefined;
}

/** A call on lines of its own. */
export function chooseLine(source: Source, index: number): Choice {
  const { text } = source;
  const at = source.tokens[index]?.at ?? 0;
  const reading = lineAt(source, at);
  if (reading.kind === "none") return NONE;
  if (reading.kind === "cut")
    return reading.isSaid
      ? { kind: "text", end: nextFrame(source, index), reason: CUT, isOpen: true }
      : { kind: "none", isOpen: true };
  const isAlone =
    (source.begins === "text" && text.slice(0, at).trim() === "") || skipSpace(text, reading.end) >= text.length;
  if (!reading.isSaid && !isAlone) return NONE;
  if (!isLineEnd(text, reading.end) && !reading.isSaid && text[reading.end] !== "\n") return NONE;
  const choice = chooseCalls(source, reading.calls, reading.end);
  if (reading.isSaid || choice.kind !== "calls") return reading.isSaid ? choice : NONE;
  return choice.calls.every((call) => isKnownWhole(source, call)) ? choice : NONE;
}

/** Whether all arguments are the tool's own. */
function isKnownWhole({ tools }: Source, { name, arguments: given }: ToolCall): boolean {
  const keys = tools.keysOf(name);
  return tools.isOpen || !isObject(given) || Object.keys(given).every((key) => keys.has(key));
}
