import { setOwn } from "../../json/cursor.ts";
import { readJsonSpan } from "../json-spans.ts";
import { isObject, NOT_A_CALL, type Reading } from "../model.ts";
import { matchAt, nextIndex, type Source, skipSpace } from "../source.ts";
import { readSequence } from "./pythonic.ts";

const LINE = /\s{0,40}(?:>>>)?([\w.-]{1,128})[ \t]{0,8}\r?\n\s{0,20}(?=[{<])/y;
const CHILD = /\s{0,40}<([A-Za-z_][\w.-]{0,80})>/y;

/** Functionary 3.2 and bare forms: a known tool's name alone on the first line, its JSON or parameter tags on the next. */
export function readNamedLine(source: Source, at: number): Reading {
  if (source.tools.isOpen) return NOT_A_CALL;
  const line = matchAt(source, LINE, at);
  if (line === null) return readWholeText(source, at);
  const name = line?.[1] ?? "";
  if (!source.tools.names.includes(name)) return NOT_A_CALL;
  const start = skipSpace(source, at + line[0].length);
  if (source.text[start] === "{") {
    const reading = readJsonSpan(source, start, []);
    if (reading.kind !== "json") return reading;
    const { value, end, repairs } = reading.span;
    return isObject(value)
      ? { kind: "calls", calls: [{ name, arguments: value, wire: "json", repairs }], end }
      : NOT_A_CALL;
  }
  return readTags(source, name, start);
}

const CALL = /([A-Za-z_][\w.-]{0,127})\((?=\s{0,20}(?:\)|[A-Za-z_]\w{0,80}\s{0,8}=|\{))/y;

/** A text that is nothing but `name(key=value)`. */
function readWholeText(source: Source, at: number): Reading {
  const start = skipSpace(source, at);
  const call = matchAt(source, CALL, start);
  if (call === null || !source.tools.names.includes(call[1] ?? "")) return NOT_A_CALL;
  const reading = readSequence(source, start);
  return reading.kind === "calls" && skipSpace(source, reading.end) >= source.text.length ? reading : NOT_A_CALL;
}

function readTags(source: Source, name: string, start: number): Reading {
  const texts: Record<string, unknown> = {};
  let at = start;
  for (;;) {
    const child = matchAt(source, CHILD, at);
    const key = child?.[1];
    if (child === null || key === undefined) break;
    const from = at + child[0].length;
    const end = nextIndex(source, `</${key}>`, from);
    if (end < 0) break;
    setOwn(texts, key, source.text.slice(from, end).trim());
    at = end + key.length + 3;
  }
  return Object.keys(texts).length === 0
    ? NOT_A_CALL
    : { kind: "calls", calls: [{ name, arguments: texts, wire: "text", repairs: [] }], end: at };
}
