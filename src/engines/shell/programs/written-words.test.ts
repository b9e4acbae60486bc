import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import { literalWord } from "../words.ts";
import { writtenByOption } from "./written-words.ts";

test.each([
  ["tar -czf private/x a", ["private/x"]],
  ["tar cf private/x a", ["private/x"]],
  ["tar xf a -C private", ["private"]],
  ["tar tf private/x", []],
  ["tar -czf y.tgz private", ["y.tgz"]],
  ["sort -uo private/x a", ["private/x"]],
  ["sort -uoprivate/x a", ["private/x"]],
  ["mv -ft private a", ["private"]],
  ["unzip -qd private x", ["private"]],
  ["sort private/x", []],
])("what a program writes is known in a cluster of options: %s", (command, written) => {
  const [name = "", ...words] = command.split(" ");
  expect(writtenByOption(name, words.map(literalWord)).map(({ text }) => text)).toEqual(written);
});

test("names that start programs are asked for there, too", () => {
  const verdicts = [
    "tar cf .mcp.json a",
    "mv -ft.husky pre-commit",
    "mv -vt .husky pre-commit",
    "tar czf y .husky",
  ].map(
    (command) =>
      classifyCommand(command, { root: "/home/ann/p", home: "/home/ann", rules: { allow: ["shell"] } }).verdict,
  );
  expect(verdicts).toEqual(["ask", "ask", "ask", "allow"]);
});
