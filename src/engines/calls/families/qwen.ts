import { setOwn } from "../../json/cursor.ts";
import type { Family, Frame } from "../family.ts";
import { readJsonSpan } from "../json-spans.ts";
import { isObject, NOT_A_CALL, type Reading, UNFINISHED } from "../model.ts";
import { matchAt, nextOf, type Source, skipSpace } from "../source.ts";
import { closingTag, decodeEntities, literalOf, plainText, withoutEdgeBreaks } from "../text-values.ts";

const PREFIX = "(?:｜DSML｜|antml:|steptml:|minimax:|atml:)?";
const OPENING = new RegExp(
  `<${PREFIX}(function|invoke|call|tool|tool_call)(?:\\s{0,4}=\\s{0,4}|\\s{1,8}name\\s{0,4}=\\s{0,4})["']?([^"'<>\\n]{1,128}?)["']?\\s{0,8}(/?)>`,
  "y",
);
/** An opening that lost its bracket, right after the markup that announces it. */
const BARE_OPENING = /(function)=([\w.-]{1,128})(\/?)>/y;
const PARAMETER = new RegExp(
  `<${PREFIX}(parameter|param|arg|argument)(?:\\s{0,4}=\\s{0,4}|\\s{1,8}name\\s{0,4}=\\s{0,4})["']?([^"'<>\\n]{1,128}?)["']?(\\s{1,8}\\w{1,40}\\s{0,4}=[^<>]{0,100}?)?(/?)>`,
  "y",
);
/** `<parameter>name</parameter>value</parameter>`. */
const SWAPPED = /<(parameter)>([\w.-]{1,128})<\/parameter>()()/y;
const CHILD = /<([A-Za-z_][\w.-]{0,80})>/y;
const CLOSING = new RegExp(`</${PREFIX}(?:function|invoke|call|tool)>`, "y");
const BOUNDARIES = [
  "</function>",
  "</invoke>",
  "</tool_call>",
  "</call>",
  "</tool>",
  "</｜DSML｜invoke>",
  "<tool_call>",
];

/**
 * A tag that names the tool around tags that name the parameters: `<function=f><parameter=a>1</parameter></function>`
 * (Qwen 3 Coder, Seed, Nemotron, OpenHands), `<invoke name="f">` (Anthropic, MiniMax, DeepSeek 3.2, Step), MiniCPM's
 * `<function name="f"><param name="a">`; also with JSON in place of the parameters (Llama).
 */
export const qwen: Family = { name: "qwen", starts: /[<f]/, read: readTagged };

function readTagged(source: Source, at: number, frame: Frame): Reading {
  const opening = matchAt(source, OPENING, at) ?? (frame.isFramed ? matchAt(source, BARE_OPENING, at) : null);
  if (opening === null) return NOT_A_CALL;
  const name = decodeEntities(opening[2] ?? "").trim();
  const start = at + opening[0].length;
  if (opening[3] === "/") return one(name, {}, start);
  const body = skipSpace(source, start);
  if (source.text[body] === "{") return readJsonBody(source, name, body);
  return readParameters(source, name, start);
}

function one(
  name: string,
  texts: Readonly<Record<string, unknown>>,
  end: number,
  wire: "json" | "text" = "text",
): Reading {
  return { kind: "calls", calls: [{ name, arguments: texts, wire, repairs: [] }], end };
}

function readJsonBody(source: Source, name: string, at: number): Reading {
  const reading = readJsonSpan(source, at, ["</function>", "</invoke>"]);
  if (reading.kind !== "json") return reading;
  if (!isObject(reading.span.value)) return NOT_A_CALL;
  return one(name, reading.span.value, afterClosing(source, reading.span.end) ?? reading.span.end, "json");
}

function afterClosing(source: Source, at: number): number | undefined {
  const position = skipSpace(source, at);
  const closing = matchAt(source, CLOSING, position);
  return closing === null ? undefined : position + closing[0].length;
}

