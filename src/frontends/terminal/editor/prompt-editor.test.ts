import fc from "fast-check";
import { expect, test } from "vitest";
import { EDIT_ACTIONS, PromptEditor } from "./prompt-editor.ts";

test("undo takes back words, not letters, and redo brings them again", () => {
  const editor = new PromptEditor([]);
  for (const letter of "one two") editor.type(letter);
  editor.act("undo");
  expect(editor.text).toBe("one ");
  editor.act("redo");
  expect(editor.text).toBe("one two");
});

test("what was killed can be put back elsewhere", () => {
  const editor = new PromptEditor([]);
  editor.type("first second");
  editor.act("deleteWordLeft");
  editor.act("lineStart");
  editor.act("yank");
  expect(editor.text).toBe("secondfirst ");
});

test("Up goes to the row above first, then through what was sent, and back to the draft", () => {
  const editor = new PromptEditor(["newest", "oldest"]);
  editor.replace("a\nb");
  editor.act("up");
  expect(editor.cursor).toBe(1);
  editor.act("up");
  expect(editor.text).toBe("newest");
  editor.act("up");
  expect(editor.text).toBe("oldest");
  editor.act("down");
  editor.act("down");
  expect(editor.text).toBe("a\nb");
});

test("what is pasted is sent as it is: tabs, which the line cannot show, make a short text one unit as well", () => {
  const editor = new PromptEditor([]);
  const pasted = "run:\n\tgo test ./...\n";
  editor.paste(pasted);
  expect(editor.text).toBe("[Paste #1: 2 lines]");
  expect(editor.submit()).toBe(pasted);
  editor.paste("two\nlines\n");
  expect(editor.submit()).toBe("two\nlines\n");
});

test("a tab in a text that is put back takes the one column that it counts", () => {
  const editor = new PromptEditor([]);
  editor.replace("a\tb\n\tc");
  expect(editor.view(20, 5)).toEqual({ rows: ["a b", " c"], cursor: { row: 1, column: 2 } });
  expect(editor.submit()).toBe("a\tb\n\tc");
});

test("a paste counts its lines, whether the last one ends or not", () => {
  for (const end of ["", "\n"]) {
    const editor = new PromptEditor([]);
    editor.paste(`${"line\n".repeat(6)}line${end}`);
    expect(editor.text).toBe("[Paste #1: 7 lines]");
  }
});

test("a long paste is one unit to move over and to delete, and whole when it is sent", () => {
  const editor = new PromptEditor([]);
  const pasted = "line\n".repeat(5_000);
  editor.paste(pasted);
  editor.act("left");
  expect(editor.cursor).toBe(0);
  editor.act("lineEnd");
  expect(editor.expandedText).toBe(pasted);
  editor.act("deleteLeft");
  expect(editor.text).toBe("");
  editor.act("undo");
  expect(editor.submit()).toBe(pasted);
});

test("whatever is done, the cursor is within the text and on the screen", () => {
  const step = fc.oneof(
    fc.constantFrom(...EDIT_ACTIONS).map((action) => ({ action })),
    fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => ({ text })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 4, max: 40 }), (steps, width) => {
      const editor = new PromptEditor(["earlier\nprompt"]);
      for (const one of steps) {
        if ("action" in one) editor.act(one.action);
        else editor.type(one.text);
        const { rows, cursor } = editor.view(width, 5);
        expect(editor.cursor).toBeGreaterThanOrEqual(0);
        expect(editor.cursor).toBeLessThanOrEqual(editor.text.length);
        expect(cursor.row).toBeLessThan(rows.length);
        expect(cursor.column).toBeLessThanOrEqual(width);
      }
    }),
  );
});

test("a paste is sent as it is and shown with a picture for what would act or reorder, each at its own column", () => {
  const editor = new PromptEditor([]);
  editor.paste("a\u202eb\x9d0;c\u{e0041}d");
  editor.replace(`${editor.text}\x1b]0;x\x07`);
  expect(editor.view(78, 5)).toEqual({
    rows: ["a\ufffdb\ufffd0;c\ufffd\ufffdd\u241b]0;x\u2407"],
    cursor: { row: 0, column: 16 },
  });
  expect(editor.submit()).toBe("a\u202eb\x9d0;c\u{e0041}d\x1b]0;x\x07");
});
