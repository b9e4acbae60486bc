import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { readEstateTruth, scoreEstate } from "../../../test/estate-truth.ts";
import { buildGraph } from "../../engines/citadel/graph/build-graph.ts";
import { cobol } from "../../engines/citadel/languages/cobol/frontend.ts";
import { sql } from "../../engines/citadel/languages/sql/sql.ts";
import { createTreeSitterFrontends, treeSitterLanguages } from "./tree-sitter.ts";

const ESTATE = join(import.meta.dirname, "../../../test/fixtures/estate");
const members = { find: () => undefined };

test("the estate's TypeScript and Java say what its truth says, down to the COBOL programs they call", async () => {
  const frontends = [...(await createTreeSitterFrontends(["typescript", "java"])), cobol, sql];
  const files = globSync("{web,cbl,ddl}/*.*", { cwd: ESTATE }).map((found) => {
    const path = found.split(sep).join("/");
    const frontend = frontends.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));
    const facts = frontend?.parse({ path, text: readFileSync(join(ESTATE, path), "utf8") }, members);
    return facts ? [{ facts, sha256: "" }] : [];
  });
  const score = scoreEstate(buildGraph(files.flat()), readEstateTruth(), (file) => file.startsWith("web/"));
  expect(score.misses).toEqual([]);
  expect(Object.keys(score.kinds)).toEqual(["calls", "imports", "inherits"]);
});

test("every language loads, and reads a file of its own", async () => {
  const frontends = await createTreeSitterFrontends();
  expect(frontends.map(({ language, extensions }) => ({ language, extensions }))).toEqual(
    treeSitterLanguages.map(({ language, extensions }) => ({ language, extensions })),
  );
  for (const frontend of frontends) {
    const facts = frontend.parse({ path: `src/empty${frontend.extensions[0]}`, text: "" }, members);
    expect(facts).toMatchObject({ language: frontend.language, lines: 0, parse: "full", problems: [], references: [] });
  }
});

test("no two languages claim an extension, and a script without one is known by its first line", async () => {
  const extensions = treeSitterLanguages.flatMap((language) => language.extensions);
  expect(new Set(extensions).size).toBe(extensions.length);
  const frontends = await createTreeSitterFrontends(["python", "bash", "ruby", "php", "javascript"]);
  const language = (head: string) => frontends.find(({ detect }) => detect?.("bin/run", head))?.language;
  const heads = [
    "#!/usr/bin/env python3\n",
    "#!/bin/sh\n",
    "#!/usr/bin/ruby\n",
    "<?php\n",
    "#!/usr/bin/env node\n",
    "x",
  ];
  expect(heads.map(language)).toEqual(["python", "bash", "ruby", "php", "javascript", undefined]);
});

test("a file that is too large is not read, and says so", async () => {
  const [python] = await createTreeSitterFrontends(["python"]);
  const facts = python?.parse({ path: "a.py", text: "x = 1\n".repeat(700_000) }, members);
  expect(facts).toMatchObject({ parse: "failed", lines: 700_000, symbols: [], problems: [{ line: 1 }] });
  expect(facts?.problems[0]?.message).toContain("4,000,000 characters");
});

test("a long file whose lines differ in numbers only is not read, and says so; a short one, and one of other lines, is", async () => {
  const [python] = await createTreeSitterFrontends(["python"]);
  const read = (count: number, name: (at: number) => string) => {
    // Long lines of few parts: a thread that answers a person has a second for a file.
    const lines = Array.from(
      { length: count },
      (_, at) => `def ${name(at)}(limit=${at}): return ${at} # ${"-".repeat(200)}\n`,
    );
    return python?.parse({ path: "a.py", text: lines.join("") }, members);
  };
  const numbered = (at: number): string => `step_number_${at}`;
  expect(read(2_500, numbered)).toMatchObject({ parse: "failed", lines: 2_500, symbols: [] });
  expect(read(2_500, numbered)?.problems[0]?.message).toContain("made by a machine");
  expect(read(500, numbered)?.symbols).toHaveLength(501);
  const named = (at: number): string =>
    `step_named_${at.toString().replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
  expect(read(2_500, named)?.symbols).toHaveLength(2_501);
});

test("what cannot be parsed is a problem with its line, and the rest is read", async () => {
  const [java] = await createTreeSitterFrontends(["java"]);
  const text = "class A {\n  void one() { two(); }\n  int bad = = ];\n  void two() { }\n}\n";
  const facts = java?.parse({ path: "A.java", text }, members);
  expect(facts?.parse).toBe("partial");
  expect(facts?.problems.map(({ line }) => line)).toContain(3);
  expect(facts?.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(["A", "one", "two"]));
});

test("trees are given back: many files need no more memory than one", async () => {
  const [typescript] = await createTreeSitterFrontends(["typescript"]);
  const text = "export function one(): number { return two(1) + two(2); }\n".repeat(100);
  const parse = () => typescript?.parse({ path: "a.ts", text }, members);
  for (let count = 0; count < 20; count++) parse();
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 100; count++) parse();
  // Each tree is about 1 MB: kept, they would take 100 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(70_000_000);
});
