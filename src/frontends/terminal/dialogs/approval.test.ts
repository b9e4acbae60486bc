import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../../core/ports/person.ts";
import { lineWidth } from "../text/width.ts";
import { createTheme } from "../theme.ts";
import { createApproval } from "./approval.ts";

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no theme");

const REQUEST: ApprovalRequest = {
  call: { id: "1", name: "edit_file", input: {} },
  display: {
    kind: "diff",
    paths: ["src/server.ts"],
    patch: "--- a/src/server.ts\n+++ b/src/server.ts\n@@ -1,1 +1,1 @@\n-old words\n+new words\n",
  },
  decision: { verdict: "ask", reason: "changes src/server.ts", proposal: "edit_file(src/server.ts)" },
};

const plainWords = (_: string, text: string) => [{ text, isChanged: false }];

function frame(width: number, rowsMax: number, pages = 0): readonly string[] {
  const dialog = createApproval(REQUEST, { canReview: true, asksForEdits: true }, () => {});
  const space = { width, rowsMax, theme: theme as NonNullable<typeof theme>, changedWords: plainWords };
  dialog.render(space);
  for (let page = 0; page < pages; page++) {
    dialog.onInput({ kind: "key", key: "pagedown" });
    dialog.render(space);
  }
  return dialog.render(space).rows;
}

test("where there is room each choice has a row of its own", () => {
  expect(frame(80, 30)).toMatchInlineSnapshot(`
    [
      "? edit_file: changes src/server.ts",
      "    1 - old words",
      "    1 + new words",
      "  1 y Yes, once",
      "  2 a Always in this session: edit_file(src/server.ts)",
      "  3 p Always, kept in your settings: edit_file(src/server.ts)",
      "  4 e Yes, and every edit of this session",
      "  5 r Review part by part",
      "❯ 6 n No",
      "  7 w No, and say what to do instead",
    ]
  `);
});

test("in a few rows the change stays in sight: the choices are short, and spelt out behind it", () => {
  expect(frame(30, 9)).toMatchInlineSnapshot(`
    [
      "? edit_file: changes src/ser…",
      "    1 - old words",
      "    1 + new words",
      "  ? edit_file: changes",
      "  src/server.ts",
      "lines 1-4 of 16, Page Up and…",
      "y once · a this session · p",
      "kept · e all edits · r parts",
      "· ❯ n no · w no, but",
    ]
  `);
  expect(frame(30, 9, 1).join("\n")).toContain("edit_file(src/serv");
});

test("where there are rows enough nothing that is decided on is cut, however narrow they are", () => {
  for (let width = 20; width < 90; width++) {
    const text = frame(width, 60).join("\n");
    expect(text).not.toContain("…");
    const words = text.replace(/\s+/g, "");
    for (const whole of ["changes src/server.ts", "Always, kept in your settings: edit_file(src/server.ts)"])
      expect(words).toContain(whole.replace(/\s+/g, ""));
  }
});

test("no size is overrun", () => {
  for (let width = 20; width < 120; width += 7)
    for (let rowsMax = 8; rowsMax < 30; rowsMax++) {
      const rows = frame(width, rowsMax);
      expect(rows[0]).toContain("edit_file");
      expect(rows.length).toBeLessThanOrEqual(rowsMax);
      for (const row of rows) expect(lineWidth(row)).toBeLessThan(width);
    }
});
