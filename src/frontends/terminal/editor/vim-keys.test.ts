import fc from "fast-check";
import { expect, test } from "vitest";
import { PromptEditor } from "./prompt-editor.ts";
import { VimKeys } from "./vim-keys.ts";

/** What a text becomes when these keys are typed in normal mode, with a bar where the cursor is. */
function played(text: string, keys: string): string {
  const editor = new PromptEditor([]);
  const vim = new VimKeys();
  editor.replace(text, 0);
  vim.take({ kind: "key", key: "escape" }, editor);
  for (const sign of keys) {
    const input = sign === "\x1b" ? ({ kind: "key", key: "escape" } as const) : ({ kind: "text", text: sign } as const);
    if (!vim.take(input, editor) && input.kind === "text") editor.type(sign);
  }
  return `${editor.text.slice(0, editor.cursor)}|${editor.text.slice(editor.cursor)}`;
}

test("motions, operators, counts, and what begins to insert", () => {
  const cases: Record<string, string> = {
    "": "|one two, three",
    w: "one |two, three",
    "2w": "one two|, three",
    e: "on|e two, three",
    $: "one two, three|",
    $b: "one two, |three",
    dw: "|two, three",
    "2dw": "|, three",
    d3w: "|three",
    de: "| two, three",
    cwONE: "ONE| two, three",
    "cwONE HALF\x1bu": "|one two, three",
    "A and four\x1bu": "|one two, three",
    "A and\x1bA four\x1bu": "one two, three an|d",
    "xi\x1bu": "|one two, three",
    wD: "one |",
    x: "|ne two, three",
    "3x": "| two, three",
    rO: "|One two, three",
    wiX: "one X|two, three",
    "A!": "one two, three!|",
    "AX\x1b0iY": "Y|one two, threeX",
    dwP: "one |two, three",
    dd: "|",
    ccnew: "new|",
    ddu: "|one two, three",
    "10l": "one two, t|hree",
    "d\x1bx": "|ne two, three",
    zx: "|ne two, three",
  };
  const seen = Object.fromEntries(Object.keys(cases).map((keys) => [keys, played("one two, three", keys)]));
  expect(seen).toEqual(cases);
});

test("lines are taken and opened as a whole", () => {
  expect(played("a\nb\nc", "dd")).toBe("|b\nc");
  expect(played("a\nb\nc", "2dd")).toBe("|c");
  expect(played("a\nb\nc", "Gdd")).toBe("a\nb|");
  expect(played("a\nb", "ox")).toBe("a\nx|\nb");
  expect(played("a\nb", "Ox")).toBe("x|\na\nb");
});

test("no keys lead out of the text, or part a character", () => {
  const keys = fc.string({ unit: fc.constantFrom(..."hl0^$wbedcyxXDCrsSpPuGgiIaAoO23\x1b"), maxLength: 30 });
  fc.assert(
    fc.property(
      keys,
      fc.string({ unit: fc.constantFrom("a", " ", ",", "\n", "漢", "👩‍👧", "é", "e\u0301", "🇵🇹"), maxLength: 20 }),
      (typed, text) => {
        const shown = played(text, typed).replace("|", "");
        expect(shown.isWellFormed()).toBe(true);
      },
    ),
  );
});
