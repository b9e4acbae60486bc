import { isObject } from "../../base/is-object.ts";

const PROTOTYPE_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const DEPTH_MAX = 100;

/** Whether a key names a prototype, unless the tool declares an argument of that name. */
export function reachesPrototype(value: unknown, schema: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.some((element) => reachesPrototype(element, undefined, depth + 1));
  const declared = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(value).some(
    ([key, member]) =>
      (PROTOTYPE_KEYS.has(key) && (key === "__proto__" || !Object.hasOwn(declared, key))) ||
      reachesPrototype(member, Object.hasOwn(declared, key) ? declared[key] : undefined, depth + 1),
  );
}
