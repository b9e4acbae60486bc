import { expect, test } from "vitest";
import type { FileState } from "../../core/undo.ts";
import { ownChanges, type SessionCheckpoint } from "./attribution.ts";
import { isBefore, type Moment, momentNow } from "./moment.ts";

const file = (hash: string): FileState => ({ kind: "file", hash, mode: 0o644, sizeBytes: 1 });
const at = (time: string, steady: number, boot = "boot"): Moment => ({
  at: `2026-11-23T${time}:00.000000Z`,
  steady: `${boot} ${String(steady).padStart(20, "0")}`,
});

/** A command of `a`, and an edit of `b` while it runs; what both find changed is the edit's. */
function meanwhile(began: Moment, edited: Moment, ended: Moment): readonly string[] {
  const edit: SessionCheckpoint = {
    ...{ session: "b", id: 1, title: "both.txt", began: edited, ...edited, isExact: true },
    changes: [{ path: "both.txt", before: file("1"), after: file("2") }],
  };
  const command: SessionCheckpoint = {
    ...{ session: "a", id: 1, title: "make", began, ...ended, isExact: false },
    changes: ["both.txt", "own.txt"].map((path) => ({ path, before: file("1"), after: file("2") })),
  };
  return ownChanges(command, [command, edit]).map(({ path }) => path);
}

test.each([
  ["stands", at("10:00", 1), at("10:01", 2), at("10:02", 3)],
  ["is set back an hour at the beginning", at("10:00", 1), at("09:01", 2), at("09:02", 3)],
  ["is set back an hour at the end", at("10:00", 1), at("10:01", 2), at("09:02", 3)],
  ["is set forward and back again", at("10:00", 1), at("23:01", 2), at("10:02", 3)],
])(
  "an edit of another session while a command runs is not the command's, where the clock %s",
  (_, began, edited, ended) => {
    expect(meanwhile(began, edited, ended)).toEqual(["own.txt"]);
  },
);

test.each([
  ["before it", at("10:00", 5), at("10:30", 4), at("10:40", 6)],
  ["after it", at("10:00", 5), at("10:30", 7), at("10:40", 6)],
])("an edit %s is none of its time, whatever the clock said", (_, began, edited, ended) => {
  expect(meanwhile(began, edited, ended)).toEqual(["both.txt", "own.txt"]);
});

test("moments of different runs of the machine, and those of earlier logs, are told by the clock", () => {
  expect(isBefore(at("10:00", 9, "one"), at("10:01", 1, "two"))).toBe(true);
  expect(isBefore({ at: at("10:00", 9).at }, at("10:01", 1))).toBe(true);
  expect(isBefore({ at: at("10:02", 9).at }, at("10:01", 1))).toBe(false);
});

test("each moment of a process is later than the one before it", () => {
  const moments = Array.from({ length: 1_000 }, momentNow);
  for (const [index, moment] of moments.entries())
    if (index > 0) expect(isBefore(moments[index - 1] ?? moment, moment)).toBe(true);
});
