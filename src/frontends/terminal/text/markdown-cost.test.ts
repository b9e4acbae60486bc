import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../test/rounds.ts";
import { createTheme } from "../theme.ts";
import { isCostlyMarkdown } from "./markdown-cost.ts";
import { createRichText } from "./rich-text.ts";

const nested = (line: (depth: number) => string): string =>
  Array.from({ length: 60 }, (_, depth) => line(depth)).join("\n");

test.each([
  ["emphasis that never ends", "*a ".repeat(30_000)],
  ["emphasis over many lines", "_a\n".repeat(2_000)],
  ["brackets", "[a](".repeat(2_000)],
  ["runs of asterisks", `${"**".repeat(2_000)}a`],
  ["quotes in quotes", `${">".repeat(2_000)}a`],
  ["quotes ever deeper", nested((depth) => `${">".repeat(depth)}a`)],
  ["lists in lists in one line", `${"1. ".repeat(2_000)}a`],
  ["lists ever deeper", nested((depth) => `${"  ".repeat(depth)}- a`)],
  ["emphasis behind backticks that are none", "\\`*".repeat(2_000)],
  ["emphasis behind code of the line above", `a \`\n${"`*".repeat(2_000)}`],
  ["emphasis behind a tag", `<a b="\`"> ${"`*".repeat(2_001)}`],
  ["a block without end", "a *b* c\n".repeat(20_000)],
])("%s is shown as it is", async (_, text) => {
  const theme = createTheme("dark", "none");
  if (!theme) throw new Error("no theme");
  const rich = createRichText(theme);
  await rich.load();
  expect(isCostlyMarkdown(text)).toBe(true);
  const shown = rich.markdown(text, 80).join(" ").replace(/\s+/g, "");
  expect(shown).toBe(text.replace(/\s+/g, ""));
});

test.each([
  ["a long list", "- **bold** and `code` and [a link](https://example.com)\n".repeat(500)],
  ["a table", `|a|b|\n|-|-|\n${"|**x**|`y`|\n".repeat(500)}`],
  ["names as code", `Tools: ${"`citadel_get_flow_diagram` ".repeat(200)}`],
  ["prose", `${"The *quick* fox **jumps** over `dogs`. ".repeat(10)}\n\n`.repeat(50)],
  ["code within a list", "- item\n\n      deep code *with* stars\n".repeat(200)],
  ["a list in a list in a quote", "> - a\n>   - b\n>     1. c\n"],
])("%s is Markdown", (_, text) => {
  expect(isCostlyMarkdown(text)).toBe(false);
});

test("whatever is rendered neither overflows the stack nor loses the process", async () => {
  const theme = createTheme("dark", "none");
  if (!theme) throw new Error("no theme");
  const rich = createRichText(theme);
  await rich.load();
  const token = fc.constantFrom(
    "*",
    "**",
    "_",
    "`",
    "[",
    "](",
    ">",
    "> ",
    "- ",
    "1. ",
    "  ",
    "\n",
    "a",
    "|",
    "~~",
    "<",
    "\\",
    "#",
    "![",
    "```",
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 60 }), fc.integer({ min: 1, max: 80 }), (tokens, times) => {
      expect(rich.markdown(tokens.join("").repeat(times), 60).length).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: rounds(25) },
  );
});
