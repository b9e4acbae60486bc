import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FileChange } from "../../core/ports/workspace.ts";
import { takeFile } from "../exclusive-file.ts";
import { thisProcess } from "../process-identity.ts";
import { type CommitResult, commitFileChanges, recoverEdits } from "./edit-transaction.ts";
import { type Journal, writeJournal } from "./edit-transaction-journal.ts";
import { readForEdit } from "./edit-transaction-read.ts";

let folder = "";
let root = "";
let journalFolder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "transaction-"));
  root = join(folder, "root");
  journalFolder = join(folder, "journal");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const write = (name: string, text: string, before: string | null): FileChange => ({
  kind: "write",
  path: join(root, name),
  bytes: Buffer.from(text),
  expected: before === null ? null : sha(before),
});
const commit = (changes: readonly FileChange[], dryRun = false): Promise<CommitResult> =>
  commitFileChanges(changes, { journalFolder, dryRun });
const put = (name: string, text: string): void => writeFileSync(join(root, name), text);
const get = (name: string): string => readFileSync(join(root, name), "utf8");
const files = (): string[] => readdirSync(root, { recursive: true }).map(String).sort();

test("writes, deletes and moves are made together and leave nothing beside", async () => {
  put("a", "1");
  put("b", "2");
  put("c", "3");
  const changes: FileChange[] = [
    write("a", "one", "1"),
    write("new/deep/d", "4", null),
    { kind: "delete", path: join(root, "b"), expected: sha("2") },
    { kind: "move", from: join(root, "c"), to: join(root, "moved"), bytes: Buffer.from("three"), expected: sha("3") },
  ];
  expect(await commit(changes)).toEqual({ kind: "committed" });
  expect(files()).toEqual(["a", "moved", "new", "new/deep", "new/deep/d"]);
  expect([get("a"), get("moved"), get("new/deep/d")]).toEqual(["one", "three", "4"]);
  expect(readdirSync(journalFolder)).toEqual([]);
});

test("a file that changed since it was planned on refuses all of them", async () => {
  put("a", "1");
  put("b", "changed by someone");
  expect(await commit([write("a", "one", "1"), write("b", "two", "2")])).toMatchObject({
    kind: "refused",
    code: "conflict",
  });
  expect(get("a")).toBe("1");
  expect(files()).toEqual(["a", "b"]);
});

test("a read-only file is refused, whoever asks", async () => {
  put("a", "1");
  chmodSync(join(root, "a"), 0o444);
  expect(await commit([write("a", "one", "1")])).toMatchObject({ kind: "refused", code: "permission" });
  expect(await commit([write("a", "one", "1")], true)).toMatchObject({ kind: "refused", code: "permission" });
});

test("a private file is private to the end: what is written beside it can be opened by nobody else", async () => {
  put("private", "1");
  chmodSync(join(root, "private"), 0o600);
  const watcher = new Worker(WATCH, { eval: true, workerData: root });
  await once(watcher, "message");
  await commit([write("private", "x".repeat(40_000_000), "1")]);
  watcher.postMessage("end");
  const [modes] = await once(watcher, "message");
  expect(modes).toEqual(["600"]);
  expect(statSync(join(root, "private")).mode & 0o777).toBe(0o600);
});

/** Tells the modes of all that it saw in a folder besides the file itself. */
const WATCH = `
  const { parentPort, workerData, receiveMessageOnPort } = require("node:worker_threads");
  const { readdirSync, statSync } = require("node:fs");
  const modes = new Set();
  parentPort.postMessage("ready");
  while (receiveMessageOnPort(parentPort) === undefined)
    for (const name of readdirSync(workerData))
      if (name !== "private")
        modes.add(((statSync(workerData + "/" + name, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777).toString(8));
  parentPort.postMessage([...modes]);
`;

test("mode is kept, and a link stays a link to the changed file", async () => {
  put("script", "old");
  chmodSync(join(root, "script"), 0o751);
  symlinkSync("script", join(root, "link"));
  expect(await commit([write("link", "new", "old")])).toEqual({ kind: "committed" });
  expect(readlinkSync(join(root, "link"))).toBe("script");
  expect(get("script")).toBe("new");
  expect(statSync(join(root, "script")).mode & 0o777).toBe(0o751);
});

