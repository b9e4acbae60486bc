import { isObject } from "../../base/is-object.ts";
import { matchesPattern } from "./schema-parts.ts";

type Shape = (value: unknown) => boolean;
const isNumber: Shape = (value) => typeof value === "number" && Number.isFinite(value);
const isTexts: Shape = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");

/** Keywords that hold no schema, each with the shape in which it counts; in any other it says nothing. */
export const FACTS: Readonly<Record<string, Shape>> = {
  description: (value) => typeof value === "string",
  default: () => true,
  const: () => true,
  enum: Array.isArray,
  required: isTexts,
  pattern: (value) => typeof value === "string" && matchesPattern("", value) !== undefined,
  uniqueItems: (value) => typeof value === "boolean",
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isTexts),
  ...Object.fromEntries(
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map((key) => [key, isNumber]),
  ),
  ...Object.fromEntries(
    [
      "minLength",
      "maxLength",
      "minItems",
      "maxItems",
      "minProperties",
      "maxProperties",
      "minContains",
      "maxContains",
    ].map((key) => [key, isNumber]),
  ),
};
/** Keywords that hold one schema; a list of them; schemas by name. */
export const HOLDS_ONE = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "unevaluatedItems",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);
export const HOLDS_LIST = new Set(["prefixItems", "allOf", "anyOf", "oneOf"]);
export const HOLDS_NAMED = new Set(["properties", "patternProperties", "dependentSchemas"]);
