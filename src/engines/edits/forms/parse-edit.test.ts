import { expect, test } from "vitest";
import { editOutcome } from "../../../../test/edits-outcome.ts";
import { recogniseForm } from "./parse-edit.ts";

const FORMS = {
  unified: "--- a/f.md\n+++ b/f.md\n@@ -1,3 +1,3 @@\n > a\n-b\n+B\n \n",
  apply_patch: "*** Begin Patch\n*** Update File: f.md\n@@\n > a\n-b\n+B\n*** End Patch\n",
  search_replace: "f.md\n<<<<<<< SEARCH\n> a\nb\n=======\n> a\nB\n>>>>>>> REPLACE\n",
  str_replace: '```json\n{ "path": "f.md",\n  "old_string": "> a\\nb", "new_string": "> a\\nB" }\n```\n',
} as const;
const FILE = { "f.md": "> a\nb\n\nc\n" };
const DONE = { "f.md": "> a\nB\n\nc\n" };

test.each(Object.entries(FORMS) as [keyof typeof FORMS, string][])(
  "an edit is read in a quotation as at the margin: %s",
  async (format, text) => {
    for (const mark of ["> ", ">", "> > ", ""])
      for (const given of [format, "auto"] as const)
        expect(await editOutcome(FILE, given, text.replace(/^/gm, mark)), mark).toEqual(DONE);
    expect(await editOutcome(FILE, "auto", `So:\n\n${text.replace(/^(?=.)/gm, "> ")}\nThat is it.\n`)).toEqual(DONE);
  },
);

test("what an answer quotes is no edit of its own", () => {
  for (const [format, text] of Object.entries(FORMS)) {
    expect(recogniseForm(text)).toBe(format);
    expect(recogniseForm(text.replace(/^/gm, "> "))).toBeUndefined();
  }
});

test("in a list, the marks of another form are lines of the first one", async () => {
  const diff = "--- a/f.md\n+++ b/f.md\n@@ -1,2 +1,1 @@\n *** Begin Patch\n-*** Update File: x\n";
  const listed = `1. This:\n   \`\`\`diff\n${diff.replace(/^(?=.)/gm, "   ")}   \`\`\`\n`;
  const file = { "f.md": "*** Begin Patch\n*** Update File: x\n" };
  expect(await editOutcome(file, "auto", listed)).toEqual({ "f.md": "*** Begin Patch\n" });
});
