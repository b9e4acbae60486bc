import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { isOfType, type JsonType } from "./schema-parts.ts";

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

export interface Coerced {
  readonly value: unknown;
  /** What was done, as a phrase; absent when the value already fits. */
  readonly how?: string;
}

/**
 * The value as one of `types` if that changes its form and not its meaning, such as `"3"` for 3.
 *
 * @returns undefined when no such reading exists
 */
export function coerceToTypes(value: unknown, types: readonly JsonType[]): Coerced | undefined {
  if (types.length === 0 || types.some((type) => isOfType(value, type))) return { value };
  for (const type of types) {
    const coerced = coerceTo(value, type);
    if (coerced !== undefined) return coerced;
  }
  return undefined;
}

function coerceTo(value: unknown, type: JsonType): Coerced | undefined {
  switch (type) {
    case "integer":
    case "number":
      return toNumber(value, type);
    case "boolean":
      return toBoolean(value);
    case "null":
      return typeof value === "string" && /^(?:null|none|nil|undefined)?$/i.test(value.trim())
        ? { value: null, how: "read the text as null" }
        : undefined;
    case "string":
      return typeof value === "number" || typeof value === "boolean"
        ? { value: String(value), how: `wrote the ${typeof value} as text` }
        : undefined;
    case "array":
      return toArray(value);
    case "object":
      return toObject(value);
  }
}

function toNumber(value: unknown, type: "integer" | "number"): Coerced | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number) || (type === "integer" && !Number.isInteger(number))) return undefined;
  return { value: number, how: "read the text as a number" };
}

function toBoolean(value: unknown): Coerced | undefined {
  if (value === 1 || value === 0) return { value: value === 1, how: "read the number as true or false" };
  if (typeof value !== "string") return undefined;
  const text = value.trim().toLowerCase();
  if (text === "true" || text === "yes" || text === "1") return { value: true, how: "read the text as true" };
  if (text === "false" || text === "no" || text === "0") return { value: false, how: "read the text as false" };
  return undefined;
}

function toArray(value: unknown): Coerced | undefined {
  if (typeof value === "string") {
    const parsed = parsedJson(value);
    return Array.isArray(parsed)
      ? { value: parsed, how: "read the text as a list" }
      : { value: [value], how: "put the value in a list" };
  }
  if (isObject(value) && Object.keys(value).length === 1 && Array.isArray(value["item"]))
    return { value: value["item"], how: "took the items as a list" };
  return value === null ? undefined : { value: [value], how: "put the value in a list" };
}

function toObject(value: unknown): Coerced | undefined {
  if (typeof value !== "string") return undefined;
  const parsed = parsedJson(value);
  return isObject(parsed) ? { value: parsed, how: "read the text as an object" } : undefined;
}

/** An object or a list that was sent as JSON text; undefined where the text is neither. */
function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}