function readParameters(source: Source, name: string, start: number): Reading {
  const texts: Record<string, unknown> = {};
  let position = start;
  let count = 0;
  for (;;) {
    const closed = afterClosing(source, position);
    if (closed !== undefined) return one(name, texts, afterLeftovers(source, closed));
    const at = skipSpace(source, position);
    const parameter = readParameter(source, at);
    if (parameter === undefined) {
      if (count > 0) return one(name, texts, position);
      return at >= source.text.length ? UNFINISHED : NOT_A_CALL;
    }
    if (parameter.end < 0) return UNFINISHED;
    if (Object.hasOwn(texts, parameter.key) && !parameter.mayRepeat) return NOT_A_CALL;
    setOwn(texts, parameter.key, parameter.value);
    count += 1;
    position = parameter.end;
  }
}

/** Parameters after the end of their call belong to no call, and are no content either. */
function afterLeftovers(source: Source, at: number): number {
  let position = at;
  while (matchAt(source, PARAMETER, position) !== null) {
    const leftover = readParameter(source, position);
    if (leftover === undefined || leftover.end < 0) break;
    position = leftover.end;
  }
  return position;
}

interface Parameter {
  readonly key: string;
  readonly value: unknown;
  /** Offset after it; -1 where the text breaks off inside. */
  readonly end: number;
  readonly mayRepeat: boolean;
}

function readParameter(source: Source, at: number): Parameter | undefined {
  const match = matchAt(source, PARAMETER, at) ?? matchAt(source, SWAPPED, at);
  if (match === null) return readChild(source, at);
  const key = decodeEntities(match[2] ?? "").trim();
  const start = at + match[0].length;
  const mayRepeat = match[1] !== "param";
  if (match[4] === "/") return { key, value: "", end: start, mayRepeat };
  const { from, to, end } = parameterSpan(source, start, match[1] ?? "parameter");
  if (end < 0) return { key, value: "", end, mayRepeat };
  const text = withoutEdgeBreaks(plainText(source.text.slice(from, to))).replaceAll(
    "&lt;/parameter&gt;",
    "</parameter>",
  );
  const isLiteral = /\bstring\s{0,4}=\s{0,4}["']?false/.test(match[3] ?? "");
  return { key, value: isLiteral ? literalOf(text) : text, end, mayRepeat };
}

/** A parameter ends at its closing tag; where that is missing, before the next parameter or the end of the call. */
function parameterSpan(source: Source, start: number, tag: string): { from: number; to: number; end: number } {
  const { text } = source;
  const first = skipSpace(source, start);
  if (text.startsWith("<![CDATA[", first)) {
    const cdata = nextOf(source, ["]]>"], first);
    if (cdata < 0) return { from: start, to: start, end: -1 };
    const inside = parameterSpan(source, cdata + 3, tag);
    return { ...inside, from: start };
  }
  const closers = [`</${tag}>`, `</｜DSML｜${tag}>`, `</${tag}>`, `</steptml:${tag}>`];
  const closer = nextOf(source, closers, start);
  const sibling = nextOf(source, [`<${tag}=`, `<${tag} name=`], start);
  const boundary = nextOf(source, BOUNDARIES, start);
  if (closer >= 0 && (sibling < 0 || closer < sibling)) {
    const end = text.indexOf(">", closer) + 1;
    return boundary >= 0 && boundary < closer && isNextCall(source, boundary, closer)
      ? { from: start, to: boundary, end: boundary }
      : { from: start, to: closer, end };
  }
  const to = sibling >= 0 && (boundary < 0 || sibling < boundary) ? sibling : boundary;
  return { from: start, to, end: to };
}

/** Between the end of a call and the next closing tag of a parameter another call begins: this parameter has none. */
function isNextCall(source: Source, boundary: number, closer: number): boolean {
  const next = nextOf(source, ["<function=", "<invoke ", "<parameter=", "<tool=", "<invoke=", "<call="], boundary);
  return next >= 0 && next < closer;
}

/** MiniMax M3 names the parameter by the tag itself. */
function readChild(source: Source, at: number): Parameter | undefined {
  const match = matchAt(source, CHILD, at);
  const key = match?.[1];
  if (match === null || key === undefined || /^(?:function|invoke|tool_call|think)$/.test(key)) return undefined;
  const end = nextOf(source, [`</${key}>`], at);
  if (end < 0) return { key, value: "", end: -1, mayRepeat: true };
  const close = closingTag(source.text.slice(0, end + key.length + 3), key, at + match[0].length);
  const to = close < 0 ? end : close;
  return {
    key,
    value: plainText(source.text.slice(at + match[0].length, to)),
    end: to + key.length + 3,
    mayRepeat: true,
  };
}
