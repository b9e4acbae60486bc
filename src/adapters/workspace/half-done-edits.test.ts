import { createHash } from "node:crypto";
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FileChange } from "../../core/ports/workspace.ts";
import { type CommitResult, commitFileChanges, recoverEdits } from "./edit-transaction.ts";
import { type Journal, writeJournal } from "./edit-transaction-journal.ts";

/** All changes or none, or what is told says which: whatever fails, and whatever is gone that lay beside the files. */

let root = "";
let journalFolder = "";
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "half-done-"));
  root = join(folder, "root");
  journalFolder = join(folder, "journal");
  mkdirSync(root);
  mkdirSync(journalFolder);
});
afterEach(() => {
  failNoMore();
  rmSync(join(root, ".."), { recursive: true, force: true });
});

const NAMES = ["a", "b", "c"];
const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const put = (name: string, text: string): void => writeFileSync(join(root, name), text);
const beside = (): readonly string[] => readdirSync(root).filter((name) => !NAMES.includes(name));
/** The first word of each file: `-` where there is none. */
const standing = (): string =>
  NAMES.map((name) =>
    readdirSync(root).includes(name) ? readFileSync(join(root, name), "utf8").split(" ")[0] : "-",
  ).join(" ");

/** A killed process left `a` replaced, `b` and `c` not yet. */
function leaveHalf(change: Partial<Journal> = {}): void {
  for (const [name, text] of Object.entries({ a: "new a", ".a.old": "old a", b: "old b", ".b.new": "new b" }))
    put(name, text);
  put("c", "old c");
  put(".c.new", "new c");
  writeJournal(join(journalFolder, "x.json"), {
    version: 1,
    state: "commit",
    owner: { pid: 2 ** 22 + 1, startTime: "", bootId: "" },
    folders: [],
    entries: NAMES.map((name) => ({
      target: join(root, name),
      temporary: join(root, `.${name}.new`),
      backup: join(root, `.${name}.old`),
      before: sha(`old ${name}`),
      after: sha(`new ${name}`),
    })),
    ...change,
  });
}

test.each([
  { lost: [".b.new"], outcome: "rolled-back", stuck: [], now: "old old old" },
  { lost: [".a.old"], outcome: "finished", stuck: [], now: "new new new" },
  { lost: [".a.old"], state: "rollback", outcome: "finished", stuck: [], now: "new new new" },
  { lost: [".a.old", ".b.new"], outcome: "finished", stuck: ["b"], now: "new old new" },
  { lost: [".a.old", ".b.new", ".c.new"], state: "rollback", outcome: "rolled-back", stuck: ["a"], now: "new old old" },
] as const)(
  "where $lost are gone, all go the way that is open, or those that stay are named",
  async ({ lost, outcome, stuck, now, ...change }) => {
    leaveHalf(change);
    for (const name of lost) rmSync(join(root, name));
    const [recovery] = await recoverEdits(journalFolder);
    expect(recovery).toMatchObject({ outcome, kept: [], stuck: stuck.map((name) => join(root, name)) });
    expect([standing(), beside(), readdirSync(journalFolder)]).toEqual([now, [], []]);
  },
);

test("what was moved stays where it came from when somebody took it away from where it went", async () => {
  put("b", "old b");
  const moved = {
    target: join(root, "a"),
    temporary: join(root, ".a.new"),
    backup: null,
    before: null,
    after: sha("old b"),
  };
  const left = {
    target: join(root, "b"),
    temporary: null,
    backup: join(root, ".b.old"),
    before: sha("old b"),
    after: null,
  };
  leaveHalf({ entries: [moved, left] });
  for (const name of ["a", ".b.new", ".c.new"]) rmSync(join(root, name));
  expect(await recoverEdits(journalFolder)).toMatchObject([{ outcome: "rolled-back", stuck: [] }]);
  expect(standing()).toBe("- old old");
});

test.each([
  ["commit", ".a.old .b.old .c.old"],
  ["done", ".c.old"],
] as const)(
  "what somebody puts back of an edit that was wholly made takes nothing else along (%s)",
  async (state, left) => {
    leaveHalf({ state });
    for (const name of [".a.old", ".b.new", ".c.new"]) rmSync(join(root, name));
    for (const name of NAMES) put(name, `new ${name}`);
    for (const name of left.split(" ")) put(name, `old ${name.charAt(1)}`);
    put("a", "old a");
    await recoverEdits(journalFolder);
    expect([standing(), beside(), readdirSync(journalFolder)]).toEqual(["old new new", [], []]);
  },
);

/** Somebody else does something right before the first new content is synced. */
function meanwhile(act: () => void): void {
  const synced: Call = fs.fsyncSync as Call;
  let isDone = false;
  system["fsyncSync"] = (...parameters) => {
    if (!isDone) act();
    isDone = true;
    return synced(...parameters);
  };
  syncBuiltinESMExports();
}

test("where somebody else makes the very same changes meanwhile theirs stay, and none is told as ours", async () => {
  put("a", "old a");
  put("c", "old c");
  meanwhile(() => {
    for (const name of ["a", "b"]) put(name, `new ${name}`);
    rmSync(join(root, "c"));
  });
  const deleted: FileChange = { kind: "delete", path: join(root, "c"), expected: sha("old c") };
  const made: FileChange = { kind: "write", path: join(root, "b"), expected: null, bytes: Buffer.from("new b") };
  const refused = await commitFileChanges([made, change("a"), deleted], { journalFolder });
  expect(refused).toMatchObject({ kind: "refused", code: "conflict" });
  expect(refused).not.toHaveProperty("stuck");
  expect([standing(), beside(), readdirSync(journalFolder)]).toEqual(["new new -", [], []]);
});

