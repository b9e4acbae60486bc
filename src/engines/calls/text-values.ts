import { coerceToTypes } from "../schema/coerce-type.ts";
import {
  branchesOf,
  isObject,
  isOfType,
  type JsonType,
  propertySchema,
  resolveSchema,
  typesOf,
} from "../schema/schema-parts.ts";
import { parseJsonText } from "./json-text.ts";
import type { JsonSchema } from "./model.ts";

/**
 * The value of an argument that its family writes as plain text, by the schema of its tool: text stays text where text
 * is wanted. Without a schema, what reads as a JSON or Python literal is taken as one.
 */
export function textToValue(text: string, schema: JsonSchema | undefined, root: unknown): unknown {
  if (schema === undefined || typeof schema === "boolean") return literalOf(text);
  const types = allTypes(schema, root);
  if (types.length === 0) return literalOf(text);
  if (types.includes("string")) {
    const literal = literalOf(text);
    if (typeof literal === "string" || types.every((type) => type === "string")) return text;
    return types.some((type) => type !== "string" && isOfType(literal, type)) ? literal : text;
  }
  if (types.includes("array")) return listOf(text, schema, root) ?? text;
  const object = types.includes("object") ? objectOf(text, schema, root) : undefined;
  return object ?? coerceToTypes(text, types)?.value ?? text;
}

/** Elements inside, or JSON however sloppy; undefined where the text is neither. */
function objectOf(text: string, schema: JsonSchema, root: unknown): unknown {
  if (text.trimStart().startsWith("<")) return childrenOf(text, schema, root) ?? text;
  const parsed = parseJsonText(text);
  return isObject(parsed) ? parsed : undefined;
}

function allTypes(schema: JsonSchema, root: unknown): readonly JsonType[] {
  if (typeof schema === "boolean") return [];
  const own = typesOf(schema);
  if (own.length > 0) return own;
  return branchesOf(schema).flatMap((branch) => typesOf(resolveSchema(branch, root)));
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

/** A literal of JSON or Python, or the text as it is. */
export function literalOf(text: string): unknown {
  const word = text.trim();
  if (LITERALS.has(word)) return LITERALS.get(word);
  if (NUMBER.test(word) && Number.isFinite(Number(word))) return Number(word);
  return parseJsonText(word) ?? text;
}

function listOf(text: string, schema: JsonSchema, root: unknown): unknown {
  const items = typeof schema === "boolean" ? undefined : resolveSchema(schema["items"] ?? true, root);
  const parsed = parseJsonText(text);
  if (Array.isArray(parsed)) return parsed;
  const word = text.trim();
  if (word === "") return [];
  const children = word.startsWith("<") ? childElements(word) : undefined;
  const texts =
    children !== undefined && children.length > 0
      ? children.map((child) => child.inner)
      : word.split(word.includes("\n") ? "\n" : wantsText(items) ? /$^/ : ",");
  return texts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => textToValue(part, items, root));
}

function wantsText(schema: JsonSchema | undefined): boolean {
  return schema !== undefined && typesOf(schema).includes("string");
}

function childrenOf(text: string, schema: JsonSchema, root: unknown): unknown {
  const children = childElements(text.trim());
  if (children === undefined || children.length === 0) return undefined;
  return Object.fromEntries(
    children.map(({ name, inner }) => [name, textToValue(inner, propertySchema(schema, name, root), root)]),
  );
}

export interface ChildElement {
  readonly name: string;
  readonly inner: string;
}

const CHILDREN_MAX = 1_000;

/** `<a>1</a><b>2</b>` as elements, or undefined where the text is anything else. */
export function childElements(text: string): readonly ChildElement[] | undefined {
  const children: ChildElement[] = [];
  let at = 0;
  while (at < text.length) {
    const opening = /\s*<([A-Za-z_][\w.-]{0,80})(?:\s(?:[^<>"']|"[^"]{0,200}"|'[^']{0,200}'){0,200})?(\/?)>/y;
    opening.lastIndex = at;
    const match = opening.exec(text);
    if (match === null) return text.slice(at).trim() === "" ? children : undefined;
    const name = match[1] ?? "";
    if (match[2] === "/") {
      children.push({ name, inner: "" });
      at = opening.lastIndex;
      continue;
    }
    const end = closingTag(text, name, opening.lastIndex);
    if (end < 0 || children.length >= CHILDREN_MAX) return undefined;
    children.push({ name, inner: plainText(text.slice(opening.lastIndex, end)) });
    at = end + name.length + 3;
  }
  return children;
}

/** Offset of the closing tag that belongs to an element whose content begins at `from`, or -1. */
export function closingTag(text: string, name: string, from: number): number {
  const opener = `<${name}>`;
  const closer = `</${name}>`;
  let depth = 1;
  let at = from;
  for (;;) {
    const end = text.indexOf(closer, at);
    if (end < 0) return depth > 1 ? text.lastIndexOf(closer) : -1;
    depth += countOf(text.slice(at, end), opener) - 1;
    if (depth === 0) return end;
    at = end + closer.length;
  }
}

function countOf(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) count += 1;
  return count;
}

const CDATA = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/;

/** The text of an element: CDATA unwrapped, else as written. */
export function plainText(text: string): string {
  return text.includes("<![CDATA[") ? (CDATA.exec(text)?.[1] ?? text) : text;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five entities of XML and numeric references, decoded. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** One line break after the opening and one before the closing tag are layout, not text. */
export function withoutEdgeBreaks(text: string): string {
  return text.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}
