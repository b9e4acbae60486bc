import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { decodeLine, encodeLine } from "./log-line.ts";
import { readSession } from "./read-session.ts";
import { repairSession } from "./repair-session.ts";
import { openSession, unwritable } from "./session-log.ts";
import { checkStateFolder } from "./state-folder.ts";

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

test("a file that may grow no more is told, and the session goes on in memory", () => {
  const path = join(folder, "s.jsonl");
  const script = `
    const { openSession } = await import(${JSON.stringify(join(import.meta.dirname, "session-log.ts"))});
    const session = openSession(${JSON.stringify(path)});
    for (const text of ["one", "x".repeat(5000), "three"])
      console.log(await session.log.append({ type: "prompt", text, origin: "user" }));
    session.close();`;
  const run = spawnSync(
    "bash",
    ["-c", 'ulimit -f 2; exec "$0" --input-type=module -e "$1"', process.execPath, script],
    {
      encoding: "utf8",
    },
  );
  expect([run.stderr, run.stdout]).toEqual(["", expect.stringContaining("the file system holds no file of that size")]);
  expect(readSession(path).events).toEqual([prompt("one")]);
});

test("whatever the system reports keeps a session from being written, but for what is a bug of ours", () => {
  const told = (code: string) => unwritable(Object.assign(new Error(code), { code, syscall: "write" }));
  expect(["ESTALE", "EREMOTEIO", "EBADF"].map(told)).toEqual([
    "the server that keeps it does not know it any more",
    "EREMOTEIO",
    undefined,
  ]);
  expect(unwritable(new TypeError("x"))).toBeUndefined();
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
  expect(second.notices).toEqual([expect.stringMatching(/cut off \(17 bytes\); it was put aside/)]);
  await second.log.append(prompt("two"));
  second.close();
  const aside = readdirSync(folder).find((name) => name.includes(".corrupt-")) ?? "";
  expect(readFileSync(join(folder, aside), "utf8")).toBe('{"n":2,"at":"2026');
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

test("a writer that stood still until another took the session over adds nothing to its lines, and takes nothing away", async () => {
  const path = join(folder, "s.jsonl");
  const takeOver = async (): Promise<void> => {
    rmSync(`${path}.lock`);
    const second = openSession(path);
    await second.log.append(prompt("others'"));
    second.close();
  };
  const empty = openSession(path);
  await takeOver();
  empty.close();
  const first = openSession(path);
  await first.log.append(prompt("own"));
  await takeOver();
  await expect(first.log.append(prompt("late"))).rejects.toThrow(/Another process went on with the session/);
  first.close();
  const { events, problems } = readSession(path);
  expect([events, problems]).toEqual([["others'", "own", "others'"].map(prompt), []]);
});

test.skipIf(process.platform !== "linux")("a session that cannot be closed is not held any longer", () => {
  const path = join(realpathSync(folder), "s.jsonl");
  const session = openSession(path);
  const descriptor = readdirSync("/proc/self/fd").find((fd) => linkTarget(`/proc/self/fd/${fd}`) === path);
  closeSync(Number(descriptor));
  expect(() => session.close()).toThrow("EBADF");
  const next = openSession(path);
  expect(next.notices).toEqual([]);
  next.close();
});

/** Where a link leads; a descriptor may be gone by now. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

test("the lock of a dead process is taken over", () => {
  const path = join(folder, "s.jsonl");
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, startTime: "1", bootId: "none" }));
  openSession(path).close();
});

test("locks of dead sessions beside it go with the next start, those of living ones stay", () => {
  const dead = { pid: 2 ** 22 + 1, startTime: "1", bootId: "none" };
  for (const name of ["dead", "later"]) writeFileSync(join(folder, `${name}.jsonl.lock`), JSON.stringify(dead));
  const living = openSession(join(folder, "living.jsonl"));
  const other = openSession(join(folder, "other.jsonl"));
  expect(readdirSync(folder).sort()).toEqual(["living.jsonl", "living.jsonl.lock", "other.jsonl", "other.jsonl.lock"]);
  living.close();
  other.close();
  expect(readdirSync(folder).filter((name) => name.includes(".lock"))).toEqual([]);
});

test("a lock that holds nobody is taken over, one of a living process never", () => {
  const path = join(folder, "s.jsonl");
  writeFileSync(`${path}.lock`, "");
  const open = openSession(path);
  for (let tries = 0; tries < 3; tries++) expect(() => openSession(path)).toThrow(/in use by process/);
  open.close();
  expect(readdirSync(folder).filter((name) => name.includes(".lock"))).toEqual([]);
});

test("a session that cannot be made goes on in memory and says so", async () => {
  writeFileSync(join(folder, "file"), "");
  const session = openSession(join(folder, "file", "s.jsonl"));
  expect(session.notices).toEqual([
    expect.stringMatching(/^This session is not saved, because .*: a part of its path is a file\.$/),
  ]);
  expect(await session.log.append(prompt("one"))).toBeUndefined();
  session.close();
});

test("a block of zeros and a line of garbage cost only themselves", async () => {
  const path = join(folder, "s.jsonl");
  const session = openSession(path);
  for (const text of ["one", "two", "three"]) await session.log.append(prompt(text));
  session.close();
  const [one, two, three] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${one}\n${"\0".repeat(700)}${two}\ngarbage\n${three}\n`);
  const content = readSession(path);
  expect(content.events).toEqual([prompt("one"), prompt("two"), prompt("three")]);
  expect(content.problems.map(({ line }) => line)).toEqual([2, 3]);
  const again = openSession(path);
  expect(again.notices).toEqual([expect.stringContaining("2 damaged places")]);
  again.close();
});

test("a repair keeps every whole line, numbered anew, and the damaged file beside it", async () => {
  const path = join(folder, "s.jsonl");
  const session = openSession(path);
  for (const text of ["one", "two", "three"]) await session.log.append(prompt(text));
  session.close();
  const damaged = readFileSync(path, "utf8").replace("two", "2wo");
  writeFileSync(path, damaged);
  const repair = repairSession(path);
  expect(repair).toMatchObject({ kept: 2, quarantined: 2 });
  expect(readFileSync(repair?.quarantine ?? "", "utf8")).toBe(damaged);
  expect(readSession(path)).toMatchObject({ events: [prompt("one"), prompt("three")], problems: [] });
  expect(repairSession(path)).toBeUndefined();
});

test("a file of a newer format is refused and left as it is", () => {
  const path = join(folder, "s.jsonl");
  const bytes = encodeLine({ n: 1, v: 99, at: "x", event: prompt("one") });
  writeFileSync(path, bytes);
  expect(() => openSession(path)).toThrow(/written by a newer Waymark/);
  expect(readFileSync(path)).toEqual(bytes);
  expect(readdirSync(folder)).toEqual(["s.jsonl"]);
});

test("a state folder that is a link or that everybody may write to is refused", () => {
  chmodSync(folder, 0o777);
  expect(() => checkStateFolder(folder)).toThrow(/can be written by everybody/);
  chmodSync(folder, 0o700);
  checkStateFolder(folder);
  checkStateFolder(join(folder, "none yet"));
  symlinkSync(folder, join(folder, "link"));
  expect(() => checkStateFolder(join(folder, "link"))).toThrow(/is a link/);
});