test("a link that came into the way of a real path since it was judged is not followed", async () => {
  mkdirSync(join(folder, "elsewhere"));
  writeFileSync(join(folder, "elsewhere/a"), "x");
  symlinkSync(join(folder, "elsewhere"), join(root, "d"));
  symlinkSync(join(folder, "elsewhere/a"), join(root, "a"));
  const roots = [realpathSync(root)];
  for (const change of [write("d/new", "evil", null), write("d/deep/new", "evil", null), write("a", "evil", "x")])
    expect(await commitFileChanges([change], { journalFolder, roots })).toMatchObject({ kind: "refused" });
  expect(readdirSync(join(folder, "elsewhere"))).toEqual(["a"]);
  expect(readFileSync(join(folder, "elsewhere/a"), "utf8")).toBe("x");
});

test("deleting a link leaves its target", async () => {
  put("target", "x");
  symlinkSync("target", join(root, "link"));
  expect(await commit([{ kind: "delete", path: join(root, "link"), expected: sha("x") }])).toEqual({
    kind: "committed",
  });
  expect(files()).toEqual(["target"]);
});

test("a dry run changes nothing and foresees the refusal", async () => {
  put("a", "1");
  expect(await commit([write("a", "one", "1")], true)).toEqual({ kind: "committed" });
  expect(get("a")).toBe("1");
  expect(await commit([write("a", "x", null)], true)).toMatchObject({ code: "exists" });
  expect(existsSync(journalFolder)).toBe(false);
});

test("a step that fails takes back those before it", async () => {
  put("a", "1");
  mkdirSync(join(root, "taken"));
  put("blocker", "x");
  const changes = [write("a", "one", "1"), write("new/file", "y", null), write("blocker/below", "z", null)];
  expect(await commit(changes)).toMatchObject({ kind: "refused", code: "permission" });
  expect(get("a")).toBe("1");
  expect(files()).toEqual(["a", "blocker", "taken"]);
});

/** As older versions noted it. */
const noted = (pid: number): Journal["owner"] => ({ pid, startedAt: null }) as unknown as Journal["owner"];
const journalOf = (state: Journal["state"]): Journal => ({
  version: 1,
  state,
  owner: noted(2 ** 22 + 1),
  folders: [],
  entries: ["a", "b"].map((name) => ({
    target: join(root, name),
    temporary: join(root, `.${name}.new`),
    backup: join(root, `.${name}.old`),
    before: sha(`old ${name}`),
    after: sha(`new ${name}`),
  })),
});

/** The state in which a killed process left things: `a` replaced, `b` not yet. */
function leaveHalf(state: Journal["state"]): void {
  put("a", state === "prepare" ? "old a" : "new a");
  put(".a.old", "old a");
  put("b", "old b");
  put(".b.new", "new b");
  writeJournal(join(journalFolder, "x.json"), journalOf(state));
}

test("what was to be committed is finished at the next start", async () => {
  leaveHalf("commit");
  expect(await recoverEdits(journalFolder)).toMatchObject([{ outcome: "finished", kept: [] }]);
  expect([get("a"), get("b"), files()]).toEqual(["new a", "new b", ["a", "b"]]);
  expect(await recoverEdits(journalFolder)).toEqual([]);
});

test("what was being taken back is taken back", async () => {
  leaveHalf("rollback");
  expect(await recoverEdits(journalFolder)).toMatchObject([{ outcome: "rolled-back", kept: [] }]);
  expect([get("a"), get("b"), files()]).toEqual(["old a", "old b", ["a", "b"]]);
});

test("what was only prepared is cleared away", async () => {
  leaveHalf("prepare");
  expect(await recoverEdits(journalFolder)).toMatchObject([{ outcome: "rolled-back" }]);
  expect([get("a"), get("b"), files()]).toEqual(["old a", "old b", ["a", "b"]]);
});

test("a file that someone changed after the kill is left to them and named", async () => {
  leaveHalf("commit");
  put("b", "a person's work");
  expect(await recoverEdits(journalFolder)).toMatchObject([{ outcome: "finished", kept: [join(root, "b")] }]);
  expect(get("b")).toBe("a person's work");
});

test("a transaction of a living process is left alone", async () => {
  put("a", "old a");
  writeJournal(join(journalFolder, "x.json"), {
    ...journalOf("commit"),
    owner: noted(process.ppid),
  });
  expect(await recoverEdits(journalFolder)).toEqual([]);
  expect(readdirSync(journalFolder)).toEqual(["x.json"]);
});

