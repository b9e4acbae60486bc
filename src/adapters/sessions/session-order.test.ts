import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forkSession } from "./copy-session.ts";
import { listAllSessions, listSessions } from "./session-catalogue.ts";
import { openSession } from "./session-log.ts";
import { newestFirst, noteLast, notingOrder, placesInOrder } from "./session-order.ts";

let state: string;
let folder: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "waymark-order-"));
  folder = join(state, "sessions", "one");
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const path = (id: string): string => join(folder, `${id}.jsonl`);

/** One prompt in a session, at a moment that the clock tells, in seconds since 1970. */
async function work(id: string, seconds: number): Promise<void> {
  const session = openSession(path(id));
  await notingOrder(session.log, path(id)).append({ type: "prompt", text: id, origin: "user" });
  session.close();
  utimesSync(path(id), seconds, seconds);
}

const listed = (): readonly string[] => listSessions(folder).map(({ id }) => id);

test("whatever the clock does between them, the session that was worked in last is the newest, then the one before it", async () => {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const expected: string[] = [];
  for (let round = 0; round < 60; round++) {
    const id = `s${next(7)}`;
    await work(id, 1_000_000 + next(1_000_000));
    if (expected.includes(id)) expected.splice(expected.indexOf(id), 1);
    expected.unshift(id);
    expect(listed(), `round ${round}`).toEqual(expected);
    expect(listAllSessions(join(folder, "../..")).map((session) => session.id)).toEqual(expected);
  }
});

test("a copy is newer than what it was made of, also after the clock was set back", async () => {
  await work("one", 4e9);
  forkSession(path("one"), path("copy"));
  expect(listed()).toEqual(["copy", "one"]);
});

test("sessions of which no order is noted go by the times of their files", () => {
  const session = (id: string, modifiedMs: number) => ({ id, modifiedMs });
  const sessions = [session("a", 5), session("b", 9), session("c", 7), session("d", 8)];
  const order = (places: readonly string[]) =>
    newestFirst(sessions, new Map(places.map((id, place) => [id, place]))).map((found) => found.session.id);
  expect(order([])).toEqual(["b", "d", "c", "a"]);
  expect(order(["d", "a"])).toEqual(["b", "a", "d", "c"]);
});

test("the noted order does not grow while one session goes on, is written anew when it is long, and keeps who came last", async () => {
  for (let round = 0; round < 3; round++) await work("one", 1);
  expect(readFileSync(join(folder, "order"), "utf8")).toBe("one\n");
  for (let round = 0; round < 14_000; round++) noteLast(path(round % 2 === 0 ? "two-of-a-long-name" : "three"));
  expect(statSync(join(folder, "order")).size).toBeLessThan(257 * 1024);
  expect([...placesInOrder(folder)].sort((one, other) => one[1] - other[1]).map(([id]) => id)).toEqual([
    "one",
    "two-of-a-long-name",
    "three",
  ]);
  await work("two", 2);
  expect(listed()[0]).toBe("two");
});
