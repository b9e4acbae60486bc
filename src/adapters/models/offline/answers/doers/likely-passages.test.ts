import { expect, test } from "vitest";
import type { Folder } from "../../folder.ts";
import type { FoundPassage } from "../../result-text.ts";
import { byDoers } from "./likely-passages.ts";

const QUAY = [
  "export class Quay {",
  "  #tidy(rope, reason) {",
  "    this.log(`rope of the ship ${reason}`);",
  "  }",
  "  releaseRope(rope) {",
  "    rope.loose = true;",
  "  }",
  "}",
];

const folder = (path: string): Folder => ({
  paths: [path],
  isWhole: true,
  tools: new Set(["read_file", "search_code", "find_files"]),
});

const passage = (path: string, from: number, to: number, score: number): FoundPassage => ({
  path,
  from,
  to,
  score,
  titles: "",
  coverage: 60,
  held: [],
  missing: [],
  found: "words",
  lines: [],
  values: [],
});

function ordered(found: readonly FoundPassage[], question: string, path: string): readonly number[] {
  const work = byDoers(found, question, folder(path));
  const text = [...QUAY.map((line, at) => `${at + 1}\t${line}`), `(shown 1-${QUAY.length} of ${QUAY.length} lines)`];
  let state = work.next();
  while (!state.done) state = work.next(state.value.map(() => ({ text: text.join("\n"), failed: false })));
  return state.value.map(({ from }) => from);
}

test("of passages that say nearly as much the one comes first that lies in the function which does what is asked", () => {
  const found = [passage("source/quay.ts", 2, 3, 10), passage("source/quay.ts", 5, 7, 9)];
  expect(ordered(found, "how does the quay free a rope?", "source/quay.ts")).toEqual([5, 2]);
});

test("a passage that says far more keeps its place, and so do all where the code is not read", () => {
  const far = [passage("source/quay.ts", 2, 3, 30), passage("source/quay.ts", 5, 7, 9)];
  expect(ordered(far, "how does the quay free a rope?", "source/quay.ts")).toEqual([2, 5]);
  const near = [passage("cobol/QUAY.cbl", 2, 3, 10), passage("cobol/QUAY.cbl", 5, 7, 9)];
  expect(ordered(near, "how does the quay free a rope?", "cobol/QUAY.cbl")).toEqual([2, 5]);
});
