import { expect, test } from "vitest";
import { unlessCancelled } from "./until-cancelled.ts";

test("a value that fails when nobody waits for it any more is heard of nowhere, one that fails in time is thrown", async () => {
  const [never, late] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  expect(await unlessCancelled(never.promise, AbortSignal.abort())).toBeUndefined();
  const abort = new AbortController();
  const waited = unlessCancelled(late.promise, abort.signal);
  abort.abort();
  expect(await waited).toBeUndefined();
  // Unheard, either would end the process.
  for (const { reject } of [never, late]) reject(new Error("too late"));
  await new Promise((turn) => setImmediate(turn));
  const { signal } = new AbortController();
  await expect(unlessCancelled(Promise.reject(new Error("in time")), signal)).rejects.toThrow("in time");
  expect(await unlessCancelled(Promise.resolve("value"), signal)).toBe("value");
});
