import { isObject } from "../../base/is-object.ts";
import { FACTS, HOLDS_LIST, HOLDS_NAMED, HOLDS_ONE } from "./keywords.ts";
import { REFERENCE, targetOf, typesOf } from "./schema-parts.ts";

/**
 * What a person who wrote this schema did not mean: a keyword whose value has another shape, a type that JSON does not
 * have, a local reference to nothing. Other people's schemas are read with patience; one's own is told.
 *
 * @param root  the document that references point into
 * @returns the first fault as a sentence that names its place (`#/properties/a/type`), undefined where there is none
 */
export function schemaFault(schema: unknown, root: unknown = schema, at = "#"): string | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isObject(schema)) return `${at} is ${JSON.stringify(schema)}, and no schema`;
  for (const [key, value] of Object.entries(schema)) {
    const fault = keywordFault(key, value, { root, at: `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}` });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

interface Within {
  readonly root: unknown;
  readonly at: string;
}

function keywordFault(key: string, value: unknown, { root, at }: Within): string | undefined {
  const said = JSON.stringify(value);
  if (key === "type") return typeFault(value, at);
  if (key === REFERENCE) return isReference(value, root) ? undefined : `${at} points at nothing: ${said}`;
  if (HOLDS_LIST.has(key) || (key === "items" && Array.isArray(value))) return listFault(value, { root, at });
  if (HOLDS_ONE.has(key)) return schemaFault(value, root, at);
  if (HOLDS_NAMED.has(key) || key === "$defs" || key === "definitions") {
    if (!isObject(value)) return `${at} is ${said}; it names schemas, as an object`;
    return firstOf(
      Object.entries(value).map(
        ([name, inner]) =>
          () =>
            schemaFault(inner, root, `${at}/${name}`),
      ),
    );
  }
  return FACTS[key]?.(value) === false ? `${at} cannot be ${said}` : undefined;
}

function typeFault(value: unknown, at: string): string | undefined {
  const types = Array.isArray(value) ? value : [value];
  const unknown = types.find((type) => typesOf({ type }).length === 0);
  if (types.length > 0 && unknown === undefined) return undefined;
  return `${at} is ${JSON.stringify(unknown ?? value)}, which is no type of JSON`;
}

function listFault(value: unknown, { root, at }: Within): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return `${at} is ${JSON.stringify(value)}; it lists schemas`;
  return firstOf(value.map((inner, index) => () => schemaFault(inner, root, `${at}/${index}`)));
}

const isReference = (value: unknown, root: unknown): boolean =>
  typeof value === "string" && (!value.startsWith("#/") || targetOf(root, value) !== undefined);

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const fault = check();
    if (fault !== undefined) return fault;
  }
  return undefined;
}
