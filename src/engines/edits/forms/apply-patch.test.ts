import { expect, test } from "vitest";
import { editOutcome, type Files } from "../../../../test/edits-outcome.ts";

const envelope = (body: string): string => `*** Begin Patch\n${body}*** End Patch\n`;
const update = (hunks: string): string => envelope(`*** Update File: f\n${hunks}`);
const patch = (files: Files | string, text: string): Promise<unknown> =>
  editOutcome(typeof files === "string" ? { f: files } : files, "apply_patch", text);

const five = "a\nb\nc\nd\ne\n";
const changed = { f: "a\nB\nc\nd\ne\n" };
const CHANGE = "@@\n-b\n+B\n";

test.each([
  ["a heredoc", `apply_patch <<'EOF'\n${update(CHANGE)}EOF\n`],
  ["a fence and prose", `Sure:\n\`\`\`patch\n${update(CHANGE)}\`\`\`\nDone.\n- yes\n`],
  ["a list", update(CHANGE).replace(/^/gm, "  ")],
  ["no beginning", `*** Update File: f\n${CHANGE}*** End Patch\n`],
  ["numbers of a diff", update("@@ -2,1 +2,1 @@\n-b\n+B\n")],
  ["headers of a diff", update("--- a/f\n+++ b/f\n@@ -2 +2 @@\n-b\n+B\n")],
  ["bare context", update("@@\na\n-b\n+B\nc\n")],
  ["CRLF", update(CHANGE).replaceAll("\n", "\r\n")],
  ["a name in code quotes", update(CHANGE).replace(": f", ": `f`")],
])("a patch is read with %s", async (_, text) => {
  expect(await patch(five, text)).toEqual(changed);
});

test.each([
  ["a change behind the end", `${update(CHANGE)}-d\n+D\n`],
  ["a section behind the end", `${update(CHANGE)}*** Delete File: f\n`],
  ["a line of no section", envelope(`*** Environment ID: x\n*** Update File: f\n${CHANGE}`)],
  ["lines of a new file without a sign", envelope("*** Add File: n\none\n")],
  ["context alone", update("@@\n a\n b\n")],
])("what no section claims refuses all: %s", async (_, text) => {
  expect(await patch(five, text)).toBe("parse");
});

test("deleted lines that look like a diff's headers are deleted", async () => {
  expect(await patch("-- a/g\nz\n", update("--- a/g\n+++ b/g\n@@\n-z\n+y\n"))).toEqual({ f: "++ b/g\ny\n" });
});

test("an anchor must be in the file, and tell the places apart", async () => {
  const two = "class A\n  x\nclass B\n  x\n";
  expect(await patch(two, update("@@ class B\n-  x\n+  y\n"))).toEqual({ f: "class A\n  x\nclass B\n  y\n" });
  expect(await patch(two, update("@@ class C\n-  x\n+  y\n"))).toBe("no-match");
  expect(await patch("m()\n  x\nm()\n  x\n", update("@@ m()\n-  x\n+  y\n"))).toBe("ambiguous");
});

test("files are made, moved and deleted, and a name that was given up may be taken", async () => {
  const moved = envelope("*** Update File: f\n*** Move to: g\n*** Add File: f\n+new\n");
  expect(await patch("old\n", moved)).toEqual({ g: "old\n", f: "new\n" });
  expect(await patch("old\n", envelope("*** Delete File: f\n*** Add File: f\n+new\n"))).toEqual({ f: "new\n" });
  expect(await patch({ f: "1\n", g: "2\n" }, envelope("*** Update File: f\n*** Move to: g\n"))).toBe("exists");
  expect(await patch({}, envelope("*** Add File: n\n+one\n\n+two\n"))).toEqual({ n: "one\n\ntwo\n" });
});
