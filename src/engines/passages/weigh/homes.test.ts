import { expect, test } from "vitest";
import { readQuestion } from "../question.ts";
import { splitPassages } from "../split-passages.ts";
import { homesOf } from "./homes.ts";

const FILES: Readonly<Record<string, string>> = {
  "pyproject.toml": '[project.scripts]\nclose-lid = "boxes.commands.lid:main"',
  "package.json": '{\n  "bin": {\n    "open-lid": "./source/open.ts"\n  }\n}',
  "boxes/commands/lid.py": "def main():\n    return 1",
  "source/open.ts": "export const lid = 1;",
  "jcl/LIDJOB.jcl": "//LIDJOB JOB 'X'\n//STEP1 EXEC PGM=LIDPGM",
  "cbl/LIDPGM.cbl": "       PROGRAM-ID. LIDPGM.",
  "csd/BOXES.csd": "DEFINE TRANSACTION(LD01) GROUP(BOXES)\n       PROGRAM(LIDPGM)",
  "docs/other.md": "# Other\n\nNothing of it.",
};

const PASSAGES = Object.entries(FILES).flatMap(([path, text]) => splitPassages(path, text));

test.each([
  ["what does close-lid do without a lid?", ["boxes/commands/lid.py"]],
  ["what does open-lid print?", ["source/open.ts"]],
  ["with which code does LIDJOB end?", ["cbl/LIDPGM.cbl", "jcl/LIDJOB.jcl"]],
  ["when does the lidjob stop?", ["cbl/LIDPGM.cbl", "jcl/LIDJOB.jcl"]],
  ["what runs under LD01?", ["cbl/LIDPGM.cbl"]],
  ["how heavy is a box?", []],
])("a name leads to the files that it is of, or that run for it: %s", (question, paths) => {
  expect([...homesOf(readQuestion(question), PASSAGES).keys()].sort()).toEqual(paths);
});
