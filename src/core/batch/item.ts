import { sha256 } from "../../base/sha256.ts";
import type { Json, QueueItem } from "../ports/queue.ts";

/** What is known of an item; `path` names a file of the working folder, `start` and `end` lines of it. */
export type ItemFields = Readonly<Record<string, unknown>>;

/** An item as the queue keeps it. */
export interface ItemPayload {
  readonly fields: ItemFields;
  /** SHA-256 of the file that `path` names, when it was queued. */
  readonly fileHash?: string;
  /** Of the recipe that it was queued for: whoever has another one gives no answer to it. */
  readonly recipeHash?: string;
  /** What a person said was wrong with an earlier answer. */
  readonly correction?: string;
}

/** The key is of all that an answer depends on: the item, the text of its file, the recipe with its models, and what a person said of it. */
export async function queueItem(id: string, payload: ItemPayload, recipeHash: string): Promise<QueueItem> {
  const { fields, fileHash = null, correction } = payload;
  const key = await hashOf([id, fields, fileHash, recipeHash, ...(correction === undefined ? [] : [correction])]);
  return { id, key, payload: { ...payload, recipeHash } as unknown as Json };
}

/** SHA-256 in hexadecimal of a value, whatever the order in which its members stand. */
export const hashOf = (value: unknown): Promise<string> =>
  sha256(new TextEncoder().encode(JSON.stringify(inOrder(value)) ?? "null"));

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** The names that texts within a value stand for. */
export function placeholdersIn(value: unknown): ReadonlySet<string> {
  if (typeof value === "string") return new Set([...value.matchAll(PLACEHOLDER)].map(([, name = ""]) => name));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((member) => [...placeholdersIn(member)]));
}

/**
 * A value with what `{{name}}` stands for in its texts. A text that is one placeholder and nothing else becomes the value itself.
 * @throws {MissingField}
 */
export function filled(value: unknown, fields: ItemFields): unknown {
  if (typeof value === "string") {
    const whole = /^\{\{\s*([\w.-]+)\s*\}\}$/.exec(value)?.[1];
    if (whole !== undefined) return fieldOf(whole, fields);
    return value.replace(PLACEHOLDER, (_, name: string) => asText(fieldOf(name, fields)));
  }
  if (Array.isArray(value)) return value.map((member) => filled(member, fields));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, fields)]));
}

export const filledText = (text: string, fields: ItemFields): string => asText(filled(text, fields));

/** An item lacks what the recipe names. */
export class MissingField extends Error {
  override readonly name = "MissingField";

  constructor(field: string, fields: ItemFields) {
    super(`the item has no field "${field}" for {{${field}}}; it has ${Object.keys(fields).join(", ")}`);
  }
}

function fieldOf(name: string, fields: ItemFields): unknown {
  if (name === "item" && !Object.hasOwn(fields, "item")) return fields;
  if (!Object.hasOwn(fields, name)) throw new MissingField(name, fields);
  return fields[name];
}

/** The field that has what a person said was wrong; no item brings one of that name. */
export const CORRECTION = "waymark.correction";

/** What is asked about an item, with what a person said of an earlier answer to it. */
export function withCorrection(asked: string, { [CORRECTION]: correction }: ItemFields): string {
  if (typeof correction !== "string") return asked;
  return `${asked}\n\nA person looked at an earlier answer to this and found it wrong. They say:\n${correction}`;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
