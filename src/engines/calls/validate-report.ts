import type { JsonType } from "./json-schema.ts";
import type { JsonObject } from "./model.ts";

export interface Coercion {
  /** Where, as `a.b[2]`; empty for the whole value. */
  readonly path: string;
  readonly what: string;
}

/** What does not fit, and in `message` what to do about it, for the model that wrote it. */
export interface Problem {
  readonly path: string;
  readonly kind: "type" | "required" | "unknown" | "value" | "choice";
  readonly message: string;
  /** Of a `type` problem: what was given. */
  readonly actual?: JsonType;
}

/** One walk over a value. */
export interface Check {
  readonly root: unknown;
  readonly dropUnknown: boolean;
  readonly fillsDefaults: boolean;
  readonly coercions: Coercion[];
  readonly problems: Problem[];
  readonly depth: number;
}

export function report(check: Check, path: string, kind: Problem["kind"], message: string): void {
  check.problems.push({ path, kind, message });
}

export function named(path: string, isFirst = false): string {
  if (path === "") return isFirst ? "The value" : "the value";
  return `"${path}"`;
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && isSame((left as JsonObject)[key], (right as JsonObject)[key]),
  );
}
