import { isObject } from "../../base/is-object.ts";
import { callsIn } from "./candidates.ts";
import { type Choice, chooseCalls, NONE } from "./choice.ts";
import { callsOf, hasArguments } from "./json-calls.ts";
import { readYaml } from "./keyed.ts";
import type { Reading, Span } from "./layout.ts";
import type { RawCall } from "./model.ts";
import { nameIn } from "./names.ts";
import { type Source, sourceOf } from "./source.ts";
import { match, type Ticks } from "./tokens.ts";
import type { ToolIndex } from "./tool-index.ts";
import { pythonAt } from "./values.ts";

const DATA = /^(?:|jsonc?|json5|xml|html|ya?ml|toml|text|plaintext|txt|tool\w*|function\w*|action\w*|call\w*)$/i;
/** Reads the inside of a fence, in which no other fence is looked into. */
export type ReadInside = (text: string, tools: ToolIndex) => Reading;

const TOOLISH = /^(?:tool|function|action|call)/i;

/** Code is content, whatever it looks like, unless a fence without a language of programs holds calls and nothing else. */
export function chooseTicks(source: Source, index: number, read: ReadInside | undefined): Choice {
  const ticks = source.tokens[index] as Ticks;
  const { text, tools } = source;
  if (!ticks.isFence) return inlineChoice(source, index, ticks);
  const lineEnd = endOfLine(text, ticks.end);
  const info = text.slice(ticks.end, lineEnd).trim();
  const language = /^[^\s{[<(]*/.exec(info)?.[0] ?? "";
  const named = tools.isOpen || isWordOf(info) ? undefined : nameIn(info, tools);
  const close = closingFence(source, index, ticks);
  const end = close?.end ?? text.length;
  const isOpen = close === undefined || text.indexOf("\n", end) < 0;
  if (!(DATA.test(language) || named !== undefined) || read === undefined) return { kind: "text", end, isOpen };
  const isCut = close === undefined && /:\s*$/.test(text);
  const yaml =
    named === undefined && !isCut ? yamlCalls(text.slice(lineEnd, close?.at ?? text.length), language, source) : NONE;
  if (yaml.kind === "calls") return { ...yaml, end, isOpen };
  const isInLine = info !== language && /^[{[<(]/.test(info.slice(language.length).trim());
  const body = isInLine
    ? text.slice(ticks.end + text.slice(ticks.end, lineEnd).indexOf(language) + language.length, close?.at)
    : text.slice(lineEnd, close?.at ?? text.length);
  if (named === undefined && !TOOLISH.test(language) && !/[{[(<]/.test(body)) return { kind: "text", end, isOpen };
  const content = named !== undefined ? `${named}\n${body.trimStart()}` : body.trim();
  const inner = read(content, tools);
  const program = TOOLISH.test(language) ? programOf(content, tools) : undefined;
  if (program !== undefined) return { ...chooseCalls(source, program, end), isOpen };
  const isWhole = inner.calls.length > 0 && inner.rejected.length === 0 && isBlank(content, inner.spans);
  const [first] = inner.rejected;
  if (!isWhole)
    return {
      kind: "text",
      end,
      isOpen,
      ...(TOOLISH.test(language) && first !== undefined ? { reason: first.reason } : {}),
    };
  // Markup in a fence is a call when the message ends with it; before more prose it is an example.
  if (body.trimStart().startsWith("<") && !TOOLISH.test(language) && text.slice(end).trim() !== "")
    return { kind: "text", end, isOpen };
  return { kind: "calls", calls: inner.calls, end, isOpen };
}

/** A word that a fence for tools bears and that names none: `json`, `tool`. */
function isWordOf(info: string): boolean {
  return info === "" || (DATA.test(info) && !/[:.=]/.test(info));
}

/** Calls in YAML with names that are known, under keys that say so. */
function yamlCalls(text: string, language: string, { tools, ...source }: Source): Choice {
  const isYaml = /^(?:ya?ml)?$/i.test(language) || TOOLISH.test(language);
  if (tools.isOpen || !isYaml || !/^\s*(?:- )?[\w"']+\s*:/.test(text)) return NONE;
  const value = readYaml(text);
  const calls = value === undefined ? undefined : callsOf(value, tools, { isFramed: false });
  const isSaid = [value].flat().every((one) => isObject(one) && (hasArguments(one) || TOOLISH.test(language)));
  return calls === undefined || !isSaid ? NONE : chooseCalls({ tools, ...source }, calls, 0);
}

/** What a program puts around a call: a variable, waiting, printing. */
const AROUND =
  /\s*(?:(?:const|let|var)\s+)?(?:[\w.]{1,60}\s*=(?!=)\s*)?(?:await\s+)?(?:(?:print|console\.log)\s*\(\s*)?/y;

/** Calls of a program, or a name and lines, and nothing else. */
function programOf(text: string, tools: ToolIndex): readonly RawCall[] | undefined {
  const source = sourceOf(text, [], tools);
  const calls: RawCall[] = [];
  for (let at = 0; ; ) {
    const reading = pythonAt(source, at + (match(AROUND, text, at)?.[0].length ?? 0));
    if (reading.kind !== "calls") break;
    calls.push(...reading.calls);
    at = reading.end + (match(/[)\s;]*/y, text, reading.end)?.[0].length ?? 0);
    if (at >= text.length) return calls;
  }
  return /[<{[]/.test(text)
    ? undefined
    : callsIn(sourceOf(text, [], tools), [{ kind: "text", at: 0, end: text.length }], true);
}

function isBlank(text: string, spans: readonly Span[]): boolean {
  let at = 0;
  for (const span of spans) {
    if (text.slice(at, span.at).trim() !== "") return false;
    at = span.end;
  }
  return text.slice(at).trim() === "";
}

function closingFence(source: Source, index: number, opening: Ticks): Ticks | undefined {
  const { text } = source;
  const lineEnd = endOfLine(text, opening.end);
  let first: Ticks | undefined;
  for (let next = index + 1; next < source.tokens.length; next += 1) {
    const token = source.tokens[next];
    if (token?.kind !== "ticks" || token.count < opening.count || text[token.at] !== text[opening.at]) continue;
    const isLast = text.slice(token.end, endOfLine(text, token.end)).trim() === "";
    if (token.at < lineEnd || (token.isFence && isLast)) return token;
    if (isLast) first ??= token;
  }
  return first;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

export const INLINE_CHARACTERS_MAX = 2_000;

/** A code span on one line. */
function inlineChoice(source: Source, index: number, ticks: Ticks): Choice {
  const { text } = source;
  for (let next = index + 1; next < source.tokens.length; next += 1) {
    const token = source.tokens[next];
    if (token === undefined || token.at > ticks.end + INLINE_CHARACTERS_MAX) break;
    if (token.kind !== "ticks" || token.count !== ticks.count) continue;
    return text.slice(ticks.end, token.at).includes("\n") ? { kind: "none" } : { kind: "text", end: token.end };
  }
  return { kind: "none" };
}
