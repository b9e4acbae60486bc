import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { indexForCovered, indexIn } from "./git-repositories.ts";

/** Indexes that git itself has written, and the same with what git takes in and a hasty reader passes over. */

let root = "";
afterEach(() => rmSync(root, { recursive: true, force: true }));

const BLOB = {
  sha1: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  sha256: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
};

const made = (format: keyof typeof BLOB, settings: readonly string[], files: number) => {
  root = mkdtempSync(join(tmpdir(), "waymark-index-"));
  const git = (words: readonly string[], input = ""): string =>
    execFileSync("git", [...settings.flatMap((one) => ["-c", one]), ...words], {
      cwd: root,
      encoding: "utf8",
      input,
      stdio: ["pipe", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    });
  git(["init", "-q", `--object-format=${format}`]);
  git(["hash-object", "-w", "--stdin"]);
  const lines = Array.from({ length: files }, (_, at) => `100644 ${BLOB[format]}\tfolder${at % 7}/file${at}.txt\n`);
  git(["update-index", "--index-info"], lines.join(""));
  git(["write-tree"]);
  git(["status", "--porcelain", "-uno"]);
  return git;
};

test.each([
  ["sha1", ["index.version=2"], 40],
  ["sha1", ["index.version=4", "core.untrackedCache=true"], 40],
  ["sha256", ["index.version=4"], 40],
  ["sha1", ["index.threads=4", "index.version=4"], 30_000],
  ["sha1", ["index.threads=4", "index.version=2"], 30_000],
] as const)("what git wrote by %s, %j, is read: %i files", (format, settings, files) => {
  const git = made(format, settings, files);
  const index = indexIn(join(root, ".git"));
  const listed = git(["ls-files", "-z"]).split("\0").slice(0, -1);
  expect(index.kind === "read" ? index.files.paths() : index.kind).toEqual(listed);
});

test("what may hold more than was read counts as unread", () => {
  made("sha1", ["index.threads=4", "index.version=2"], 30_000);
  const path = join(root, ".git/index");
  const whole = readFileSync(path);
  const body = whole.subarray(0, whole.length - 20);
  const table = body.lastIndexOf("IEOT");
  expect(table).toBeGreaterThan(0);
  const elsewhere = Buffer.from(whole);
  elsewhere.writeUInt32BE(elsewhere.readUInt32BE(table + 12) + 8, table + 12);
  const extension = (kind: string, size = 0): Buffer =>
    Buffer.concat([Buffer.from(kind), Buffer.from([0, 0, 0, size])]);
  const hidden = [
    elsewhere,
    Buffer.concat([body, extension("ABCD"), whole.subarray(-20)]),
    Buffer.concat([body, extension("link"), whole.subarray(-20)]),
    Buffer.concat([body, extension("TREE", 9), whole.subarray(-20)]),
    Buffer.concat([body, Buffer.from("x"), whole.subarray(-20)]),
  ];
  for (const [at, bytes] of hidden.entries()) {
    writeFileSync(path, bytes);
    rmSync(path);
    writeFileSync(path, bytes);
    expect(indexIn(join(root, ".git")).kind, String(at)).toBe("unread");
  }
});

test("a repository whose name is no text cannot be looked into", () => {
  const git = made("sha1", [], 3);
  git(["update-index", "-z", "--index-info"], "");
  const line = Buffer.concat([Buffer.from(`160000 ${BLOB.sha1}\ts`), Buffer.from([0xff, 0])]);
  execFileSync("git", ["update-index", "-z", "--index-info"], { cwd: root, input: line });
  expect(indexIn(join(root, ".git")).kind).toBe("unread");
});

test.each([
  ["sha1", 2],
  ["sha1", 3],
  ["sha1", 4],
  ["sha256", 2],
  ["sha256", 4],
] as const)(
  "git takes its own word for files that look empty, by an index of its own form (%s, version %i)",
  (format, version) => {
    root = mkdtempSync(join(tmpdir(), "waymark-index-"));
    const git = (words: readonly string[], index?: string): string =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) },
      });
    git(["init", "-q", `--object-format=${format}`]);
    const names = ["a", "ab", "certs/k.key", "certs/käse.key", "changed.key", "z"];
    mkdirSync(join(root, "certs"));
    for (const name of names) writeFileSync(join(root, name), `${name}\n`);
    git(["add", "-A"]);
    git(["commit", "-qm", "one"]);
    // An entry with a second word of flags makes it the third version.
    if (version === 3) git(["update-index", "--skip-worktree", "a"]);
    else git(["update-index", `--index-version=${version}`]);
    writeFileSync(join(root, "changed.key"), "another one of more letters\n");
    const made = indexForCovered(
      { top: root, gitFolder: join(root, ".git"), isSure: true },
      (path) => path.startsWith(join(root, "certs/")) || path.endsWith("changed.key"),
    );
    const copy = join(root, ".git/copy");
    writeFileSync(copy, made ?? "");
    for (const name of ["certs/k.key", "certs/käse.key", "changed.key"]) writeFileSync(join(root, name), "");
    expect({
      skipped: git(["-c", "core.quotePath=false", "ls-files", "-t"], copy)
        .split("\n")
        .filter((line) => line.startsWith("S")),
      status: git(["status", "--porcelain"], copy),
      compared: git(["diff", "HEAD", "--name-only"], copy),
      found: git(["grep", "-l", "[kz]"], copy),
      fsck: git(["fsck", "--no-progress"], copy),
    }).toEqual({
      skipped: [...(version === 3 ? ["S a"] : []), "S certs/k.key", "S certs/käse.key"],
      status: " M changed.key\n",
      compared: "changed.key\n",
      found: "z\n",
      fsck: "",
    });
  },
);

test("an index of a few bytes that stands for gigabytes of names is not read, nor one with the time of another handed out", () => {
  made("sha1", [], 1);
  const path = join(root, ".git", "index");
  const { atime, mtime, size } = statSync(path);
  expect(indexIn(join(root, ".git")).kind).toBe("read");
  const other = readFileSync(path);
  other.write("fileX", other.indexOf("file0"));
  writeFileSync(path, other);
  utimesSync(path, atime, mtime);
  const index = indexIn(join(root, ".git"));
  expect([statSync(path).size, index.kind === "read" && index.files.paths()]).toEqual([size, ["folder0/fileX.txt"]]);

  // Each name shares all but a byte with the one before it.
  const entry = (cut: readonly number[], name: string, length: number): Buffer => {
    const head = Buffer.alloc(62);
    head.writeUInt16BE(Math.min(length, 0xfff), 60);
    return Buffer.concat([head, Buffer.from(cut), Buffer.from(`${name}\0`)]);
  };
  for (const length of [4_000, 1_000_000]) {
    const head = Buffer.from("DIRC\0\0\0\u0004\0\0\0\0", "latin1");
    head.writeUInt32BE(20_000, 8);
    const rest = Array.from({ length: 19_999 }, () => entry([1], "b", length));
    writeFileSync(path, Buffer.concat([head, entry([0], "a".repeat(length), length), ...rest, Buffer.alloc(20)]));
    expect(indexIn(join(root, ".git")).kind).toBe("unread");
  }
});
