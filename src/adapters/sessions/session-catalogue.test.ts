import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive } from "../process-identity.ts";
import { forkSession } from "./copy-session.ts";
import { crc32 } from "./crc32.ts";
import { readSession } from "./read-session.ts";
import { repairSession } from "./repair-session.ts";
import { findSession, listSessions, nameSession, removeSession, sessionFolder } from "./session-catalogue.ts";
import { openSession } from "./session-log.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-sessions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (id: string): string => join(folder, `${id}.jsonl`);
const prompt = (text: string) => ({ type: "prompt", text, origin: "user" }) as const;

async function make(id: string, ...texts: readonly string[]): Promise<void> {
  const session = openSession(path(id));
  for (const text of texts) await session.log.append(prompt(text));
  session.close();
}

test("what is no session file does not hide the sessions beside it", async () => {
  await make("one", "hello");
  mkdirSync(path("folder"));
  writeFileSync(path("empty"), "");
  writeFileSync(path("garbage"), Buffer.from([0, 255, 10, 13]));
  utimesSync(path("one"), 4e9, 4e9);
  expect(listSessions(folder)[0]).toMatchObject({ id: "one", title: "hello" });
  expect(
    listSessions(folder)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(["garbage", "one"]);
});

test("a session in which nothing was said is in no list, and its file goes when it is closed; a name keeps it listed", async () => {
  const unsaid = openSession(path("unsaid"));
  expect([existsSync(path("unsaid")), listSessions(folder)]).toEqual([true, []]);
  expect(findSession(folder, folder, "unsaid").sizeBytes).toBe(0);
  unsaid.close();
  expect(existsSync(path("unsaid"))).toBe(false);
  writeFileSync(path("named"), "");
  nameSession(path("named"), "to come");
  expect(listSessions(folder).map(({ title }) => title)).toEqual(["to come"]);
});

test("copies that begin alike are told apart by how they end", async () => {
  await make("whole", "change the title", "now the other one", "and the date");
  await make("rewound", "change the title", "now only the date");
  await make("begun", "change the title");
  await make("other", 'hello\n\n<file path="a.txt">\nits text\n</file>', "bye");
  expect(Object.fromEntries(listSessions(folder).map(({ id, title }) => [id, title]))).toEqual({
    whole: "change the title … and the date",
    rewound: "change the title … now only the date",
    begun: "change the title",
    other: "hello",
  });
});

test("a beginning of an id finds the only session that has it, and no beginning at all finds none", async () => {
  await make("one", "hello");
  expect(findSession(folder, folder, "o").id).toBe("one");
  expect(() => findSession(folder, folder, "")).toThrow('No session ""');
});

test("a name with a slip of the pen finds none, and the name that was meant is told", async () => {
  await make("one", "hello");
  nameSession(path("one"), "night run");
  expect(() => findSession(folder, folder, "nigth run")).toThrow('No session "nigth run"; did you mean night run?');
  expect(() => findSession(folder, folder, "another")).toThrow('No session "another"; `waymark sessions list`');
});

test("a fork never takes the place of another session", async () => {
  await make("one", "first");
  await make("two", "second");
  expect(() => forkSession(path("one"), path("two"))).toThrow(/There is a session two already/);
  expect(readSession(path("two")).events).toEqual([prompt("second")]);
});

test("a session that is written is not removed under its writer", async () => {
  const session = openSession(path("one"));
  await session.log.append(prompt("one"));
  const [summary] = listSessions(folder);
  expect(() => summary && removeSession(summary)).toThrow(/in use by process/);
  await session.log.append(prompt("two"));
  session.close();
  expect(readSession(path("one")).events).toHaveLength(2);
  if (summary) removeSession(summary);
  expect(existsSync(path("one"))).toBe(false);
  expect(listSessions(folder)).toEqual([]);
});

test("events keep their order when the clock goes backwards", async () => {
  const now = Date.now;
  await make("one", "first", "second");
  Date.now = () => now() - 86_400_000;
  try {
    await make("one", "third");
  } finally {
    Date.now = now;
  }
  const { lines, problems } = readSession(path("one"));
  expect([lines.map(({ n }) => n), problems]).toEqual([[1, 2, 3], []]);
});

test("damage in the middle costs its line alone, is told, and is gone after a repair", async () => {
  await make("one", "first", "second", "third", "fourth");
  const lines = readFileSync(path("one"), "utf8").split("\n");
  writeFileSync(path("one"), lines.with(1, (lines[1] ?? "").replace("second", "sXcond")).join("\n"));
  const damaged = openSession(path("one"));
  expect(damaged.notices).toEqual([expect.stringContaining("sessions fsck")]);
  await damaged.log.append(prompt("fifth"));
  damaged.close();
  expect(repairSession(path("one"))).toMatchObject({ kept: 4 });
  const { events, problems } = readSession(path("one"));
  expect([events, problems]).toEqual([["first", "third", "fourth", "fifth"].map(prompt), []]);
  expect(repairSession(path("one"))).toBeUndefined();
});

test.skipIf(process.platform !== "linux")("a holder that is a zombie is dead", async () => {
  // The shell becomes a program that never collects the child it started.
  const parent = spawn("bash", ["-c", "sleep 0.5 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once("data", (data: Buffer) => resolve(Number(data.toString("utf8")))),
    );
    const stat = (): string[] => {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      return text.slice(text.lastIndexOf(")") + 2).split(" ");
    };
    while (stat()[0] !== "Z") await new Promise((resolve) => setTimeout(resolve, 10));
    const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    expect(isAlive({ pid, startTime: stat()[19] ?? "", bootId }, "")).toBe(false);
    expect(isAlive({ pid: parent.pid ?? 0, startTime: "1", bootId }, "")).toBe(false);
  } finally {
    parent.kill("SIGKILL");
  }
});

test("a folder whose path has the same checksum is another; what an older program kept is found by whose it says it is", async () => {
  const [own, other] = ["/home/ann/work/app", "/home/ann/evil/lnkohmjohihh/app"];
  expect(crc32(Buffer.from(own))).toBe(crc32(Buffer.from(other)));
  expect(sessionFolder(folder, own)).not.toBe(sessionFolder(folder, other));
  const older = join(folder, "sessions", `app-${crc32(Buffer.from(own))}`);
  mkdirSync(older, { recursive: true });
  const session = openSession(join(older, "one.jsonl"));
  await session.log.append({ type: "session-start", sessionId: "one", cwd: own, version: "0" });
  session.close();
  expect(sessionFolder(folder, own)).toBe(older);
  expect(sessionFolder(folder, other)).not.toBe(older);
});
