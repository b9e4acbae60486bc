import { expect, test } from "vitest";
import { atOnce } from "../../../base/steps.ts";
import { answered, verdict } from "./answers/answer.ts";
import { withTextsThatName, withVerdict } from "./honest-answer.ts";
import { pursue } from "./looking.ts";

const FOUND =
  "(lines 1)\njobs.md\n3:LIDPOST runs at six.\n9:LIDPOST again.\n\ncbl/LIDPOST.cbl\n2:PROGRAM-ID. LIDPOST.\n";

/** What is said, where a search finds some lines that hold the name. */
function said(text: string, part: string, found = FOUND): string {
  const next = atOnce(
    pursue(
      () => withTextsThatName(answered(text), part),
      () => ({ text: found, failed: false }),
    ),
  );
  return next.kind === "done" ? next.value.text : "wants more";
}

test("that parsers found none is not said alone where files that it does not cite name it", () => {
  const none = "No: no job that runs LIDPOST (of 1).";
  expect(said(none, "which jobs run LIDPOST?")).toBe(
    `${none}\nThe parsers found none; by its text it is named in:\n- jobs.md:3  LIDPOST runs at six.`,
  );
  expect(said(none, "which jobs run LIDPOST?", "")).toBe(none);
});

test("what was found, and what was looked for in the text, stand as they are", () => {
  for (const text of ["1 job runs LIDPOST.", "No line here says LIDPOST.", "Nearest in this folder:\nNo job here"])
    expect(said(text, "which jobs run LIDPOST?")).toBe(text);
});

test("where two things are held against each other, what is found of one settles nothing", () => {
  const found = verdict(true, answered("Documents (1):\n- notes.md:3"));
  expect(withVerdict(found, "is it in the notes?").text).toMatch(/^Yes/);
  for (const part of [
    "does it match the readme?",
    "is the script in sync with the notes?",
    "o roteiro confere com o readme?",
  ])
    expect(withVerdict(found, part).text).not.toMatch(/^Yes/);
});
