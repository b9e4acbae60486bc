import { expect, test } from "vitest";
import { scheduler } from "./scheduler.ts";

const edges = (path: string, text: string) =>
  scheduler
    .parse({ path, text }, { find: () => undefined })
    .references.map(({ from, kind, name, line }) => `${from} ${kind} ${name}:${line}`);

test("CA7: a listed job runs, and starts the jobs of its TRIGGERED JOBS section only", () => {
  const text =
    "1LJOB,JOB=AAA,LIST=ALL\n JOB=AAA LIST=ALL DATE=1\n   ------- JOB REQUIREMENTS -------\n      JOB=REQ SCHID=001\n   ------- TRIGGERED JOBS -------\n      JOB=BBB SCHID=030 QTM=1\n";
  expect(edges("X.ca7", text)).toEqual(["entry:AAA executes AAA:1", "entry:AAA starts BBB:6"]);
});

test("Control-M: a condition that one job adds and another awaits is a start, in any order", () => {
  const text = `<DEFTABLE>
<FOLDER FOLDER_NAME="F">
<JOB JOBNAME="SECOND" MEMNAME="MEM2">
<INCOND NAME="DONE" ODATE="ODAT" />
<OUTCOND NAME="DONE" SIGN="-" />
</JOB>
<JOB JOBNAME="FIRST">
<OUTCOND NAME="DONE" SIGN="+" />
</JOB>
</FOLDER>
</DEFTABLE>
`;
  expect(edges("X.controlm", text)).toEqual([
    "entry:SECOND executes MEM2:3",
    "entry:FIRST executes FIRST:7",
    "entry:FIRST starts SECOND:4",
  ]);
});
