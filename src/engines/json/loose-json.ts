import { type LooseJson, LooseJsonError, type Repair } from "./cursor.ts";
import { readDocument } from "./document.ts";

/**
 * The JSON value that `text` means: strict JSON as it is, and otherwise what a tolerant reader makes of truncated,
 * commented, single-quoted, Python-like or prose-wrapped JSON. Characters inside a string stay as written.
 *
 * @throws LooseJsonError with the offset (UTF-16) where no value could be read
 */
export function parseLooseJson(text: string): unknown {
  return readLooseJson(text).value;
}

/** As `parseLooseJson`, and tells what had to be repaired: an empty list means that the text was strict JSON. */
export function readLooseJson(text: string): LooseJson {
  const strict = parseStrictJson(text);
  if (strict.ok) return { value: strict.value, repairs: [] };
  return readDocument(text);
}

export type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** `JSON.parse` as a value instead of a throw. */
export function parseStrictJson(text: string): StrictJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return { ok: false };
    throw error;
  }
}

export type LooseJsonResult =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** As `readLooseJson`, with the failure as a value. */
export function tryLooseJson(text: string): LooseJsonResult {
  try {
    return { ok: true, ...readLooseJson(text) };
  } catch (error) {
    if (error instanceof LooseJsonError) return { ok: false, offset: error.offset, message: error.message };
    throw error;
  }
}
