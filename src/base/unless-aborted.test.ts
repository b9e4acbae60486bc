import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unlessAborted } from "./unless-aborted.ts";

const unheard: unknown[] = [];
const note = (error: unknown): void => void unheard.push(error);
beforeEach(() => void process.on("unhandledRejection", note));
afterEach(() => {
  process.off("unhandledRejection", note);
  expect(unheard.splice(0)).toEqual([]);
});

/** Node tells of a rejection that nobody took once all that was due has run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

const ENDS = ["gives", "fails"] as const;
const MOMENTS = ["never", "before", "as the work begins", "during", "after"] as const;

test.each(ENDS.flatMap((end) => MOMENTS.map((moment) => [end, moment] as const)))(
  "work that %s where the signal aborts %s: one of both is told, nothing else is heard, and no listener stays",
  async (end, moment) => {
    const abort = new AbortController();
    const { signal } = abort;
    const reason = new Error("aborted");
    const fault = new Error("failed");
    let begun = 0;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    if (moment === "before") abort.abort(reason);
    const told = unlessAborted(signal, () => {
      begun++;
      if (moment === "as the work begins") abort.abort(reason);
      return promise;
    }).catch((error: unknown) => error);
    await settled();
    if (moment === "during") abort.abort(reason);
    await settled();
    if (begun > 0) end === "gives" ? resolve("value") : reject(fault);
    await settled();
    if (moment === "after") abort.abort(reason);
    const own = end === "gives" ? "value" : fault;
    expect(await told).toBe(moment === "never" || moment === "after" ? own : reason);
    expect([begun, getEventListeners(signal, "abort")]).toEqual([moment === "before" ? 0 : 1, []]);
    await settled();
  },
);

test("work that throws at once, or gives what is no promise, is told like any other", async () => {
  const { signal } = new AbortController();
  const work = (): never => {
    throw new Error("at once");
  };
  await expect(unlessAborted(signal, work)).rejects.toThrow("at once");
  expect(await unlessAborted(signal, () => 1)).toBe(1);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
