import { isObject } from "../../base/is-object.ts";
import { ARGUMENT_KEYS, ARGUMENT_WORDS, framesCall, HTML, IDS, NAME_KEYS, SIDE_KEYS } from "./frames.ts";
import { callsOf, type Frame } from "./json-calls.ts";
import { readYamlMapping, spelledCall } from "./keyed.ts";
import { decodeEntities, membersOf, rawOf, treeOf, wrappedIn } from "./members.ts";
import { type Member, NO_ARGUMENTS, type RawCall, type Tree } from "./model.ts";
import { isFiller, nameIn } from "./names.ts";
import { labelOf, type Source, skipSpace, sliceOf, tokenFrom } from "./source.ts";
import { type Element, elementAt, type Item } from "./tree.ts";
import { jsonAt } from "./values.ts";

const FRAMED: Frame = { isFramed: true };
const NESTING_MAX = 4;

/** The calls that the items of a frame spell, if they spell nothing but calls; undefined otherwise. */
export function callsIn(
  source: Source,
  items: readonly Item[],
  isClosed: boolean,
  depth = 0,
): readonly RawCall[] | undefined {
  if (depth > NESTING_MAX * 2) return undefined;
  const solid = withoutIds(source, items).filter((item) => item.kind !== "mark" && !isPunctuation(source, item));
  const byMembers = memberCall(source, solid, isClosed);
  if (byMembers !== undefined) return [byMembers];
  const calls: RawCall[] = [];
  for (let index = 0; index < solid.length; ) {
    const found = callsFrom(source, solid, index, { isClosed, depth });
    if (found === undefined) return undefined;
    calls.push(...found.calls);
    index += found.count;
  }
  return calls.length === 0 ? undefined : calls;
}

interface Found {
  readonly calls: readonly RawCall[];
  /** Of items that they took. */
  readonly count: number;
}

function callsFrom(
  source: Source,
  items: readonly Item[],
  index: number,
  within: { isClosed: boolean; depth: number },
): Found | undefined {
  const { tools } = source;
  const item = items[index];
  switch (item?.kind) {
    case "calls":
      return { calls: item.calls, count: 1 };
    case "value": {
      const calls = callsOf(item.value, tools, FRAMED);
      const next = items[index + 1];
      // `{"name": "f"} {…}`: the arguments in an object of their own.
      if (calls?.length === 1 && calls[0]?.given === NO_ARGUMENTS && next?.kind === "value" && isObject(next.value))
        return { calls: [{ ...calls[0], given: { kind: "value", value: next.value } }], count: 2 };
      return calls && { calls: calls.map((call) => ({ ...call, repairs: item.repairs })), count: 1 };
    }
    case "element": {
      const calls = callsOfElement(source, item, within.depth);
      return calls && { calls, count: 1 };
    }
    case "text":
      return callsFromText(source, items, index, within.isClosed);
    case "mark":
    case undefined:
      return undefined;
  }
}

/** A name and what follows it, or a call in YAML. */
function callsFromText(source: Source, items: readonly Item[], index: number, isClosed: boolean): Found | undefined {
  const { tools } = source;
  const item = items[index] as Item;
  const text = sliceOf(source, item.at, item.end);
  if (isFiller(text, tools) && index < items.length - 1) return { calls: [], count: 1 };
  const name = nameIn(text, tools);
  if (name === undefined) {
    const mapping = items.length === 1 ? readYamlMapping(text) : undefined;
    const calls = mapping && callsOf(mapping, tools, FRAMED);
    const headed = items.length === 1 ? spelledCall(text, tools) : undefined;
    return calls ? { calls, count: 1 } : headed && { calls: [headed], count: 1 };
  }
  const taken = argumentsAfter(source, name, items.slice(index + 1));
  if (taken === undefined || (taken.count === 0 && !(isClosed && items.length === 1))) return undefined;
  return { calls: [{ name, given: taken.given, repairs: taken.repairs }], count: 1 + taken.count };
}

/** What stands between a name and its arguments, or after them. */
function isPunctuation(source: Source, item: Item): boolean {
  return item.kind === "text" && /^[\s:;,=>()\]}`|-]*(?:`{3}\w*\s*)?$/.test(source.text.slice(item.at, item.end));
}

function isBlank(source: Source, item: Item): boolean {
  return item.kind === "text" && source.text.slice(item.at, item.end).trim() === "";
}

