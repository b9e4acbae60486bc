import fc from "fast-check";
import { expect, test } from "vitest";
import { branchesIn } from "./branches.ts";

const linesOf = (path: string, text: string) =>
  text.split("\n").map((said, index) => ({ path, line: index + 1, text: said }));

test("a branch is its condition with all that stands under it, and what it stands in", () => {
  const source = [
    "def cli(files):",
    "    if any(one.endswith('.in') for one in files):",
    "        message = 'Some files are wrong'",
    "        if force:",
    "            log.warning(message)",
    "        else:",
    "            log.error(message)",
    "            sys.exit(2)",
    "    return files",
  ].join("\n");
  const found = branchesIn("a.py", linesOf("a.py", source));
  expect(found.map(({ lines, within }) => [lines[0]?.line, lines.at(-1)?.line, within])).toEqual([
    [4, 8, "cli"],
    [2, 8, "cli"],
  ]);
});

test("what a function raises where none of its cases came true is a branch of its own", () => {
  const source = [
    "def find(lid):",
    "    if lid:",
    "        return lid",
    "    raise NoLidError(",
    "        'No lid.'",
    "    )",
  ];
  const [found, ...others] = branchesIn("a.py", linesOf("a.py", source.join("\n")));
  expect([found?.lines.map(({ line }) => line), found?.within, others]).toEqual([[4, 5, 6], "find", []]);
});

test("what a remark shows is no branch", () => {
  const source = ["/**", "if (isWrong)", "  throw new Error('shown');", "*/", "export function sail() {}"].join("\n");
  expect(branchesIn("a.ts", linesOf("a.ts", source))).toEqual([]);
});

test("every branch holds the outcome that made it one, whatever the lines are", () => {
  const line = fc.constantFrom(
    "if (a) {",
    "} else {",
    "  throw new Error('x');",
    "    raise ValueError()",
    "}",
    "",
    "  call();",
    "def f():",
    "else:",
    "  if b:",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      for (const branch of branchesIn("a.ts", linesOf("a.ts", lines.join("\n"))))
        expect(branch.lines.some(({ text }) => /throw|raise/.test(text))).toBe(true);
    }),
  );
});
