import { expect, test } from "vitest";
import { parseBoundedYaml } from "./bounded-yaml.ts";

test("an alias that repeats a little is read as what it stands for", () => {
  expect(parseBoundedYaml("base: &base {a: 1}\none: [*base, *base]\ntwo: *base\n")).toEqual({
    ...{ base: { a: 1 }, one: [{ a: 1 }, { a: 1 }], two: { a: 1 } },
  });
});

test.each([
  ["lists in lists", "a: &a [x, x, x, x, x, x, x, x]\n", 7],
  ["a long text", `a: &a ${"x".repeat(1000)}\n`, 4],
])("what unfolds to more than anybody writes is none: %s", (_, first, levels) => {
  const names = "abcdefgh";
  const lists = Array.from({ length: levels }, (_, at) => {
    const held = Array(8).fill(`*${names[at]}`).join(", ");
    return `${names[at + 1]}: &${names[at + 1]} [${held}]\n`;
  });
  expect(() => parseBoundedYaml(first + lists.join(""))).toThrow("unfold");
});

test("what holds itself is none", () => {
  expect(() => parseBoundedYaml("a: &a\n  b: *a\n")).toThrow();
});
