import { expect, test } from "vitest";
import { repeatsRepeated } from "./pattern-cost.ts";

test.each([
  "(a+)+",
  "((a+))+$",
  "(?:a*)*b",
  "(a|a)*b",
  "(a|ab)+",
  "(.|x)*y",
  "(a||b)*",
  "(?<word>\\w+\\s?)*$",
  "([a-z]+)*",
  "(a?){30}a{30}",
  "(x{1,9}){2,}",
  "((?:a|b|)+c?)+",
])("%s is found to repeat what is repeated", (pattern) => {
  expect(repeatsRepeated(pattern)).toBe(true);
});

test.each([
  "",
  "^[a-z]+$",
  "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
  "^\\d{4}(-\\d{2})+$",
  "^(?:foo|bar)+$",
  "(a+)?",
  "(a+){1,3}",
  "\\(a+\\)+",
  "[(a+)]+",
  "^(?:[A-Z]|[a-z])$",
  "x{",
  "a)+",
])("%s does not", (pattern) => {
  expect(repeatsRepeated(pattern)).toBe(false);
});

test("any text is read at once", () => {
  for (const text of ["(", "[", "\\", "(?<", "{1,", "|", ")"])
    expect(repeatsRepeated(text.repeat(100_000))).toBeTypeOf("boolean");
});
