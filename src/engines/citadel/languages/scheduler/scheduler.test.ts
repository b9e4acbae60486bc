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

test("a table of jobs with a mark of byte order: conditions join rows in any order, a cell may hold lines", () => {
  const text =
    '\ufeffFolder,Job Name,Member Name,In Conditions,Out Conditions\r\nF,second,MEM2,"FIRST-OK\nOTHER-OK",FIRST-OK-\r\nF,FIRST,,,FIRST-OK\r\n"F, G",THIRD,"MEM""3",OTHER-OK AND FIRST-OK,\r\n';
  expect(edges("jobs.csv", text)).toEqual([
    "entry:SECOND executes MEM2:2",
    "entry:FIRST executes FIRST:4",
    'entry:THIRD executes MEM"3:5',
    "entry:FIRST starts SECOND:2",
    "entry:FIRST starts THIRD:5",
  ]);
});

test("CA7 as a table with semicolons: who triggers and who is triggered tell of one start", () => {
  const text =
    "Report of jobs;;;\nJOB NAME;JCL MEMBER;TRIGGERED BY;TRIGGERED JOBS\nAAA;MEMA;;BBB CCC\nBBB;;AAA;\nBBB;;NOTHERE;\n;;;\n";
  expect(edges("ca7.csv", text)).toEqual([
    "entry:AAA executes MEMA:3",
    "entry:AAA starts BBB:3",
    "entry:AAA starts CCC:3",
    "entry:BBB executes BBB:4",
  ]);
});

test("a table of something else is no schedule", () => {
  for (const text of ["name,age\nann,3\n", "job,salary\nclerk,1\n", "", '"', "\ufeff", 'a,"b\nc'])
    expect(scheduler.detect?.("t.csv", text)).toBe(false);
});
