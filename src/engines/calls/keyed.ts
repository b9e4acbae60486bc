import { parseYAML } from "confbox/yaml";
import { isObject } from "../../base/is-object.ts";
import { ARGUMENT_WORDS } from "./frames.ts";
import type { Member, RawCall, Tree } from "./model.ts";
import { spelledName } from "./names.ts";
import { match } from "./tokens.ts";
import type { ToolIndex } from "./tool-index.ts";
import { balancedEnd, completeJson } from "./values.ts";

/** What parts a key from its value: `a = 1`, `a: 1`, `a => 1`. */
const PARTS = "[*_`]{0,3}[ \\t]*(?:=>|:=|=(?!=)|:(?![:/]))[*_`]{0,3}";
const MEMBERS_MAX = 200;

/**
 * Members in whatever notation sets a key before its value: lines (`a: 1`, `a = 1`, `- **a**: 1`), flags (`--a 1`), keywords
 * (`:a 1`), labels (`a: 1, b: 2`), keywords of Python (`a=1, b="x"`), rockets (`a => 1`). A text without quotes goes up to the
 * next known key, with its line breaks where keys begin lines.
 *
 * @param keys  that may begin a member; without any, every word may, and then values are literals
 * @returns     undefined where the text is not members and nothing else
 */
export function readKeyed(text: string, keys: readonly string[]): readonly Member[] | undefined {
  const isLines = text.trim().includes("\n");
  const indent = /^(?:[ \t]*\n)*([ \t]*)/.exec(text)?.[1] ?? "";
  const heads = headsOf(keys, isLines ? indent : undefined);
  const members: Member[] = [];
  let head = headAt(heads.first, text, 0);
  while (head !== undefined && members.length < MEMBERS_MAX) {
    const { key, end: from } = head;
    // What begins like a literal and is none ends nowhere, unless lines end it.
    const isText = keys.length > 0 && (isLines || !/["'[{]/.test(text[from] ?? ""));
    const found = literalMember(heads, text, from) ?? (isText ? textMember(heads, text, head) : undefined);
    if (found === undefined) return undefined;
    members.push({ key, value: found.value });
    head = found.next;
  }
  return members.length > 0 && head === undefined ? members : undefined;
}

interface Found {
  readonly value: Tree;
  readonly next: Head | undefined;
}

/** A literal behind which the next member begins, or nothing. */
function literalMember({ next }: Heads, text: string, at: number): Found | undefined {
  const literal = literalAt(text, at);
  const head = literal && headAt(next, text, literal.end);
  const isWhole = literal !== undefined && (head !== undefined || /^[\s,;]*$/.test(text.slice(literal.end)));
  return isWhole ? { value: literal.value, next: head } : undefined;
}

/** Text up to the next head, or to the end. */
function textMember({ bare, next }: Heads, text: string, { end: from, isFlag }: Head): Found | undefined {
  bare.lastIndex = from;
  const end = bare.exec(text)?.index ?? text.length;
  const head = end < text.length ? headAt(next, text, end) : undefined;
  if (head === undefined && end < text.length) return undefined;
  return { value: { kind: "text", text: bareText(text.slice(from, end), isFlag) }, next: head };
}

interface Heads {
  /** The head of the first member, of one after a literal, and of one that ends a text without quotes. */
  readonly first: RegExp;
  readonly next: RegExp;
  readonly bare: RegExp;
}

/** @param indent  of the lines that begin with a key; none where members stand on one line */
function headsOf(keys: readonly string[], indent: string | undefined): Heads {
  const key = keys.length === 0 ? "[\\p{L}_][\\p{L}\\p{N}_-]{0,80}" : keys.map(escaped).join("|");
  const named = `[*_\`"']{0,3}(?<key>${key})["']?(?:${PARTS})`;
  const flag = `(?:--?|:)(?<flag>${key})(?:=|:|[ \\t]+|(?=\\s|$))`;
  const line = "(?:[-*•][ \\t]+)?";
  const parted =
    keys.length === 0
      ? "[,\\s]"
      : indent !== undefined
        ? `[,;]?[ \\t]*\\n${indent}`
        : "[,;][ \\t]*|[ \\t]+(?=[^:\\s]*\\s*=)";
  return {
    first: new RegExp(`\\s*${line}(?:${flag}|${named})[ \\t]*`, "uy"),
    next: new RegExp(`(?:[\\s,;]+${line})(?:${flag}|${named})[ \\t]*`, "uy"),
    bare: new RegExp(`\\s(?:--|:)(?:${key})(?=[\\s=]|$)|(?:${parted})${line}${named.replace("?<key>", "?:")}`, "gu"),
  };
}

function escaped(key: string): string {
  return key.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");
}

interface Head {
  readonly key: string;
  readonly end: number;
  readonly isFlag: boolean;
}

function headAt(pattern: RegExp, text: string, at: number): Head | undefined {
  const found = match(pattern, text, at);
  const { key, flag } = found?.groups ?? {};
  return found && { key: flag ?? key ?? "", end: at + found[0].length, isFlag: flag !== undefined };
}

/** A flag without a value says yes. A text of several lines stays as it is. */
function bareText(text: string, isFlag: boolean): string {
  const word = text.trim();
  if (word === "" && isFlag) return "true";
  return word.includes("\n") ? text : word;
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.|'\\'')*'/sy;
const SCALAR = /(?:-?\d[\d_.eE+-]*|true|false|null|True|False|None)(?=[\s,;)\]}]|$)/y;

