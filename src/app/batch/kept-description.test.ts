import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openQueueStore } from "../../adapters/queues/index.ts";
import { UserError } from "../../base/user-error.ts";
import type { Json } from "../../core/ports/queue.ts";
import { knownBatch } from "./batch-store.ts";
import { proceedBatch } from "./look-first.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0).reverse()) await end();
});

const JOB = { items: { list: ["a"] }, recipe: { prompt: "say {{value}}" }, lanes: [{ model: "m/x" }] };
const KEPT = {
  ...{ version: 1, job: JOB, folder: "/work", file: "/work/j.yaml", fileHash: "f", recipeHash: "r" },
  at: "2026-01-01T00:00:00.000Z",
};

async function keeping(description: unknown) {
  const folder = mkdtempSync(join(tmpdir(), "waymark-kept-"));
  open.push(() => rmSync(folder, { recursive: true }));
  const store = await openQueueStore(folder);
  open.push(() => store.close());
  const queue = await store.open("b");
  await queue.describe(() => description as Json);
  return { store, queue };
}

test("a batch is what its queue keeps of it", async () => {
  const { store, queue } = await keeping({ ...KEPT, corrections: { a: "no" } });
  const { description } = await knownBatch(store, "b");
  expect(description).toMatchObject({ ...KEPT, job: { ...JOB, checks: [], limits: {} }, corrections: { a: "no" } });
  await proceedBatch(await knownBatch(store, "b"));
  expect(await queue.description()).toMatchObject({ corrections: { a: "no" }, proceeds: "r" });
});

test.each([
  [
    "a check that keeps an answer busy",
    { job: { ...JOB, checks: [{ matches: "(a+)+$" }] } },
    /repeats what is repeated/,
  ],
  ["a check that is no pattern", { job: { ...JOB, checks: [{ lacks: "(" }] } }, /no regular expression/],
  ["no job", { job: null }, /cannot be used/],
  ["no limits", { job: { ...JOB, limits: null } }, /limits/],
  ["lanes that are a text", { job: { ...JOB, lanes: "x" } }, /lanes/],
  ["a plan that is a file's name", { job: { ...JOB, recipe: { plan: "/etc/passwd" } } }, /cannot be used/],
  [
    "a plan of which a step waits for itself",
    { job: { ...JOB, recipe: { plan: [{ id: "a", title: "a", after: ["a"] }] } } },
    /cannot be used/,
  ],
  ["a schema that is none", { schema: "[" }, /schema/i],
  ["corrections that are none", { corrections: "x" }, /says nothing of its job/],
  ["another version", { version: 2 }, /says nothing of its job/],
])("what a queue keeps is held to what a job file is: %s", async (_, change, why) => {
  const { store } = await keeping({ ...KEPT, ...change });
  const error = await knownBatch(store, "b").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect(String((error as UserError).message)).toMatch(why);
});
