import { matchesPattern } from "./json-schema.ts";
import type { JsonObject } from "./model.ts";
import { type Check, isSame, named, report, shown } from "./validate-report.ts";

/** Lists longer than this are not searched for duplicates: comparing each with each is quadratic. */
const UNIQUE_ELEMENTS_MAX = 500;

export function checkString(value: string, schema: JsonObject, path: string, check: Check): void {
  const least = schema["minLength"];
  const most = schema["maxLength"];
  const length = value.length > 10_000 ? value.length : [...value].length;
  if (typeof least === "number" && length < least)
    report(check, path, "value", `Make ${named(path)} at least ${least} characters long; it has ${length}.`);
  if (typeof most === "number" && length > most)
    report(check, path, "value", `Shorten ${named(path)} to at most ${most} characters; it has ${length}.`);
  const pattern = schema["pattern"];
  if (typeof pattern === "string" && matchesPattern(value, pattern) === false)
    report(check, path, "value", `Make ${named(path)} match /${pattern}/; it was ${shown(value)}.`);
}

export function checkNumber(value: number, schema: JsonObject, path: string, check: Check): void {
  const limits: readonly (readonly [string, (limit: number) => boolean, string])[] = [
    ["minimum", (limit) => value >= limit, "at least"],
    ["maximum", (limit) => value <= limit, "at most"],
    ["exclusiveMinimum", (limit) => value > limit, "more than"],
    ["exclusiveMaximum", (limit) => value < limit, "less than"],
  ];
  for (const [key, fits, words] of limits) {
    const limit = schema[key];
    if (typeof limit === "number" && !fits(limit))
      report(check, path, "value", `Set ${named(path)} to ${words} ${limit}; it was ${value}.`);
  }
  const step = schema["multipleOf"];
  if (typeof step === "number" && step > 0 && Math.abs(value / step - Math.round(value / step)) > 1e-9)
    report(check, path, "value", `Set ${named(path)} to a multiple of ${step}; it was ${value}.`);
}

export function checkList(list: readonly unknown[], schema: JsonObject, path: string, check: Check): void {
  const least = schema["minItems"];
  const most = schema["maxItems"];
  if (typeof least === "number" && list.length < least)
    report(check, path, "value", `Give ${named(path)} at least ${least} elements; it has ${list.length}.`);
  if (typeof most === "number" && list.length > most)
    report(check, path, "value", `Give ${named(path)} at most ${most} elements; it has ${list.length}.`);
  if (schema["uniqueItems"] !== true || list.length > UNIQUE_ELEMENTS_MAX) return;
  const twin = list.findIndex((element, index) => list.slice(0, index).some((earlier) => isSame(earlier, element)));
  if (twin >= 0) report(check, path, "value", `Remove the duplicate ${shown(list[twin])} from ${named(path)}.`);
}
