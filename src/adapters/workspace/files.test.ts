import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Workspace } from "../../core/ports/workspace.ts";
import { createWorkspace } from "./files.ts";
import { createJournalledCommit } from "./journalled-commit.ts";

let base: string;
let root: string;
let workspace: Workspace;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "waymark-files-"));
  root = join(base, "project");
  for (const folder of ["project/src", "project-sibling", "added", "outside"])
    mkdirSync(join(base, folder), { recursive: true });
  for (const file of ["project/src/a.txt", "project-sibling/s.txt", "added/b.txt", "outside/o.txt"])
    writeFileSync(join(base, file), file);
  const commit = createJournalledCommit(join(base, "journal"));
  workspace = createWorkspace({ root, addedRoots: [join(base, "added")], commit });
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const write = (path: string, text: string, expected: string | null = null) =>
  ({ kind: "write", path, bytes: Buffer.from(text), expected }) as const;

describe("paths", () => {
  test("a file that a rule asks about is there for whom it was allowed", async () => {
    const ruled = createWorkspace({ root, rules: { ask: ["Read(src/**)"] } });
    const decided = { path: "src/a.txt", use: "write", realPath: join(root, "src/a.txt"), lifts: ["ask"] } as const;
    const allowed = ruled.allowing([{ kind: "write", path: "src/a.txt" }], [decided]);
    expect(await allowed.stat("src/a.txt")).toMatchObject({ kind: "file", sizeBytes: 17 });
    await expect(ruled.stat("src/a.txt")).rejects.toThrow("without approval");
  });

  test.each(["src/a.txt", "./src/../src/a.txt", "src//a.txt"])("%s is inside", async (path) => {
    expect(Buffer.from(await workspace.readBytes(path)).toString()).toBe("project/src/a.txt");
  });

  test("an absolute path inside, and one in an added folder, may be read and are shown apart", async () => {
    await workspace.readBytes(join(root, "src/a.txt"));
    await workspace.readBytes(join(base, "added/b.txt"));
    expect(workspace.show(join(root, "src/a.txt"))).toBe("src/a.txt");
    expect(workspace.show("src/../src/a.txt")).toBe("src/a.txt");
    expect(workspace.show(root)).toBe(".");
    expect(workspace.show(join(base, "added/b.txt"))).toBe(join(workspace.roots[1] ?? "", "b.txt"));
  });

  test.each([
    "../outside/o.txt",
    "src/../../outside/o.txt",
    "../project-sibling/s.txt",
    "/etc/passwd",
    "~/x",
    "~root/x",
    "a\0b",
  ])("%j is refused", async (path) => {
    await expect(workspace.readBytes(path)).rejects.toThrow(/outside the working folder|not expanded|NUL/);
    await expect(workspace.commit([write(path, "x")])).rejects.toThrow(/outside the working folder|not expanded|NUL/);
  });

  test("links are judged by where they lead, dangling ones too", async () => {
    symlinkSync(join(base, "outside"), join(root, "out"));
    symlinkSync(join(base, "outside/new.txt"), join(root, "dangling"));
    symlinkSync("loop", join(root, "loop"));
    symlinkSync("src/a.txt", join(root, "good"));
    for (const path of ["out/o.txt", "out/new.txt", "dangling", "out"])
      await expect(workspace.stat(path)).rejects.toThrow("outside");
    await expect(workspace.commit([write("dangling", "x")])).rejects.toThrow("outside");
    expect(existsSync(join(base, "outside/new.txt"))).toBe(false);
    await expect(workspace.stat("loop")).rejects.toThrow("in a circle");
    await workspace.commit([write("good", "new", hash("project/src/a.txt"))]);
    expect(lstatSync(join(root, "good")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "src/a.txt"), "utf8")).toBe("new");
  });

  test("a folder named ~ is reached by ./~, as ~ alone is never taken for a home", async () => {
    mkdirSync(join(root, "~"));
    expect((await workspace.stat("./~"))?.kind).toBe("folder");
    await expect(workspace.stat("~")).rejects.toThrow("not expanded");
  });
});

