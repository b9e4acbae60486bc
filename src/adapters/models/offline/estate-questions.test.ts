import { expect, test } from "vitest";
import { readEstateQuestion } from "./estate-questions.ts";

const read = (prompt: string): string => {
  const question = readEstateQuestion(prompt);
  if (!question) return "other";
  return `${question.kind}${"name" in question ? ` ${question.name}` : ""}`;
};

test.each<[prompt: string, expected: string]>([
  ["what happens if I change the length of ACCT-ID?", "impact ACCT-ID"],
  ["What would be affected if ACCT-ID became 12 digits long?", "impact ACCT-ID"],
  ["Which programs would break if I renamed the field ACCT-ID?", "impact ACCT-ID"],
  ["if I change table BANK.ACCOUNT what else must change?", "impact BANK.ACCOUNT"],
  ["I want to widen CUST-NAME; what do I have to adapt?", "impact CUST-NAME"],
  ["blast radius of removing paragraph 2000-PROCESS", "impact 2000-PROCESS"],
  ["who reads the dataset BANK.PROD.ACCTS?", "callers BANK.PROD.ACCTS"],
  ["which jobs write to BANK.PROD.ACCTS?", "callers BANK.PROD.ACCTS"],
  ["which programs update table BANK.ACCOUNT?", "callers BANK.ACCOUNT"],
  ["which transaction runs ACCTINQ?", "callers ACCTINQ"],
  ["where is ACCT-ID used?", "callers ACCT-ID"],
  ["where does ACCT-ID get its value from?", "lineage ACCT-ID"],
  ["trace TR-AMOUNT for me", "lineage TR-AMOUNT"],
  ["how is WS-TOTAL filled?", "lineage WS-TOTAL"],
  ["what screens does MENUPGM send?", "callouts MENUPGM"],
  ["what does ACCTPOST call?", "callouts ACCTPOST"],
  ["which copybooks does ACCTPOST include?", "includes ACCTPOST"],
  ["what does ACCTPOST do?", "summary ACCTPOST"],
  ["explain CBACT01C", "summary CBACT01C"],
  ["show me the paragraph 2500-REWRITE", "body 2500-REWRITE"],
  ["draw the control flow of ACCTPOST", "flow ACCTPOST"],
  ["call graph of the whole estate", "call-chains"],
  ["which paragraphs are never executed?", "dead-code"],
  ["are there unused programs?", "dead-code"],
  ["how many lines does ACCTPOST have?", "size ACCTPOST"],
  ["which copybooks are missing?", "estate"],
  ["give me an inventory", "estate"],
  ["list all programs", "search"],
  ["what does src/main.ts do?", "other"],
  ["where is formatBalance defined?", "other"],
  ["hello", "other"],
])("%s is read as %s", (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});
