import { expect, test } from "vitest";
import { TypedQueue } from "./typed-queue.ts";

test("a text is kept from when it was sent until a step has read it, while the files that it names are read, too", () => {
  const queue = new TypedQueue();
  const kept: string[][] = [];
  queue.keptBy((unread) => kept.push([...unread]));
  const [one, two] = [queue.attach("look at @one"), queue.attach("and at @two")];
  expect(queue.attached(one)).toBe(true);
  queue.steer("look at @one");
  queue.readSteering();
  expect(kept).toEqual([
    [],
    ["look at @one"],
    ["look at @one", "and at @two"],
    ["look at @one", "and at @two"],
    ["and at @two"],
  ]);
  // It is the person's again before its files are read.
  expect(queue.takeAll()).toEqual(["and at @two"]);
  expect(queue.attached(two)).toBe(false);
});
