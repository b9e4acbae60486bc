import { expect, test } from "vitest";
import { asksForChange } from "./asks-for-change.ts";

test.each([
  "fix the failing test",
  "The test fails; fix it.",
  "Please add a flag --quiet to the CLI",
  "can you rename getTotal to sum in total.mjs?",
  "Could you please refactor this?",
  "I want you to implement sorting.",
  "I'd like you to write a test for parse()",
  "In total.mjs, replace the loop by a reduce",
  "Look at total.mjs and correct the sum",
  "The header should be blue",
  "total() must not round",
  "We need to migrate to ESM",
  "- update the README\n- bump the version",
  "Explain the bug, then fix it",
  "hello, make the build green",
  "make sure to handle null",
  "1. Delete the old parser",
  "Your task is to remove the dead branch.",
  "I want to add a flag --quiet.",
  "I want you to rename the helper, is that clear?",
  "We need to migrate to ESM. Can you do it?",
])("asks for a change: %s", (prompt) => {
  expect(asksForChange(prompt)).toBe(true);
});

test.each([
  "who calls FEEPOST?",
  "what happens if I change the length of BERTH-ID?",
  "How do I fix the failing test?",
  "how do I find and fix a bug?",
  "Explain how to add a flag and remove another",
  "Where is the total set?",
  "What does `fix the test` mean?",
  "list files in src",
  'search "TODO: remove"',
  "show src/update.ts lines 1 to 20",
  "Does it write to disk?",
  "tell me what would change",
  "Should I use tabs?",
  "hello",
  "Review the change without editing anything",
  "summarize README.md",
  "what should the header be",
  "List everything that must be adapted when BERTH-ID grows",
  "I want to change what is_pinned_requirement returns - who depends on it?",
  "We need to rename mergeHeaders; where is it used?",
  "I'd like to remove the legacy resolver. What breaks?",
  "I have to make the key longer, which programs are affected?",
])("asks for none: %s", (prompt) => {
  expect(asksForChange(prompt)).toBe(false);
});
