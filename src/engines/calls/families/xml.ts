import { propertySchema, resolveSchema, typesOf } from "../../schema/schema-parts.ts";
import type { Family, Frame } from "../family.ts";
import { tryLooseJson } from "../loose-json.ts";
import { setOwn } from "../loose-json-cursor.ts";
import { isObject, type JsonSchema, NOT_A_CALL, type Reading, UNFINISHED } from "../model.ts";
import { isTruncated } from "../repair-arguments.ts";
import { matchAt, nextIndex, reach, type Source } from "../source.ts";
import { type ChildElement, childElements, decodeEntities, plainText } from "../text-values.ts";
import { readYamlMapping } from "../yaml-mapping.ts";

const OPENING = /<([A-Za-z_][\w.-]{0,127})((?:\s[^<>]{0,200}?)?)(\/?)>/y;

const NAME_ELEMENT = /<(name|tool_name|function_name|tool)>\s{0,20}([\w.-]{1,128})\s{0,20}<\/\1>/y;
const ARGUMENTS_ELEMENT = /\s{0,40}<(arguments|parameters|args|input|params|tool_input)>/y;

/** `<read_file><path>a.ts</path></read_file>` (Cline, Roo, Morph): tags named as the tool and its parameters, or YAML inside. */
export const xml: Family = { name: "xml", starts: /</, read: readNamedTags };

function readNamedTags(source: Source, at: number, frame: Frame): Reading {
  const named = frame.isFramed ? readNameElement(source, at) : NOT_A_CALL;
  if (named.kind !== "none") return named;
  const opening = matchAt(source, OPENING, at);
  const tag = opening?.[1];
  if (opening === null || tag === undefined) return NOT_A_CALL;
  const name = source.tools.names.includes(tag) ? tag : source.tools.isOpen && isToolLike(tag) ? tag : undefined;
  if (name === undefined) return NOT_A_CALL;
  const start = at + opening[0].length;
  if (opening[3] === "/") return called(name, {}, start);
  const closer = `</${tag}>`;
  const end = outerEnd(source, tag, start);
  if (end < 0) return looksBegun(source.text.slice(start, start + 100)) ? UNFINISHED : NOT_A_CALL;
  const body = plainText(source.text.slice(start, end));
  const json = readJsonBody(body);
  if (json !== undefined) return { kind: "calls", calls: [{ name, ...json, wire: "json" }], end: end + closer.length };
  const schema = source.tools.schemaOf(name);
  const texts = argumentsIn(body, schema, source.tools.isOpen);
  // Words between tags are a call only where the tag cannot be one of HTML.
  const isPlain = texts !== undefined && Object.keys(texts).length === 0 && body.trim() !== "" && !/[_-]/.test(tag);
  return texts === undefined || isPlain ? NOT_A_CALL : called(name, texts, end + closer.length);
}

/** What follows an opening tag without its end: nothing yet, a parameter, YAML or JSON. */
function looksBegun(rest: string): boolean {
  return /^\s*(?:$|<[A-Za-z_]|\{|[\w-]{1,60}:(?:\s|$))/.test(rest);
}

function readJsonBody(body: string): { arguments: unknown; repairs: readonly string[] } | undefined {
  if (!body.trimStart().startsWith("{")) return undefined;
  const loose = tryLooseJson(body.trim());
  if (!loose.ok || !isObject(loose.value) || isTruncated(loose.repairs)) return undefined;
  return { arguments: loose.value, repairs: [...new Set(loose.repairs.map(({ what }) => what))] };
}

/** `<name>f</name><arguments>…</arguments>` in a tag that announces a call. */
function readNameElement(source: Source, at: number): Reading {
  const head = matchAt(source, NAME_ELEMENT, at);
  if (head === null) return NOT_A_CALL;
  const start = at + head[0].length;
  const name = head[2] ?? "";
  const opening = matchAt(source, ARGUMENTS_ELEMENT, start);
  if (opening === null) return called(name, {}, start);
  const from = start + opening[0].length;
  const closer = `</${opening[1] ?? ""}>`;
  const end = nextIndex(source, closer, from);
  if (end < 0) return UNFINISHED;
  const body = plainText(source.text.slice(from, end));
  const json = readJsonBody(body);
  if (json !== undefined) return { kind: "calls", calls: [{ name, ...json, wire: "json" }], end: end + closer.length };
  const texts = argumentsIn(body, source.tools.schemaOf(name), false);
  return texts === undefined ? NOT_A_CALL : called(name, texts, end + closer.length);
}

/** Offset of the tool's closing tag; a parameter may bear the tool's own name, so the last one before the next call counts. */
function outerEnd(source: Source, tag: string, start: number): number {
  const closer = `</${tag}>`;
  const first = nextIndex(source, closer, start);
  if (first < 0 || !source.text.startsWith(`<${tag}>`, start)) return first;
  const second = source.text.indexOf(closer, first + closer.length);
  reach(source, second < 0 ? source.text.length : second);
  return second < 0 ? first : second;
}

function called(name: string, texts: Readonly<Record<string, unknown>>, end: number): Reading {
  return { kind: "calls", calls: [{ name, arguments: texts, wire: "text", repairs: [] }], end };
}

/** Without a list of tools only a name of several words is taken for one: HTML has none. */
function isToolLike(tag: string): boolean {
  return tag.includes("_") && !/^(?:tool_call|tool_calls|function_call|function_calls|tool_code|tool_use)s?$/.test(tag);
}

/** Parameter tags, YAML, or nothing; undefined where a parameter stands twice that must not. */
function argumentsIn(body: string, schema: unknown, isOpen: boolean): Readonly<Record<string, unknown>> | undefined {
  if (body.trim() === "") return {};
  const root: JsonSchema = schema === undefined ? true : resolveSchema(schema, schema);
  const children = childElements(body);
  if (children !== undefined) return fromChildren(children, root, schema);
  if (isOpen) return undefined;
  if (!body.trimStart().startsWith("<")) {
    const mapping = readYamlMapping(body);
    if (mapping !== undefined && mentionsParameter(mapping, root)) return mapping;
  }
  return messageOf(body, root) ?? {};
}

function fromChildren(
  children: readonly ChildElement[],
  schema: JsonSchema,
  root: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const texts: Record<string, unknown> = {};
  for (const { name, inner } of children) {
    const text = /\n/.test(inner) ? inner.replace(/^\r?\n/, "") : inner.trim();
    const own = propertySchema(schema, name, root);
    if (!Object.hasOwn(texts, name)) {
      setOwn(texts, name, text);
      continue;
    }
    const isList = own !== undefined && typesOf(own).includes("array");
    if (!isList && own !== undefined) return undefined;
    const previous = texts[name];
    setOwn(texts, name, Array.isArray(previous) ? [...previous, text] : [previous, text]);
  }
  return texts;
}

function mentionsParameter(mapping: Readonly<Record<string, unknown>>, schema: JsonSchema): boolean {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : undefined;
  return (
    properties === undefined ||
    Object.keys(mapping).some((key) => Object.hasOwn(properties, key) || /proto|constructor/.test(key))
  );
}

/** A tool that takes a `message` and got plain text instead: the text is the message. */
function messageOf(body: string, schema: JsonSchema): Readonly<Record<string, unknown>> | undefined {
  const message = propertySchema(schema, "message", schema);
  if (message === undefined || !typesOf(message).includes("string")) return undefined;
  const text = decodeEntities(body.replace(/<\/?[A-Za-z_][\w:.-]{0,80}(?:\s[^<>]{0,200})?\/?>/g, "")).trim();
  return text === "" ? undefined : { message: text };
}
