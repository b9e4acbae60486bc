import { ODD_MARKS } from "./frames.ts";

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

const SPECIAL = /<(?:[|｜][^\s<>|｜]{1,60}(?: [^\s<>|｜]{1,20})?[|｜]?|[\p{L}\p{N}_▁:.-]{1,40}[|｜]|SPECIAL_\d{1,4})>/uy;
const TAG = /<(\/?)(?:｜DSML｜|[A-Za-z]{1,20}:)?((?:[\p{L}_][\p{L}\p{N}_.-]{0,127})|\d{1,4})/uy;
const VALUE = /\s{0,4}=\s{0,4}(?:"([^"<>\n]{1,200})"|'([^'<>\n]{1,200})'|([^<>\n"'/]{1,200}?))\s{0,8}(\/?)>/y;
const SPACE = /\s*/y;
const ATTRIBUTE = /([\p{L}_][\p{L}\p{N}_.:-]{0,80})(\s{0,8}=\s{0,8})?/uy;
const BARE_VALUE = /[^\s"'<>`=]{1,200}/y;
const BRACKET_MARK = /\[\/?[A-Z][A-Z_]{2,30}(?: [A-Z]{2,20}){0,3}\]/y;
/** What a bracket of a call is followed by: the beginning of a key, another bracket, or a name and a parenthesis. */
const BARE = /\{\s{0,40}(?:"|'|\\|[\p{L}_])|\[\s{0,40}(?:\{|"[\p{L}_]|[\p{L}_][\p{L}\p{N}_.-]{0,127}\(|Calling )/uy;
const ATTRIBUTES_MAX = 64;
/** Reading tags in vain may cost this many characters for each one of the text; after that they are text. */
const VAIN_FACTOR = 4;

const ODD_TAGS = ODD_MARKS.filter((mark) => mark.startsWith("<"));
const TRIGGER = new RegExp(`[<[{\`\\n]|${ODD_MARKS.map((mark) => mark.replaceAll(/[[\]|<>?*+(){}]/g, "\\$&")).join("|")}`, "g");

/**
 * The marks, tags, backticks and possible beginnings of a text, in their order, found in one pass.
 *
 * @param isHead whether the line that begins at an offset may begin a call
 */
export function tokenize(text: string, isHead: (at: number) => boolean, begins: Begins = "text"): readonly Token[] {
  const tokens: Token[] = [];
  const reader: TagReader = { text, begins, vain: 0, vainMax: 10_000 + text.length * VAIN_FACTOR };
  const lineAt = (at: number): void => {
    if (isHead(at)) tokens.push({ kind: "line", at, end: at });
  };
  lineAt(0);
  const trigger = new RegExp(TRIGGER);
  for (let found = trigger.exec(text); found !== null; found = trigger.exec(text)) {
    const at = found.index;
    const token = tokenAt(reader, at, found[0]);
    if (token !== undefined) {
      tokens.push(token);
      trigger.lastIndex = token.kind === "bracket" ? at + 1 : token.end;
    }
    if (found[0] === "\n") lineAt(at + 1);
  }
  return tokens;
}

interface TagReader {
  readonly text: string;
  readonly begins: Begins;
  vain: number;
  readonly vainMax: number;
}

function tokenAt(reader: TagReader, at: number, found: string): Token | undefined {
  const { text } = reader;
  switch (found) {
    case "\n":
      return undefined;
    case "`":
      return ticksAt(reader, at);
    case "{":
      return test(BARE, text, at) ? { kind: "bracket", at, end: at + 1 } : undefined;
    case "[": {
      const mark = match(BRACKET_MARK, text, at);
      if (mark !== undefined) return { kind: "mark", at, end: at + mark[0].length, text: mark[0] };
      return test(BARE, text, at) ? { kind: "bracket", at, end: at + 1 } : undefined;
    }
    case "<":
      return oddAt(text, at) ?? angleAt(reader, at);
    default:
      if (found === "functools" && !/^\s{0,8}\[/.test(text.slice(at + found.length, at + found.length + 10))) return undefined;
      return { kind: "mark", at, end: at + found.length, text: found };
  }
}

function oddAt(text: string, at: number): Mark | undefined {
  const odd = ODD_TAGS.find((mark) => text.startsWith(mark, at));
  return odd === undefined ? undefined : { kind: "mark", at, end: at + odd.length, text: odd };
}

function angleAt(reader: TagReader, at: number): Token | undefined {
  const { text } = reader;
  if (text.startsWith("<![CDATA[", at)) {
    const end = text.indexOf("]]>", at);
    if (end < 0) reader.vain += text.length - at;
    return end < 0 || reader.vain > reader.vainMax ? undefined : { kind: "cdata", at, end: end + 3 };
  }
  const tag = tagAt(reader, at);
  if (tag !== undefined) return tag;
  const special = match(SPECIAL, text, at);
  return special === undefined ? undefined : { kind: "mark", at, end: at + special[0].length, text: special[0] };
}

function tagAt(reader: TagReader, at: number): Tag | undefined {
  const { text } = reader;
  const head = match(TAG, text, at);
  if (head === undefined || /^<SPECIAL_\d/.test(head[0])) return undefined;
  const name = head[2] ?? "";
  const from = at + head[0].length;
  const base = { kind: "tag" as const, at, tag: name, attributes: [] };
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
    const key = match(ATTRIBUTE, text, at);
    if (key === undefined) break;
    at += key[0].length;
    if (key[2] === undefined) {
      attributes.push([key[1] ?? "", ""]);
      continue;
    }
    const quote = text[at];
    const isQuoted = quote === '"' || quote === "'";
    const end = isQuoted ? text.indexOf(quote, at + 1) : at + (match(BARE_VALUE, text, at)?.[0].length ?? 0);
    if (end < 0) reader.vain += text.length - at;
    if (end < 0 || end === at) break;
    attributes.push([key[1] ?? "", text.slice(isQuoted ? at + 1 : at, end)]);
    at = isQuoted ? end + 1 : end;
  }
  reader.vain += at - from;
  return undefined;
}

function ticksAt({ text, begins }: TagReader, at: number): Ticks {
  let end = at;
  while (text[end] === "`") end += 1;
  const count = end - at;
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const isLine = lineStart > 0 || begins !== "middle";
  return { kind: "ticks", at, end, count, isFence: isLine && count >= 3 && at - lineStart < 80 && text.slice(lineStart, at).trim() === "" };
}

/** A match of a sticky pattern at `at`. */
export function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

export function test(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
