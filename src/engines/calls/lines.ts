import { lineStartOf } from "../text/line-start.ts";
import { connectionAt, spelledCall } from "./keyed.ts";
import { membersOf } from "./members.ts";
import type { RawCall, Tree } from "./model.ts";
import { type Head, headAt } from "./names.ts";
import { type Source, skipSpace, tokenFrom } from "./source.ts";
import { match } from "./tokens.ts";
import { elementAt, type Item } from "./tree.ts";
import { jsonAt, pythonAt } from "./values.ts";

/** A call that stands on lines of its own, without any markup: `Action: f` and its input, `>>>f` and JSON, `f(a=1)`. */
export type LineReading =
  | {
      readonly kind: "calls";
      readonly calls: readonly RawCall[];
      readonly end: number;
      /** Words say that it is a call. Without them it is one only where the text begins or ends with it. */
      readonly isSaid: boolean;
    }
  | { readonly kind: "none" }
  | { readonly kind: "cut"; readonly isSaid: boolean };

const NONE: LineReading = { kind: "none" };

const FENCE = /\s{0,20}(`{3,})[ \t]{0,4}\w{0,12}[ \t]{0,4}\r?\n?\s{0,20}/y;
const ENDING =
  /\r?\n(?:[ \t]*\r?\n|(?:Observation|Observação|Observacao|Thought|Pensamento|Action|Final Answer)[ \t]*:)/g;

/** The call whose name stands on the line that begins at `at`. */
export function lineAt(source: Source, at: number): LineReading {
  const { text, tools } = source;
  const head = headAt(text, at, tools);
  if (head === undefined) return NONE;
  if (text[head.end] === "(") {
    const python = pythonAt(source, head.at);
    if (python.kind !== "calls") return python.kind === "cut" ? { kind: "cut", isSaid: head.isSaid } : NONE;
    const isSaid = head.isSaid && /[\p{L}]|(?:=>|→|\{[{%]|\[\[|[【⟦])\s*$/u.test(text.slice(at, head.at));
    return { kind: "calls", calls: python.calls, end: closed(text, head, at, python.end), isSaid };
  }
  const link = connectionAt(text, head.end, tools.keysOf(head.name));
  const fence = match(FENCE, text, link.end);
  const given = givenAt(source, head, skipBlank(text, link.end + (fence?.[0].length ?? 0)), link.isNamed);
  if (given.kind === "none") return wordsFrom(source, at, head);
  if (given.kind === "cut" || isBroken(text, given)) return { kind: "cut", isSaid: head.isSaid };
  const after = fence === undefined ? given.end : endOfFence(text, given.end, fence[1] ?? "```");
  const call: RawCall = { name: head.name, given: given.tree, repairs: given.repairs };
  return { kind: "calls", calls: [call], end: closed(text, head, at, after), isSaid: head.isSaid };
}

/** A call in words: up to the end of the block, or else of the line. */
function wordsFrom(source: Source, at: number, head: Head): LineReading {
  const { text, tools } = source;
  if (source.vain > source.vainMax) return NONE;
  const block = text.slice(at, endOfBlock(text, connectionAt(text, head.end, tools.keysOf(head.name)).end));
  source.vain += block.length;
  for (const words of new Set([block, block.split("\n", 1)[0] ?? ""])) {
    const call = spelledCall(words, tools);
    if (call !== undefined)
      return { kind: "calls", calls: [call], end: at + words.trimEnd().length, isSaid: head.isSaid };
  }
  return NONE;
}

function endOfBlock(text: string, at: number): number {
  ENDING.lastIndex = at;
  return ENDING.exec(text)?.index ?? text.length;
}

