import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

const never = new AbortController().signal;

test("no more at once than it is wide, each in the order of coming, whoever fails or gives up", async () => {
  const semaphore = new Semaphore(3);
  const begun: number[] = [];
  let under = 0;
  let most = 0;
  const gone = new AbortController();
  const all = Array.from({ length: 60 }, (_, index) =>
    semaphore.run(index % 7 === 6 ? gone.signal : never, async () => {
      begun.push(index);
      under += 1;
      most = Math.max(most, under);
      await new Promise(setImmediate);
      under -= 1;
      if (index % 5 === 0) throw new Error("failed");
      return index;
    }),
  );
  gone.abort(new Error("gave up"));
  const ends = await Promise.allSettled(all);
  expect(most).toBe(3);
  expect(begun).toEqual([...begun].sort((one, other) => one - other));
  const reasons = ends.map((end, index) => (end.status === "fulfilled" ? end.value === index : end.reason.message));
  expect(reasons).toEqual(ends.map((_, index) => (index % 7 === 6 ? "gave up" : index % 5 === 0 ? "failed" : true)));
});
