import { isObject } from "../../../base/is-object.ts";

export type JsonRecord = Record<string, unknown>;

/** The value as an object with string keys, undefined for anything else (null and arrays included). */
export function asRecord(value: unknown): JsonRecord | undefined {
  return isObject(value) ? value : undefined;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
