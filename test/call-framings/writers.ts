/** The pieces of which the forms of calls are put together: how each notation writes values, members and objects. */
import type { Random } from "../random.ts";
import type { Call, Json, Reach } from "./random-calls.ts";

export interface Framing {
  readonly name: string;
  readonly reach: Reach;
  /** @param calls  one, or more where the form has room for them */
  readonly write: (calls: readonly Call[], random: Random) => string;
  /** Whether several calls fit into one. */
  readonly isMany?: boolean;
  /** What the form says beside its calls, once for each. */
  readonly says?: string;
}

export const json = JSON.stringify;
export const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);
export const each =
  (write: (call: Call, random: Random, index: number) => string, between = "\n") =>
  (calls: readonly Call[], random: Random): string =>
    calls.map((call, index) => write(call, random, index)).join(between);
export const object = (call: Call, key = "arguments"): Json => ({ name: call.name, [key]: call.arguments });

export const python = (value: unknown): string => {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value as Json)
      .map(([key, member]) => `${json(key)}: ${python(member)}`)
      .join(", ")}}`;
  return typeof value === "string" ? json(value) : String(value);
};
export const keywords = (call: Call): string =>
  `${call.name}(${Object.entries(call.arguments)
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(", ")})`;

/** Text between tags: verbatim where it holds markup, and JSON for what is no text. */
export const inTags = (value: unknown): string => {
  const text = typeof value === "string" ? value : json(value);
  return typeof value === "string" && /[<&]/.test(text) ? `<![CDATA[${text}]]>` : text;
};
export const nested = (value: unknown, key: string): string => {
  if (Array.isArray(value)) return `<${key}>${value.map((item) => nested(item, "item")).join("")}</${key}>`;
  if (typeof value === "object" && value !== null)
    return `<${key}>${Object.entries(value)
      .map(([inner, member]) => nested(member, inner))
      .join("")}</${key}>`;
  return `<${key}>${inTags(value)}</${key}>`;
};
export const members = (call: Call, write: (key: string, text: string) => string, between = "\n"): string =>
  Object.entries(call.arguments)
    .map(([key, value]) => write(key, inTags(value)))
    .join(between);
export const attribute = (value: unknown): string =>
  (typeof value === "string" ? value : json(value))
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
export const attributes = (call: Call): string =>
  Object.entries(call.arguments)
    .map(([key, value]) => ` ${key}="${attribute(value)}"`)
    .join("");
export const yaml = (value: Json, indent: string): string =>
  Object.entries(value)
    .map(([key, member]) => {
      if (Array.isArray(member))
        return `${indent}${key}:\n${member.map((item) => `${indent}  - ${json(item)}`).join("\n")}`;
      if (typeof member === "object" && member !== null)
        return `${indent}${key}:\n${yaml(member as Json, `${indent}  `)}`;
      return `${indent}${key}: ${json(member)}`;
    })
    .join("\n");
export const gemma = (value: unknown): string => {
  if (typeof value === "string") return `<|"|>${value}<|"|>`;
  if (Array.isArray(value)) return `[${value.map(gemma).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${key}:${gemma(member)}`)
      .join(",")}}`;
  return String(value);
};

/** The prefix that one vendor puts before its tags. */
export const P = `${"ant"}${"ml"}:`;
export const ANY: Reach = {};
export const FLAT: Reach = { isFlat: true };
export const TAGGED: Reach = { isPlain: true };
export const form = (name: string, write: Framing["write"], reach: Reach = ANY, isMany = true, says = ""): Framing => ({
  name,
  write,
  reach,
  isMany,
  says,
});
