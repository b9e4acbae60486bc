import { expect, test } from "vitest";
import type { Clock } from "../ports/session.ts";
import { inBatches } from "./in-batches.ts";

type Part = { readonly type: "text-delta" | "reasoning-delta"; readonly text: string } | { readonly type: "end" };

/** A clock that only moves when it is slept on or told to. */
function clockAt(): Clock & { move(ms: number): void; sleepers: (() => void)[] } {
  let nowMs = 1_000;
  const sleepers: (() => void)[] = [];
  return {
    sleepers,
    now: () => nowMs,
    move: (ms) => {
      nowMs += ms;
    },
    sleep: (_, signal) =>
      new Promise((resolve) => {
        sleepers.push(resolve);
        signal.addEventListener("abort", () => resolve());
      }),
    random: () => 0,
    id: () => "id",
  };
}

const text = (value: string): Part => ({ type: "text-delta", text: value });

test("the first piece goes at once, the next ones together, and what is no piece keeps its place", async () => {
  const source = async function* (): AsyncGenerator<Part> {
    yield* [
      text("a"),
      text("b"),
      text("c"),
      { type: "reasoning-delta", text: "r" } as const,
      text("d"),
      { type: "end" } as const,
    ];
  };
  expect(await Array.fromAsync(inBatches(source(), clockAt()))).toEqual([
    text("a"),
    text("bc"),
    { type: "reasoning-delta", text: "r" },
    text("d"),
    { type: "end" },
  ]);
});

test("a batch goes when its time is up although nothing more comes", async () => {
  const clock = clockAt();
  let release = (): void => {};
  const silence = new Promise<void>((resolve) => {
    release = resolve;
  });
  const source = async function* (): AsyncGenerator<Part> {
    yield text("a");
    yield text("b");
    await silence;
    yield { type: "end" };
  };
  const batches = inBatches(source(), clock);
  expect((await batches.next()).value).toEqual(text("a"));
  const second = batches.next();
  while (clock.sleepers.length < 1) await new Promise((resolve) => setImmediate(resolve));
  clock.sleepers.at(-1)?.();
  expect((await second).value).toEqual(text("b"));
  release();
  expect(await Array.fromAsync(batches)).toEqual([{ type: "end" }]);
});

test("a large text goes before its time", async () => {
  const source = async function* (): AsyncGenerator<Part> {
    for (let count = 0; count < 50; count++) yield text("x".repeat(100));
  };
  const sizes = (await Array.fromAsync(inBatches(source(), clockAt()))).map(
    (part) => part.type !== "end" && part.text.length,
  );
  expect(sizes).toEqual([100, 2_000, 2_000, 900]);
});

test("what had come before a failure goes on before it is thrown", async () => {
  const source = async function* (): AsyncGenerator<Part> {
    yield text("a");
    yield text("b");
    throw new Error("aborted");
  };
  const seen: Part[] = [];
  const all = (async () => {
    for await (const part of inBatches(source(), clockAt())) seen.push(part);
  })();
  await expect(all).rejects.toThrow("aborted");
  expect(seen).toEqual([text("a"), text("b")]);
});

test("whoever stops reading in a silence does not wait for its end", async () => {
  const source = async function* (): AsyncGenerator<Part> {
    yield text("a");
    yield text("b");
    await new Promise(() => {});
  };
  const clock = clockAt();
  const batches = inBatches(source(), clock);
  await batches.next();
  const second = batches.next();
  while (clock.sleepers.length < 1) await new Promise((resolve) => setImmediate(resolve));
  clock.sleepers.at(-1)?.();
  await second;
  expect((await batches.return(undefined)).done).toBe(true);
});

test("what comes in one piece goes on in several, no character of it parted", async () => {
  const long = `a${"👍".repeat(40_000)}`;
  const source = async function* (): AsyncGenerator<Part> {
    yield text(long);
  };
  const pieces = (await Array.fromAsync(inBatches(source(), clockAt()))).map((part) =>
    "text" in part ? part.text : "",
  );
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  expect(pieces.join("")).toBe(long);
});