describe("a commit", () => {
  test("writes, moves and deletes together, keeping permissions", async () => {
    writeFileSync(join(root, "run.sh"), "x", { mode: 0o750 });
    writeFileSync(join(root, "gone"), "y");
    await workspace.commit([
      write("deep/er/new.txt", "n"),
      { kind: "move", from: "run.sh", to: "bin/run.sh", bytes: Buffer.from("z"), expected: hash("x") },
      { kind: "delete", path: "gone", expected: hash("y") },
    ]);
    expect(readdirSync(root).sort()).toEqual(["bin", "deep", "src"]);
    expect(readFileSync(join(root, "bin/run.sh"), "utf8")).toBe("z");
    expect(statSync(join(root, "bin/run.sh")).mode & 0o777).toBe(0o750);
  });

  test.each([
    ["has changed", write("src/a.txt", "new", hash("other"))],
    ["is gone", write("src/none.txt", "new", hash("other"))],
    ["exists already", write("src/a.txt", "new")],
    ["is not a regular file", write("src", "new")],
  ])("with a file that %s changes nothing", async (words, change) => {
    await expect(workspace.commit([write("b.txt", "b"), change])).rejects.toThrow(words);
    expect(readdirSync(root)).toEqual(["src"]);
    expect(readdirSync(join(root, "src"))).toEqual(["a.txt"]);
    expect(readFileSync(join(root, "src/a.txt"), "utf8")).toBe("project/src/a.txt");
  });

  test("of a read-only file is refused", async () => {
    chmodSync(join(root, "src/a.txt"), 0o444);
    await expect(workspace.commit([write("src/a.txt", "x", hash("project/src/a.txt"))])).rejects.toThrow(
      /the file is read-only\. Nothing was written\.$/,
    );
  });

  test("that fails half way takes back what it did", async () => {
    // The second target turns out to be below a file that the first change creates.
    await expect(workspace.commit([write("new/x", "1"), write("new/x/y", "2")])).rejects.toThrow();
    expect(readdirSync(root)).toEqual(["src"]);
  });
});

test("a range of a file is read without the rest", async () => {
  expect(Buffer.from(await workspace.readBytes("src/a.txt", { offset: 8, length: 3 })).toString()).toBe("src");
  expect((await workspace.readBytes("src/a.txt", { offset: 99, length: 3 })).length).toBe(0);
});

test("a walk gives the same order every time, and stops when told", async () => {
  for (const name of ["b", "a.txt", "a/z", "a/b", "a-b"]) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), "");
  }
  expect(await Array.fromAsync(workspace.walk("."))).toEqual(["a/b", "a/z", "a-b", "a.txt", "b", "src/a.txt"]);
  expect(await Array.fromAsync(workspace.walk("a"))).toEqual(["a/b", "a/z"]);
  expect(await Array.fromAsync(workspace.walk(".", { signal: AbortSignal.abort() }))).toEqual([]);
});

describe("a file that changed since it was read", () => {
  const access = (kind: "read" | "write") => [{ kind, path: "src/a.txt" } as const];
  const read = (kind: "read" | "write") => workspace.allowing(access(kind)).readBytes("src/a.txt");

  test("is not changed on the old sight of it, but after another look it is", async () => {
    await read("read");
    writeFileSync(join(root, "src/a.txt"), "by the user");
    await expect(read("write")).rejects.toThrow(/src\/a\.txt was changed on disk since you read it.*read it again/);
    await read("read");
    expect(Buffer.from(await read("write")).toString()).toBe("by the user");
  });

  describe("by a command of the model's own", () => {
    const changing = (how: () => void) => workspace.duringCommand?.(async () => how());
    const put = (text: string) => () => writeFileSync(join(root, "src/a.txt"), text);
    const replacing = () =>
      workspace.allowing([{ kind: "write", path: "src/a.txt", replaces: true }]).readBytes("src/a.txt");

    test("can be changed in part, and replaced whole only after another look", async () => {
      await read("read");
      await changing(put("by the command"));
      expect(Buffer.from(await read("write")).toString()).toBe("by the command");
      await expect(replacing()).rejects.toThrow(/was changed on disk since you read it, by a command\..*read it again/);
      await read("read");
      expect(Buffer.from(await replacing()).toString()).toBe("by the command");
    });

    test("is another's again once another changed it, before the command or after", async () => {
      await read("read");
      put("by the user, before")();
      await changing(put("by the command"));
      await expect(read("write")).rejects.toThrow(/by the user or another program/);
      await read("read");
      await changing(put("by the command once more"));
      put("by the user, after")();
      await expect(read("write")).rejects.toThrow(/by the user or another program/);
    });

    test("the same size and time do not hide a change, and a command that fails has changed it all the same", async () => {
      await read("read");
      const { mtime, atime } = statSync(join(root, "src/a.txt"));
      await changing(() => {
        put("PROJECT/src/a.txt")();
        utimesSync(join(root, "src/a.txt"), atime, mtime);
        throw new Error("exit 1");
      })?.catch(() => {});
      expect(Buffer.from(await read("write")).toString()).toBe("PROJECT/src/a.txt");
      await expect(replacing()).rejects.toThrow(/by a command/);
    });

    test("a link or nothing in its place is not followed", async () => {
      await read("read");
      await changing(() => {
        rmSync(join(root, "src/a.txt"));
        writeFileSync(join(root, "src/other.txt"), "other");
        symlinkSync("other.txt", join(root, "src/a.txt"));
      });
      await expect(read("write")).rejects.toThrow();
    });
  });

  test("the call's own changes, a touch and a file that nobody read are no reason", async () => {
    await read("write");
    await read("read");
    writeFileSync(join(root, "src/a.txt"), "project/src/a.txt");
    await read("write");
    await workspace.allowing(access("write")).commit([write("src/a.txt", "new", hash("project/src/a.txt"))]);
    expect(Buffer.from(await read("write")).toString()).toBe("new");
  });
});