/** A quoted text, a number, a list or an object. */
function literalAt(text: string, at: number): { readonly value: Tree; readonly end: number } | undefined {
  const first = text[at] ?? "";
  if (first === "[" || first === "{") {
    const end = balancedEnd(text, at);
    const word = text.slice(at, end);
    // Text that looks like a list may be text: the schema says.
    return end < 0 || completeJson(word) === undefined ? undefined : { value: { kind: "text", text: word }, end };
  }
  const word = match(first === '"' || first === "'" ? QUOTED : SCALAR, text, at)?.[0];
  if (word === undefined) return undefined;
  const end = at + word.length;
  if (first === "'")
    return { value: { kind: "text", text: word.slice(1, -1).replaceAll("'\\''", "'").replaceAll("\\'", "'") }, end };
  const read = first === '"' ? completeJson(word) : undefined;
  return { value: read === undefined ? { kind: "text", text: word } : { kind: "value", value: read.value }, end };
}

const GAP = "[ \\t]{0,20}(?:\\r?\\n[ \\t]{0,20}){0,2}";
/** What may stand between a name and its arguments: quotes, a sign, `with`, a word for arguments. */
const CONNECTION = new RegExp(
  `(?::\\d{1,4}(?=\\s))?["'\`*_\\])>】⟧]{0,4}${GAP}(?:=>|->|<-|:(?![\\p{L}_])|[=,|]|with\\b)?${GAP}(?:[[*_#>\`"'-]{0,3}[ \\t]{0,4}(?:[\\p{L}_]{1,20}[._ ])?(?<word>${[...ARGUMENT_WORDS].join("|")})(?:[ _](?:input|arguments|args|da a[cç][aã]o|\\d+))?[\\]*"'\`]{0,3}[ \\t]{0,4}(?:=>|[:=]|(?=[{\\n]))[*_\`]{0,3}${GAP})?(?:\\[(?=\\s{0,8}\\{))?`,
  "iuy",
);

/** Past what connects a name, which ends at `at`, with its arguments. */
export function connectionAt(
  text: string,
  at: number,
  keys: ReadonlySet<string>,
): { readonly end: number; readonly isNamed: boolean } {
  const found = match(CONNECTION, text, at);
  const word = found?.groups?.["word"];
  const end = at + (found?.[0].length ?? 0);
  // A key of the tool's own begins the arguments.
  if (word !== undefined && keys.has(word)) return { end: text.indexOf(word, at), isNamed: false };
  return { end, isNamed: word !== undefined };
}

/**
 * A call in words: a known name that nothing but words of frames precede, and its arguments in whatever notation.
 *
 * @returns undefined where the text is not that and nothing else
 */
export function spelledCall(text: string, tools: ToolIndex): RawCall | undefined {
  const head = tools.isOpen ? undefined : spelledName(text, tools);
  if (head === undefined) return undefined;
  const keys = tools.keysOf(head.name);
  const rest = text.slice(connectionAt(text, head.end, keys).end).trimEnd();
  const json = rest.startsWith("{") ? completeJson(rest) : undefined;
  if (isObject(json?.value))
    return { name: head.name, given: { kind: "value", value: json.value }, repairs: json.repairs };
  const opening = /^[({[\s]*/.exec(rest)?.[0] ?? "";
  const opened = (text.slice(0, head.end) + opening).match(/[({[<%]/g)?.length ?? 0;
  const raw = withoutClosers(rest.slice(opening.length), opened);
  const members = readKeyed(raw, [...keys]);
  return members && { name: head.name, given: { kind: "members", members, raw }, repairs: [] };
}

function withoutClosers(text: string, count: number): string {
  let end = text.length;
  for (let left = count; left > 0 && /[)}\]>%\s]/.test(text[end - 1] ?? ""); end -= 1)
    if (/\S/.test(text[end - 1] ?? "")) left -= 1;
  return text.slice(0, end);
}

const YAML_CHARACTERS_MAX = 200_000;

/**
 * A mapping or a list of YAML, in lines: in brackets it is JSON. Anchors are not read, for a short text may mean an endless one with them.
 *
 * @returns undefined where the text is neither
 */
export function readYaml(text: string): unknown {
  if (text.length > YAML_CHARACTERS_MAX || /^\s*[{[]|(?:^|\s)[&*]\w/.test(text)) return undefined;
  try {
    const value: unknown = parseYAML(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

export function readYamlMapping(text: string): Record<string, unknown> | undefined {
  const value = readYaml(text);
  return isObject(value) ? value : undefined;
}
