import { isObject } from "../../base/is-object.ts";
import { costOf, type Repair } from "../json/cursor.ts";
import { parseStrictJson, tryLooseJson } from "../json/loose-json.ts";

/** The arguments of a native call after repair, or why they cannot be used, in words for the model. `isGuess`: they may be meant otherwise. */
export type RepairedArguments =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly string[]; readonly isGuess: boolean }
  | { readonly ok: false; readonly isCut: boolean; readonly problem: string };

/**
 * Arguments as a provider delivered them (text, or an already parsed value), through strict JSON and the tolerant
 * reader; a schema is the judge's business. Text that ends in the middle is refused: what is missing cannot be known.
 */
export function repairArguments(raw: unknown): RepairedArguments {
  const read = typeof raw === "string" ? readArguments(raw) : asGiven(raw);
  return read.ok ? unwrapped(read) : read;
}

type Read = Extract<RepairedArguments, { ok: true }>;

const asGiven = (value: unknown): Read => ({ ok: true, value, repairs: [], isGuess: false });

function readArguments(raw: string): RepairedArguments {
  if (raw.trim() === "") return { ...asGiven({}), repairs: ["read empty arguments as {}"] };
  const strict = parseStrictJson(raw);
  if (strict.ok) return asGiven(strict.value);
  const loose = tryLooseJson(raw);
  if (!loose.ok)
    return {
      ok: false,
      isCut: false,
      problem: `The arguments are not JSON (offset ${loose.offset}). Send one JSON object with every quote escaped.`,
    };
  if (costOf(loose.repairs) === "cut")
    return {
      ok: false,
      isCut: isObject(loose.value),
      problem: "The arguments end in the middle. Send the call again, complete, or split the work into smaller calls.",
    };
  const repairs = [...new Set(loose.repairs.map((repair) => repair.what))];
  return { ok: true, value: loose.value, repairs, isGuess: isGuess(loose.repairs) };
}

/** Where only the form was put right, nothing of what was meant is in doubt. */
const isGuess = (repairs: readonly Repair[]): boolean => !["form", undefined].includes(costOf(repairs));

/** An object written as a JSON string, or wrapped as the only element of a list. */
function unwrapped(read: Read): Read {
  const { value, repairs } = read;
  if (typeof value === "string") {
    const inner = tryLooseJson(value);
    if (inner.ok && isObject(inner.value) && costOf(inner.repairs) !== "cut")
      return {
        ok: true,
        value: inner.value,
        repairs: [...repairs, "read the arguments out of a string"],
        isGuess: read.isGuess || isGuess(inner.repairs),
      };
  }
  if (Array.isArray(value) && value.length === 1 && isObject(value[0]))
    return { ...read, value: value[0], repairs: [...repairs, "took the arguments out of a list"] };
  return read;
}
