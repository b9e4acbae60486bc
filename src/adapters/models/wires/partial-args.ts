import { asText, type JsonRecord } from "../sse/json-shape.ts";

type Holder = Record<string | number, unknown>;

const STEP = /\[(\d+)\]|\[['"]([^'"]*)['"]\]|\.([^.[\]]+)/g;

/**
 * Adds to the arguments of a call what one piece says of the value at its path, such as `$.items[0].name`; paths that lead nowhere are
 * passed over. The form is `PartialArg` of Google's own library.
 */
export function addPartial(args: JsonRecord, piece: JsonRecord): void {
  const path = asText(piece["jsonPath"]) ?? "";
  const isList = path.endsWith("[]");
  const keys = [...path.matchAll(STEP)].map(([, index, quoted, plain]) =>
    index === undefined ? (quoted ?? plain ?? "") : Number(index),
  );
  const last = keys.pop();
  let holder: Holder | undefined = args;
  for (const [at, key] of keys.entries()) holder = holder && enter(holder, key, keys[at + 1] ?? last);
  if (holder && last !== undefined && isOpen(holder, last)) holder[last] = pieceValue(piece, holder[last], isList);
}

/** A list grows at its end, and no path leads into what objects have by birth. */
function isOpen(holder: Holder, key: string | number): boolean {
  return Array.isArray(holder) ? typeof key === "number" && key <= holder.length : !(key in {});
}

/** What stands at `key`, made there if nothing does: a list where the next step is a number. */
function enter(holder: Holder, key: string | number, next: string | number | undefined): Holder | undefined {
  if (!isOpen(holder, key)) return undefined;
  holder[key] ??= typeof next === "number" ? [] : {};
  const inner = holder[key];
  return typeof inner === "object" && inner !== null ? (inner as Holder) : undefined;
}

function pieceValue(piece: JsonRecord, before: unknown, isList: boolean): unknown {
  const text = asText(piece["stringValue"]);
  if (text !== undefined) return typeof before === "string" ? before + text : text;
  if ("nullValue" in piece) return null;
  const value = piece["numberValue"] ?? piece["boolValue"];
  if (value !== undefined) return value;
  // A piece without a value ends a text or a list, or is an empty one.
  if (before !== undefined || piece["willContinue"] === true) return before;
  return isList ? [] : {};
}
