import { expect, test } from "vitest";
import { type Access, collide } from "../permissions/accesses.ts";
import { AccessGate } from "./access-gate.ts";

const NEVER = new AbortController().signal;

/** A generator that knows nothing of the gate: accesses of any kind at a few paths. */
function someAccesses(next: () => number): readonly Access[] {
  const path = ["a", "a/b", "c", "."][next() % 4] ?? "a";
  const kinds: readonly Access[] = [
    { kind: "read", path },
    { kind: "write", path },
    { kind: "run", command: "make" },
    { kind: "foreign" },
    { kind: "ask" },
    { kind: "agent", name: "x" },
  ];
  return Array.from({ length: next() % 3 }, () => kinds[next() % kinds.length] ?? { kind: "ask" });
}

test("calls that are inside at the same time never collide, and all get in", async () => {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed >> 8;
  };
  const gate = new AccessGate();
  const inside = new Set<readonly Access[]>();
  let most = 0;
  const work = Array.from({ length: 300 }, () => someAccesses(next)).map(async (accesses) => {
    const leave = await gate.enter(accesses, NEVER);
    for (const other of inside) expect(collide(other, accesses)).toBe(false);
    inside.add(accesses);
    most = Math.max(most, inside.size);
    await new Promise((resolve) => setImmediate(resolve));
    inside.delete(accesses);
    leave();
  });
  await Promise.all(work);
  expect(most).toBeGreaterThan(1);
});

test("of those that collide the one that came first goes first, and an abort ends a wait", async () => {
  const gate = new AccessGate();
  const write: readonly Access[] = [{ kind: "write", path: "a" }];
  const order: string[] = [];
  const first = await gate.enter(write, NEVER);
  const abort = new AbortController();
  const given = gate.enter(write, abort.signal).then((leave) => {
    order.push("aborted");
    leave();
  });
  const last = gate.enter(write, NEVER).then((leave) => {
    order.push("last");
    leave();
  });
  abort.abort();
  await given;
  expect(order).toEqual(["aborted"]);
  first();
  await last;
  expect(order).toEqual(["aborted", "last"]);
});