test("a transaction of another container is left to it and told, and brought to its end after a silence", async () => {
  leaveHalf("commit");
  const path = join(journalFolder, "x.json");
  const owner = { ...thisProcess(), namespace: "pid:[1]", host: "box" };
  writeJournal(path, { ...journalOf("commit"), owner });
  for (const name of [`${process.pid}-0123456789abcdef.json`, "7-0123456789abcdef.json.tmp"])
    writeFileSync(join(journalFolder, name), "");
  const [left, ...others] = await recoverEdits(journalFolder);
  expect([left?.outcome, left?.outcome === "left" && String(left.holder), others]).toEqual([
    "left",
    expect.stringMatching(/^process \d+ of another container or machine \(box;/),
    [],
  ]);
  expect([get("b"), readdirSync(journalFolder).length]).toEqual(["old b", 3]);
  for (const name of readdirSync(journalFolder)) utimesSync(join(journalFolder, name), 1, 1);
  expect(await recoverEdits(journalFolder)).toMatchObject([{ outcome: "finished", kept: [] }]);
  expect([get("b"), readdirSync(journalFolder)]).toEqual(["new b", []]);
});

test.skipIf(process.platform !== "linux")(
  "a process that has ended and that nobody has collected is no living one",
  async () => {
    // Its parent becomes a program that collects nobody.
    const parent = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(line.toString());
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
      leaveHalf("commit");
      writeJournal(join(journalFolder, "x.json"), { ...journalOf("commit"), owner: noted(pid) });
      expect(await recoverEdits(journalFolder)).toMatchObject([{ outcome: "finished" }]);
    } finally {
      parent.kill("SIGKILL");
    }
  },
);

test("reading refuses folders and ways out of the root", () => {
  put("file", "x");
  symlinkSync(folder, join(root, "out"));
  expect(readForEdit(root, "file")).toEqual({ kind: "file", bytes: new Uint8Array([120]) });
  expect(readForEdit(root, "nothing")).toEqual({ kind: "missing" });
  expect(readForEdit(root, ".")).toMatchObject({ kind: "refused", code: "not-text" });
  expect(readForEdit(root, "out/secret")).toMatchObject({ kind: "refused", code: "outside-root" });
});

test("a state folder that cannot be written stops no single change; several together are refused with the reason", async () => {
  writeFileSync(join(folder, "file"), "");
  journalFolder = join(folder, "file", "journal");
  expect(await commit([write("new/a", "one", null)])).toEqual({ kind: "committed" });
  expect(files()).toEqual(["new", "new/a"]);
  expect(await commit([write("b", "2", null), write("c", "3", null)])).toMatchObject({
    kind: "refused",
    code: "permission",
    path: join(root, "b"),
    message: expect.stringMatching(/the state folder cannot be written \(ENOTDIR\)/),
  });
  expect(files()).toEqual(["new", "new/a"]);
});

test("an edit waits for one that is under way, and looks at the file only then", async () => {
  put("a", "1");
  const other = takeFile(`${journalFolder}.lock`);
  const outcomes = [commit([write("a", "one", "1")]), commit([write("b", "two", null)])];
  expect(await Promise.race([...outcomes, new Promise((resolve) => setTimeout(resolve, 50, "waiting"))])).toBe(
    "waiting",
  );
  // What the other one writes while it has the turn is no longer what this edit was made for.
  put("a", "others'");
  if (other.kind === "taken") other.release();
  expect(await Promise.all(outcomes)).toMatchObject([{ kind: "refused", code: "conflict" }, { kind: "committed" }]);
  expect([get("a"), get("b")]).toEqual(["others'", "two"]);
  expect(readdirSync(folder).sort()).toEqual(["journal", "root"]);
});

test("a turn that a dead process had is nobody's", async () => {
  writeFileSync(`${journalFolder}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, startTime: "1", bootId: "1" }));
  expect(await commit([write("a", "one", null)])).toEqual({ kind: "committed" });
  expect(readdirSync(folder).sort()).toEqual(["journal", "root"]);
});

test("an edit that never gets its turn is refused, and says who has it", async () => {
  const other = takeFile(`${journalFolder}.lock`);
  expect(await commit([write("a", "one", null)])).toEqual({
    kind: "refused",
    code: "conflict",
    path: join(root, "a"),
    message: expect.stringContaining(`process ${process.pid} did not let others write; try again`),
  });
  expect(files()).toEqual([]);
  if (other.kind === "taken") other.release();
});
