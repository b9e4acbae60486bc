import { expect, test } from "vitest";
import { readSchedule } from "./read-schedule.ts";

test("a folder of Control-M tells its jobs, and when by its own days or by those of its jobs", () => {
  const lines = [
    "<DEFTABLE>",
    '<FOLDER FOLDER_NAME="EVENING" TYPE="1">',
    '<JOB JOBNAME="TIDEIN" TIMEFROM="1800" DAYS="ALL">',
    "</JOB>",
    '<JOB JOBNAME="TIDEOUT" TIMEFROM="1800" DAYS="ALL" />',
    "</FOLDER>",
    '<SMART_FOLDER JOBNAME="SWEEP" DAYS="SA" FOLDER_NAME="WEEK-END">',
    '<JOB JOBNAME="SWEEPER" CYCLIC="0">',
    "</JOB>",
    "</SMART_FOLDER>",
  ];
  expect(readSchedule(lines)).toEqual([
    { name: "EVENING", jobs: ["TIDEIN", "TIDEOUT"], when: 'every day, DAYS="ALL", from 1800', from: 2, to: 6 },
    { name: "WEEK-END", jobs: ["SWEEPER"], when: 'Saturdays, DAYS="SA"', from: 7, to: 10 },
  ]);
});

test("listings of CA7 tell chains, of which each job starts the next", () => {
  const listing = (name: string, ...next: readonly string[]): readonly string[] => [
    `1LJOB,JOB=${name},LIST=ALL`,
    `JOB=${name} LIST=ALL            DATE=06.198`,
    ...next.map((one) => `           JOB=${one} SCHID=030      QTM=0100`),
  ];
  const lines = [...listing("SHUT", "POST"), ...listing("POST", "OPENA", "OPENB"), ...listing("OTHER", "LAST")];
  expect(readSchedule(lines).map(({ jobs, from, to }) => [jobs.join(" > "), from, to])).toEqual([
    ["SHUT > POST > (OPENA, OPENB)", 1, 7],
    ["OTHER > LAST", 8, 10],
  ]);
});

test("what is no schedule tells nothing", () => {
  expect(readSchedule(["<html>", "JOB=", ""])).toEqual([]);
});
