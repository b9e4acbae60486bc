import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { FileFacts } from "../../engines/citadel/model.ts";
import { loadFinder } from "./file-builder.ts";
import { MemberPaths } from "./member-paths.ts";
import { FileParser } from "./parse-file.ts";

/**
 * Sources that somebody made to keep a reader busy. A reader whose work grows with the square of its text, or doubles with each line of it,
 * takes minutes for one of them: then the test runs out of time. No time is measured here.
 */

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waymark-sources-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

async function parse(files: Readonly<Record<string, string>>): Promise<FileFacts | undefined> {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const paths = Object.keys(files);
  const finder = await loadFinder(new Set([".java"]));
  const members = new MemberPaths(paths, [], () => false);
  return new FileParser({ root, finder, members, encoding: undefined, copied: new Set() }).parse(paths[0] ?? "").facts;
}

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");
const HEAD = "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. A.\n";
const CODE = `${HEAD}       DATA DIVISION.\n       WORKING-STORAGE SECTION.\n       01 A PIC X(8).\n       PROCEDURE DIVISION.\n       MAIN.\n`;

test("a million blank lines, or as many open brackets on lines", async () => {
  expect((await parse({ "A.java": "\n".repeat(1_000_000) }))?.lines).toBe(1_000_000);
  expect((await parse({ "A.java": "(\n".repeat(60_000) }))?.parse).not.toBe("full");
});

test("SQL is still found behind quotes, at the beginnings of lines, and in a JDBC call", async () => {
  const facts = await parse({
    "A.java": `class A { void f() { q("SELECT a FROM one"); q("""\n   (select b from two)"""); q("{ ? = call three(?) }"); q("preSELECT c FROM four"); } }`,
  });
  expect(facts?.references.filter(({ kind }) => kind !== "calls").map(({ name }) => name)).toEqual(["one", "two"]);
  expect(facts?.references.map(({ name }) => name)).toContain("three");
});

test("calls by a variable that is set before each of them", async () => {
  const facts = await parse({ "A.cbl": CODE + times(20_000, (at) => `           MOVE 'P${at}' TO A. CALL A.\n`) });
  const calls = facts?.references.filter(({ kind }) => kind === "calls").map(({ name }) => name) ?? [];
  expect([calls.length, calls[0], calls.at(-1)]).toEqual([20_000, "P0", "P19999"]);
});

test("more paragraphs than a call can have arguments", async () => {
  const facts = await parse({ "A.cbl": CODE + times(150_000, (at) => `       P${at}.\n           DISPLAY 'X'.\n`) });
  expect(facts?.symbols.filter(({ kind }) => kind === "paragraph")).toHaveLength(150_001);
});

test("programs in programs without an end", async () => {
  const facts = await parse({ "A.cbl": HEAD + times(40_000, (at) => `       PROGRAM-ID. P${at}.\n`) });
  expect(facts?.symbols.filter(({ kind }) => kind === "program")).toHaveLength(40_001);
});

test("members that copy the next one twice, each word of it by four", async () => {
  const copy = (name: string) => `           COPY ${name} REPLACING ==A== BY ==A A A A==.\n`;
  const facts = await parse({
    "A.cbl": CODE + copy("C0"),
    ...Object.fromEntries(
      Array.from({ length: 22 }, (_, at) => [`C${at}.cpy`, `${copy(`C${at + 1}`).repeat(2)}           A A A A\n`]),
    ),
  });
  expect(JSON.stringify(facts?.problems)).toContain("is too much; no more was expanded");
});

test("members that hold nothing but the next ones", async () => {
  const endless = await parse({
    "A.cbl": `${HEAD}       DATA DIVISION.\n       WORKING-STORAGE SECTION.\n       01 R.\n           COPY C0.\n`,
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`C${at}.cpy`, `           COPY C${at + 1}.\n`.repeat(4)]),
    ),
  });
  expect(JSON.stringify(endless?.problems)).toContain("is too much; no more was expanded");
  expect(endless?.problems.length).toBeLessThan(8000);
});

test("small procedures that call one another are given steps by their size", async () => {
  const calls = (at: number) => times(4, (index) => `//S${index} EXEC P${at}\n`);
  const facts = await parse({
    "J.jcl": `//J JOB\n${calls(0)}`,
    ...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`P${at}.prc`, `//P${at} PROC\n${calls(at + 1)}`])),
  });
  expect(facts?.symbols.filter(({ kind }) => kind === "step")).toHaveLength(4);
  expect(facts?.references.length).toBeLessThan(2000);
});

test("symbols made of the symbol before them twice, and procedures that call the next one forty times", async () => {
  const symbols = times(60, (at) => `// SET A${at + 1}=&A${at}.&A${at}\n`);
  expect(await parse({ "J.jcl": `//J JOB\n// SET A0=X\n${symbols}//S EXEC PGM=&A60\n` })).toBeDefined();
  const facts = await parse({
    "K.jcl": `//K JOB\n${"//S EXEC P0\n".repeat(40)}`,
    ...Object.fromEntries(
      Array.from({ length: 14 }, (_, at) => [`P${at}.prc`, `//P${at} PROC\n${`//S EXEC P${at + 1}\n`.repeat(40)}`]),
    ),
  });
  expect(facts?.symbols.filter(({ kind }) => kind === "step")).toHaveLength(40);
});
