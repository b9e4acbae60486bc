import fc from "fast-check";
import { expect, test } from "vitest";
import { LightReadableStream, LightTextDecoderStream, LightTransformStream } from "./light-streams.ts";

const REAL = { Readable: ReadableStream, Transform: TransformStream, Decoder: TextDecoderStream };
// The stand-ins have the part of the global classes that the provider packages use.
const LIGHT = {
  Readable: LightReadableStream,
  Transform: LightTransformStream,
  Decoder: LightTextDecoderStream,
} as unknown as typeof REAL;

/** What is done with every chunk: given on that often, or the stage fails. */
type Plan = readonly (number | "fail")[];

interface Case {
  readonly chunks: readonly number[];
  readonly stages: readonly Plan[];
  readonly tail: boolean;
  readonly failAt: number | undefined;
  readonly isTeed: boolean;
}

const plan = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant("fail" as const) }),
  {
    minLength: 1,
    maxLength: 5,
  },
);
/** One failure at most: which of two is seen depends on how far ahead a stream reads, and ours does not. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    chunks: fc.array(fc.nat(9), { maxLength: 12 }),
    stages: fc.array(plan, { maxLength: 3 }),
    tail: fc.boolean(),
    failAt: fc.option(fc.nat(12), { nil: undefined, freq: 3 }),
    isTeed: fc.boolean(),
  })
  .filter(({ stages, failAt }) => {
    const failing = stages.filter((steps) => steps.includes("fail")).length;
    return failing + (failAt === undefined ? 0 : 1) <= 1;
  });

function source({ chunks, failAt }: Case, { Readable }: typeof REAL): ReadableStream<number> {
  let index = 0;
  return new Readable<number>({
    async pull(controller) {
      if (index === failAt) return controller.error(new Error(`broken at ${index}`));
      const chunk = chunks[index++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}

function stage(steps: Plan, tail: boolean, { Transform }: typeof REAL): TransformStream<number, number> {
  let count = 0;
  return new Transform<number, number>({
    async transform(chunk, controller) {
      const step = steps[count++ % steps.length] ?? 1;
      if (step === "fail") throw new Error(`stage failed at ${chunk}`);
      for (let copy = 0; copy < step; copy++) controller.enqueue(chunk * 10 + copy);
    },
    flush: (controller) => (tail ? controller.enqueue(-1) : undefined),
  });
}

async function readAll(stream: ReadableStream<unknown>): Promise<string> {
  const seen: unknown[] = [];
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) seen.push(next.value);
    return JSON.stringify(seen);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}`;
  }
}

async function play(one: Case, streams: typeof REAL): Promise<readonly string[]> {
  const end = one.stages.reduce(
    (stream, steps) => stream.pipeThrough(stage(steps, one.tail, streams)),
    source(one, streams),
  );
  return one.isTeed ? Promise.all(end.tee().map(readAll)) : [await readAll(end)];
}

test("pipes, tees and failures end as they do with the global streams", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      expect(await play(one, LIGHT)).toEqual(await play(one, REAL));
    }),
  );
});

test("bytes cut anywhere decode to the text they are", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 20 }), fc.array(fc.nat(40)), async (text, cuts) => {
      const bytes = new TextEncoder().encode(text);
      const borders = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
        (a, b) => a - b,
      );
      const stream = new LightReadableStream<Uint8Array>({
        start(controller) {
          for (const [index, from] of borders.entries()) controller.enqueue(bytes.subarray(from, borders[index + 1]));
          controller.close();
        },
      });
      const reader = stream.pipeThrough(new LightTextDecoderStream()).getReader();
      let decoded = "";
      for (let next = await reader.read(); !next.done; next = await reader.read()) decoded += next.value;
      expect(decoded).toBe(new TextDecoder("utf-8", { ignoreBOM: false }).decode(bytes));
    }),
  );
});

test("nothing is asked of the source before a reader waits for it", async () => {
  let pulls = 0;
  const stream = new LightReadableStream<number>({ pull: (controller) => controller.enqueue(++pulls) });
  const reader = stream.pipeThrough(new LightTransformStream<number, number>()).getReader();
  expect(pulls).toBe(0);
  expect(await reader.read()).toEqual({ done: false, value: 1 });
  expect(pulls).toBe(1);
});

test("reads that wait together are answered in their order", async () => {
  let pulls = 0;
  const stream = new LightReadableStream<number>({
    pull: async (controller) => {
      await Promise.resolve();
      controller.enqueue(++pulls);
    },
  });
  const reader = stream.getReader();
  const results = await Promise.all([reader.read(), reader.read(), reader.read()]);
  expect(results.map(({ value }) => value)).toEqual([1, 2, 3]);
});

test("cancelling the end reaches the source, of a tee only when both sides are cancelled", async () => {
  const cancelled: unknown[] = [];
  const make = () =>
    new LightReadableStream<number>({ pull: (one) => one.enqueue(1), cancel: (why) => cancelled.push(why) });
  await make().pipeThrough(new LightTransformStream<number, number>()).getReader().cancel("first");
  expect(cancelled).toEqual(["first"]);
  const [left, right] = make().tee();
  await left.cancel("left");
  expect(cancelled).toEqual(["first"]);
  expect(await right.getReader().read()).toEqual({ done: false, value: 1 });
  await right.cancel("right");
  expect(cancelled).toEqual(["first", "right"]);
});

test("a source that gives by itself wakes whoever waits", async () => {
  let give: ((chunk: string) => void) | undefined;
  const stream = new LightReadableStream<string>({
    start: (controller) => {
      give = (chunk) => controller.enqueue(chunk);
    },
  });
  const next = stream.getReader().read();
  await Promise.resolve();
  give?.("word");
  expect(await next).toEqual({ done: false, value: "word" });
});
