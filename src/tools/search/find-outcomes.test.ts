import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { findOutcomes } from "./find-outcomes.ts";

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

test("without a question all of a kind come in the order of their lines, and none is said so", async () => {
  const { text } = await bench.run(findOutcomes, { kind: "message", path: "cbl/BOXES.cbl" });
  expect(text).toMatch(/^## cbl\/BOXES\.cbl:6-8 {2}BOXES > MAIN-PARA$/m);
  expect(text).not.toContain("LIDS");
  expect((await bench.run(findOutcomes, { kind: "formula" })).text).toBe("No program here has such an outcome.");
});
