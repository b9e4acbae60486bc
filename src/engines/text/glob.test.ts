import fc from "fast-check";
import { expect, test } from "vitest";
import { createGlobMatcher, globFolder, globToRegExp } from "./glob.ts";

test.each([
  ["*.py", "a.py", true],
  ["*.py", "src/a.py", true],
  ["**/*.py", "a.py", true],
  ["src/*.py", "src/x/a.py", false],
  ["src/**/a.py", "src/a.py", true],
  ["/a.py", "src/a.py", false],
  ["a?c", "a/c", false],
  ["{a,b{c,d}}.ts", "bd.ts", true],
  ["{a}.ts", "{a}.ts", true],
  ["a\\*b", "a*b", true],
  ["[[:digit:]]x", "7x", true],
  ["[]-]x", "]x", true],
  ["[x", "[x", true],
  ["ü?", "ü😀", true],
])("%s on %s: %s", (glob, path, expected) => {
  expect(createGlobMatcher(glob)(path)).toBe(expected);
});

test("the fixed folder of a glob is found", () => {
  expect(["a/b/*.ts", "*.ts", "a/{b,c}/d", "./a/b.ts", "../a/*"].map(globFolder)).toEqual(["a/b", "", "a", "a", ""]);
});

test("any text is a glob that can be asked, and no glob of many alternatives explodes", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.string(),
      (glob, path) => typeof createGlobMatcher(glob)(path) === "boolean",
    ),
  );
  expect(globToRegExp("{a,b}".repeat(20))).toBeInstanceOf(RegExp);
});
