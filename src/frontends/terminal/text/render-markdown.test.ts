import { expect, test } from "vitest";
import { createTheme } from "../theme.ts";
import { renderMarkdown } from "./render-markdown.ts";

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no theme");
const render = (text: string) => renderMarkdown(text, 80, theme).map((row) => row.trimEnd());

test.each([
  ["- __init__ (method), lines 16-17", "- __init__ (method), lines 16-17"],
  ["it is __main__.", "it is __main__."],
  ["`__init__` and __all__", "__init__ and __all__"],
  ["__two words__ in bold", "two words in bold"],
  ["a **bold** word", "a bold word"],
  ["snake__case__name", "snake__case__name"],
])("a name that begins and ends with two underscores keeps them: %s", (text, shown) => {
  expect(render(text).map((row) => row.replaceAll("`", ""))).toEqual([shown]);
});

test("source in a fence or set in keeps its underscores and gets nothing", () => {
  const rows = render("```python\nif __name__ == 1:\n    __init__()\n```\n\ntext\n\n    x = __file__\n").join("\n");
  expect(rows).toContain("if __name__ == 1:");
  expect(rows).toContain("    __init__()");
  expect(rows).toContain("x = __file__");
  expect(rows).not.toContain("\\");
});
