import { expect, test } from "vitest";
import { editOutcome } from "../../../../test/edits-outcome.ts";

const replace = (file: string, old_string: string, new_string: string, more = {}): Promise<unknown> =>
  editOutcome({ f: file }, "str_replace", { path: "f", old_string, new_string, ...more });
const whole = (input: unknown, path = "f"): Promise<unknown> => editOutcome({ f: "old\n" }, "whole", input, path);

test("old text without its indentation is shifted once, whatever depth the new text has", async () => {
  const file = "    if x:\n        y()\n";
  const after = { f: "    if x:\n        z()\n" };
  expect(await replace(file, "if x:\n    y()", "if x:\n    z()")).toEqual(after);
  expect(await replace(file, "if x:\n    y()", "    if x:\n        z()")).toEqual(after);
  expect(await replace(file, "  if x:\n      y()", "  if x:\n      z()")).toEqual(after);
});

test("the same lines at two depths are ambiguous", async () => {
  const file = "if x:\n    foo()\n    bar()\nelse:\n  foo()\n  bar()\n";
  expect(await replace(file, "      foo()\n      bar()", "      baz()")).toBe("ambiguous");
});

test("each deleted line gives its indentation to the added line in its place", async () => {
  const file = "  first(one);\n    second(two);\n  third(three);\n";
  const old = "  first(one);\n  second(two);\n  third(three);";
  expect(await replace(file, old, "  first(1);\n  second(2);\n  third(3);")).toEqual({
    f: "  first(1);\n    second(2);\n  third(3);\n",
  });
  expect(await replace("\tfirst(one);\n\t\tsecond(two);\n", "first(one);\nsecond(two);", "x\ny")).toBe("no-match");
});

test("tabs and line breaks that were typed out are what they stand for, where the file has no such letters", async () => {
  expect(await replace("\tx();\n", "\\tx();", "\\ty();")).toEqual({ f: "\ty();\n" });
  expect(await replace("a\nb\n", "a\\nb", "A\\nB")).toEqual({ f: "A\nB\n" });
  expect(await replace('p("a\\nb")\n', '"a\\nb"', '"c\\nd"')).toEqual({ f: 'p("c\\nd")\n' });
});

test("returns are the file's, but one that only the new text has was meant", async () => {
  expect(await replace("a\r\nb\r\n", "a\nb", "A\nB\nC")).toEqual({ f: "A\r\nB\r\nC\r\n" });
  expect(await replace("a\nb\n", "a\nb", "A\r\nB")).toEqual({ f: "A\r\nB\n" });
  expect(await replace("a\r\r\nb\r\n", "a", "A")).toEqual({ f: "A\r\r\nb\r\n" });
  expect(await replace("a\r\r\nb\r\n", "a\r\r\n", "A\r\n")).toEqual({ f: "A\r\nb\r\n" });
});

test("an edit that changes nothing is none, and must stand in the file all the same", async () => {
  expect(await replace("a\n", "a", "a")).toEqual({});
  expect(await replace("a\n", "", "")).toEqual({});
  expect(await replace("a\n", "q", "q")).toBe("no-match");
});

test("fields that are null or an empty list were left out", async () => {
  expect(await replace("b\n", "b", "B", { insert_line: null, edits: [] })).toEqual({ f: "B\n" });
  expect(await replace("b\n", "b", "B", { edits: [{ old_string: "b", new_string: "C" }] })).toBe("parse");
  expect(await replace("x x\n", "x", "y", { replace_all: "True" })).toEqual({ f: "y y\n" });
});

test("a fenced edit that is no JSON is not passed over", async () => {
  const good = '{"path":"f","old_string":"a","new_string":"b"}';
  const bad = '{"path":"f","old_string":"c","new_string":"d",}';
  const text = [good, bad].map((json) => `\`\`\`json\n${json}\n\`\`\`\n`).join("then\n");
  expect(await editOutcome({ f: "a\nc\n" }, "str_replace", text)).toBe("parse");
});

test("a text that is one fence, announced or not, is what the fence holds", async () => {
  for (const above of ["", "Here is the file:\n\n", "f\n"])
    expect(await whole(`${above}\`\`\`py\nx\ny\n\`\`\`\n`)).toEqual({ f: "x\ny\n" });
  expect(await whole("```\n```\n")).toEqual({ f: "" });
  expect(await whole("```md\n# T\n```sh\nls\n```\n```\n")).toEqual({ f: "# T\n```sh\nls\n```\n" });
});

test("a document with a fence is content; a fence that is not the whole is no file", async () => {
  const document = "# T\n\n```sh\nls\n```\n";
  expect(await whole(document)).toEqual({ f: document });
  for (const text of ["```py\nx\n```\nI changed x.\n", "```py\nx\n", "```\nx\n```\n```\ny\n```\n"])
    expect(await whole(text)).toBe("parse");
});

test("a JSON file given as text is content, an object that names a path is an edit", async () => {
  expect(await whole('{"name": "x", "text": "y"}\n')).toEqual({ f: '{"name": "x", "text": "y"}\n' });
  expect(await whole('{"path": "g", "content": "y\\n"}')).toEqual({ g: "y\n" });
  expect(await whole('{"path": "g", "kontent": "y\\n"}')).toBe("parse");
});
