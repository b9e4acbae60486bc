import { expect, test } from "vitest";
import { withWorkers } from "./build-worker.ts";

test("work that was cancelled before it began is not begun, and its workers are ended all the same", async () => {
  const did: string[] = [];
  const worker = { close: async () => void did.push("closed") };
  const reason = new Error("cancelled");
  const worked = withWorkers([worker], AbortSignal.abort(reason), async () => void did.push("begun"));
  await expect(worked).rejects.toBe(reason);
  expect(did).toEqual(["closed"]);
});
