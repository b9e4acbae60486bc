import { readJsonSpan } from "./json-spans.ts";
import { isObject, NOT_A_CALL, type Reading, UNFINISHED } from "./model.ts";
import { matchAt, type Source, skipSpace } from "./source.ts";

/**
 * A header that names the tool, followed by the JSON of its arguments. The first group of `header` is the name.
 *
 * @param closers what may end JSON whose brackets do not balance
 */
export function readNamedJson(source: Source, at: number, header: RegExp, closers: readonly string[]): Reading {
  const match = matchAt(source, header, at);
  if (match === null) return NOT_A_CALL;
  const start = skipSpace(source, at + match[0].length);
  if (start >= source.text.length) return UNFINISHED;
  if (source.text[start] !== "{") return NOT_A_CALL;
  const reading = readJsonSpan(source, start, closers);
  if (reading.kind !== "json") return reading;
  const { value, end, repairs } = reading.span;
  if (!isObject(value)) return NOT_A_CALL;
  return { kind: "calls", calls: [{ name: match[1] ?? "", arguments: value, wire: "json", repairs }], end };
}
