import { expect, test } from "vitest";
import { readQuestion } from "./question.ts";

test.each([
  ["what happens if I change the length of ACCT-ID?", { kind: "impact", name: "ACCT-ID" }],
  ["What breaks if I rename the field CUST-NAME?", { kind: "impact", name: "CUST-NAME" }],
  ["impact of changing the copybook ACCTREC", { kind: "impact", name: "ACCTREC" }],
  ["who calls ACCTINQ?", { kind: "callers", name: "ACCTINQ" }],
  ["who performs 2000-PROCESS?", { kind: "callers", name: "2000-PROCESS" }],
  ["which programs use copybook ACCTREC?", { kind: "callers", name: "ACCTREC" }],
  ["which programs copy the copybook ACCTREC", { kind: "callers", name: "ACCTREC" }],
  ["what does job POSTJOB run?", { kind: "job", name: "POSTJOB" }],
  ["which programs does the job POSTJOB run?", { kind: "job", name: "POSTJOB" }],
  ["lineage of field ACCT-ID", { kind: "lineage", name: "ACCT-ID" }],
  ["where does WS-TOTAL come from?", { kind: "lineage", name: "WS-TOTAL" }],
  ["show the flow of paragraph 2000-PROCESS", { kind: "flow", name: "2000-PROCESS" }],
  ["flowchart of program ACCTPOST", { kind: "flow", name: "ACCTPOST" }],
  ["which screens are there?", { kind: "screens", path: "." }],
  ["show me all jobs", { kind: "jobs", path: "." }],
  ["is there dead code in cbl?", { kind: "dead-code", path: "cbl" }],
  ["show me everyone calling ratecalc", { kind: "callers", name: "ratecalc" }],
  ["list all places that call formatBalance", { kind: "callers", name: "formatBalance" }],
  ["Where do we use ACCT-ID", { kind: "uses", name: "ACCT-ID" }],
  ["what's in the service folder?", { kind: "list", path: "service" }],
  ["what is in the folder src/app", { kind: "list", path: "src/app" }],
  ["where is ACCT-ID used?", { kind: "uses", name: "ACCT-ID" }],
])("%s", (prompt, question) => {
  expect(readQuestion(prompt)).toEqual(question);
});
