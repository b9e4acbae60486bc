import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { decodeLine, encodeLine } from "./log-line.ts";
import { readSession } from "./read-session.ts";
import { openSession } from "./session-log.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-sessions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prompt = (text: string) => ({ type: "prompt", text, origin: "user" }) as const;

test("a line reads back as it was written, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, n) => {
      const line = { n, at: "2026-01-01T00:00:00.000Z", event: prompt(text.toWellFormed()) };
      expect(decodeLine(encodeLine(line).toString("utf8").trimEnd())).toEqual(line);
    }),
  );
});

test("a changed byte is noticed", () => {
  const line = encodeLine({ n: 1, at: "x", event: prompt("hello") })
    .toString("utf8")
    .trimEnd();
  expect(decodeLine(line.replace("hello", "hullo"))).toEqual({
    problem: "checksum differs: the line was changed or damaged",
  });
});

test("a session cut at any byte loads, and keeps every line that was whole", async () => {
  const path = join(folder, "s.jsonl");
  const session = openSession(path);
  for (const text of ["one", "two ✓", "three"]) await session.log.append(prompt(text));
  session.close();
  const bytes = readFileSync(path);
  for (let length = 0; length <= bytes.length; length++) {
    writeFileSync(path, bytes.subarray(0, length));
    const whole = bytes.subarray(0, length).filter((byte) => byte === 10).length;
    const content = readSession(path);
    expect([content.events.length, content.problems]).toEqual([whole, []]);
  }
});

test("a torn tail is cut before the next event, so that no line is glued to it", async () => {
  const path = join(folder, "s.jsonl");
  const first = openSession(path);
  await first.log.append(prompt("one"));
  first.close();
  appendFileSync(path, '{"n":2,"at":"2026');
  const second = openSession(path);
  await second.log.append(prompt("two"));
  second.close();
  const content = readSession(path);
  expect(content.events).toEqual([prompt("one"), prompt("two")]);
  expect(content.problems).toEqual([]);
});

test("a second writer is refused while the first is open, and may after it", () => {
  const path = join(folder, "s.jsonl");
  const first = openSession(path);
  expect(() => openSession(path)).toThrow(/in use by process/);
  first.close();
  openSession(path).close();
});

test("the lock of a dead process is taken over", () => {
  const path = join(folder, "s.jsonl");
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, startTime: "1", bootId: "none" }));
  openSession(path).close();
});
