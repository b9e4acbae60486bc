import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderCodeAnswer } from "../../engines/citadel/queries/run-query.ts";
import { type CodeIndexOptions, openCodeIndex } from "./code-intelligence.ts";

const { signal } = new AbortController();
let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-project-index-"));
  root = join(folder, "estate");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (options: Partial<CodeIndexOptions> = {}) =>
  openCodeIndex({ root, cacheFolder: join(folder, "cache"), ...options });

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const program = (name: string, ...statements: readonly string[]): string =>
  ["IDENTIFICATION DIVISION.", `PROGRAM-ID. ${name}.`, "PROCEDURE DIVISION.", "MAIN.", ...statements, "    GOBACK."]
    .map((line) => `       ${line}\n`)
    .join("");

describe("a running process that is told what changed", () => {
  test("notices edits, new files, lost ones, renamed ones and ignore files, below new folders too", async () => {
    write("cbl/A.cbl", program("A", "    CALL 'B'."));
    write("cbl/B.cbl", program("B"));
    const index = open({ watchFromMs: -1, wholeBytesMax: 0 });
    const callers = async (name: string) =>
      renderCodeAnswer(await index.answer("callers", { path: ".", names: [name] }, { signal }), {
        offset: 0,
        limit: 9,
      });
    // The folders are watched from the second look on.
    for (let look = 0; look < 3; look += 1) expect(await callers("B")).toContain("cbl/A.cbl:5");

    write("cbl/A.cbl", program("A", "", "    CALL 'B'."));
    expect(await callers("B")).toContain("cbl/A.cbl:6");
    appendFileSync(join(root, "cbl/B.cbl"), "           CALL 'C'.\n");
    expect(await callers("C")).toContain("cbl/B.cbl:6");
    write("new/deep/D.cbl", program("D", "    CALL 'B'."));
    expect(await callers("B")).toContain("new/deep/D.cbl:5");
    for (let look = 0; look < 2; look += 1) await callers("B");
    write("new/deep/D.cbl", program("D", "    CALL 'A'."));
    expect(await callers("B")).not.toContain("D.cbl");
    renameSync(join(root, "new/deep/D.cbl"), join(root, "new/deep/E.cbl"));
    expect(await callers("A")).toContain("new/deep/E.cbl:5");
    rmSync(join(root, "new"), { recursive: true });
    expect(await callers("A")).not.toContain("E.cbl");
    write("cbl/.gitignore", "A.cbl\n");
    expect(await callers("B")).not.toContain("A.cbl");
    index.close();
  });

  test("an edit replaces the file's entry and keeps what was made from the others", async () => {
    for (let number = 0; number < 30; number += 1) write(`P${number}.cbl`, program(`P${number}`, "    CALL 'HUB'."));
    const index = open({ watchFromMs: -1, wholeBytesMax: 0 });
    const callers = async () => {
      const result = await index.answer("callers", { path: ".", names: ["HUB"] }, { signal });
      return result.kind === "answer" ? result.answer.sections[0]?.lines.length : result;
    };
    for (let look = 0; look < 3; look += 1) expect(await callers()).toBe(30);
    for (let number = 0; number < 10; number += 1) {
      write(`P${number}.cbl`, program(`P${number}`));
      expect(await callers()).toBe(29 - number);
    }
    index.close();
  });
});

describe("workers that break down", () => {
  const HEAP_MB = 24;
  const withItems = (name: string, count = 150_000): string => {
    const items = Array.from({ length: count }, (_, at) => `       01  FIELD-NUMBER-${at} PIC X(8) VALUE 'A${at}'.\n`);
    return program(name).replace("       PROC", `       WORKING-STORAGE SECTION.\n${items.join("")}       PROC`);
  };

  test("a large source that takes more than workers have side by side is read by one alone, up to a bound that is told", async () => {
    write("LARGE.cbl", withItems("LARGE", 60_000));
    write("SMALL.cbl", program("SMALL"));
    // Each takes more than one may have alone.
    for (const name of ["MADE1", "MADE2"]) write(`${name}.cbl`, withItems(name));
    const index = open({ workersFromBytes: 0 });
    const report = await index.sync({ signal });
    const message = "the parser broke down: it takes more memory than a parser may";
    expect(report.problems).toEqual([
      { path: "MADE1.cbl", message },
      { path: "MADE2.cbl", message },
    ]);
    expect(report.files).toBe(4);
    index.close();
  });

  test("the file that breaks a worker is a problem of that file, and all others are read", async () => {
    write("HUGE.cbl", withItems("HUGE"));
    for (let number = 0; number < 8; number += 1) write(`P${number}.cbl`, program(`P${number}`, "    CALL 'HUB'."));
    const index = open({ workersFromBytes: 0, workerHeapMb: HEAP_MB });
    const report = await index.sync({ signal });
    expect(report.problems).toEqual([
      { path: "HUGE.cbl", message: expect.stringMatching(/^the parser broke down: .*memory/) },
    ]);
    expect(report.files).toBe(9);
    const { edges } = await index.graph({ signal });
    expect(edges.filter((edge) => edge.name === "HUB")).toHaveLength(8);
    // It is not tried again until it changes.
    expect((await index.sync({ signal })).parsed).toBe(0);
    index.close();
  });

  test("a source of more than a megabyte is a worker's from the beginning, however few there are", async () => {
    write("Small.java", "class Small { void first() { second(); } void second() { } }");
    write("LARGE.cbl", `${program("LARGE")}${"      * Nothing.\n".repeat(70_000)}`);
    const index = open();
    expect(await index.sync({ signal })).toMatchObject({ parsed: 2, parsedByWorkers: 1, problems: [] });
    index.close();
  });

  test("a file with more syntax than is kept of one is a problem of that file, and is not read", async () => {
    write("Table.java", `class Table { int[] values = {${"1,".repeat(300_000)}}; void never() { never(); } }`);
    write("Small.java", "class Small { void first() { second(); } void second() { } }");
    const index = open();
    const report = await index.sync({ signal });
    expect(report.problems).toEqual([{ path: "Table.java", message: "larger than 550,000 nodes of syntax: not read" }]);
    expect((await index.graph({ signal })).edges.filter(({ kind }) => kind === "calls")).toHaveLength(1);
    index.close();
  });

  test("a text that would take the parser gigabytes is a problem of its file, here and in a worker", async () => {
    write("Evil.java", "List<".repeat(12_500));
    write("Good.java", "class Good { void first() { second(); } void second() { } }");
    for (const workersFromBytes of [undefined, 0]) {
      const index = open(workersFromBytes === undefined ? {} : { workersFromBytes });
      const report = await index.sync({ signal });
      expect(report.problems).toEqual([
        { path: "Evil.java", message: "the parser broke down: it takes more memory than a parser may" },
      ]);
      const { edges } = await index.graph({ signal });
      expect(edges.filter(({ kind, name }) => kind === "calls" && name === "second")).toHaveLength(1);
      index.close();
      rmSync(join(folder, "cache"), { recursive: true, force: true });
    }
  });
});
