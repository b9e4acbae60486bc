import { expect, test } from "vitest";
import type { Folder } from "../../folder.ts";
import type { Found, Wanted } from "../../looking.ts";
import { answerRunSome } from "./run-some.ts";

/** What is said of a folder that holds these files. */
function saidOf(files: Readonly<Record<string, string>>, question: string): string | undefined {
  const folder: Folder = { paths: Object.keys(files), isWhole: true, tools: new Set() };
  const work = answerRunSome(question, folder);
  const found = ({ input }: Wanted): Found => {
    const text = files[String(input["path"])];
    const rows = text?.split("\n").map((line, index) => `${String(index + 1).padStart(6)}\t${line}`);
    return { text: rows?.join("\n") ?? "", failed: rows === undefined };
  };
  let state = work.next();
  while (!state.done) state = work.next(state.value.map(found));
  return state.value?.answer.text;
}

const manifest = (test: string): string => `{\n  "scripts": {\n    "test": "${test}"\n  }\n}`;

test.each([
  ["xo && ava", "npx ava test/lid.test.ts", "npx xo"],
  ["eslint . && vitest run", "npx vitest run test/lid.test.ts", "npx eslint ."],
  ["NODE_ENV=test jest --coverage", "npx jest test/lid.test.ts", undefined],
  ["biome check && c8 mocha", "npx mocha test/lid.test.ts", "npx biome check"],
  ["node --test", "node --test test/lid.test.ts", undefined],
])("what %s runs is told for one file, and its linter alone", (command, one, linter) => {
  const files = { "package.json": manifest(command), "test/lid.test.ts": "" };
  expect(saidOf(files, "how do I run just one test?")).toContain(`\`${one}\``);
  expect(saidOf(files, "how do I run only the tests of lid?")).toContain("package.json:3");
  expect(saidOf(files, "how do I run only the tests of the box?")).toBeUndefined();
  const said = saidOf(files, "how do I run only the linter?");
  if (linter === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(`\`${linter}\``);
});

const TOX = [
  "[tox]",
  "envlist =",
  "    py{39,312}-box",
  "    quality",
  "[testenv]",
  "commands = pytest {posargs}",
  "[testenv:quality]",
  "description = look at the code",
  "commands =",
  "    ruff check",
].join("\n");

test("tox is told by its environments, and what it gives on", () => {
  const files = { "tox.ini": TOX, "tests/test_lid.py": "" };
  expect(saidOf(files, "how do I run a single test?")).toContain("`tox -e py39-box -- tests/test_lid.py`");
  expect(saidOf(files, "how do I run the tests under one python version?")).toContain("`tox -e py312-box` — tox.ini:3");
  expect(saidOf(files, "how do I run the tests with python 3.12?")).not.toContain("py39");
  expect(saidOf(files, "how do I run the tests with python 3.6?")).toContain(
    "No environment of tox is for Python 3.6.",
  );
  expect(saidOf(files, "how do I run only the linter?")).toContain(
    "`tox -e quality` runs ruff check (look at the code) — tox.ini:7",
  );
});

test("sessions of nox are told by their names", () => {
  const nox = '@nox.session(\n    name="quality",\n)\ndef look(session):\n    session.run("ruff", "check")\n';
  expect(saidOf({ "noxfile.py": nox }, "how do I run only the linter?")).toContain("`nox -s quality`");
});

test("a folder without tests, or without what runs them, tells nothing", () => {
  expect(saidOf({ "a.ts": "" }, "how do I run just one test?")).toBeUndefined();
  expect(saidOf({ "package.json": manifest("ava") }, "how do I run just one test?")).toBeUndefined();
});
