import { expect, test } from "vitest";
import { pendingTexts } from "./pending-at-close.ts";

const file = (...texts: readonly string[]) => ({
  path: "line.ts",
  lines: texts.map((text, at) => ({ path: "line.ts", line: at + 1, text })),
});
const HEAD = [
  "class Line {",
  "  #pendingCalls: Map<number, Call> = new Map();",
  "  ask() {",
  "    this.#pendingCalls.set(1, call);",
];

test("that nothing settles what waits is said where each use takes one entry", () => {
  const [said = "", ...others] = pendingTexts(
    file(...HEAD, "  }", "  run() {", "    try {", "    } finally {", "      this.reader.end();", "    }"),
  );
  expect(said).toContain("nothing here settles what still waits in it at a close");
  expect(others.join("\n")).toContain("line.ts:9  this.reader.end();");
});

test("a line that goes through all of them is told instead", () => {
  const texts = pendingTexts(file(...HEAD, "    for (const call of this.#pendingCalls.values()) call.reject(gone);"));
  expect(texts[0]).toContain("Lines that go through all of #pendingCalls (1):");
});

test("nothing is said where the map is handed on", () => {
  expect(pendingTexts(file(...HEAD, "    settleAll(this.#pendingCalls);"))).toEqual([]);
});
