import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveDesk, type LiveRequest, liveQuestions, requestOfRun } from "./live-requests.ts";

let folder: string;
let desk: LiveDesk | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-live-"));
});
afterEach(() => {
  desk?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (): LiveRequest[] => {
  const taken: LiveRequest[] = [];
  desk = new LiveDesk(folder, (request) => {
    taken.push(request);
    return request.kind === "interrupt" ? { kind: "refused", why: "not now" } : { kind: "done" };
  });
  return taken;
};

test("each request is taken once and answered, whoever asks at the same time", async () => {
  const taken = open();
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  const replies = await Promise.all(texts.map((text) => requestOfRun(folder, { kind: "steer", text })));
  expect(replies).toEqual(texts.map(() => ({ kind: "done" })));
  expect(taken.map((request) => request.kind === "steer" && request.text).sort()).toEqual(texts.toSorted());
  expect(await requestOfRun(folder, { kind: "interrupt" })).toEqual({ kind: "refused", why: "not now" });
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([]);
});

test("what nobody takes is taken back, so that a later run does not do it", async () => {
  expect(await requestOfRun(folder, { kind: "steer", text: "x" })).toMatchObject({ kind: "refused" });
  const taken = open();
  expect(await requestOfRun(folder, { kind: "steer", text: "y" })).toEqual({ kind: "done" });
  expect(taken).toEqual([{ kind: "steer", text: "y" }]);
});

test("questions stand there while they wait; those of a process that broke off do not", () => {
  open();
  const first = desk?.ask({ id: "1", at: "2026-01-02", asked: "b" });
  desk?.ask({ id: "2", at: "2026-01-01", asked: "a" });
  expect(liveQuestions(folder).map(({ asked }) => asked)).toEqual(["a", "b"]);
  first?.();
  expect(liveQuestions(folder).map(({ asked }) => asked)).toEqual(["a"]);
  open();
  expect(liveQuestions(folder)).toEqual([]);
});

test("files that are no requests are left, and do no harm", async () => {
  const taken = open();
  const requests = join(folder, "live", "requests");
  mkdirSync(requests, { recursive: true });
  writeFileSync(join(requests, "half.json"), '{"kind":"ste');
  writeFileSync(join(requests, "..name.json"), "{}");
  mkdirSync(join(requests, "folder.json"));
  expect(await requestOfRun(folder, { kind: "steer", text: "x" })).toEqual({ kind: "done" });
  expect(taken).toHaveLength(1);
});

test("a request that nobody waits for any more is not done: its process was killed, or the folder came from elsewhere", async () => {
  const requests = join(folder, "live", "requests");
  mkdirSync(requests, { recursive: true });
  for (const [name, atMs] of [
    ["old", Date.now() - 60_000],
    ["to-come", Date.now() + 3_600_000],
  ] as const) {
    const path = join(requests, `${name}.json`);
    writeFileSync(path, JSON.stringify({ kind: "steer", text: name }));
    utimesSync(path, atMs / 1000, atMs / 1000);
  }
  const taken = open();
  expect(await requestOfRun(folder, { kind: "steer", text: "now" })).toEqual({ kind: "done" });
  expect(taken).toEqual([{ kind: "steer", text: "now" }]);
  expect(readdirSync(requests)).toEqual([]);
});
