import fc from "fast-check";
import { expect, test } from "vitest";
import { importRules } from "./imported-files.ts";

const paths = (path: string, source: string): readonly (readonly string[])[] =>
  importRules(path)?.paths(path, source) ?? [];
const has = (path: string, source: string, wanted: string): boolean =>
  paths(path, source).some((candidates) => candidates.includes(wanted));

test("Python: absolute, relative, over several lines, modules of a package", () => {
  expect(has("app/main.py", "import pkg.store as s, other", "pkg/store.py")).toBe(true);
  expect(has("app/main.py", "import pkg.store as s, other", "app/other.py")).toBe(true);
  expect(has("app/main.py", "from . import near", "app/near.py")).toBe(true);
  expect(has("a/b/main.py", "from ..far import x", "a/far.py")).toBe(true);
  expect(has("main.py", "from pkg import (\n  one, # why\n  two as t,\n)", "pkg/two.py")).toBe(true);
  expect(has("main.py", "def f():\n    from pkg import one", "pkg/__init__.py")).toBe(true);
  expect(has("main.py", "# import pkg.store", "pkg/store.py")).toBe(false);
});

test("Java and Kotlin: below the root that the package line tells, nested and static ones in their owner's file", () => {
  const java = "package com.x.pay;\nimport com.x.tax.Rate;\nimport static com.x.tax.Rate.of;\nimport com.x.all.*;\n";
  const path = "src/main/java/com/x/pay/Pay.java";
  expect(has(path, java, "src/main/java/com/x/tax/Rate.java")).toBe(true);
  expect(has(path, java, "src/main/kotlin/com/x/tax/Rate.kt")).toBe(true);
  expect(has("com/x/K.kt", "package com.x\nimport com.x.tax.Rate.Kind\n", "com/x/tax/Rate.kt")).toBe(true);
  expect(paths("wrong/Pay.java", java)).toEqual([]);
});

test("TypeScript: files beside it, with the ending that is written or the one that is meant", () => {
  expect(has("src/a.ts", 'import { b } from "./b.js";', "src/b.ts")).toBe(true);
  expect(has("src/a.ts", 'export * from "../c";', "c/index.ts")).toBe(true);
  expect(has("src/a.ts", 'const d = require("./d.ts");', "src/d.ts")).toBe(true);
  expect(paths("src/a.ts", 'import fs from "node:fs";')).toEqual([]);
});

test("any text of any ending gives paths and no error", () => {
  const piece = fc.constantFrom(
    "import ",
    "from ",
    ".",
    "..",
    "a",
    "(",
    ")",
    ",",
    "\n",
    '"',
    "./x",
    "package ",
    "*",
    ";",
    " as ",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("py", "java", "kt", "ts"),
      fc.array(piece).map((parts) => parts.join("")),
      (ending, source) => {
        for (const candidates of paths(`a/b.${ending}`, source))
          for (const candidate of candidates) expect(candidate.startsWith("/")).toBe(false);
      },
    ),
  );
});
