import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ProjectSnapshots } from "../../adapters/snapshots/snapshots.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { snapshotFolder } from "../session/snapshot-folder.ts";
import { undoCalls } from "../session/undo.ts";
import { UndoNews } from "./undo-news.ts";

let stateFolder: string;
let cwd: string;
beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-news-")));
  [stateFolder, cwd] = [join(folder, "state"), join(folder, "work")];
  mkdirSync(cwd);
});
afterEach(() => rmSync(join(cwd, ".."), { recursive: true, force: true }));

/** A call of a session that writes a file, kept so that it can be taken back. */
async function write(sessionId: string, path: string, content: string): Promise<void> {
  const snapshots = new ProjectSnapshots({
    root: cwd,
    folder: snapshotFolder(stateFolder, cwd),
    sessionId,
    excluded: [],
  });
  await snapshots.before("call", [{ kind: "write", path: join(cwd, path) }]);
  writeFileSync(join(cwd, path), content);
  await snapshots.after("call");
  snapshots.close();
}

const undo = (session: string) => undoCalls({ stateFolder, cwd, session }, {});

const news = (sessionId: string, ...read: readonly string[]): UndoNews =>
  new UndoNews({ stateFolder, cwd, sessionId, folder: join(stateFolder, sessionId), history: read.map(readCall) });

/** As a model names it. */
const readCall = (path: string): RecordedEvent => ({
  type: "call-start",
  call: { id: path, name: "read_file", input: { path } },
  accesses: [{ kind: "read", path }],
  display: { kind: "text", text: path },
});

const told = (...paths: readonly string[]): readonly string[] => [
  expect.stringContaining(`has put back these paths: ${paths.join(", ")}. `),
];

test("what another process takes back of a session is told once, and not again when the session is opened anew", async () => {
  await write("one", "a.txt", "1");
  await write("one", "b.txt", "1");
  const open = news("one");
  expect(await open.take()).toEqual([]);
  await undo("one");
  expect(await open.take()).toEqual(told("b.txt"));
  expect(await open.take()).toEqual([]);
  await undo("one");
  const resumed = news("one");
  expect(await resumed.take()).toEqual(told("a.txt"));
  expect(await resumed.take()).toEqual([]);
  expect(await news("one").take()).toEqual([]);
});

test("an undo of another session is told where it changed what this one has read or changed, from its opening on", async () => {
  for (const path of ["old.txt", "unread.txt", "read.txt", "both.txt"]) await write("other", path, "other");
  await undo("other");
  await write("one", "both.txt", "one");
  await write("other", "both.txt", "other");
  const open = news("one", "old.txt", "read.txt", "both.txt");
  expect(await open.take()).toEqual([]);
  const later = news("later");
  expect(await later.take()).toEqual([]);
  await undo("other");
  expect(await open.take()).toEqual(told("both.txt"));
  await undo("other");
  expect(await open.take()).toEqual(told("read.txt"));
  await undo("other");
  expect([await open.take(), await later.take()]).toEqual([[], []]);
});

test("what was read is known however its path was written: relative, absolute, by a detour or through a link", async () => {
  const names = ["relative.txt", "absolute.txt", "detour.txt", "linked.txt", "behind.txt", "unread.txt"];
  const open = () =>
    news("one", "relative.txt", join(cwd, "absolute.txt"), "./x/../detour.txt", "link.txt", "folder/behind.txt");
  symlinkSync("linked.txt", join(cwd, "link.txt"));
  symlinkSync(".", join(cwd, "folder"));
  for (const name of names) writeFileSync(join(cwd, name), "before");
  for (const name of names) await write("other", name, "after");
  await write("other", "folder-made.txt", "after");
  const before = open();
  const made = news("two", "folder/folder-made.txt");
  expect([await before.take(), await made.take()]).toEqual([[], []]);
  for (let count = 0; count <= names.length; count++) await undo("other");
  expect(await before.take()).toEqual(told(...names.slice(0, -1).sort()));
  expect(await made.take()).toEqual(told("folder-made.txt"));
});

test("undos in a folder that had no snapshots before are news, and what an undo and its redo have left as it was is none", async () => {
  const open = news("one", "other.txt");
  expect(await open.take()).toEqual([]);
  await write("other", "other.txt", "1");
  await undo("other");
  expect(await open.take()).toEqual(told("other.txt"));
  await write("one", "own.txt", "1");
  await write("one", "two.txt", "1");
  await undo("one");
  await undo("one");
  await undoCalls({ stateFolder, cwd, session: "one" }, { redo: true });
  expect(await open.take()).toEqual(told("two.txt"));
  await undoCalls({ stateFolder, cwd, session: "one" }, { redo: true });
  await undo("one");
  expect(await open.take()).toEqual([]);
});

test("the log is not gone through before somebody else has undone something", async () => {
  const place = { stateFolder, cwd, sessionId: "one", folder: join(stateFolder, "one") };
  const untouched = { ...place, history: new Proxy([], { get: () => expect.fail("it was gone through") }) };
  await write("other", "a.txt", "1");
  await write("one", "b.txt", "1");
  const open = new UndoNews(untouched);
  expect(await open.take()).toEqual([]);
  await undo("one");
  expect(await open.take()).toEqual(told("b.txt"));
});
