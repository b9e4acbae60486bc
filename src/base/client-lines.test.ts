import { expect, test } from "vitest";
import { clientLines } from "./client-lines.ts";

/** Longer than others are let wait. */
const LONG_MS = 30;

test("of any number of lines that come at once each leaves others a turn", async () => {
  async function* input() {
    yield new TextEncoder().encode("one\ntwo\nthree");
  }
  const seen: string[] = [];
  setImmediate(() => seen.push("a turn"));
  for await (const line of clientLines(input())) {
    for (const start = performance.now(); performance.now() - start < LONG_MS; );
    seen.push(line);
  }
  expect(seen).toEqual(["one", "a turn", "two", "three"]);
});
