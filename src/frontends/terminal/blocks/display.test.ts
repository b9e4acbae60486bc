import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { wrapStyled } from "../text/wrap.ts";
import { createTheme } from "../theme.ts";
import type { BlockContext } from "./block-context.ts";
import { COMMAND_END_LINES, textLines } from "./display.ts";

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no such theme");
const contextOf = (isExpanded: boolean): BlockContext => ({
  width: 40,
  theme,
  isExpanded,
  markdown: wrapStyled,
  highlight: (code) => code.split("\n"),
  diagram: () => undefined,
  changedWords: (_, text) => [{ text, isChanged: false }],
});

const output = Array.from({ length: 20 }, (_, index) => `line ${index}`);
const shown = (
  lines: readonly string[],
  options: { isExpanded: boolean; endLines?: number; hasFailed?: boolean },
): string[] => textLines(lines.join("\n"), contextOf(options.isExpanded), options).map(stripVTControlCharacters);

test("a command is folded to its beginning and what it comes to, any other text to its beginning", () => {
  const folded = shown(output, { isExpanded: false, endLines: COMMAND_END_LINES });
  expect(folded).toEqual(["line 0", "line 1", "… 14 more lines", "line 16", "line 17", "line 18", "line 19"]);
  expect(shown(output, { isExpanded: false })).toEqual([...output.slice(0, 6), "… 14 more lines"]);
});

test("a single line is not folded: to say so would take as much room", () => {
  expect(shown(output.slice(0, 7), { isExpanded: false, endLines: COMMAND_END_LINES })).toEqual(output.slice(0, 7));
  const failing = output.with(3, "ValueError: no boat");
  expect(shown(failing, { isExpanded: false, endLines: COMMAND_END_LINES, hasFailed: true })).toEqual([
    ...["line 0", "line 1", "line 2", "ValueError: no boat", "… 12 more lines"],
    ...output.slice(16),
  ]);
});

test("nothing is folded that is short, or unfolded", () => {
  expect(shown(output.slice(0, 6), { isExpanded: false, endLines: COMMAND_END_LINES })).toEqual(output.slice(0, 6));
  expect(shown(output, { isExpanded: true, endLines: COMMAND_END_LINES })).toEqual(output);
});

test("of a command that failed the first lines that tell so are shown where they stand", () => {
  const failing = output.with(2, "E   assert 4 == 3").with(9, "ValueError: no boat").with(10, "FAILED test_boats.py");
  const options = { isExpanded: false, endLines: COMMAND_END_LINES };
  expect(shown(failing, { ...options, hasFailed: true })).toEqual([
    ...["line 0", "line 1", "E   assert 4 == 3", "… 6 more lines", "ValueError: no boat", "FAILED test_boats.py"],
    ...["… 5 more lines", "line 16", "line 17", "line 18", "line 19"],
  ]);
  expect(shown(failing, options)).toEqual(shown(output, options));
  expect(shown(output, { ...options, hasFailed: true })).toEqual(shown(output, options));
});
