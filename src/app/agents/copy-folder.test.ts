import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyFolder } from "./copy-folder.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-copy-")));
  mkdirSync(join(base, "root/a/b"), { recursive: true });
  mkdirSync(join(base, "home/b"), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (path: string, text: string): void => writeFileSync(join(base, path), text);
const copied = (isMeant = (_path: string): boolean => true): void =>
  copyFolder(join(base, "root"), join(base, "copy"), isMeant);

test("files, modes and links come along as they are; pipes and what is left out do not", () => {
  put("root/a/b/x.sh", "x\n");
  chmodSync(join(base, "root/a/b/x.sh"), 0o755);
  put("root/a/left", "no\n");
  symlinkSync("/nowhere", join(base, "root/l"));
  execFileSync("mkfifo", [join(base, "root/pipe")]);
  copied((path) => !path.endsWith("/left"));
  expect(readFileSync(join(base, "copy/a/b/x.sh"), "utf8")).toBe("x\n");
  expect(statSync(join(base, "copy/a/b/x.sh")).mode & 0o777).toBe(0o755);
  expect(readlinkSync(join(base, "copy/l"))).toBe("/nowhere");
  expect([existsSync(join(base, "copy/a/left")), existsSync(join(base, "copy/pipe"))]).toEqual([false, false]);
});

test("nothing of elsewhere comes along while folders and files are exchanged for links", async () => {
  for (const name of ["x", "y", "z", "b/x"]) {
    put(`root/a/${name}`, "ours\n");
    put(`home/${name}`, "private\n");
  }
  mkdirSync(join(base, "root/c"));
  put("root/c/x", "ours\n");
  put("root/kept", "ours\n");
  symlinkSync(join(base, "home"), join(base, "root/link"));
  symlinkSync(join(base, "home/x"), join(base, "root/file-link"));
  const exchange = `import ctypes, os
swap = lambda one, other: ctypes.CDLL(None).renameat2(-100, one, -100, other, 2)
print("on", flush=True)
while True:
  swap(b"a", b"link"); swap(b"c/x", b"file-link")`;
  const child = spawn("python3", ["-c", exchange], { cwd: join(base, "root"), stdio: ["ignore", "pipe", "ignore"] });
  try {
    await new Promise((on) => child.stdout.once("data", on));
    for (let round = 0; round < 60; round++) {
      rmSync(join(base, "copy"), { recursive: true, force: true });
      copied();
      // Links of the copy are not followed here either.
      const said = execFileSync("grep", ["-rh", "", join(base, "copy")], { encoding: "utf8" });
      expect(said).not.toContain("private");
    }
  } finally {
    child.kill("SIGKILL");
  }
});

test("names and targets that are no text come along in their bytes", () => {
  const odd = (path: string): Buffer => Buffer.from(`${base}/${path}`, "latin1");
  mkdirSync(odd("root/f\xff"));
  writeFileSync(odd("root/f\xff/\xe9"), "x\n");
  symlinkSync(Buffer.from("f\xff/\xe9", "latin1"), odd("root/l\xff"));
  copied();
  expect(readFileSync(odd("copy/l\xff"), "utf8")).toBe("x\n");
});
