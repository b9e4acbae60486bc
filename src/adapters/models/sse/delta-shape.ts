import type { Wire } from "../services/providers.ts";
import { DELTA_KEYS } from "./merge-deltas.ts";

/** An event's bytes around its text: an event with the same bytes around another text differs in nothing but that text. */
export interface DeltaShape {
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * What OpenAI's own wires change in every event beside its text. Inside a text the quotes are escaped, so only the event's own
 * fields are met.
 */
const CHANGING = /"sequence_number": ?\d+|"obfuscation": ?"[^"\\]*"/g;

/** The event's bytes as far as shapes go. */
export function shapeText(wire: Wire, data: string): string {
  const changes = wire === "responses" || (wire === "chat" && data.includes('"obfuscation"'));
  return changes ? data.replace(CHANGING, "") : data;
}

/** The inside of a JSON string literal. */
const LITERAL = /(?:[^"\\]|\\.)*/y;

/**
 * The shape of an event whose text is `text`. Most servers send the same hundred bytes around every token, so comparing them
 * saves parsing them: 2 µs a token, of the 9 that the whole conversation costs at least.
 * @param data  what {@link shapeText} gave
 * @returns undefined where the text is not found as one JSON string
 */
export function findShape(wire: Wire, data: string, text: string): DeltaShape | undefined {
  for (const key of DELTA_KEYS[wire]) {
    const match = new RegExp(`"${key}": ?"`).exec(data);
    if (!match) continue;
    const start = match.index + match[0].length;
    LITERAL.lastIndex = start;
    const body = LITERAL.exec(data)?.[0] ?? "";
    const suffix = data.slice(start + body.length);
    if (suffix !== "" && readLiteral(body) === text) return { prefix: data.slice(0, start), suffix };
  }
  return undefined;
}

/** The undecoded text of an event of this shape; undefined for any other event. */
export function literalOf(shape: DeltaShape, data: string): string | undefined {
  const { prefix, suffix } = shape;
  if (data.length < prefix.length + suffix.length) return undefined;
  if (!data.startsWith(prefix) || !data.endsWith(suffix)) return undefined;
  const body = data.slice(prefix.length, data.length - suffix.length);
  if (!body.includes("\\") && !body.includes('"')) return body;
  LITERAL.lastIndex = 0;
  return LITERAL.exec(body)?.[0].length === body.length ? body : undefined;
}

/** The text of one literal, or of several put one after the other. */
export function readLiteral(body: string): string | undefined {
  if (!body.includes("\\")) return body;
  try {
    return JSON.parse(`"${body}"`);
  } catch {
    return undefined;
  }
}