/** Without what stands behind the mark of an identifier. */
function withoutIds(source: Source, items: readonly Item[]): readonly Item[] {
  return items.filter((item, index) => {
    const before = items[index - 1];
    return item.kind !== "text" || before?.kind !== "mark" || !IDS.has(source.text.slice(before.at, before.end));
  });
}

interface Taken {
  readonly given: Tree;
  readonly repairs: readonly string[];
  readonly count: number;
}

/** The arguments that follow a name: one value, or the members up to the next thing that is none. */
function argumentsAfter(source: Source, name: string, items: readonly Item[]): Taken | undefined {
  const [first] = items;
  if (first === undefined) return { given: NO_ARGUMENTS, repairs: [], count: 0 };
  if (first.kind === "value") return { given: { kind: "value", value: first.value }, repairs: first.repairs, count: 1 };
  const count = items.findIndex(({ kind }) => kind === "value" || kind === "calls");
  const own = count < 0 ? items : items.slice(0, count);
  if (own[0]?.kind !== "element") return { given: NO_ARGUMENTS, repairs: [], count: 0 };
  const given = givenIn(source, name, own);
  return given === undefined ? undefined : { ...given, count: own.length };
}

function givenIn(source: Source, name: string, items: readonly Item[]): Omit<Taken, "count"> | undefined {
  const keys = source.tools.keysOf(name);
  const { members, valueless, isWhole } = membersOf(source, items, keys);
  if (!isWhole || (members.length === 0 && valueless.length > 0)) return undefined;
  const given = wrappedIn(members, keys) ?? { kind: "members", members, raw: "" };
  return { given, repairs: valueless.map((key) => `${key}: left it out, it has no value`) };
}

/** An element that names its tool by tag, value or attribute; else what stands in it. */
export function callsOfElement(source: Source, item: Element, depth = 0): readonly RawCall[] | undefined {
  const name = toolOf(source, item);
  if (name !== undefined) {
    const call = elementCall(source, item, name);
    return call === undefined ? undefined : [call];
  }
  // `<name>f</name>` names a tool and calls none.
  const isName = NAME_KEYS.includes(item.tag.tag) && item.items.every(({ kind }) => kind === "text");
  if (labelOf(item.tag) !== undefined || item.items.length === 0 || isName) return undefined;
  const calls = callsIn(source, item.items, item.closedBy === "own", depth + 1);
  if (calls !== undefined || item.closedBy !== "own" || item.items.some(({ kind }) => kind === "element")) return calls;
  const spelled = spelledCall(rawOf(source, item), source.tools);
  return spelled && [spelled];
}

const RECIPIENT = /^(?:to|recipient|tool|tool_name|function|function_name)$/i;
const CALL_TAG =
  /^(?:function|tool|call|invoke|tool_call|function_call|tool_use|use_tool|call_tool|action|use|execute|run|command)$/i;

/** The tool that an element means by its tag, the value or an attribute of it. */
export function toolOf({ tools }: Source, item: Pick<Element, "tag">): string | undefined {
  const label = HTML.test(item.tag.tag) ? undefined : labelOf(item.tag);
  if (label !== undefined && tools.resolve(label) !== undefined && (!tools.isOpen || CALL_TAG.test(item.tag.tag)))
    return label;
  if (!tools.isOpen) {
    // `<function f>` names a tool by an attribute without a value.
    const any = item.tag.attributes
      .map(([key, value]) => [key, value === "" ? key : value] as const)
      .find(([, value]) => tools.names.includes(value));
    if (any !== undefined && !HTML.test(item.tag.tag) && (CALL_TAG.test(item.tag.tag) || RECIPIENT.test(any[0])))
      return any[1];
    return tools.ofTag(item.tag.tag);
  }
  // Without a list of tools only a name of several words is taken for one: HTML has none.
  const isName = label === undefined && /^(?!arg_)[a-z]+_\w+$/i.test(item.tag.tag) && !framesCall(item.tag.tag);
  return isName ? item.tag.tag : undefined;
}

const NAME_ATTRIBUTES = new Set(["name", "tool", "tool_name", "function", "function_name", "id", "type"]);