/** Past a bracket or quote that was opened before the name. */
function closed(text: string, head: Head, at: number, end: number): number {
  const opened = /[[("'`*{:]/.test(text.slice(at, head.at)) || text[head.end] === "[";
  return (
    end +
    (opened ? (match(/[ \t]{0,4}(?:[\])}"'`*%]{1,4}|\n?:{3}|\[\/[^\]\n]{0,40}\])/y, text, end)?.[0].length ?? 0) : 0)
  );
}

function skipBlank(text: string, at: number): number {
  const end = skipSpace(text, at);
  return text[end] === "{" || text[end] === "<" ? end : at;
}

function endOfFence(text: string, at: number, fence: string): number {
  const next = skipSpace(text, at);
  return text.startsWith(fence, next) ? next + fence.length : at;
}

/** An empty object with more behind it: a bracket stands in the wrong place. */
function isBroken(text: string, { tree, end }: Given & { readonly kind: "given" }): boolean {
  return tree.kind === "value" && isGlued(text, tree.value, end);
}

/** Whether an empty object is followed by what must have stood in it. */
export function isGlued(text: string, value: unknown, end: number): boolean {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty && /[\p{L}\p{N}"']/u.test(text[end] ?? "");
}

type Given =
  | { readonly kind: "given"; readonly tree: Tree; readonly repairs: readonly string[]; readonly end: number }
  | { readonly kind: "none" }
  | { readonly kind: "cut" };

function givenAt(source: Source, head: Head, at: number, isNamed: boolean): Given {
  const { text, tools } = source;
  if (text[at] === "{") {
    const read = jsonAt(source, at);
    if (read.kind !== "json") return { kind: read.kind };
    return { kind: "given", tree: { kind: "value", value: read.value }, repairs: read.repairs, end: read.end };
  }
  if (text[at] === "<" && !tools.isOpen) return markupAt(source, head, at);
  if (!isNamed || !head.isSaid) return { kind: "none" };
  const end = endOfBlock(text, at);
  const from = lineStartOf(text, at);
  const given = text.slice(text.slice(from, at).trim() === "" ? from : at, end).trimEnd();
  const words = given.trim();
  if (words === "" && at >= text.length) return { kind: "cut" };
  const plain = /^(["'`])([\s\S]*)\1$/.exec(words)?.[2] ?? words;
  const isNothing = /^(?:none|null|\(\)|n\/a)?$/i.test(plain);
  return {
    kind: "given",
    tree: { kind: "text", text: isNothing ? "" : plain === words ? given : plain },
    repairs: [],
    end,
  };
}

/** Elements that are members of the named tool, one after the other. */
function markupAt(source: Source, head: Head, at: number): Given {
  const keys = source.tools.keysOf(head.name);
  const items: Item[] = [];
  let end = at;
  for (let index = tokenFrom(source, at); ; index = tokenFrom(source, end)) {
    const token = source.tokens[index];
    if (token?.kind !== "tag" || token.form !== "open" || skipSpace(source.text, end) !== token.at) break;
    if (!keys.has(token.tag) && token.value === undefined && token.attributes.length === 0) break;
    const { element } = elementAt(source, index, keys);
    if (element.closedBy !== "own") return { kind: "cut" };
    items.push(element);
    end = element.end;
  }
  const { members, isWhole } = membersOf(source, items, keys);
  return isWhole && members.length > 0
    ? { kind: "given", tree: { kind: "members", members, raw: "" }, repairs: [], end }
    : { kind: "none" };
}

/** Whether a name follows that a mark of unknown meaning may announce. */
export function namesTool(source: Source, at: number): boolean {
  if (source.tools.isOpen) return false;
  if (headAt(source.text, skipSpace(source.text, at), source.tools) !== undefined) return true;
  const head = source.text.slice(at, at + NAME_CHARACTERS_MAX);
  return NAMED.test(head) && source.tools.names.some((name) => head.includes(name));
}

const NAME_CHARACTERS_MAX = 160;
/** JSON, an element that bears a name, or a tag with a value. */
const NAMED = /^\s*(?:[{[]\s*[{"']|<[\p{L}_][\p{L}\p{N}_]*(?:>|=|\s+(?:name|tool|function)=))/u;
