import type { Steps } from "./steps.ts";

/** How long others wait for a turn. */
const SLICE_MS = 20;

/** Drives it to its end and gives others a turn, as often as they would wait. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let sliceStart = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise(setImmediate);
    sliceStart = performance.now();
  }
}

/** The same items; what is done with each counts as work that others wait for. */
export async function* eachInTurns<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  let sliceStart = performance.now();
  for await (const item of items) {
    yield item;
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise(setImmediate);
    sliceStart = performance.now();
  }
}

/** The same work for whoever drives it further on; each of its stops gives a pause of theirs. */
export function* withPauses<Result, Pause>(steps: Steps<Result>, pause: () => Pause): Generator<Pause, Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield pause();
  }
}
