import { isObject } from "../../base/is-object.ts";
import { parseStrictJson, type readLooseJson, tryLooseJson } from "../json/loose-json.ts";

/** The arguments of a native call after repair, or why they cannot be used, in words for the model. */
export type RepairedArguments =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly isCut: boolean; readonly problem: string };

/**
 * Arguments as a provider delivered them (text, or an already parsed value), through strict JSON and the tolerant
 * reader; a schema is the judge's business. Text that ends in the middle is refused: what is missing cannot be known.
 */
export function repairArguments(raw: unknown): RepairedArguments {
  const read = typeof raw === "string" ? readArguments(raw) : { ok: true as const, value: raw, repairs: [] };
  if (!read.ok) return read;
  const repairs = [...read.repairs];
  return { ok: true, value: unwrapped(read.value, repairs), repairs };
}

function readArguments(raw: string): RepairedArguments {
  if (raw.trim() === "") return { ok: true, value: {}, repairs: ["read empty arguments as {}"] };
  const strict = parseStrictJson(raw);
  if (strict.ok) return { ok: true, value: strict.value, repairs: [] };
  const loose = tryLooseJson(raw);
  if (!loose.ok)
    return {
      ok: false,
      isCut: false,
      problem: `The arguments are not JSON (offset ${loose.offset}). Send one JSON object with every quote escaped.`,
    };
  if (isTruncated(loose.repairs))
    return {
      ok: false,
      isCut: isObject(loose.value),
      problem: "The arguments end in the middle. Send the call again, complete, or split the work into smaller calls.",
    };
  return { ok: true, value: loose.value, repairs: [...new Set(loose.repairs.map((repair) => repair.what))] };
}

/** Whether a string or a member was cut off, as against a bracket that was merely forgotten at the end. */
export function isTruncated(repairs: ReturnType<typeof readLooseJson>["repairs"]): boolean {
  return repairs.some(
    ({ what }) => what === "closed a string that had no end" || what === "dropped a member without a value",
  );
}

/** An object written as a JSON string, or wrapped as the only element of a list. */
function unwrapped(value: unknown, repairs: string[]): unknown {
  if (typeof value === "string") {
    const inner = tryLooseJson(value);
    if (inner.ok && isObject(inner.value) && !isTruncated(inner.repairs)) {
      repairs.push("read the arguments out of a string");
      return inner.value;
    }
  }
  if (Array.isArray(value) && value.length === 1 && isObject(value[0])) {
    repairs.push("took the arguments out of a list");
    return value[0];
  }
  return value;
}
