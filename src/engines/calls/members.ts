import { parseStrictJson } from "../json/loose-json.ts";
import { ARGUMENT_KEYS } from "./frames.ts";
import type { Member, Tree } from "./model.ts";
import { LABELS, labelOf, type Source, sliceOf } from "./source.ts";
import type { Element, Item } from "./tree.ts";

const VALUE_ATTRIBUTES = ["value", "val"];
const KEY_TAG = /(?:^|_)(?:key|name)$/i;
const VALUE_TAG = /(?:^|_)(?:value|val)$/i;
/** Tags that hold a member and do not name it. */
const MEMBER_TAG = /^(?:parameter|param|arg|argument|field|property|prop|option|kwarg|entry|item|pair)$/i;

/** What members a list of items holds, and whether that is all that it holds. */
export interface Members {
  readonly members: readonly Member[];
  /** Keys that stand without a value. */
  readonly valueless: readonly string[];
  readonly isWhole: boolean;
}

/**
 * Members written as markup, in any of its ways: `<a>1</a>`, `<parameter=a>1</parameter>`, `<p name="a" value="1"/>`, a key
 * element and a value element, a key element and bare text, a member element with key and value in it.
 *
 * @param keys  the members that the tool knows
 */
export function membersOf(source: Source, items: readonly Item[], keys: ReadonlySet<string>): Members {
  const members: Member[] = [];
  const valueless: string[] = [];
  let isWhole = true;
  let pending: string | undefined;
  const settle = (value?: Tree): void => {
    if (pending !== undefined && value === undefined) valueless.push(pending);
    if (pending !== undefined && value !== undefined) members.push({ key: pending, value });
    pending = undefined;
  };
  for (const item of items) {
    if (item.kind === "mark") continue;
    if (item.kind !== "element") {
      const text = bareText(source, item.at, item.end);
      if (text === "") continue;
      if (pending !== undefined) settle({ kind: "text", text });
      else isWhole = false;
      continue;
    }
    const { tag } = item.tag;
    if (VALUE_TAG.test(tag) && pending !== undefined && labelOf(item.tag) === undefined) {
      settle(treeOf(source, item, keys));
      continue;
    }
    settle();
    if (isKeyElement(source, item, keys)) pending = rawOf(source, item).trim();
    else members.push(...memberOf(source, item, keys));
  }
  settle();
  return { members, valueless, isWhole };
}

/** `<arg_key>a</arg_key>`, or `<parameter>a</parameter>` whose value stands behind it. */
function isKeyElement(source: Source, item: Element, keys: ReadonlySet<string>): boolean {
  if (labelOf(item.tag) !== undefined || keys.has(item.tag.tag)) return false;
  if (KEY_TAG.test(item.tag.tag)) return true;
  return (
    MEMBER_TAG.test(item.tag.tag) &&
    item.items.every(({ kind }) => kind === "text") &&
    keys.has(rawOf(source, item).trim())
  );
}

/** One member element; several where an element without a meaning of its own holds them. */
function memberOf(source: Source, item: Element, keys: ReadonlySet<string>): readonly Member[] {
  const { tag } = item;
  const label = labelOf(tag);
  if (label !== undefined && !keys.has(tag.tag)) {
    const value = tag.attributes.find(([name]) => VALUE_ATTRIBUTES.includes(name));
    if (tag.form === "empty" || (value !== undefined && item.items.length === 0))
      return [{ key: decodeEntities(label).trim(), value: { kind: "text", text: decodeEntities(value?.[1] ?? "") } }];
    return [{ key: decodeEntities(label).trim(), value: typedTree(source, item, keys) }];
  }
  if (MEMBER_TAG.test(tag.tag) && !keys.has(tag.tag)) {
    const inner = membersOf(source, item.items, new Set());
    const [first, second] = inner.members;
    if (inner.isWhole && inner.members.length === 1 && first !== undefined) return [first];
    if (
      inner.isWhole &&
      inner.members.length === 2 &&
      first !== undefined &&
      second !== undefined &&
      LABELS.includes(first.key) &&
      first.value.kind === "text"
    )
      return [{ key: first.value.text.trim(), value: second.value }];
  }
  return [{ key: tag.tag, value: treeOf(source, item, keys, true) }];
}

/** The value of an element that says by `string="false"` that it is JSON. */
function typedTree(source: Source, item: Element, keys: ReadonlySet<string>): Tree {
  const isLiteral = item.tag.attributes.some(([name, value]) => name === "string" && value === "false");
  const json = isLiteral ? parseStrictJson(rawOf(source, item)) : { ok: false as const };
  return json.ok ? { kind: "value", value: json.value } : treeOf(source, item, keys);
}

/** What an element holds: members where it holds elements and nothing else, and always its text. */
export function treeOf(source: Source, item: Element, keys: ReadonlySet<string>, isNamedByTag = false): Tree {
  const raw = textOf(source, item, isNamedByTag);
  if (!item.items.some(({ kind }) => kind === "element")) return { kind: "text", text: raw };
  const { members, isWhole } = membersOf(source, item.items, keys);
  return isWhole && members.length > 0 ? { kind: "members", members, raw } : { kind: "text", text: raw };
}

const CDATA = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/;

/** The text of an element: CDATA as it is, else entities decoded; a line break next to the tags is layout. */
function textOf(source: Source, item: Element, isNamedByTag: boolean): string {
  const raw = rawOf(source, item);
  const verbatim = raw.includes("<![CDATA[") ? CDATA.exec(raw)?.[1] : undefined;
  if (verbatim !== undefined) return verbatim;
  const text = decodeEntities(raw);
  if (isNamedByTag && !text.includes("\n")) return text.trim();
  return text.replace(/^[ \t]*\r?\n/, "").replace(/\r?\n$/, "");
}

export function rawOf(source: Source, item: Element): string {
  return sliceOf(source, item.tag.end, item.bodyEnd);
}

function bareText(source: Source, at: number, end: number): string {
  return decodeEntities(sliceOf(source, at, end)).trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five entities of XML and numeric references, decoded once. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The arguments among members, where they stand under a name of their own. */
export function wrappedIn(members: readonly Member[], keys: ReadonlySet<string>): Tree | undefined {
  const found = members.find(({ key, value }) => {
    if (!ARGUMENT_KEYS.includes(key) || keys.has(key)) return false;
    if (members.length > 1 && value.kind === "text" && value.text.trim() === "") return false;
    return value.kind !== "text" || keys.size > 0 || value.text.trimStart().startsWith("{");
  });
  return found?.value;
}
