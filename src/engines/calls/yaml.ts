import { isObject } from "../../base/is-object.ts";
import { setOwn } from "../json/cursor.ts";
import { literalOf } from "./literal.ts";

interface Line {
  readonly indent: number;
  readonly text: string;
}

interface Lines {
  readonly lines: readonly Line[];
  index: number;
}

const LINES_MAX = 5_000;
const DEPTH_MAX = 20;

/**
 * The part of YAML that models write between tags: nested mappings, lists, block scalars, quoted and plain scalars.
 *
 * @returns undefined where the text is neither mapping nor list
 */
export function readYaml(text: string): unknown {
  const lines = text.replace(/^(?:[ \t]*\r?\n)+/, "").split(/\r?\n/);
  if (lines.length > LINES_MAX) return undefined;
  const reader: Lines = {
    lines: lines.map((line) => ({ indent: line.length - line.trimStart().length, text: line })),
    index: 0,
  };
  skipBlank(reader);
  const first = reader.lines[reader.index];
  const value = /^\s*- /.test(first?.text ?? "") ? readList(reader, first?.indent ?? 0, 0) : readMapping(reader, 0);
  skipBlank(reader);
  return reader.index >= reader.lines.length ? value : undefined;
}

export function readYamlMapping(text: string): Record<string, unknown> | undefined {
  const value = readYaml(text);
  return isObject(value) ? value : undefined;
}

const MEMBER = /^(\s*)(?:"([^"]{1,100})"|'([^']{1,100})'|([A-Za-z_][\w.-]{0,100}))\s*:(?:[ \t]+(.*)|[ \t]*)$/;

function skipBlank(reader: Lines): void {
  while (reader.index < reader.lines.length && isBlank(reader.lines[reader.index])) reader.index += 1;
}

function isBlank(line: Line | undefined): boolean {
  return line === undefined || line.text.trim() === "" || line.text.trimStart().startsWith("#");
}

function readMapping(reader: Lines, depth: number): Record<string, unknown> | undefined {
  if (depth > DEPTH_MAX) return undefined;
  const result: Record<string, unknown> = {};
  skipBlank(reader);
  const indent = reader.lines[reader.index]?.indent ?? 0;
  let count = 0;
  for (; ; count += 1) {
    skipBlank(reader);
    const line = reader.lines[reader.index];
    if (line === undefined || line.indent < indent) break;
    const member = MEMBER.exec(line.text);
    if (line.indent !== indent || member === null) return undefined;
    reader.index += 1;
    const value = readMemberValue(reader, member[5] ?? "", indent, depth);
    if (value === undefined) return undefined;
    setOwn(result, member[2] ?? member[3] ?? member[4] ?? "", value.value);
  }
  return count === 0 ? undefined : result;
}

function readMemberValue(reader: Lines, rest: string, indent: number, depth: number): { value: unknown } | undefined {
  const block = /^([|>])([+-]?)\s*$/.exec(rest);
  if (block !== null) return { value: readBlock(reader, indent, block[1] === ">", block[2] ?? "") };
  if (rest.trim() !== "") return { value: scalar(rest) };
  skipBlank(reader);
  const next = reader.lines[reader.index];
  if (next !== undefined && /^\s*-(?:\s|$)/.test(next.text) && next.indent >= indent)
    return { value: readList(reader, next.indent, depth) };
  if (next === undefined || next.indent <= indent) return { value: null };
  const inner = readMapping(reader, depth + 1);
  return inner === undefined ? undefined : { value: inner };
}

function readList(reader: Lines, indent: number, depth: number): unknown[] {
  const list: unknown[] = [];
  for (;;) {
    skipBlank(reader);
    const line = reader.lines[reader.index];
    const item = line === undefined || line.indent !== indent ? null : /^\s*-(?:\s+(.*))?$/.exec(line.text);
    if (line === undefined || item === null) return list;
    const rest = item[1] ?? "";
    if (MEMBER.test(rest)) {
      const shifted = [...reader.lines];
      shifted[reader.index] = { indent: indent + 2, text: `${" ".repeat(indent + 2)}${rest}` };
      const inner: Lines = { lines: shifted, index: reader.index };
      const mapping = depth > DEPTH_MAX || list.length > 200 ? undefined : readMapping(inner, depth + 1);
      reader.index = Math.max(inner.index, reader.index + 1);
      list.push(mapping ?? rest);
      continue;
    }
    reader.index += 1;
    list.push(scalar(rest));
  }
}

function readBlock(reader: Lines, indent: number, isFolded: boolean, chomp: string): string {
  const kept: string[] = [];
  let inner = -1;
  for (; reader.index < reader.lines.length; reader.index += 1) {
    const line = reader.lines[reader.index];
    if (line === undefined) break;
    if (line.text.trim() === "") {
      kept.push("");
      continue;
    }
    if (line.indent <= indent) break;
    if (inner < 0) inner = line.indent;
    kept.push(line.text.slice(Math.min(inner, line.indent)));
  }
  while (kept.at(-1) === "") kept.pop();
  const body = isFolded ? kept.join("\n").replace(/([^\n])\n(?=[^\n])/g, "$1 ") : kept.join("\n");
  return chomp === "-" ? body : `${body}\n`;
}

function scalar(text: string): unknown {
  const word = text.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$|^'((?:[^']|'')*)'$/.exec(word.slice(0, 10_000));
  if (quoted?.[2] !== undefined) return quoted[2].replaceAll("''", "'");
  if (quoted?.[1] !== undefined) return unquoted(word, quoted[1]);
  return literalOf(word);
}

function unquoted(word: string, inner: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    return inner;
  }
}

/**
 * `key: value` on lines, each value up to the next of the known keys, with its line breaks: what models write for YAML
 * when they forget its rules.
 *
 * @returns undefined where the text does not begin with a known key
 */
export function readKeyedLines(
  text: string,
  keys: readonly string[],
): readonly (readonly [string, string])[] | undefined {
  const found: { readonly key: string; readonly lines: string[] }[] = [];
  const lines = text.replace(/^\s*\n/, "").split(/\r?\n/);
  const indent = /^[ \t]*/.exec(lines[0] ?? "")?.[0] ?? "";
  for (const whole of lines) {
    const line = whole.startsWith(indent) ? whole.slice(indent.length) : whole;
    const head = /^["']?([\p{L}_][\p{L}\p{N}_.-]{0,80})["']?[ \t]*:(.*)$/u.exec(line);
    const key = head?.[1] ?? "";
    if (keys.includes(key)) found.push({ key, lines: [head?.[2] ?? ""] });
    else if (found.length === 0) return undefined;
    else found.at(-1)?.lines.push(line);
  }
  return found.map(({ key, lines: [first = "", ...rest] }) => [
    key,
    rest.length === 0 ? first.trim() : [first.replace(/^ /, ""), ...rest].join("\n"),
  ]);
}
