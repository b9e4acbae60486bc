import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { isSoak } from "../rounds.ts";
import { starts } from "./run-waymark.ts";

/** A start takes a sixth of a second of a processor: most of what end-to-end tests take. */
const STARTS_MAX = 60;
/** What files that are tables of commands may start beyond that; only ever lowered. */
const MORE: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "starts.json"), "utf8"),
);

const before = starts.count;
let again = 0;
let begun = { ...starts };
beforeEach(() => {
  begun = { ...starts };
});
afterEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) > 0) again += starts.count - begun.count;
  if (starts.count > begun.count && starts.confined === begun.confined) task.meta.isUnconfined = true;
});

afterAll(() => {
  const file = relative(join(import.meta.dirname, "../.."), expect.getState().testPath ?? "");
  const count = starts.count - before - again;
  const max = MORE[file] ?? STARTS_MAX;
  if (count > max && !isSoak)
    throw new Error(
      `${file} starts Waymark ${count} times, at most ${max}: one start with many calls, or many prompts, shows the same, and rounds.ts has cases take turns.`,
    );
});
