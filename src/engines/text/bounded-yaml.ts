import { parseYAML } from "confbox/yaml";

/** Each takes more than a kilobyte while it is read. */
const VALUES_MAX = 100_000;
/** What aliases may add to a text: nobody who writes for people repeats more. */
const UNFOLDED_CHARS_MAX = 1_000_000;

/**
 * A value of YAML, as a file of others has it. Of aliases (`&a`, `*a`) a short text may mean an endless one: whoever writes the value out, or
 * walks through it, would never end.
 * @throws {Error} where the text is no YAML, or means far more than it says
 */
export function parseBoundedYaml(text: string): unknown {
  if (valuesIn(text) > VALUES_MAX) throw new Error(`it holds more than ${VALUES_MAX.toLocaleString("en-US")} values`);
  const value: unknown = parseYAML(text);
  if (sizeOf(value, new Map()) > 2 * text.length + UNFOLDED_CHARS_MAX)
    throw new Error("its aliases unfold to too much");
  return value;
}

/** Rather too many than too few: words may have such signs in them. */
function valuesIn(text: string): number {
  let count = 1;
  for (const _ of text.matchAll(/[[{,]|^[ \t]*- |: |:$/gm)) if (++count > VALUES_MAX) break;
  return count;
}

/** In characters, written out; each value is looked at once. */
function sizeOf(value: unknown, known: Map<object, number>): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  // What is met again within itself has no end.
  known.set(value, Number.POSITIVE_INFINITY);
  const size = Object.entries(value).reduce((sum, [key, one]) => sum + key.length + sizeOf(one, known), 1);
  known.set(value, size);
  return size;
}
