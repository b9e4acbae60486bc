import { expect, test } from "vitest";
import { reduceOutput } from "./index.ts";

const MAX = 16_000;
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

test("JSON keeps its shape and the first items", () => {
  const text = JSON.stringify({ total: 900, items: Array.from({ length: 900 }, (_, id) => ({ id, name: `n${id}` })) });
  const reduced = reduceOutput(text, MAX, "command");
  expect(reduced?.kind).toBe("JSON");
  expect(reduced?.text).toContain('"total": 900');
  expect(reduced?.text).toContain("… 892 more items");
});

test("a diff keeps every file with its counts, then the changed lines", () => {
  const part = (name: string): string =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,41 +1,41 @@\n${many(40, (n) => ` unchanged line ${n} of the file`)}\n-old ${name}\n+new ${name}\n@@ -90,2 +90,2 @@\n same\n--- strange\n+++ stranger`;
  const reduced = reduceOutput(["a.c", "b.c", "c.c"].map(part).join("\n"), MAX, "command");
  expect(reduced?.kind).toBe("a diff");
  expect(reduced?.text).toMatch(/^a\.c {2}\+2 -2\nb\.c {2}\+2 -2\nc\.c {2}\+2 -2\n/);
  expect(reduced?.text).toContain("+new b.c");
  expect(reduced?.text).not.toContain("unchanged line");
});

test("a diff beside other output drops nothing of it: each part is made short by its own rules, in their order", () => {
  const diff = (name: string, lines = 0): string =>
    `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n@@ -1,${lines + 1} +1,${lines + 1} @@\n${many(lines, (n) => ` same ${n}`)}${lines ? "\n" : ""}-old ${name}\n+new ${name}`;
  const tests = `> npm test\n${many(3000, (n) => `ok ${n} adds`)}\nnot ok 3000 fails\n  expected: 2\n\n\n# tests 3001\n# fail 1`;
  const both = reduceOutput(`${diff("a.c")}\n${tests}\n${diff("b.c", 4000)}`, MAX, "command");
  expect(both?.kind).toBe("a diff and test output");
  expect(both?.text).toContain(diff("a.c"));
  expect(both?.text).toMatch(
    /# tests 3001\n# fail 1[\s\S]*not ok 3000 fails\n {2}expected: 2[\s\S]*b\.c {2}\+1 -1[\s\S]*-old b\.c/,
  );
  const cutShort = reduceOutput(`${diff("a.c", 50).slice(0, 300)}\n${tests}`, MAX, "command");
  expect(cutShort?.text).toContain("not ok 3000 fails");

  const history = many(40, (n) => `commit ${n}\n\n    Why ${n}\n\n${diff(`part${n}.c`, 100)}\n`);
  const log = reduceOutput(history, MAX, "command")?.text ?? "";
  for (let n = 0; n < 40; n++) expect(log).toMatch(new RegExp(`Why ${n}\n[\\s\\S]*-old part${n}\\.c`));
  expect(log.length).toBeLessThan(MAX * 1.1);

  const words = reduceOutput(`${diff("a.c")}\n${many(4000, (n) => `line ${n}`)}`, MAX, "command");
  expect(words?.kind).toBe("a diff and other lines");
  expect(words?.text).toMatch(/line 0\n[\s\S]*… \d+ more lines, then\nline \d+\n[\s\S]*line 3999$/);
});

test("test output keeps the counts and the failures", () => {
  const text = `${many(4000, (n) => `test module::case_${n} ... ok`)}\n---- module::bad stdout ----\nthread 'bad' panicked at src/lib.rs:9:5:\nassertion failed\n\n\ntest result: FAILED. 4000 passed; 1 failed; 0 ignored\n`;
  const reduced = reduceOutput(text, MAX, "command");
  expect(reduced?.kind).toBe("test output");
  expect(reduced?.text).toContain("test result: FAILED. 4000 passed; 1 failed");
  expect(reduced?.text).toContain("src/lib.rs:9:5");
  expect(reduced?.text).not.toContain("case_17 ");
});

