import { expect, test } from "vitest";
import { editOutcome, type Files } from "../../../../test/edits-outcome.ts";

const five = "a\nb\nc\nd\ne\n";
const HEAD = "--- a/f\n+++ b/f\n";
const CHANGE = `${HEAD}@@ -2 +2 @@\n-b\n+B\n`;
const changed = { f: "a\nB\nc\nd\ne\n" };
const diff = (text: string, file = five, path?: string): Promise<unknown> =>
  editOutcome({ f: file }, "unified", text, path);

test.each([
  ["behind a hunk whose counts are full", `${HEAD}@@ -1,1 +1,1 @@\n-a\n+A\n\n-b\n+B\n`, "a\nb\n"],
  ["the same in a fence", `\`\`\`diff\n${HEAD}@@ -1,1 +1,1 @@\n-a\n+A\n\n-b\n+B\n\`\`\`\n`, "a\nb\n"],
  ["in a fence after one with a diff", `\`\`\`diff\n${CHANGE}\`\`\`\nThen:\n\`\`\`diff\n-d\n+D\n\`\`\`\n`, five],
  ["without a header", `${HEAD}-b\n+B\n`, five],
  ["behind the fence, when it is no item of a list", `\`\`\`diff\n${CHANGE}\`\`\`\n+ this adds B\n`, five],
])("a change that no hunk claims refuses the whole: %s", async (_, text, file) => {
  expect(await diff(text, file)).toBe("parse");
});

test.each([
  ["items below", `${CHANGE}\nThis change:\n- fixes b\n- is short\n`],
  ["items below a hunk with wrong counts", `${HEAD}@@ -2,4 +2,7 @@\n a\n-b\n+B\n c\n\nIt:\n\n- fixes b\n  - nested\n`],
  ["items above", `Plan:\n- change b\n+ keep a\n\n${CHANGE}`],
  ["a mail's signature", `Subject: x\n\n---\n f | 2 +-\n\ndiff --git a/f b/f\n${CHANGE}-- \n2.39.0\n`],
  ["tags around it", `<diff>\n${CHANGE}</diff>\n`],
  ["a longer fence", `\`\`\`\`diff\n${CHANGE}\`\`\`\`\n`],
  ["a fence in a list", `1. do\n${`\`\`\`diff\n${CHANGE}\`\`\``.replace(/^/gm, "   ")}\n2. done\n`],
  ["CRLF in the text alone", CHANGE.replaceAll("\n", "\r\n")],
  ["names in code quotes", CHANGE.replace("a/f", "`f`").replace("b/f", "`f`")],
  ["zeros for numbers", `${HEAD}@@ -0,0 +0,0 @@\n-b\n+B\n`],
])("what is around a diff refuses nothing: %s", async (_, text) => {
  expect(await diff(text)).toEqual(changed);
});

test("fences are lines of a hunk like others", async () => {
  const file = "x\n```\ncode\n```\ny\n";
  const hunk = " x\n ```\n-code\n+CODE\n ```\n y\n";
  for (const header of ["@@ -1,5 +1,5 @@", "@@ -1,9 +1,9 @@", "@@ ... @@"])
    expect(await diff(`\`\`\`diff\n${HEAD}${header}\n${hunk}\`\`\`\n`, file)).toEqual({ f: "x\n```\nCODE\n```\ny\n" });
});

test("a context line that opens a fence is none of the text's own", async () => {
  const hunk = `${HEAD}@@ -1,4 +1,5 @@\n a\n \n+x\n \n \`\`\`diff\n`;
  expect(await diff(hunk, "a\n\n```diff\n--- a/old\n")).toBe("no-match");
  expect(await diff(hunk, "a\n\n\n```diff\n--- a/old\n")).toEqual({ f: "a\n\nx\n\n```diff\n--- a/old\n" });
});

test("blank context may have lost its prefix, and counts that end before it are wrong", async () => {
  const file = "a\n\nb\n\nc\n";
  expect(await diff(`${HEAD}@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n\n c\n`, file)).toEqual({ f: "a\n\nB\n\nc\n" });
  expect(await diff(`${HEAD}@@ -1,1 +1,1 @@\n-a\n+A\n \n b\n \n c\n`, "a\nb\n")).toBe("no-match");
});

test("deleted lines that look like headers are lines", async () => {
  expect(await diff(`${HEAD}@@ -1,2 +1,2 @@\n--- old\n+++ new\n z\n`, "-- old\nz\n")).toEqual({ f: "++ new\nz\n" });
  expect(await diff(`${HEAD}@@ -1,2 +1,3 @@\n a\n+@@ hi @@\n b\n`, "a\nb\n")).toEqual({ f: "a\n@@ hi @@\nb\n" });
});

test("a return that the text has on one added line alone is written, and the file keeps its own", async () => {
  expect(await diff(`${HEAD}@@ -1,2 +1,2 @@\n a\n-b\n+B\r\n`, "a\nb\n")).toEqual({ f: "a\nB\r\n" });
  expect(await diff(`${HEAD}@@ -1,2 +1,2 @@\n a\n-b\n+B\n`, "a\r\nb\r\n")).toEqual({ f: "a\r\nB\r\n" });
});

