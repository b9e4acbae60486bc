import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { findOutcomes } from "./find-outcomes.ts";
import { programs } from "./ranked-outcomes.ts";

let bench: ToolBench;

const program = (name: string, about: string, body: readonly string[]): string =>
  [
    `      * ${about} of the harbour`,
    "       IDENTIFICATION DIVISION.",
    `       PROGRAM-ID. ${name}.`,
    "       PROCEDURE DIVISION.",
    "       MAIN-PARA.",
    ...body.map((line) => `           ${line}`),
    "           GOBACK.",
  ].join("\n");

beforeEach(() => {
  bench = createToolBench({
    "cbl/LIDS.cbl": program("LIDS", "Counts the lids", [
      "IF WS-LIDS = 0",
      "    DISPLAY 'NO LID WAS FOUND'",
      "    MOVE 8 TO RETURN-CODE",
      "END-IF.",
    ]),
    "cbl/BOXES.cbl": program("BOXES", "Counts the boxes", [
      "IF WS-BOXES = 0",
      "    DISPLAY 'NO BOX WAS FOUND'",
      "    MOVE 4 TO RETURN-CODE",
      "END-IF.",
    ]),
    "README.md": "No lid was found here either.\n",
  });
});

afterEach(() => bench.close());

test("the nearest outcome comes first, with its condition, and nothing but programs is looked at", async () => {
  const { text } = await bench.run(findOutcomes, { query: "no lid found", kind: "code" });
  expect(
    text
      .split("\n")
      .filter((line) => /^##|^\d+\t/.test(line))
      .slice(0, 4),
  ).toEqual([
    "## cbl/LIDS.cbl:6-8  LIDS > MAIN-PARA",
    "6\t           IF WS-LIDS = 0",
    "7\t               DISPLAY 'NO LID WAS FOUND'",
    "8\t               MOVE 8 TO RETURN-CODE",
  ]);
  expect(text).not.toContain("README");
});

test("an outcome is told by its own lines, whatever stands between it and another of its paragraph", async () => {
  const failing = (name: string): readonly string[] => [
    `IF WS-${name} = 0`,
    `    DISPLAY 'NO ${name} WAS FOUND'`,
    "END-IF.",
  ];
  const body = [...failing("HOOP"), "ADD 1 TO WS-STAVES.", ...failing("PLANK")];
  const other = createToolBench({ "cbl/HOOPS.cbl": program("HOOPS", "Counts the hoops", body) });
  const { text } = await other.run(findOutcomes, { query: "no hoop there", kind: "message" });
  await other.close();
  const [, first = ""] = text.split(/^## /m);
  expect(first).toContain("NO HOOP");
  expect(first).not.toMatch(/STAVES|PLANK/);
});

test("without a question all of a kind come in the order of their lines, and none is said so", async () => {
  const { text } = await bench.run(findOutcomes, { kind: "message", path: "cbl/BOXES.cbl" });
  expect(text).toMatch(/^## cbl\/BOXES\.cbl:6-8 {2}BOXES > MAIN-PARA$/m);
  expect(text).not.toContain("LIDS");
  expect((await bench.run(findOutcomes, { kind: "formula" })).text).toBe("No program here has such an outcome.");
});

test("what is too much to be looked at is told: programs that are too many, and the rest of those that are too large", async () => {
  const late = program("LARGE", "Counts", [
    ...Array.from({ length: 9_000 }, (_, count) => `MOVE ${count} TO WS-COUNT-OF-EVERY-BOX-THERE-IS-IN-THE-HARBOUR`),
    "DISPLAY 'TOO LATE TO BE FOUND'",
  ]);
  const many = Array.from({ length: 3_002 }, (_, count) => [`many/P${count}.cbl`, program(`P${count}`, "Is one", [])]);
  const large = createToolBench({ "cbl/LARGE.cbl": late, ...Object.fromEntries(many) });
  try {
    const lines = async (input: object) => (await large.run(findOutcomes, input)).text.split("\n").slice(-2);
    expect(await lines({ kind: "message", path: "cbl" })).toEqual([
      "No program here has such an outcome.",
      "(of 1 programs only the first 512 KB were looked at)",
    ]);
    expect(await lines({ query: "box", path: "many" })).toEqual([
      "No program here has such an outcome.",
      "(2 programs were not looked at: there are too many, or they are too large)",
    ]);
  } finally {
    await large.close();
  }
});

test("programs are held up to a number of bytes, and those behind it are told", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, count) => [`cbl/P${count}.cbl`, program(`P${count}`, "Is one", [])]),
  );
  const some = createToolBench(files);
  try {
    const { workspace } = some.context;
    const bytes = Object.values(files)[0]?.length ?? 0;
    const { sources, unseen } = await programs("cbl", workspace, new AbortController().signal, bytes * 3);
    expect([sources.length, unseen]).toEqual([3, { leftOut: 6, cut: 0, shortened: 0 }]);
  } finally {
    await some.close();
  }
});