test("of a failure's stack the frames of the project are kept, those of libraries and the runtime are not", () => {
  const foreign = [
    "at Test.assert (/home/ann/app/node_modules/tape/lib/test.js:492:48)",
    "at Test.emit (node:events:524:28)",
    "at java.base/java.lang.reflect.Method.invoke(Method.java:580)",
    "at org.junit.Assert.fail(Assert.java:89)",
  ];
  const own = ["at sum (/home/ann/app/src/sum.js:3:9)", "at com.acme.java.Adder.add(Adder.java:12)"];
  const stack = [foreign[0], own[0], ...foreign.slice(1), own[1]].map((frame) => `      ${frame}`).join("\n");
  const text = `${many(4000, (n) => `ok ${n} adds`)}\nnot ok 4001 adds\n  expected: 2\n  actual: 3\n${stack}\n\n\n# tests 4001\n# fail 1\n`;
  const { text: shown = "" } = reduceOutput(text, MAX, "command") ?? {};
  expect(shown.split("\n").filter((line) => line.trim().startsWith("at "))).toEqual(
    own.map((frame) => `      ${frame}`),
  );
});

test("what other commands printed before and after the tests stands whole where it is short, and is counted where not", () => {
  const tests = `> app@1.0.0 test\n> run\n${many(4000, (n) => `ok ${n} adds`)}\n# tests 4000\n# fail 0`;
  const shown = (before: string, after: string): string =>
    reduceOutput(`${before}\n${tests}\n${after}`, MAX, "command")?.text ?? "";
  expect(shown(" M lib/a.js", " lib/a.js | 4 ++--")).toBe(
    " M lib/a.js\n# tests 4000\n# fail 0\n\n(no failures)\n lib/a.js | 4 ++--",
  );
  expect(
    shown(
      many(300, (n) => `before ${n}`),
      "",
    ),
  ).toBe("(300 lines before the tests are left out)\n# tests 4000\n# fail 0\n\n(no failures)");
});

test("a stack that only repeats the message and the place of its failure is left out", () => {
  const failure = (own: string): string =>
    `not ok 4 adds up\n  ---\n    expected: 2\n    actual: 3\n    at: sum (/app/test/sum.js:3:9)\n    stack: |-\n      Error: adds up\n          at emit (node:events:5:2)\n          at ${own}`;
  const shown = (own: string): string =>
    reduceOutput(`${many(4000, (n) => `ok ${n} adds`)}\n${failure(own)}\n\n\n# fail 1\n`, MAX, "command")?.text ?? "";
  expect(shown("sum (/app/test/sum.js:3:9)")).not.toContain("stack");
  expect(shown("add (/app/src/add.js:7:1)")).toContain(
    "stack: |-\n      Error: adds up\n          at add (/app/src/add.js:7:1)",
  );
});

test("problems of a compiler are listed once, by file", () => {
  const text = many(
    400,
    (n) =>
      `src/part${n % 4}.c:${n + 1}:5: warning: unused variable 'x' [-Wunused]\n   ${n} | int x;\n     |     ^\n  note of no use to anyone ${"-".repeat(60)}`,
  );
  const reduced = reduceOutput(text, MAX, "command");
  expect(reduced?.kind).toBe("problems of a compiler or linter");
  expect(reduced?.text).toMatch(/^200 problems or more in 4 files/);
  expect(reduced?.text).toContain("200 × ");
});

test("a COBOL listing keeps its messages with the lines they mean", () => {
  const source = many(900, (n) => `   ${String(n + 1).padStart(6, "0")}                 MOVE WS-A${n} TO WS-B${n}.`);
  const text = `1PP 5655-EC6 IBM Enterprise COBOL for z/OS  6.3.0    PAYROLL  Date 01/02/2026\n  LineID  PL SL  ----+-*A-1-B--+----2\n${source}\n    17  IGYPS2121-S   "WS-A16" was not defined as a data-name.  The statement was discarded.\n Messages    Total    Informational    Warning    Error    Severe    Terminating\n Printed:       1                                              1\n`;
  const reduced = reduceOutput(text, MAX, "command");
  expect(reduced?.kind).toBe("a COBOL listing");
  expect(reduced?.text).toContain('IGYPS2121-S   "WS-A16" was not defined');
  expect(reduced?.text).toContain("source: MOVE WS-A16 TO WS-B16.");
});

test("what is none of these, or would not become much shorter, is left alone", () => {
  expect(reduceOutput("just a few words ".repeat(3000), MAX, "command")).toBeUndefined();
  expect(reduceOutput('{"a":1}', MAX, "command")).toBeUndefined();
  expect(reduceOutput("", MAX, "command")).toBeUndefined();
});
