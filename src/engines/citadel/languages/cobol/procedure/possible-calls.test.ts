import { expect, test } from "vitest";
import { cobol } from "../frontend.ts";

const COUNT = 60_000;

test("calls that may each have hundreds of targets are told one by one where there are tens of thousands", {
  timeout: 60_000,
}, () => {
  const lines = Array.from({ length: COUNT }, (_, at) => `           MOVE 'P${at}' TO A. CALL A.\n`);
  const text = `${HEAD}${lines.join("")}`;
  const { references } = cobol.parse({ path: "a.cbl", text }, { find: () => undefined });
  const calls = references.filter(({ kind }) => kind === "calls");
  expect(calls.length).toBeGreaterThanOrEqual(COUNT);
  expect(calls.length).toBeLessThan(4 * COUNT);
  expect(calls.at(-1)).toMatchObject({ line: COUNT + 6, name: "A", resolved: "unresolved" });
});

const HEAD = `       IDENTIFICATION DIVISION.
       PROGRAM-ID. A.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01 A PIC X(8).
       PROCEDURE DIVISION.
`;
