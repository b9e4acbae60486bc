import { callsIn } from "./candidates.ts";
import { type Choice, CUT, chooseCalls, listOrJson, mayGoOn, NONE, nextFrame, UNREADABLE } from "./choice.ts";
import { ARGUMENT_WORDS, announcesCall, framesCall, HEADERS, IDS, MARKS } from "./frames.ts";
import { spelledCall } from "./keyed.ts";
import { isGlued, namesTool } from "./lines.ts";
import type { RawCall } from "./model.ts";
import { isNameText, nameIn, spelledName } from "./names.ts";
import { type Source, skipSpace, tokenFrom } from "./source.ts";
import { type Mark, match, type Token } from "./tokens.ts";
import { elementAt, type Item } from "./tree.ts";
import { jsonAt, pythonAt } from "./values.ts";

/** What the marks that end something have in their names. */
export const CLOSING = /end|suffix|\//i;
const SPEAKER = /(?:assistant|model|bot)(?=\s|<|$)/y;
/** `[/TOOL]`, `[END_TOOL_REQUEST]`. */
const CLOSING_WORD = /^[[【⟦◁](?:\/|END_?)\w*(?:TOOL|FUNC|CALL|ACTION|ARG)/i;
const UNIT_ITEMS_MAX = 12;

/** A special token, and the call that it announces if one follows. */
export function chooseMark(source: Source, index: number): Choice {
  const mark = source.tokens[index] as Mark;
  const isKnown = !BRACKETED.test(mark.text) || MARKS.has(mark.text) || CLOSING_WORD.test(mark.text);
  const isCaller = isKnown && announcesCall(mark.text);
  const isNaming = isCaller || isNamingMark(source, mark);
  if (!isKnown && !isNaming) return NONE;
  const call = announcedAt(source, index, { isNaming, isCaller });
  if (call !== undefined) return call;
  if (!isKnown) return NONE;
  const speaker = /begin|start|from|role/.test(mark.text)
    ? (match(SPEAKER, source.text, mark.end)?.[0].length ?? 0)
    : 0;
  return { kind: "token", end: mark.end + speaker };
}

/** The call that a mark announces, as a message, in parts or in words. */
function announcedAt(
  source: Source,
  index: number,
  { isNaming, isCaller }: Readonly<Record<"isNaming" | "isCaller", boolean>>,
): Choice | undefined {
  const mark = source.tokens[index] as Mark;
  const header = HEADERS.find(({ open }) => open.includes(mark.text));
  const message = header && messageAt(source, index, header);
  if (message !== undefined || !isNaming) return message;
  const next = source.tokens[index + 1];
  const isRepeated = next?.kind === "mark" && next.text === mark.text && next.at === mark.end;
  return isRepeated ? undefined : (unitAt(source, index) ?? (isCaller ? wordsAt(source, index) : undefined));
}

/** A call in words between a mark and the one that closes it. */
function wordsAt(source: Source, index: number): Choice | undefined {
  const opening = source.tokens[index] as Mark;
  const { text, tools, tokens } = source;
  if (/[{[<]/.test(text[opening.end] ?? "") || source.vain > source.vainMax) return undefined;
  const isEnd = (token: Token): boolean =>
    token.kind === "mark" && (closes(token, opening) || token.text === opening.text);
  const next = tokens.slice(index + 1, index + LIMIT_TOKENS_MAX).find(isEnd);
  const words = text.slice(opening.end, next?.at);
  source.vain += words.length;
  if (next === undefined) return spelledName(words, tools) && { kind: "token", end: opening.end, isOpen: true };
  const raw = closes(next as Mark, opening) ? spelledCall(words, tools) : undefined;
  return raw && chooseCalls(source, [raw], next.at);
}

/** Marks that prose and programs may hold too, unless a known name follows. */
const BRACKETED = /^(?:[[【⟦◁]|<<)/;

/** The name that a mark itself bears: `<<<f>>>`, `<|call:f|>`. */
function nameOfMark({ tools }: Source, { at, text }: Mark): Item | undefined {
  const inner = tools.names.some((name) => text.includes(name)) ? /[^<>[\]|｜]+/.exec(text) : null;
  if (inner === null || text.includes("/") || nameIn(inner[0], tools) === undefined) return undefined;
  return { kind: "text", at: at + inner.index, end: at + inner.index + inner[0].length };
}

/** Whether a mark that announces no call holds the name of a tool, or stands before one. */
function isNamingMark(source: Source, mark: Mark): boolean {
  return nameOfMark(source, mark) !== undefined || (!CLOSING.test(mark.text) && namesTool(source, mark.end));
}

/** Whether arguments stand behind the mark that closes a name: `[TOOL]f[/TOOL][INPUT]{}`. */
function argumentsFollow({ text }: Source, at: number): boolean {
  const found = match(/\s{0,20}(?:(\{)|(?:\[|<\|?|)(\w{2,20})(?:\]|\|?>|\s{0,4}[:=]))/y, text, at);
  return found?.[1] !== undefined || ARGUMENT_WORDS.has(found?.[2]?.toLowerCase() ?? "");
}

interface Unit {
  readonly items: readonly Item[];
  readonly end: number;
  /** Index of the token that ends it. */
  readonly next: number;
  readonly isSolid: boolean;
}

/** Name, arguments and the marks between them, up to the end of the first thing that can be arguments. */
function unitAt(source: Source, index: number): Choice | undefined {
  const { text, tokens } = source;
  const unit = collect(source, index);
  if (unit === undefined || "kind" in unit) return unit;
  const { items, isSolid } = unit;
  const last = tokens[unit.next];
  const isClosed = last?.kind === "mark" && closes(last, tokens[index] as Mark);
  const hasFence = items.some((item) => item.kind === "mark" && text[item.at] === "`");
  const bodyEnd = unit.end + (hasFence ? (match(FENCE_END, text, unit.end)?.[0].length ?? 0) : 0);
  const closer = tokens[tokenFrom(source, skipSpace(text, bodyEnd))];
  const isCloser = closer?.kind === "mark" && closer.at === skipSpace(text, bodyEnd) && BRACKETED.test(closer.text);
  const end = isCloser && CLOSING.test(closer.text) ? closer.end : bodyEnd;
  const isOpen = endsOpen(source, items) || mayGoOn(source, isClosed && !isSolid ? (last?.end ?? end) : end);
  const value = items.at(-1);
  if (value?.kind === "value" && isGlued(text, value.value, value.end))
    return { kind: "text", end, reason: UNREADABLE };
  // A bracket glued to a name without arguments was meant to hold them.
  if (isClosed && !isSolid && /[[{(]/.test(text[last.end] ?? "") && tokens[unit.next + 1]?.kind !== "mark")
    return { kind: "text", end: last.end, reason: UNREADABLE, isOpen };
  const raw = callsIn(source, items, isClosed);
  if (raw !== undefined) return { ...chooseCalls(source, raw, end), isOpen };
  const isMeant = (isSolid || isClosed) && items.some(({ kind }) => kind !== "mark");
  return isMeant ? { kind: "text", end, reason: UNREADABLE, isOpen } : undefined;
}

function collect(source: Source, index: number): Unit | Choice | undefined {
  const { text, tokens } = source;
  const items: Item[] = [];
  let at = tokens[index]?.at ?? 0;
  let next = index;
  let isSolid = false;
  const isPair = (found: readonly Item[], { end }: Mark): boolean =>
    found.some(({ kind }) => kind === "text") && argumentsFollow(source, end);
  while (items.length < UNIT_ITEMS_MAX) {
    const from = skipSpace(text, at);
    while ((tokens[next]?.at ?? Number.POSITIVE_INFINITY) < from) next += 1;
    const token = tokens[next];
    const mark = token?.kind === "mark" && token.at === from ? token : undefined;
    if (
      isSolid ||
      (mark !== undefined && items.length > 0 && closes(mark, tokens[index] as Mark) && !isPair(items, mark)) ||
      from >= text.length
    )
      break;
    const item = mark === undefined ? itemAt(source, from, next) : { kind: "mark" as const, at: from, end: mark.end };
    if (item === "cut") return { kind: "text", end: nextFrame(source, next), reason: CUT, isOpen: true };
    if (item === undefined) return /[{[(]/.test(text[from] ?? "") ? unreadable(source, items, next) : undefined;
    if (item.kind === "text" && !isNamePart(source, item, items.at(-1))) return undefined;
    items.push(item);
    const name = items.length === 1 && mark !== undefined ? nameOfMark(source, mark) : undefined;
    if (name !== undefined) items.push(name);
    at = item.end;
    isSolid = item.kind !== "text" && item.kind !== "mark";
  }
  return { items, end: at, next, isSolid };
}

/** A mark that says so, or `<x|>` for `<|x>`. */
function closes(mark: Mark, opening: Mark): boolean {
  return CLOSING.test(mark.text) || mark.text === opening.text.replace(/^<[|｜](.*)>$/, "<$1|>");
}

function isNamePart(source: Source, item: Item, before: Item | undefined): boolean {
  const isId = before?.kind === "mark" && IDS.has(source.text.slice(before.at, before.end));
  return isId || isNameText(source.text.slice(item.at, item.end), source.tools);
}

/** What the text breaks off between its elements may go on. */
function endsOpen(source: Source, items: readonly Item[]): boolean {
  const last = items.at(-1);
  if (last?.kind !== "calls")
    return (
      (last?.kind === "value" && last.repairs.includes("closed a list")) ||
      (last?.kind === "element" && last.closedBy === "end")
    );
  const between = match(/\s{0,20}[,;]\s{0,20}/y, source.text, last.end);
  if (between === undefined) return false;
  const next = last.end + between[0].length;
  return match(/[\p{L}\p{N}_.-]{0,128}$/uy, source.text, next) !== undefined || pythonAt(source, next).kind === "cut";
}

const FENCE_END = /\s{0,8}`{3,}/y;

/** A mark, perhaps a name, and brackets that cannot be read: content up to the next mark. */
function unreadable(source: Source, items: readonly Item[], index: number): Choice | undefined {
  const isNamed = items.some((item) => item.kind === "text");
  let next = index;
  while (next < source.tokens.length && source.tokens[next]?.kind !== "mark") next += 1;
  const end = source.tokens[next]?.at ?? source.text.length;
  source.vain += end - (items[0]?.at ?? end);
  return isNamed ? { kind: "text", end, reason: UNREADABLE, isOpen: true } : undefined;
}

const FENCE_LINE = /`{3,}[ \t]{0,4}\w{0,12}[ \t]{0,4}/y;

/** One thing in the sequence after a mark. */
function itemAt(source: Source, at: number, index: number): Item | "cut" | undefined {
  const { text, tokens } = source;
  const token = tokens[index];
  if (token?.kind === "ticks" && token.at === at)
    return { kind: "mark", at, end: at + (match(FENCE_LINE, text, at)?.[0].length ?? token.count) };
  if (token?.kind === "tag" && token.at === at) {
    if (token.form === "close") return framesCall(token.tag) ? { kind: "mark", at, end: token.end } : undefined;
    const { element, isCut } = elementAt(source, index, source.tools.allKeys);
    return isCut ? "cut" : element;
  }
  const python = text[at] === "{" ? undefined : pythonAt(source, at);
  if (python?.kind === "calls") return { kind: "calls", at, end: python.end, calls: python.calls };
  if (text[at] === "{" || text[at] === "[") {
    const read = listOrJson(source, at, limitAfter(source, index));
    if (read.kind === "json") return { kind: "value", at, end: read.end, value: read.value, repairs: read.repairs };
    return read.kind === "cut" ? "cut" : undefined;
  }
  if (python?.kind === "cut") return "cut";
  const line = match(/[^\n<{[(`|｜【⟦◁]{1,160}/y, text, at)?.[0].trimEnd() ?? "";
  return line === "" ? undefined : { kind: "text", at, end: at + line.length };
}

const LIMIT_TOKENS_MAX = 40;

/** JSON after a mark ends at the latest where the next mark or a closing fence begins. */
function limitAfter(source: Source, index: number): number {
  for (let next = index; next < Math.min(source.tokens.length, index + LIMIT_TOKENS_MAX); next += 1) {
    const token = source.tokens[next];
    if (token?.kind === "mark" && CLOSING.test(token.text)) return token.at;
    if (token?.kind === "ticks" && token.isFence) return token.at;
  }
  return -1;
}

const RECIPIENT = /to=([\p{L}\p{N}_.:-]{1,128})/u;
const HEADER_CHARACTERS_MAX = 400;

/** A message with a header: a call where it is addressed to a tool, thinking on a silent channel, else content. */
function messageAt(source: Source, index: number, header: (typeof HEADERS)[number]): Choice | undefined {
  const { text, tokens } = source;
  const start = tokens[index] as Mark;
  let body = index;
  while (tokens[body] !== undefined && (tokens[body]?.at ?? 0) < start.at + HEADER_CHARACTERS_MAX) {
    const token = tokens[body];
    if (token?.kind === "mark" && !header.open.includes(token.text) && !header.inner.includes(token.text)) break;
    body += 1;
  }
  const opener = tokens[body];
  if (opener?.kind !== "mark" || opener.text !== header.body) return undefined;
  const words = text.slice(start.at, opener.at);
  let close = body + 1;
  while (tokens[close] !== undefined && tokens[close]?.kind !== "mark") close += 1;
  const closer = tokens[close] as Mark | undefined;
  const bodyEnd = closer?.at ?? text.length;
  const isOpener = closer !== undefined && header.open.includes(closer.text);
  const end = closer === undefined || isOpener ? bodyEnd : closer.end;
  const recipient = RECIPIENT.exec(words)?.[1];
  if (recipient !== undefined)
    return { ...addressed(source, recipient, { at: opener.end, bodyEnd, end }), isOpen: closer === undefined };
  const channel = /<\|channel\|>\s*(\w+)/.exec(words)?.[1] ?? "";
  return header.silent.includes(channel)
    ? { kind: "thinking", end, isOpen: closer === undefined }
    : { kind: "token", end: opener.end };
}

/** The call in a message to a tool: JSON, or text for the only argument. */
function addressed(source: Source, name: string, body: { at: number; bodyEnd: number; end: number }): Choice {
  const { text } = source;
  const at = skipSpace(text, body.at);
  const json = text[at] === "{" ? jsonAt(source, at, { limit: body.bodyEnd }) : undefined;
  if (json?.kind === "cut") return { kind: "text", end: text.length, reason: CUT };
  const isWhole = json?.kind === "json" && text.slice(json.end, Math.max(json.end, body.bodyEnd)).trim() === "";
  const raw: RawCall = isWhole
    ? { name, given: { kind: "value", value: json.value }, repairs: json.repairs }
    : { name, given: { kind: "text", text: text.slice(body.at, body.bodyEnd).trim() }, repairs: [] };
  return chooseCalls(source, [raw], isWhole && json.end > body.bodyEnd ? json.end : body.end);
}
