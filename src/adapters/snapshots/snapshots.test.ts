import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import type { Access } from "../../core/permissions/accesses.ts";
import { backTo, lastCalls, planUndo } from "../../core/undo.ts";
import { checkpointFile, readCheckpoints } from "./checkpoint-log.ts";
import { collectGarbage, storedBytes } from "./collect-garbage.ts";
import { finishUndo, SessionHistory } from "./history.ts";
import { SCAN_LIMITS } from "./scan-tree.ts";
import { ProjectSnapshots } from "./snapshots.ts";

let base: string;
let root: string;
let folder: string;
let snapshots: ProjectSnapshots;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-snapshots-")));
  root = join(base, "work");
  folder = join(base, "kept");
  mkdirSync(root);
  snapshots = new ProjectSnapshots({ root, folder, sessionId: "s", excluded: [] });
});
afterEach(() => {
  snapshots.close();
  rmSync(base, { recursive: true, force: true });
});

const shellAccess: readonly Access[] = [{ kind: "run", command: "work" }];
let calls = 0;

async function call(accesses: readonly Access[], effect: () => void): Promise<void> {
  const id = `call-${calls++}`;
  expect(await snapshots.before(id, accesses)).toBeUndefined();
  effect();
  expect(await snapshots.after(id)).toBeUndefined();
}

const shell = (command: string): void => void execFileSync("bash", ["-c", command], { cwd: root });
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
const read = (path: string): string => readFileSync(join(root, path), "utf8");

async function undo(options: { steps?: number; to?: number; force?: boolean } = {}) {
  const history = new SessionHistory({ root, folder, excluded: [] }, "s");
  try {
    const all = await history.checkpoints();
    const chosen = options.to === undefined ? lastCalls(all, options.steps ?? 1) : backTo(all, options.to);
    const plan = planUndo(chosen, history.currentStates(chosen), { force: options.force ?? false });
    if (plan.conflicts.length > 0) return { ...plan, problems: [] };
    const { problems } = history.restore(plan.steps, { title: "undo", undoes: chosen.map(({ id }) => id) });
    return { ...plan, problems };
  } finally {
    history.close();
  }
}

/** Everything below the root: kind, permissions and content of each path. */
function picture(path = root, shown = ""): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(path).sort()) {
    const absolute = join(path, name);
    const stat = lstatSync(absolute);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) all[shown + name] = `-> ${readlinkSync(absolute)}`;
    else if (stat.isDirectory())
      Object.assign(all, { [`${shown}${name}/`]: mode }, picture(absolute, `${shown}${name}/`));
    else all[shown + name] = `${mode} ${readFileSync(absolute, "base64")}`;
  }
  return all;
}