function elementCall(source: Source, item: Element, name: string): RawCall | undefined {
  const keys = source.tools.keysOf(name);
  const attributes = item.tag.attributes
    .filter(([key, value]) => value !== name && key !== name && (keys.has(key) || !NAME_ATTRIBUTES.has(key)))
    .map(([key, value]): Member => ({ key, value: { kind: "text", text: decodeEntities(value) } }));
  const wrapper = attributes.find(({ key }) => ARGUMENT_KEYS.includes(key) && !keys.has(key));
  if (wrapper !== undefined && attributes.length === 1 && item.items.length === 0)
    return { name, given: wrapper.value, repairs: [] };
  const solid = item.items.filter((inner) => inner.kind !== "mark" && !isBlank(source, inner));
  if (solid.length === 0 && item.closedBy === "end") return undefined;
  if (solid.length === 0) return { name, given: { kind: "members", members: attributes, raw: "" }, repairs: [] };
  const [only] = solid;
  if (attributes.length === 0 && solid.length === 1 && only?.kind === "value")
    return { name, given: { kind: "value", value: only.value }, repairs: only.repairs };
  if (solid.some(({ kind }) => kind === "element")) {
    const own = givenIn(source, name, solid);
    if (own !== undefined) {
      const members = own.given.kind === "members" ? own.given.members : undefined;
      if (attributes.length === 0 || members === undefined) return { name, ...own };
      return { name, given: { kind: "members", members: [...attributes, ...members], raw: "" }, repairs: own.repairs };
    }
    return attributes.length === 0 && !solid.some((inner) => inner.kind === "element" && keys.has(inner.tag.tag))
      ? { name, given: { kind: "text", text: rawOf(source, item) }, repairs: [] }
      : undefined;
  }
  return attributes.length === 0 ? { name, given: treeOf(source, item, keys), repairs: [] } : undefined;
}

/** `<function>f</function><args>…</args>` without anything around them: the elements or the object after a name. */
export function pairedCall(source: Source, element: Element): { raw?: RawCall; end: number; isOpen: boolean } {
  const { text, tokens, tools } = source;
  const items: Item[] = [element];
  let end = element.end;
  let isOpen = false;
  for (let at = skipSpace(text, end); ; at = skipSpace(text, end)) {
    const index = tokenFrom(source, at);
    const token = tokens[index];
    const json = items.length === 1 && text[at] === "{" ? jsonAt(source, at) : undefined;
    isOpen ||= json?.kind === "cut";
    if (json?.kind === "json") items.push({ ...json, kind: "value", at });
    else if (token?.kind === "tag" && token.at === at && token.form === "open" && ARGUMENT_WORDS.has(token.tag)) {
      const built = elementAt(source, index, tools.allKeys);
      isOpen ||= built.isOpen;
      if (built.isCut || built.element.closedBy !== "own") return { end, isOpen: true };
      items.push(built.element);
    } else break;
    end = items.at(-1)?.end ?? end;
  }
  const raw = items.length > 1 ? memberCall(source, items, true) : undefined;
  return { ...(raw && { raw }), end, isOpen };
}

/** `<name>f</name><arguments>…</arguments>`: the parts of a call as elements. */
function memberCall(source: Source, items: readonly Item[], isClosed: boolean): RawCall | undefined {
  const { tools } = source;
  const at = items.findIndex((item) => {
    if (item.kind !== "element" || labelOf(item.tag) !== undefined) return false;
    if (!NAME_KEYS.includes(item.tag.tag) && !framesCall(item.tag.tag)) return false;
    return nameIn(rawOf(source, item), tools) !== undefined && item.items.every(({ kind }) => kind === "text");
  });
  const element = items[at];
  if (element?.kind !== "element") return undefined;
  const name = nameIn(rawOf(source, element), tools) ?? "";
  const rest = items.filter((item, index) => index !== at && !(item.kind === "element" && SIDE_KEYS.has(item.tag.tag)));
  if (
    rest.some(
      (item) => item.kind === "element" && (item.tag.tag === element.tag.tag || toolOf(source, item) !== undefined),
    )
  )
    return undefined;
  const [only] = rest;
  if (only === undefined && !isClosed) return undefined;
  if (rest.length === 1 && only?.kind === "value")
    return { name, given: { kind: "value", value: only.value }, repairs: only.repairs };
  const given = givenIn(source, name, rest);
  return given === undefined ? undefined : { name, ...given };
}