test.each([
  ["written alone", ["b"], false],
  ["written with another", ["a", "b"], false],
  ["deleted", ["a", "b"], true],
] as const)("a file that becomes a link meanwhile is not changed: %s", async (_, changed, isDeleted) => {
  for (const name of NAMES) put(name, "old");
  meanwhile(() => {
    rmSync(join(root, "b"));
    symlinkSync("c", join(root, "b"));
  });
  const changes = changed.map((name): FileChange => {
    const of = { path: join(realpathSync(root), name), expected: sha("old") };
    return isDeleted && name === "b" ? { kind: "delete", ...of } : { kind: "write", ...of, bytes: Buffer.from("new") };
  });
  const outcome = await commitFileChanges(changes, { journalFolder, roots: [realpathSync(root)] });
  expect(outcome).toMatchObject({ kind: "refused", code: "conflict" });
  expect([readlinkSync(join(root, "b")), standing(), beside()]).toEqual(["c", "old old old", []]);
});

test("a save of the same length that the stamps do not tell is not overwritten", async () => {
  for (const name of NAMES) put(name, `old ${name}`);
  utimesSync(join(root, "b"), 1, 1);
  const written: Call = fs.fchmodSync as Call;
  system["fchmodSync"] = (...parameters) => {
    put("b", "own b");
    utimesSync(join(root, "b"), 1, 1);
    return written(...parameters);
  };
  syncBuiltinESMExports();
  const changes = NAMES.map(change);
  expect(await commitFileChanges(changes, { journalFolder })).toMatchObject({ kind: "refused", code: "conflict" });
  expect([standing(), beside()]).toEqual(["old own old", []]);
});

const CALLS = ["copyFileSync", "fchmodSync", "fsyncSync", "linkSync", "lstatSync", "mkdirSync", "openSync"].concat(
  ...["readFileSync", "renameSync", "rmSync", "writeFileSync", "writeSync"],
);
const LOOKS = ["lstatSync", "readFileSync"];
const NEED_ROOM = ["copyFileSync", "linkSync", "mkdirSync", "writeFileSync", "writeSync"];
type Call = (...parameters: unknown[]) => unknown;
const system = fs as unknown as Record<string, Call>;
const whole = new Map(CALLS.map((name) => [name, system[name] as Call]));

/** Makes calls of the system fail, from the first look at a file on. @param fails  whether the call of that number does */
function failing(code: string, fails: (at: number, name: string) => boolean): () => number {
  let count = 0;
  for (const [name, call] of whole)
    system[name] = (...parameters) => {
      const [path, flags] = parameters.map(String);
      const isCounted = (count > 0 || path?.startsWith(root)) && !path?.includes(".lock");
      const isLook = LOOKS.includes(name) || (name === "openSync" && isForReading(parameters[1]));
      if (!isCounted || !fails(++count, isLook ? "look" : name)) return call(...parameters);
      throw Object.assign(new Error(`${code}: ${name} ${path} ${flags}`), { code, syscall: name });
    };
  syncBuiltinESMExports();
  return () => count;
}

const isForReading = (flags: unknown): boolean =>
  flags === "r" || (typeof flags === "number" && (flags & fs.constants.O_CREAT) === 0);

function failNoMore(): void {
  for (const [name, call] of whole) system[name] = call;
  syncBuiltinESMExports();
}

const change = (name: string): FileChange => ({
  kind: "write",
  path: join(root, name),
  bytes: Buffer.from(`new ${name}`),
  expected: sha(`old ${name}`),
});

/** By how much the place that fails moves on from one run to the next. */
const STRIDE = 2;
const ONCE = (now: number, at: number): boolean => now === at;
const FROM_THEN_ON = (now: number, at: number, name: string): boolean => now >= at && name !== "look";

test.each([
  ["EIO", "once", ONCE],
  ["ENOSPC", "once, then for lack of room", (now, at, name) => now === at || (now > at && NEED_ROOM.includes(name))],
  ["EROFS", "from then on", FROM_THEN_ON],
] as const satisfies readonly (readonly [string, string, (now: number, at: number, name: string) => boolean])[])(
  "whichever call of the system fails with %s (%s): all or none, or what stands is told, and the next start has all or none",
  async (code, _, fails) => {
    const tried = ["a", "b"];
    const told = new Set<string>();
    const attempt = async (at: number): Promise<number> => {
      for (const name of NAMES) put(name, `old ${name}`);
      const made = failing(code, (now, name) => fails(now, at, name));
      const result: CommitResult = await commitFileChanges(tried.map(change), { journalFolder });
      failNoMore();
      const stuck = result.kind === "refused" ? result.stuck : undefined;
      const isNew = tried.filter((name) => readFileSync(join(root, name), "utf8") === `new ${name}`);
      const kind = stuck === undefined ? result.kind : "in part";
      const where = `${kind} at ${at}: ${JSON.stringify(result)}`;
      told.add(kind);
      if (kind === "in part")
        expect(stuck, where).toEqual(expect.arrayContaining(isNew.map((name) => join(root, name))));
      else expect(isNew, where).toEqual(kind === "committed" ? tried : []);
      await recoverEdits(journalFolder);
      expect(["old old old", "new new old"], where).toContain(standing());
      expect([beside(), readdirSync(journalFolder)], where).toEqual([[], []]);
      return made();
    };
    const calls = await attempt(Number.POSITIVE_INFINITY);
    for (let at = 1; at <= calls; at += STRIDE) await attempt(at);
    expect([...told].sort()).toEqual(["committed", ...(code === "EROFS" ? ["in part"] : []), "refused"]);
  },
);
