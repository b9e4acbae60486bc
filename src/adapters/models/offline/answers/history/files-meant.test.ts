import { expect, test } from "vitest";
import type { Folder } from "../../folder.ts";
import { filesDescribed, filesNamed } from "./files-meant.ts";
import type { HistoryQuestion } from "./said-of-history.ts";

const FOLDER: Folder = {
  paths: ["Makefile", "box/lid.py", "box/flat_lid.py", "box/hinge.py", "tests/test_flat_lid.py"],
  isWhole: true,
  tools: new Set(),
};

const askedOf = (said: string): HistoryQuestion => ({
  deed: "added",
  said,
  words: said.split(" "),
  names: [],
  isOfMost: false,
});

test.each([
  ["box/lid.py", ["box/lid.py"]],
  ["hinge.py", ["box/hinge.py"]],
  ["Makefile", ["Makefile"]],
  ["box folder", ["box"]],
  ["lids module", ["box/lid.py"]],
  ["flat lid module", ["box/flat_lid.py"]],
  ["hinge", []],
  ["close_lid hinge.py", []],
])("a question of its beginning names a file: %s", (said, paths) => {
  expect(filesNamed(askedOf(said), FOLDER)).toEqual(paths);
});

test("words that a file's name holds describe it, where no other is called so", () => {
  expect(filesDescribed(askedOf("hinge"), FOLDER)).toEqual(["box/hinge.py"]);
  expect(filesDescribed(askedOf("round lid"), FOLDER)).toEqual([]);
});