test("the final newline is as the file has it, unless the diff says otherwise", async () => {
  const hunk = `${HEAD}@@ -1,2 +1,2 @@\n a\n`;
  const none = "\\ No newline at end of file\n";
  expect(await diff(`${hunk}-b\n+c\n`, "a\nb")).toEqual({ f: "a\nc" });
  expect(await diff(`${hunk}-b\n${none}+b\n`, "a\nb")).toEqual({ f: "a\nb\n" });
  expect(await diff(`${hunk}-b\n+c\n${none}`, "a\nb\n")).toEqual({ f: "a\nc" });
});

test("a copy is of the file as it was, and two files may change names", async () => {
  const copy = `diff --git a/f b/f\n${HEAD}@@ -1 +1 @@\n-a\n+b\ndiff --git a/f b/g\ncopy from f\ncopy to g\n`;
  expect(await diff(copy, "a\n")).toEqual({ f: "b\n", g: "a\n" });
  const rename = (from: string, to: string): string =>
    `diff --git a/${from} b/${to}\nrename from ${from}\nrename to ${to}\n`;
  const files: Files = { f: "1\n", g: "2\n" };
  expect(await editOutcome(files, "unified", rename("f", "g") + rename("g", "f"))).toEqual({ f: "2\n", g: "1\n" });
  expect(await editOutcome(files, "unified", rename("f", "g"))).toBe("exists");
});

test("a hunk that changes nothing says so and writes nothing", async () => {
  expect(await diff(`${HEAD}@@ -2 +2 @@\n-b\n+b\n`)).toEqual({});
});

test("full-width characters and curled quotes are the plain ones when they are looked for", async () => {
  const hunk = `${HEAD}@@ -1 +1 @@\n-say("hi")\n+say("bye")\n`;
  expect(await diff(hunk, "ｓａｙ（“hi”）\n")).toEqual({ f: 'say("bye")\n' });
});

test("context may be wrong where a deleted line is right; lines that are only added have their context alone", async () => {
  const file = "k();\na();\nb();\nc();\n";
  expect(await diff(`${HEAD}@@ @@\n zzz();\n a();\n-b();\n+n();\n c();\n`, file)).toEqual({
    f: "k();\na();\nn();\nc();\n",
  });
  expect(await diff(`${HEAD}@@ @@\n zzz();\n a();\n b();\n+n();\n c();\n`, file)).toBe("no-match");
});

test("the order of hunks alone does not tell two places apart", async () => {
  const file = "x();\ny();\na();\nx();\ny();\n";
  const first = "@@ @@\n-a();\n+A();\n";
  expect(await diff(`${HEAD}${first}@@ @@\n x();\n+n();\n y();\n`, file)).toBe("ambiguous");
  expect(await diff(`${HEAD}@@ -3 +3 @@\n-a();\n+A();\n@@ -4,2 +4,3 @@\n x();\n+n();\n y();\n`, file)).toEqual({
    f: "x();\ny();\nA();\nx();\nn();\ny();\n",
  });
});

test("added lines between lines that the file has apart go nowhere", async () => {
  const file = "```\n\n---\n\n## b\n\n- c\n";
  expect(await diff(`${HEAD}@@ -1,4 +1,5 @@\n \`\`\`\n \n+n\n ## b\n \n`, file)).toBe("no-match");
});

test("depths that fall together move nothing", async () => {
  const old = "\t\tfirst(one);\n\tthen(it);\n\tsecond(two);\n}\n";
  const block = `f\n<<<<<<< SEARCH\n${old}=======\n${old.replace("\tsecond(two);\n", "\tif (x)\n\t\tthird(three);\n")}>>>>>>> REPLACE\n`;
  expect(await editOutcome({ f: old.slice(1) }, "search_replace", block)).toBe("no-match");
});

test("a rule that is deleted is no prose below its hunk", async () => {
  const file = "x\n\n---\n\ny\n\n---\n\nz\n";
  expect(await diff(`${HEAD}@@ @@\n \n----\n \n@@ -5 +5 @@\n-y\n+Y\n`, file)).toBe("ambiguous");
  const once = "x\n\n---\n\ny\n";
  expect(await diff(`${HEAD}@@ -1,9 +1,9 @@\n-x\n+X\n \n----\n \n`, once)).toEqual({ f: "X\n\n\ny\n" });
});

test("a hunk that was found without its outer blanks tells the next one the line where it begins", async () => {
  const file = "a\nb\nx\nx\nx\n";
  expect(await diff(`${HEAD}@@ -1,2 +1,2 @@\n \n-b\n+B\n@@ -4 +4 @@\n-x\n+y\n`, file)).toEqual({
    f: "a\nB\nx\ny\nx\n",
  });
});

test("order and a right header that contradict each other are ambiguous", async () => {
  const file = "x\na\nx\nq\nx\n";
  expect(await diff(`${HEAD}@@ @@\n-q\n+Q\n@@ -1 +1 @@\n-x\n+y\n`, file)).toBe("ambiguous");
});

test("120,000 changed lines are one edit", async () => {
  const lines = (sign: string): string => Array.from({ length: 120_000 }, (_, at) => `${sign}${at}\n`).join("");
  const result = await diff(`${HEAD}@@ -1,120000 +1,120000 @@\n${lines("-")}${lines("+n")}`, lines(""));
  expect(result).toEqual({ f: lines("n") });
});
