import { expect, test } from "vitest";
import { placeholderIn } from "./placeholder.ts";

const BEFORE = "function sum(a, b) {\n  const all = a + b;\n  return all;\n}\n";

test.each([
  "... (rest unchanged)",
  "    // ... existing code ...",
  "  // ... rest of the function unchanged ...",
  "# ... (unchanged) ...",
  "[... rest of file ...]",
  "<!-- rest of the file unchanged -->",
  "/* … remaining methods … */",
  "      *> ... rest of the paragraph as before",
  "000100* ... remaining fields unchanged",
  "-- rest of the query",
  "// existing code ...",
  "... # existing code",
  "# ... código existente ...",
  "// … resto do arquivo sem alterações",
])("%s stands for lines that would be lost", (line) => {
  expect(placeholderIn(BEFORE, `function sum(a, b) {\n${line}\n}\n`)).toMatchObject({ line: 2 });
  expect(placeholderIn(`${BEFORE}${line}\n`, `function sum(a, b) {\n${line}\n}\n`), "it stood there").toBeUndefined();
  expect(placeholderIn(BEFORE, `${BEFORE}${line}\n`), "nothing is lost").toBeUndefined();
});

test.each([
  "  ...rest,",
  "  ...existing",
  "  ...previous, name",
  "...",
  "  ...",
  "def f(): ...",
  "the rest of the day",
  "// the existing code is slow",
  "# Keeps existing rows",
  'say("... existing code ...");',
  "Loading ...",
  "Waiting for the remaining workers",
  "- ... and so on",
])("%s is code or text", (line) => {
  expect(placeholderIn(BEFORE, `function sum(a, b) {\n${line}\n}\n`)).toBeUndefined();
});

test("a long line takes no time", () => {
  for (const unit of ["... ", "rest ", "// ", "a ", "…"])
    expect(placeholderIn(BEFORE, unit.repeat(200_000)), unit).toBeUndefined();
});
