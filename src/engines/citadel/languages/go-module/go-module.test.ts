import { expect, test } from "vitest";
import { goModule } from "./go-module.ts";

const pathOf = (text: string) => goModule.parse({ path: "go.mod", text }, { find: () => undefined }).scope?.package;

test("the path of a module is read wherever its line stands", () => {
  for (const before of ["", "// A remark.\n", "\r\n\r\n", "go 1.24\n\n  "])
    expect(pathOf(`${before}module example.com/bank/v2 // the bank\r\ngo 1.24\n`)).toBe("example.com/bank/v2");
  expect(pathOf('module\t"example.com/a"\n')).toBe("example.com/a");
  expect(pathOf("go 1.24\n")).toBeUndefined();
});

// A reader that tries the same characters again and again takes minutes for one of them: then the test runs out of time.
test("a file of nothing but blanks is read once", () => {
  for (const unit of [" ", "\t", "\n", "\r", "\r\n", " \n", "//\n"])
    expect(pathOf(unit.repeat(500_000))).toBeUndefined();
});
