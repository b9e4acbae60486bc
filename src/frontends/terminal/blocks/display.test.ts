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
const shown = (lines: readonly string[], options: { isExpanded: boolean; endLines?: number }): string[] =>
  textLines(lines.join("\n"), contextOf(options.isExpanded), options).map(stripVTControlCharacters);

test("a command is folded to its beginning and what it comes to, any other text to its beginning", () => {
  const folded = shown(output, { isExpanded: false, endLines: COMMAND_END_LINES });
  expect(folded).toEqual(["line 0", "line 1", "… 14 more lines", "line 16", "line 17", "line 18", "line 19"]);
  expect(shown(output, { isExpanded: false })).toEqual([...output.slice(0, 6), "… 14 more lines"]);
});

test("nothing is folded that is short, or unfolded", () => {
  expect(shown(output.slice(0, 6), { isExpanded: false, endLines: COMMAND_END_LINES })).toEqual(output.slice(0, 6));
  expect(shown(output, { isExpanded: true, endLines: COMMAND_END_LINES })).toEqual(output);
});
