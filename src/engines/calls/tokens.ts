import type { Steps } from "../../base/steps.ts";
import { isFrameWord, ODD_MARKS } from "./frames.ts";

/** What stands before a text: nothing, the end of a line, or the beginning of its first line. */
export type Begins = "text" | "line" | "middle";

interface Place {
  readonly at: number;
  readonly end: number;
}
/** `<name a="b">`, `</name>`, `<name/>`; also `<name=value>` and `<prefix:name>`. */
export interface Tag extends Place {
  readonly kind: "tag";
  readonly form: "open" | "close" | "empty";
  readonly tag: string;
  readonly prefix?: string;
  /** What stands after `=` in `<function=f>`. */
  readonly value?: string;
  readonly attributes: readonly (readonly [string, string])[];
}
/** A special token of a chat template, such as `<|tool_call|>` or `[TOOL_CALLS]`. */
export interface Mark extends Place {
  readonly kind: "mark";
  readonly text: string;
}
export interface Cdata extends Place {
  readonly kind: "cdata";
}
/** A run of backticks; at the beginning of a line, three or more with what follows them on the line. */
export interface Ticks extends Place {
  readonly kind: "ticks";
  readonly count: number;
  readonly isFence: boolean;
}
/** A bracket or a line that may begin a call without any mark. */
export interface Start extends Place {
  readonly kind: "bracket" | "line";
}
export type Token = Tag | Mark | Cdata | Ticks | Start;

