import { expect, test } from "vitest";
import { branchLength } from "../answers/estate/attention-keys.ts";
import { readAttentionKeys } from "./attention-key.ts";

test.each([
  ["what does PF3 do on the account view screen?", "PF3", "account view"],
  ["which programs use PF7?", "PF7", ""],
  ["where does F12 lead from here?", "PF12", ""],
  ["what happens if I press enter on the card list screen?", "ENTER", "card list"],
  ["what does the clear key do?", "CLEAR", ""],
  ["is PA1 handled on the bill payment panel", "PA1", "bill payment"],
])("%j asks of a key", (part, name, screen) => {
  const [key] = readAttentionKeys(part);
  expect([key?.name, key?.screen.join(" ")]).toEqual([name, screen]);
});

test("keys that are compared are each asked of", () => {
  const keys = readAttentionKeys("what does F5 do on the fee screen compared with F12?");
  expect(keys.map(({ name }) => name)).toEqual(["PF5", "PF12"]);
});

test.each([
  "why does PF3 leave the screen?",
  "how do I add a PF9 to the menu?",
  'which files mention "PF3"?',
  "what does src/f3.ts do?",
  "which fields do users enter on the screen?",
  "what is the primary key of the account file",
  "does F25 exist",
])("%j asks of none", (part) => {
  expect(readAttentionKeys(part)).toEqual([]);
});

test("a line that tests a key is told from those of its neighbours and of paragraphs", () => {
  const pattern = new RegExp(readAttentionKeys("what does PF3 do?")[0]?.pattern ?? "", "i");
  const lines = [
    "WHEN DFHPF3",
    "WHEN CCARD-AID-PFK03",
    "IF EIBAID = DFHPF3",
    "WHEN DFHPF13",
    "WHEN DFHPF3-X",
    "WHEN XF3",
  ];
  expect(lines.map((line) => pattern.test(line))).toEqual([true, true, true, false, false, false]);
});

test("a branch goes to the next WHEN, over those that share its statements and over what is nested", () => {
  expect(
    branchLength(["WHEN DFHPF3", "WHEN DFHPF4", "EVALUATE X", "WHEN 1", "ADD 1 TO Y", "END-EVALUATE", "WHEN OTHER"]),
  ).toBe(6);
  expect(branchLength(["IF A-PFK03", "OR A-PFK04", "IF B", "MOVE 1 TO C", "END-IF", "END-IF", "MOVE 2 TO C"])).toBe(6);
  expect(branchLength(["IF A-PFK03", "SET OK TO TRUE.", "MOVE 2 TO C"])).toBe(2);
});