describe("an undo brings back", () => {
  test("a tree that a command removed, with modes, links, empty folders and binary files, and takes away what it made", async () => {
    shell(
      "mkdir -p src/deep/empty && printf 'a\\0b' > src/a && chmod 751 src/a && ln -s ../nowhere src/deep/link && chmod 700 src/deep",
    );
    const before = picture();
    await call(shellAccess, () => shell("rm -rf src && mkdir -p dist/x && echo built > dist/x/out"));
    expect(picture()).not.toEqual(before);
    expect(await undo()).toMatchObject({ conflicts: [], problems: [] });
    expect(picture()).toEqual(before);
  });

  test("names that are no text, in their bytes, also where the tree is loaded by another process", async () => {
    const show = (): string => execFileSync("bash", ["-c", "grep -r . . | sort | base64"], { cwd: root }).toString();
    shell("mkdir f$'\\xff' && echo a > f$'\\xff/\\xe9' && ln -s f$'\\xff/\\xe9' l$'\\xff' && echo b > plain");
    const before = show();
    snapshots.close();
    snapshots = new ProjectSnapshots({ root, folder, sessionId: "s", excluded: [] });
    await call(shellAccess, () => shell("rm l*; mv f* g; echo c > g/*; echo d > x$'\\xfe'; echo b > plain"));
    expect(await undo()).toMatchObject({ conflicts: [], problems: [] });
    expect(show()).toBe(before);
  });

  test("a file that became a folder, a folder that became a file, and a link that became a file", async () => {
    shell("echo f > one && mkdir two && echo x > two/x && ln -s one three");
    const before = picture();
    await call(shellAccess, () =>
      shell("rm one && mkdir -p one/in && rm -r two && echo g > two && rm three && echo h > three"),
    );
    expect(await undo()).toMatchObject({ conflicts: [], problems: [] });
    expect(picture()).toEqual(before);
  });

  test("exactly the files of a file tool, and the folders it made", async () => {
    write("a.txt", "one");
    const before = picture();
    await call(
      [
        { kind: "write", path: "a.txt" },
        { kind: "write", path: "new/deep/b.txt" },
      ],
      () => shell("echo two > a.txt; mkdir -p new/deep; echo b > new/deep/b.txt"),
    );
    write("other.txt", "by the user");
    expect(await undo()).toMatchObject({ conflicts: [], problems: [] });
    expect(picture()).toEqual({ ...before, "other.txt": expect.any(String) });
  });

  test("a content that was changed with its size and time kept, when enough time has passed to notice", async () => {
    write("a.txt", "one");
    await call(shellAccess, () => {});
    await call(shellAccess, () => write("a.txt", "two"));
    await undo();
    expect(read("a.txt")).toBe("one");
  });

  test("several steps at once, whatever they were", async () => {
    const action = fc.record({
      kind: fc.constantFrom("write", "remove", "mode", "link", "folder"),
      name: fc.constantFrom("a", "b", "d", "d/x", "d/y", "e/f/g"),
      text: fc.string({ maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(action, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
        shell("rm -rf -- * && mkdir d && echo a > a && echo x > d/x");
        rmSync(checkpointFile(folder, "s"), { force: true });
        const before = picture();
        for (const round of rounds)
          await call(shellAccess, () => {
            for (const { kind, name, text } of round) act(kind, name, text);
          });
        const after = picture();
        const history = readCheckpoints(checkpointFile(folder, "s")).checkpoints;
        const steps = history.filter(({ changes }) => changes.length > 0).length;
        if (steps === 0) return;
        expect(await undo({ steps })).toMatchObject({ conflicts: [], problems: [] });
        expect(picture()).toEqual(before);
        // The undo is the last checkpoint: taking it back gives what the calls had made.
        expect(await undo({ to: history.length + 1 + historyOffset() })).toMatchObject({ conflicts: [], problems: [] });
        expect(picture()).toEqual(after);
      }),
      { numRuns: rounds(12) },
    );
  });
});

/** Ids go on counting within one process, so the newest checkpoint has the highest. */
function historyOffset(): number {
  const all = readCheckpoints(checkpointFile(folder, "s")).checkpoints;
  return (all.at(-1)?.id ?? 0) - all.length;
}

function act(kind: string, name: string, text: string): void {
  const path = join(root, name);
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (kind === "write") writeFileSync(path, text);
    else if (kind === "remove") rmSync(path, { recursive: true, force: true });
    else if (kind === "mode" && stat && !stat.isSymbolicLink()) chmodSync(path, stat.isDirectory() ? 0o755 : 0o600);
    else if (kind === "link" && !stat) symlinkSync(`to-${text.replaceAll("\0", "0")}`, path);
    else if (kind === "folder" && !stat) mkdirSync(path, { recursive: true });
  } catch (error) {
    // Some of what chance proposes cannot be done, such as a file below a file.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

describe("what the user changed since", () => {
  test("is a conflict that leaves everything as it is, until it is forced; and force can be undone", async () => {
    shell("echo one > a && echo one > b");
    await call(shellAccess, () => shell("echo two > a && echo two > b"));
    write("a", "mine");
    expect((await undo()).conflicts).toEqual([{ path: "a", why: "changed since" }]);
    expect([read("a"), read("b")]).toEqual(["mine", "two\n"]);
    await undo({ force: true });
    expect([read("a"), read("b")]).toEqual(["one\n", "one\n"]);
    await undo({ to: 2 });
    expect([read("a"), read("b")]).toEqual(["mine", "two\n"]);
  });

  test("between two calls comes back when only the later is undone, and stands in the way of the earlier", async () => {
    write("a", "0");
    await call(shellAccess, () => write("a", "agent 1"));
    write("a", "user");
    await call(shellAccess, () => write("a", "agent 2"));
    expect((await undo({ steps: 2 })).conflicts).toEqual([{ path: "a", why: "changed since" }]);
    await undo();
    expect(read("a")).toBe("user");
  });

  test("a folder that has become a link is not followed", async () => {
    shell("mkdir d && echo in > d/f");
    await call(shellAccess, () => shell("echo out > d/f"));
    mkdirSync(join(base, "outside"));
    writeFileSync(join(base, "outside/f"), "outside");
    shell("rm -r d && ln -s ../outside d");
    expect((await undo()).conflicts).toEqual([{ path: "d/f", why: "deleted since" }]);
    expect((await undo({ force: true })).problems).toEqual([{ path: "d/f", why: "its folder is a link now" }]);
    expect(readFileSync(join(base, "outside/f"), "utf8")).toBe("outside");
  });

  test("another name of the same file keeps its content", async () => {
    shell("echo one > a && ln a b");
    await call([{ kind: "write", path: "a" }], () => shell("rm a && echo two > a"));
    await undo();
    expect([read("a"), read("b")]).toEqual(["one\n", "one\n"]);
  });
});

describe("limits are said", () => {
  test("a tree with too many entries is not kept, and the person hears it once", async () => {
    const small = new ProjectSnapshots({
      root,
      folder,
      sessionId: "s",
      excluded: [],
      limits: { ...SCAN_LIMITS, entriesMax: 3 },
    });
    shell("touch 1 2 3 4");
    expect(await small.before("one", shellAccess)).toMatch(/cannot be undone: the folder has more than 3 files/);
    expect(await small.after("one")).toBeUndefined();
    expect(await small.before("two", shellAccess)).toBeUndefined();
    expect(await small.after("two")).toBeUndefined();
    small.close();
    expect(readCheckpoints(checkpointFile(folder, "s")).checkpoints.map((one) => one.notCovered)).toEqual([
      expect.stringContaining("more than 3"),
      expect.stringContaining("more than 3"),
    ]);
  });

  test("a large file and a folder of packages are named as not covered", async () => {
    const small = new ProjectSnapshots({
      root,
      folder,
      sessionId: "s",
      excluded: [],
      limits: { ...SCAN_LIMITS, fileBytesMax: 10 },
    });
    shell("echo 'more than ten bytes' > big && mkdir -p node_modules/x && touch node_modules/x/y");
    await small.before("one", shellAccess);
    shell("rm -r big node_modules");
    await small.after("one");
    small.close();
    expect((await undo()).notCovered).toEqual([
      { path: "big", why: "too large or not readable" },
      { path: "node_modules", why: "a folder that tools can make again is left out" },
    ]);
  });

  test("a store that cannot be written never fails the call", async () => {
    writeFileSync(join(base, "file"), "");
    const broken = new ProjectSnapshots({ root, folder: join(base, "file/x"), sessionId: "s", excluded: [] });
    expect(await broken.before("one", shellAccess)).toMatch(/^What is changed now cannot be undone: /);
    expect(await broken.after("one")).toBeUndefined();
    broken.close();
  });
});

test("a call that a crash cut is closed with what it had changed", async () => {
  write("a", "one");
  await snapshots.before("cut", shellAccess);
  write("a", "half");
  forgetOwner();
  const history = new SessionHistory({ root, folder, excluded: [] }, "s");
  expect(await history.checkpoints()).toMatchObject([{ interrupted: true, changes: [{ path: "a" }] }]);
  history.close();
  await undo({ force: true });
  expect(read("a")).toBe("one");
});

test("a call of another container is under way as long as its process gives signs", async () => {
  write("a", "one");
  await snapshots.before("far", shellAccess);
  write("a", "half");
  const [mark = ""] = readdirSync(join(folder, "users"));
  const path = checkpointFile(folder, "s");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"namespace":"[^"]*"/g, '"namespace":"pid:[1]"'));
  const history = new SessionHistory({ root, folder, excluded: [] }, "s");
  expect(await history.checkpoints()).toEqual([]);
  utimesSync(join(folder, "users", mark), 1, 1);
  expect(await history.checkpoints()).toMatchObject([{ interrupted: true, changes: [{ path: "a" }] }]);
  history.close();
});

test.each(["a command", "an edit"])(
  "what a person did after a crash in the middle of %s is not taken back with it",
  async (what) => {
    write("a", "one");
    await snapshots.before("cut", what === "an edit" ? [{ kind: "write", path: "a" }] : shellAccess);
    write("a", "half");
    forgetOwner();
    write("a", "by hand");
    write("mine", "new");
    const { conflicts } = await undo();
    expect(conflicts.map(({ path }) => path)).toEqual(what === "an edit" ? ["a"] : ["a", "mine"]);
    expect([read("a"), read("mine")]).toEqual(["by hand", "new"]);
  },
);

/** Makes the open call that of a process that is no more. */
function forgetOwner(): void {
  const path = checkpointFile(folder, "s");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"startTime":"[^"]*"/g, '"startTime":"1"'));
}

test("a restore that stopped anywhere is finished by the next start", async () => {
  for (let number = 0; number < 20; number++) write(`f${number}`, "one");
  await call(shellAccess, () => shell("for f in f*; do echo two > $f; done; rm f7; mkdir g; touch g/h"));
  const history = new SessionHistory({ root, folder, excluded: [] }, "s");
  const chosen = lastCalls(await history.checkpoints(), 1);
  const { steps } = planUndo(chosen, history.currentStates(chosen), { force: false });
  history.close();
  const checkpoint = { id: 9, at: "", title: "undo", changes: [], undoes: [1] };
  const journal = {
    version: 1,
    temporary: ".waymark-restore-x",
    root,
    steps,
    checkpointFile: checkpointFile(folder, "s"),
    checkpoint,
  };
  writeFileSync(join(folder, "restore.json"), JSON.stringify(journal));
  for (const path of ["f1", "f2"]) write(path, "one");
  unlinkSync(join(root, "g/h"));
  expect(finishUndo(folder)).toEqual([]);
  expect(Object.keys(picture()).length).toBe(20);
  for (let number = 0; number < 20; number++) expect(read(`f${number}`)).toBe("one");
  expect(readCheckpoints(checkpointFile(folder, "s")).checkpoints.at(-1)?.changes).toHaveLength(steps.length);
});

test("the store keeps a content once, and tidying up keeps what a remaining session needs", async () => {
  const text = "x".repeat(100_000);
  for (let number = 0; number < 10; number++) write(`f${number}`, text);
  await call(shellAccess, () => shell("rm f1"));
  expect(storedBytes(folder)).toBe(100_000);
  const other = new ProjectSnapshots({ root, folder, sessionId: "old", excluded: [] });
  write("gone", "y".repeat(50_000));
  await other.before("one", shellAccess);
  shell("rm gone");
  await other.after("one");
  other.close();
  snapshots.close();
  await call(shellAccess, () => {});
  const limits = { bytesMax: 0, ageMsMax: 1e12 };
  // An undo that is under way needs what it puts back.
  writeFileSync(join(folder, "restore.json"), "{}");
  collectGarbage(folder, { keep: "s", limits });
  expect(storedBytes(folder)).toBe(150_000);
  rmSync(join(folder, "restore.json"));
  collectGarbage(folder, { keep: "s", limits });
  expect(storedBytes(folder)).toBe(100_000);
  snapshots = new ProjectSnapshots({ root, folder, sessionId: "s", excluded: [] });
  await undo();
  expect(statSync(join(root, "f1")).size).toBe(100_000);
});

describe("folders that are worked in besides", () => {
  let other: string;
  const added: string[] = [];
  beforeEach(() => {
    other = join(base, "other");
    mkdirSync(join(other, "deep"), { recursive: true });
    writeFileSync(join(other, "deep/f"), "before");
    added.splice(0, added.length, other, join(other, "deep"), join(root, "inner"), join(base, "gone"));
    const limits = { ...SCAN_LIMITS, entriesMax: 10 };
    snapshots.close();
    snapshots = new ProjectSnapshots({ root, folder, sessionId: "s", excluded: [], added, limits });
  });
  const there = (path: string): string => readFileSync(join(other, path), "utf8");

  test("what a command does there is taken back with what it does here, and brought back again", async () => {
    write("a", "one");
    await call(shellAccess, () => {
      shell("echo two > a; echo after > ../other/deep/f; mkdir ../other/made; echo x > ../other/made/x");
    });
    const { steps } = await undo();
    expect(steps.map(({ path }) => path).toSorted()).toEqual(
      ["a", ...["deep/f", "made", "made/x"].map((path) => join(other, path))].toSorted(),
    );
    expect([read("a"), there("deep/f"), readdirSync(other)]).toEqual(["one", "before", ["deep"]]);
    await undo({ to: 2 });
    expect([there("deep/f"), there("made/x")]).toEqual(["after\n", "x\n"]);
  });

  test("one that comes later counts from then on, and one that is taken away no more", async () => {
    added.splice(0, added.length);
    await call(shellAccess, () => shell("echo 1 > ../other/deep/f"));
    expect((await undo()).steps).toEqual([]);
    added.push(other);
    await call(shellAccess, () => shell("echo 2 > ../other/deep/f"));
    await undo();
    expect(there("deep/f")).toBe("1\n");
  });

  test("the working folder in an added one is looked at once, and one that is too large is said", async () => {
    added.splice(0, added.length, base);
    await call(shellAccess, () => shell("echo here > a"));
    expect((await undo()).steps.map(({ path }) => path)).toEqual(["a"]);
    for (let index = 0; index < 20; index++) writeFileSync(join(other, `f${index}`), "");
    added.splice(0, added.length, other);
    expect(await snapshots.before("large", shellAccess)).toMatch(
      /cannot be undone in .*other, as the folder has more than 10/,
    );
    shell("echo there > a");
    await snapshots.after("large");
    expect((await undo()).steps.map(({ path }) => path)).toEqual(["a"]);
  });
});

test("a switch of branches is told as what an undo does not take back, and with it the way", async () => {
  shell(
    "git init -q -b main; git config user.name a; git config user.email a@b; echo 1 > f; git add .; git commit -qm 1",
  );
  shell("git checkout -q -b feature; echo 2 > f; git commit -qam 2; git checkout -q main");
  await call(shellAccess, () => shell("git checkout -q feature"));
  await call(shellAccess, () => shell("echo 3 > f; git commit -qam 3"));
  const told = readCheckpoints(checkpointFile(folder, "s")).checkpoints.map(({ changes, notCovered }) => [
    changes.length,
    notCovered,
  ]);
  expect(told).toEqual([
    [1, "git went from main to feature and stays there: to go back, take this undo back and run git switch main."],
    [1, undefined],
  ]);
});
