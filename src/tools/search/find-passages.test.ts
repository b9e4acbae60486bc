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

test("what asks of CI is answered from the workflows, which lie in a hidden folder", async () => {
  const own = createToolBench({
    "README.md": "# Lids\n\nHow the lids run.\n",
    ".github/workflows/lids.yml": "jobs:\n  lids:\n    steps:\n      - run: close lids\n",
  });
  try {
    expect((await own.run(findPassages, { query: "what do lids run in CI?" })).text).toContain(
      ".github/workflows/lids.yml",
    );
    expect((await own.run(findPassages, { query: "what do lids run?" })).text).not.toContain(".github");
  } finally {
    await own.close();
  }
});
