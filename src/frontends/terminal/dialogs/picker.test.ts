import { expect, test } from "vitest";
import { createTheme } from "../theme.ts";
import type { DialogSpace } from "./dialog.ts";
import { createPicker } from "./picker.ts";

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no theme");

const space = (rowsMax: number): DialogSpace => ({ width: 60, rowsMax, theme, changedWords: () => [] });
const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);

function asked(title: string) {
  const chosen: unknown[] = [];
  const items = [{ label: "Run it" }, { label: "Keep it" }];
  const onChoice = (choice: unknown): void => void chosen.push(choice);
  return { chosen, dialog: createPicker({ title, items, takesText: true, onChoice }) };
}

test("what a choice is about is seen whole, page by page, and its answers stay in sight", () => {
  const { dialog } = asked(lines.join("\n"));
  const seen = new Set<string>();
  for (let page = 0; page < 8; page++) {
    const { rows } = dialog.render(space(12));
    for (const row of rows) seen.add(row);
    expect(rows.length).toBeLessThanOrEqual(12);
    expect(rows.filter((row) => /Run it|Keep it/.test(row))).toHaveLength(2);
    expect(rows.join("\n")).toMatch(/lines \d+-\d+ of 40, Page Up and Down/);
    dialog.onInput({ kind: "key", key: "pagedown" });
  }
  expect(lines.filter((line) => !seen.has(line))).toEqual([]);
  for (let page = 0; page < 8; page++) dialog.onInput({ kind: "key", key: "pageup" });
  expect(dialog.render(space(12)).rows[0]).toBe("line 1");
});

test("what has room is not paged, and paging chooses nothing", () => {
  const { dialog, chosen } = asked("line 1\nline 2");
  expect(dialog.render(space(12)).rows.join("\n")).not.toContain("Page Up");
  const long = asked(lines.join("\n"));
  long.dialog.render(space(12));
  for (const key of ["pagedown", "enter", "down", "enter"]) long.dialog.onInput({ kind: "key", key });
  expect([chosen, long.chosen]).toEqual([[], [expect.objectContaining({ label: "Run it" })]]);
});
