import { isObject } from "../../base/is-object.ts";
import { callsOfElement, pairedCall, toolOf } from "./candidates.ts";
import { type Choice, CUT, chooseCalls, listOrJson, mayGoOn, NONE, nextFrame, UNREADABLE } from "./choice.ts";
import { ARGUMENT_KEYS, framesCall, HTML } from "./frames.ts";
import { callsOf, hasArguments } from "./json-calls.ts";
import { lineAt, namesTool } from "./lines.ts";
import { NO_ARGUMENTS, type ToolCall } from "./model.ts";
import { type Source, skipSpace } from "./source.ts";
import { match, type Tag } from "./tokens.ts";
import type { ToolIndex } from "./tool-index.ts";
import { elementAt } from "./tree.ts";
import { pythonAt } from "./values.ts";

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
  // A name alone: its arguments may stand behind the element.
  const isBare = raw?.length === 1 && raw[0]?.given === NO_ARGUMENTS;
  if (raw !== undefined && !isBare) return { ...chooseCalls(source, raw, element.end), isOpen };
  const paired = element.closedBy === "own" ? pairedCall(source, element) : undefined;
  const pair = paired?.raw && chooseCalls(source, [paired.raw], paired.end);
  if (pair?.kind === "calls" && pair.calls.every((call) => isKnownWhole(source, call)))
    return { ...pair, isOpen: paired?.isOpen === true };
  const isWaiting = isOpen || paired?.isOpen === true || mayGoOn(source, element.end);
  // An object behind it that could not be read was meant to be them.
  const isTorn = isBare && source.text[skipSpace(source.text, element.end)] === "{";
  if (raw !== undefined && !isTorn) return { ...chooseCalls(source, raw, element.end), isOpen: isWaiting };
  if (!framesCall(tag.tag) && named === undefined) return { kind: "none", isOpen: isWaiting };
  const isPlain = solid.every(({ kind }) => kind === "text") && named === tag.tag && !/[_-]/.test(tag.tag);
  if (isPlain) return { kind: "none", isOpen: isWaiting };
  const end = isProse ? nextFrame(source, index) : element.end;
  return { kind: "text", end, reason: isUnclosed && (isCut || isProse) ? CUT : UNREADABLE, isOpen: isWaiting };
}

/** What follows an opening tag without its end: JSON, a name, YAML, as against prose that speaks of the tag. */
function looksBegun(source: Source, at: number): boolean {
  return match(/\s{0,40}(?:[{[]|[\p{L}_][\p{L}\p{N}_.-]{0,80}(?:[({]|:\s|\s*$))/uy, source.text, at) !== undefined;
}

/** A tag of no row in whose first words a known tool is named. */
function holdsName(source: Source, tag: Tag): boolean {
  if (source.tools.isOpen || tag.form !== "open" || HTML.test(tag.tag)) return false;
  return namesTool(source, tag.end);
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
  if (read.kind === "cut" && meansCall(text.slice(at, at + MENTION_CHARACTERS_MAX), tools))
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
  /["']?(?:name|tool_name|toolName|function_name|action|tool)["']?\s{0,20}:\s{0,20}["'](?<name>[\p{L}\p{N}_.:-]{1,128})["']/u;
const ARGUMENTS_BEGIN = new RegExp(`["'](?:${ARGUMENT_KEYS.join("|")})["']\\s{0,20}:`);
const MENTION_CHARACTERS_MAX = 400;

/** Whether an object that the text cuts says that it is a call: by the name of a tool that there is, or by arguments beside a name. */
function meansCall(head: string, tools: ToolIndex): boolean {
  const name = NAMED.exec(head)?.groups?.["name"];
  if (name === undefined) return false;
  return tools.isOpen || tools.resolve(name) !== undefined || ARGUMENTS_BEGIN.test(head);
}

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
  if (!isLineEnd(text, reading.end)) return NONE;
  const choice = chooseCalls(source, reading.calls, reading.end);
  if (reading.isSaid || choice.kind !== "calls") return reading.isSaid ? choice : NONE;
  return choice.calls.every((call) => isKnownWhole(source, call)) ? choice : NONE;
}

/** Whether all arguments are the tool's own. */
function isKnownWhole({ tools }: Source, { name, arguments: given }: ToolCall): boolean {
  const keys = tools.keysOf(name);
  return tools.isOpen || !isObject(given) || Object.keys(given).every((key) => keys.has(key));
}