const SPECIAL =
  /<(?:[|｜][\p{L}\p{N}_/"][^\s<>|｜]{0,60}(?: [^\s<>|｜]{1,20})?[|｜]?|[\p{L}\p{N}_▁:.-]{1,40}[|｜]|SPECIAL_\d{1,4}|<{1,2}[\p{L}\p{N}_/:.-]{1,40}>{1,2}|end_[a-z_]{1,40})>/uy;
/** Brackets that prose has no other use for than to stress. */
const ROUND = /[【⟦◁]\/?[\p{L}\p{N}_:.-]{1,40}[】⟧▷]/uy;
const TAG = /<(\/?)(?:｜DSML｜|([A-Za-z_]{1,20}):)?((?:[\p{L}_][\p{L}\p{N}_.-]{0,127})|\d{1,4})/uy;
const VALUE =
  /(?:\s{0,4}=\s{0,4}|\((?=[^()<>\n]{1,128}\)>))(?:"([^"<>\n]{1,200})"|'([^'<>\n]{1,200})'|([^<>\n"'/]{1,200}?))\)?\s{0,8}(\/?)>/y;
const SPACE = /\s*/y;
const ATTRIBUTE = /([\p{L}_][\p{L}\p{N}_.:-]{0,80})(\s{0,8}=\s{0,8})?/uy;
const BARE_VALUE = /[^\s"'<>`=]{1,200}/y;
const BRACKET_MARK = /\[\/?[A-Z][A-Z_]{2,30}(?: [A-Z]{2,20}){0,3}\]/y;
/** What a bracket of a call is followed by: the beginning of a key, another bracket, or a name and a parenthesis. */
const BARE = /\{\s{0,40}(?:"|'|\\|\}|[\p{L}_])|\[\s{0,40}(?:\{|"[\p{L}_]|[\p{L}_][\p{L}\p{N}_.-]{0,127}\(|Calling )/uy;
const ATTRIBUTES_MAX = 64;
/** Reading tags in vain may cost this many characters for each one of the text; after that they are text. */
const VAIN_FACTOR = 4;

/** Marks without the brackets of their kind, by their first character. */
const ODD: ReadonlyMap<number, readonly string[]> = Map.groupBy(ODD_MARKS, (mark) => mark.charCodeAt(0));

/**
 * The marks, tags, backticks and possible beginnings of a text, in their order, found in one pass.
 *
 * @param isHead whether the line that begins at an offset may begin a call
 */
export function* tokenize(
  text: string,
  isHead: (at: number) => boolean,
  begins: Begins = "text",
): Steps<readonly Token[]> {
  const tokens: Token[] = [];
  const reader: TagReader = { text, begins, vain: 0, vainMax: 10_000 + text.length * VAIN_FACTOR };
  const lineAt = (at: number): void => {
    if (isHead(at)) tokens.push({ kind: "line", at, end: at });
  };
  let pause = PAUSE_CHARACTERS;
  lineAt(0);
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pause) {
      pause = at + PAUSE_CHARACTERS;
      yield;
    }
    const code = text.charCodeAt(at);
    if (code === NEWLINE) lineAt(at + 1);
    else if (STARTS.has(code) || ODD.has(code)) {
      const token = tokenAt(reader, at, code);
      if (token === undefined) continue;
      tokens.push(token);
      if (token.kind !== "bracket") at = token.end - 1;
    }
  }
  return tokens;
}

const NEWLINE = 0x0a;
/** A few milliseconds of work. */
const PAUSE_CHARACTERS = 64 * 1024;
const STARTS: ReadonlySet<number> = new Set([..."<[{`~【⟦◁"].map((character) => character.charCodeAt(0)));

const NO_ATTRIBUTES: Tag["attributes"] = [];

interface TagReader {
  readonly text: string;
  readonly begins: Begins;
  vain: number;
  readonly vainMax: number;
}

function tokenAt(reader: TagReader, at: number, code: number): Token | undefined {
  const { text } = reader;
  const odd = ODD.get(code)?.find((mark) => text.startsWith(mark, at));
  if (odd !== undefined && (odd !== "functools" || FUNCTOOLS.test(text.slice(at, at + 20))))
    return { kind: "mark", at, end: at + odd.length, text: odd };
  switch (text[at]) {
    case "`":
    case "~":
      return ticksAt(reader, at);
    case "<":
      return angleAt(reader, at);
    case "[": {
      const mark = match(BRACKET_MARK, text, at);
      if (mark !== undefined) return { kind: "mark", at, end: at + mark[0].length, text: mark[0] };
      return test(BARE, text, at) ? { kind: "bracket", at, end: at + 1 } : undefined;
    }
    case "{":
      return test(BARE, text, at) ? { kind: "bracket", at, end: at + 1 } : undefined;
    default: {
      const round = match(ROUND, text, at);
      return round && { kind: "mark", at, end: at + round[0].length, text: round[0] };
    }
  }
}

const FUNCTOOLS = /^functools\s{0,8}\[/;

function angleAt(reader: TagReader, at: number): Token | undefined {
  const { text } = reader;
  if (text.startsWith("<![CDATA[", at)) {
    const end = reader.vain > reader.vainMax ? -1 : text.indexOf("]]>", at);
    if (end < 0) reader.vain += text.length - at;
    return end < 0 ? undefined : { kind: "cdata", at, end: end + 3 };
  }
  const tag = tagAt(reader, at) ?? doubleTagAt(reader, at);
  if (tag !== undefined) return tag;
  const special = match(SPECIAL, text, at);
  return special === undefined ? undefined : { kind: "mark", at, end: at + special[0].length, text: special[0] };
}

/** `<<f a="b">>` */
function doubleTagAt(reader: TagReader, at: number): Tag | undefined {
  const tag = reader.text[at + 1] === "<" ? tagAt(reader, at + 1) : undefined;
  if (tag === undefined || tag.attributes.length === 0 || reader.text[tag.end] !== ">") return undefined;
  return { ...tag, at, end: tag.end + 1, form: "empty" };
}

function tagAt(reader: TagReader, at: number): Tag | undefined {
  const { text } = reader;
  const head = match(TAG, text, at);
  if (head === undefined || /^<(?:SPECIAL_\d|end_)/.test(head[0])) return undefined;
  const from = at + head[0].length;
  const prefix = head[2] === undefined ? {} : { prefix: head[2] };
  const base = { kind: "tag" as const, at, tag: head[3] ?? "", ...prefix, attributes: NO_ATTRIBUTES };
  if (text[from] === ">") return { ...base, end: from + 1, form: head[1] === "/" ? "close" : "open" };
  if (head[1] === "/") {
    const end = match(/\s{0,8}>|=[^<>\n]{1,128}>/y, text, from);
    return end === undefined ? undefined : { ...base, end: from + end[0].length, form: "close" };
  }
  const value = match(VALUE, text, from);
  if (value !== undefined)
    return {
      ...base,
      end: from + value[0].length,
      form: value[4] === "/" ? "empty" : "open",
      value: value[1] ?? value[2] ?? (value[3] ?? "").trim(),
    };
  return attributesAt(reader, base, from);
}

/** The attributes of a tag and its end; a value may hold anything but its own quote. */
function attributesAt(reader: TagReader, base: Omit<Tag, "end" | "form">, from: number): Tag | undefined {
  const { text } = reader;
  const attributes: (readonly [string, string])[] = [];
  let at = from;
  while (attributes.length <= ATTRIBUTES_MAX && reader.vain <= reader.vainMax) {
    at += match(SPACE, text, at)?.[0].length ?? 0;
    const isEmpty = text[at] === "/";
    if (text[isEmpty ? at + 1 : at] === ">")
      return { ...base, attributes, end: at + (isEmpty ? 2 : 1), form: isEmpty ? "empty" : "open" };
    const attribute = attributeAt(text, at);
    if (attribute === undefined || attribute.end < 0) {
      if (attribute !== undefined) reader.vain += text.length - at;
      break;
    }
    attributes.push([attribute.key, attribute.value]);
    at = attribute.end;
  }
  reader.vain += at - from;
  return undefined;
}

/** @returns an end of -1 where its quote is not closed */
function attributeAt(text: string, at: number): { key: string; value: string; end: number } | undefined {
  const key = match(ATTRIBUTE, text, at);
  if (key === undefined) return undefined;
  const from = at + key[0].length;
  const name = key[1] ?? "";
  if (key[2] === undefined) return { key: name, value: "", end: from };
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, from + 1);
    return { key: name, value: text.slice(from + 1, end), end: end < 0 ? -1 : end + 1 };
  }
  const bare = match(BARE_VALUE, text, from);
  return bare && { key: name, value: bare[0], end: from + bare[0].length };
}

function ticksAt({ text, begins }: TagReader, at: number): Ticks | undefined {
  let end = at;
  while (text[end] === text[at]) end += 1;
  const count = end - at;
  if (count < 3 && text[at] === "~") return undefined;
  if (count < 3) return { kind: "ticks", at, end, count, isFence: false };
  const from = Math.max(0, at - INDENT_MAX);
  const before = text.slice(from, at);
  const isLine = before.includes("\n") || (from === 0 && begins !== "middle");
  const line = before.slice(before.lastIndexOf("\n") + 1).trim();
  return { kind: "ticks", at, end, count, isFence: isLine && (line === "" || announces(line)) };
}

/** `Action:` */
function announces(line: string): boolean {
  return /:[*]*$/.test(line) && (line.match(/[^\s*#:]+/g) ?? ["?"]).every(isFrameWord);
}

const INDENT_MAX = 80;

/** A match of a sticky pattern at `at`. */
export function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

export function test(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
