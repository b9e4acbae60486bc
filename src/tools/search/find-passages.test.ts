import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { findPassages } from "./find-passages.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({
    "README.md": "# Lids\n\nCloses boxes.\n\n## Weight\n\nA lid weighs 12 grams.\n",
    ".gitignore": "hidden.md\n",
    "hidden.md": "# Weight\n\nA lid weighs 99 grams.\n",
    ".env": "LID_WEIGHT=secret\n",
    "lid.bin": new Uint8Array([0, 1, 2, 0, 255, 254]),
  });
});

afterEach(() => bench.close());

test("passages come best first, with place, titles, what they hold and their lines", async () => {
  const { text } = await bench.run(findPassages, { query: "how much does a zorpian lid weigh|weighs?" });
  expect(text.split("\n").slice(0, 5)).toEqual([
    "## README.md:5-7  Lids > Weight",
    expect.stringMatching(/^\(\d+ % of the question, score [\d.]+; holds .*lid.*; not zorpian\)$/),
    "5\t## Weight",
    "6\t",
    "7\tA lid weighs 12 grams.",
  ]);
});

test("what git ignores and files of secrets are no passages", async () => {
  const { text } = await bench.run(findPassages, { query: "lid weight secret" });
  expect(text).not.toMatch(/99 grams|secret\n|\.env/);
});

test("a path narrows it; where nothing speaks of it that is said", async () => {
  expect((await bench.run(findPassages, { query: "lid", path: "README.md" })).text).toContain("## README.md:");
  expect((await bench.run(findPassages, { query: "zorpian" })).text).toBe("No passage speaks of zorpian.");
});

test("a misspelled word is taken for the one that stands there, and that is told", async () => {
  const query = "wich wieght has the lid?";
  await bench.run(findPassages, { query: "lid" });
  const { text } = await bench.run(findPassages, { query });
  expect(text).toMatch(/^## README\.md:5-7/);
  expect(text).toContain("(took wieght as weight)");
});

test("a text that the query holds word for word is told with its place, and so is what uses it", async () => {
  const own = createToolBench({
    "cbl/LID.cbl": [
      "       01  WS-SHOWN PIC X(30).",
      "           88 LID-IS-GONE VALUE 'The lid is gone by now'.",
      "       1000-LOOK.",
      "           IF WS-LIDS = 0",
      "               SET LID-IS-GONE TO TRUE",
      "           END-IF.",
    ].join("\n"),
  });
  try {
    const { text } = await own.run(findPassages, { query: 'who says "the lid is gone"?' });
    expect(text).toMatch(/^## cbl\/LID\.cbl:2-2 .*\n\(says The lid is gone by now\)\n2\t/);
    expect(text).toMatch(/^## cbl\/LID\.cbl:3-6 {2}1000-LOOK\n\(uses LID-IS-GONE\)$/m);
  } finally {
    await own.close();
  }
});

const SETTINGS: Readonly<Record<string, string>> = {
  "README.md": "# Lids\n\nHow the lids run.\n",
  "src/lid.py": "def close_lid(lid):\n    return lid.closed()\n",
  ".github/workflows/lids.yml":
    'on:\n  schedule:\n    - cron: "53 3 * * *"\njobs:\n  lids:\n    strategy:\n      matrix:\n        node-version: [20, 22]\n    steps:\n      - run: close lids\n',
  ".coveragerc": "[run]\nbranch = True\n\n[report]\nfail_under = 99\nskip_covered = True\n",
  ".editorconfig": "root = true\n\n[*.py]\nindent_style = space\nindent_size = 4\n",
  ".nvmrc": "22.11\n",
  "box/.prettierrc": "printWidth: 97\nsingleQuote: true\n",
  "tox.ini": "[tox]\nenvlist = py310, py312\n\n[pytest]\naddopts = --reruns 3 --strict\n",
  Makefile: "# Weighs every lid.\nweigh: lids\n\tscale --all lids\n\nclean:\n\trm -rf lids\n",
  ".cache/lids.json": '{ "schedule": "never" }\n',
  ".left.json": '{ "schedule": "never" }\n',
  ".gitignore": ".left.json\n",
  ".npmrc": "//registry.example.com/:_authToken=schedule\n",
};

test.each([
  ["how are the lids run?", ".github/workflows/lids.yml"],
  ["on which schedule is everything run?", ".github/workflows/lids.yml:2-3  on > schedule"],
  ["what runs nightly?", ".github/workflows/lids.yml:2-3  on > schedule"],
  ["which node versions are in the matrix?", ".github/workflows/lids.yml:5-10  jobs > lids"],
  ["what is the minimum coverage?", ".coveragerc:5-5  report > fail_under"],
  ["does coverage fail under some number?", ".coveragerc:5-5  report > fail_under"],
  ["how wide is an indent?", ".editorconfig:"],
  ["which node version do I need?", ".nvmrc:1-1  node version"],
  ["which print width is set?", "box/.prettierrc:1-1  printWidth"],
  ["how often are flaky tests retried?", "tox.ini:5-5  pytest > addopts"],
  ["what does make weigh run?", "Makefile:1-3  weigh"],
])("settings and pipelines answer as other files do: %s", async (query, place) => {
  const own = createToolBench(SETTINGS);
  try {
    const { text } = await own.run(findPassages, { query });
    expect(text).toContain(`## ${place}`);
    expect(text).not.toMatch(/^## \.(?:cache|left|npmrc|gitignore)/m);
  } finally {
    await own.close();
  }
});

test("a file of which only the beginning was looked at is told", async () => {
  const long = createToolBench({
    "whole.md": "# Lids\n\nA lid weighs 12 grams.\n",
    "long.md": `# Lids\n\n${"Nothing is said here.\n".repeat(26_000)}\nA zorpian weighs 13 grams.\n`,
  });
  try {
    const said = async (path: string) =>
      (await long.run(findPassages, { query: "zorpian|lids", path })).text.trimEnd().split("\n").at(-1);
    expect(await said(".")).toBe("(of 1 files only the first 512 KB were looked at)");
    expect(await said("whole.md")).toBe("3\tA lid weighs 12 grams.");
  } finally {
    await long.close();
  }
});

test("a line without end is looked at to its beginning, which is told", async () => {
  const wide = createToolBench({ "wide.ts": `throw "the lid is missing ${"${ ".repeat(150_000)}zorpian\n` });
  try {
    const { text } = await wide.run(findPassages, { query: '"the lid is missing" zorpian' });
    expect(text).toContain("## wide.ts:1-1");
    expect(text).toContain(
      "(nothing says zorpian)\n(of lines in 1 files only the first 8000 characters were looked at)",
    );
  } finally {
    await wide.close();
  }
});

test("single lines follow where they are asked for: of each passage what says most and the function that it stands in, below their own heading", async () => {
  const own = createToolBench(
    Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `source/part${at}.ts`,
        `function close${at}(box) {\n  box.open();\n  pile(lid, weight, ${at});\n  box.shut();\n}\n`,
      ]),
    ),
  );
  try {
    const query = "where is the weight of a lid piled?";
    const { text } = await own.run(findPassages, { query, limit: 2, lines: 6 });
    const [, below = ""] = text.split("## Single lines\n");
    const rows = below.trim().split("\n");
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(row).toMatch(/^source\/part(\d)\.ts:3 \(in close\1\): {3}pile\(lid, weight, \1\);$/);
    expect((await own.run(findPassages, { query, limit: 2 })).text).not.toContain("## Single lines");
  } finally {
    await own.close();
  }
});
