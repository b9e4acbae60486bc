import { toldBy } from "../text/severity.ts";
import type { Reducer } from "./reduction.ts";

const DEPTHS = [
  { items: 8, depth: 6, text: 200 },
  { items: 3, depth: 4, text: 120 },
  { items: 1, depth: 3, text: 60 },
] as const;

interface Shape {
  readonly items: number;
  readonly depth: number;
  readonly text: number;
}

/** One JSON document, or one a line: of each list the first items and those that tell of an error, the shape of the rest. */
export const reduceJson: Reducer = (text, charsMax) => {
  const value = parse(text);
  if (value === undefined) return undefined;
  for (const shape of DEPTHS) {
    const shown = JSON.stringify(shorten(value, shape, 0), undefined, 1);
    if (shown.length <= charsMax) return { kind: "JSON", text: shown };
  }
  return undefined;
};

function parse(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return parseLines(trimmed);
  }
}

function parseLines(text: string): unknown {
  try {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

const tellsOfError = (item: unknown): boolean => toldBy(JSON.stringify(item))?.severity === "error";

function shorten(value: unknown, shape: Shape, depth: number): unknown {
  if (typeof value === "string")
    return value.length > shape.text ? `${value.slice(0, shape.text)}… (${value.length} characters)` : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (depth >= shape.depth) return `[${value.length} items]`;
    const [first, later] = [value.slice(0, shape.items), value.slice(shape.items)];
    const failed = later.filter(tellsOfError).slice(0, shape.items);
    const shown = [...first, ...failed].map((item) => shorten(item, shape, depth + 1));
    const left = value.length - shown.length;
    return left > 0 ? [...shown, `… ${left} more items`] : shown;
  }
  const entries = Object.entries(value);
  if (depth >= shape.depth) return `{${entries.length} keys}`;
  const shown = entries.slice(0, shape.items * 5).map(([key, item]) => [key, shorten(item, shape, depth + 1)]);
  if (entries.length > shown.length) shown.push(["…", `${entries.length - shown.length} more keys`]);
  return Object.fromEntries(shown);
}
