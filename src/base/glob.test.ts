import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../test/rounds.ts";
import { createGlobMatcher, createReach, globFolder, globToRegExp } from "./glob.ts";

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

/** The same by the book, every star tried at every length: good for short texts only. */
function byTheBook(glob: string, wildcards: "classes" | "stars"): RegExp {
  const rest = wildcards === "stars" ? ".*" : "[^/]*";
  const source = glob.replace(/(?<=^|\/)\*{2,}(\/|$)|\*{2,}|[*?]/g, (part, end: string | undefined, at: number) => {
    if (end === "/") return "(?:.*/)?";
    if (end === "") return wildcards === "stars" || at === 0 ? ".*" : ".+";
    return part === "?" ? "[^/]" : part === "*" ? "[^/]*" : rest;
  });
  return new RegExp(`^${source}$`, "s");
}

test.each(["classes", "stars"] as const)("stars find what trying every length finds (%s)", (wildcards) => {
  const glob = fc
    .array(fc.constantFrom("a", "b", "?", "*", "**", "/", "**/", "/**/", "*a"), { maxLength: 9 })
    .map((parts) => parts.join(""));
  const path = fc.string({ unit: fc.constantFrom("a", "a", "b", "/"), maxLength: 12 });
  let matched = 0;
  fc.assert(
    fc.property(glob, path, (one, name) => {
      const expected = byTheBook(one, wildcards).test(name);
      if (expected) matched++;
      expect([one, name, globToRegExp(one, { wildcards })?.test(name)]).toEqual([one, name, expected]);
    }),
    { numRuns: rounds(1_000) },
  );
  expect(matched).toBeGreaterThan(25);
});

// By trying every length each of these would take longer than anybody waits.
test.each([
  ["*a", "a"],
  ["**/a/", "a/"],
  ["**/*a*/", "aa/"],
  ["?*a**", "ab"],
  ["*[ab]?", "a"],
])("no text is tried for long: %s thirty times", (part, text) => {
  for (const wildcards of ["classes", "stars", "reach"] as const)
    for (const ignoreCase of [false, true])
      expect(globToRegExp(`${part.repeat(30)}c`, { wildcards, ignoreCase })?.test(`${text.repeat(300)}d`)).toBe(false);
});

test("a shell may take a class for any character, and a rule knows stars and question marks alone", () => {
  const reaches = (glob: string, name: string) => createReach(glob, { ignoreCase: true })(name);
  expect(["[x]d_rsa", "ID_*", "i?[!d]rsa", "[id_rsa", "id_rs\\a"].map((glob) => reaches(glob, "id_rsa"))).toEqual([
    true,
    true,
    true,
    false,
    // As a shell takes it; a pattern of ours has a backslash where its letters were quoted.
    true,
  ]);
  expect(reaches("\\[id\\]", "i")).toBe(false);
  const fits = (glob: string, path: string) => globToRegExp(glob, { braces: false, wildcards: "stars" })?.test(path);
  expect(fits("app/[id]/{a,b}.ts", "app/[id]/{a,b}.ts")).toBe(true);
  expect(fits("app/[id]/*", "app/i/x")).toBe(false);
  expect([fits("src**", "src/a/b"), fits("src/**.ts", "src/a/b.ts"), fits("**/x", "/etc/x")]).toEqual([
    true,
    true,
    true,
  ]);
});

test.each([".*", "?*", "*a", "a/**/", "**/*a/", "[a-c]", "[a]]/", "{a*,b}", "a"])(
  "no glob of others is an expression that engines refuse, or that takes long: %s thousands of times",
  (part) => {
    for (const count of [90, 1_100, 3_000, 9_000, 100_000]) {
      const glob = part.repeat(count);
      for (const wildcards of ["classes", "stars", "reach"] as const)
        expect(globToRegExp(glob, { wildcards })?.test("b") ?? false).toBe(false);
      if (count > 4_096) expect([createGlobMatcher(glob)("b"), createReach(glob)("b")]).toEqual([false, true]);
    }
  },
);
