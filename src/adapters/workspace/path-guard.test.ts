import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { isBelow } from "../path-walk.ts";
import { holdFolderAt, openFileAt, pinFolder } from "../pinned-folder.ts";
import { openInside } from "./open-inside.ts";
import { checkPath, type PathRequest, type PathVerdict } from "./path-guard.ts";

let base: string;
let root: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-guard-")));
  root = join(base, "app");
  for (const folder of ["app/src", "app/.git/hooks", "app/certs", "app/private", "outside", "app-evil"])
    mkdirSync(join(base, folder), { recursive: true });
  for (const file of [
    "app/src/a.ts",
    "app/README.md",
    "app/.env",
    "app/certs/cert.pem",
    "app/private/x.txt",
    "outside/x.txt",
    "app-evil/x.txt",
  ])
    writeFileSync(join(base, file), "plain\n");
  writeFileSync(join(base, "app/certs/key.pem"), `-----BEGIN ${"PRIVATE"} KEY-----\n`);
  symlinkSync("src", join(root, "inner"));
  symlinkSync("../outside", join(root, "outer"));
  symlinkSync(join(base, "app/src/a.ts"), join(root, "absolute"));
  symlinkSync("../outside/new.txt", join(root, "dangling"));
  symlinkSync("nowhere", join(root, "broken"));
  symlinkSync("ring-b", join(root, "ring-a"));
  symlinkSync("ring-a", join(root, "ring-b"));
  symlinkSync("/dev/zero", join(root, "zero"));
  symlinkSync("/proc/self/environ", join(root, "environ"));
  symlinkSync(".git", join(root, "link-to-git"));
  symlinkSync("app", join(base, "root-link"));
  linkSync(join(base, "outside/x.txt"), join(root, "hard"));
  execFileSync("mkfifo", [join(root, "fifo")]);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const allowed = (op: PathRequest["op"], path: string, more: Partial<PathRequest> = {}): boolean =>
  checkPath(path, { root, op, ...more }).allowed;

describe("checkPath", () => {
  test.each([
    ["read", "src/../src/a.ts"],
    ["read", "src//a.ts"],
    ["read", "inner/a.ts"],
    ["write", "absolute"],
    ["create", "inner/new.ts"],
    ["create", "deep/er/new.ts"],
    ["create", "..foo.ts"],
    ["create", "$(touch x).txt"],
    ["create", "~backup"],
    ["create", "a\\b.txt"],
    ["read", "hard"],
    ["delete", "hard"],
    ["delete", "outer"],
    ["delete", "broken"],
    ["list", "."],
    ["list", "src/"],
    ["read", "certs/cert.pem"],
    ["read", ".git/../README.md"],
  ] as const)("%s %s is allowed", (op, path) => {
    expect(allowed(op, path)).toBe(true);
  });

  test.each([
    ["read", "../outside/x.txt", "outside"],
    ["read", "../app-evil/x.txt", "outside"],
    ["read", "outer/x.txt", "outside"],
    ["list", "outer", "outside"],
    ["delete", "outer/", "outside"],
    ["delete", "outer/x.txt", "outside"],
    ["create", "dangling", "outside"],
    ["create", "broken", "special"],
    ["read", "ring-a", "special"],
    ["read", "zero", "special"],
    ["read", "environ", "special"],
    ["read", "fifo", "special"],
    ["read", "/proc/self/environ", "special"],
    ["read", "src", "special"],
    ["read", "src/a.ts/", "special"],
    ["read", "src/a.ts/../a.ts", "special"],
    ["create", "new/", "malformed"],
    ["read", "missing", "missing"],
    ["delete", ".", "outside"],
    ["delete", "..", "outside"],
    ["delete", "src/..", "outside"],
    ["read", "~/x", "malformed"],
    ["read", "~root/.ssh/id_rsa", "malformed"],
    ["read", "file:///etc/passwd", "malformed"],
    ["read", "a\0b", "malformed"],
    ["create", "a\nb", "malformed"],
    ["create", "aux.txt", "malformed"],
    ["create", "src/a.ts:stream", "malformed"],
    ["create", "..\\outside\\x", "outside"],
    ["create", "C:\\x", "outside"],
    ["write", "hard", "shared"],
    ["create", ".git/hooks/pre-commit", "protected"],
    ["create", ".GIT/config", "protected"],
    ["write", "link-to-git/config", "protected"],
    ["delete", ".git", "protected"],
    ["read", ".env", "secret"],
    ["read", "certs/key.pem", "secret"],
  ] as const)("%s %j is refused: %s", (op, path, refusal) => {
    expect(checkPath(path, { root, op })).toMatchObject({ allowed: false, refusal });
  });

  test("a rule opens a file in which a key stands only by its whole path", () => {
    const path = "certs/key.pem";
    const opened = (pattern: string) => allowed("read", path, { rules: { allow: [`read_file(${pattern})`] } });
    for (const pattern of [path, `/${path}`, `./${path}`, `/${join(root, path)}`])
      expect([pattern, opened(pattern)]).toEqual([pattern, true]);
    for (const pattern of ["*.pem", "certs/*.pem", "certs/**", "key.pem", "**/key.pem", "certs/key.pe?", "certs"])
      expect([pattern, opened(pattern)]).toEqual([pattern, false]);
    writeFileSync(join(root, "top.pem"), `-----BEGIN ${"PRIVATE"} KEY-----\n`);
    expect(allowed("read", "top.pem", { rules: { allow: ["read_file(top.pem)"] } })).toBe(true);
    rmSync(join(root, "top.pem"));
  });

  test("a root given through a link is the folder it leads to", () => {
    const request = { root: join(base, "root-link"), op: "read" } as const;
    expect(checkPath(join(root, "src/a.ts"), request)).toMatchObject({
      allowed: true,
      realPath: join(root, "src/a.ts"),
    });
    expect(checkPath(join(base, "root-link/src/a.ts"), request).allowed).toBe(true);
  });

  test("further roots open themselves and nothing beside them", () => {
    const extraRoots = [join(base, "outside")];
    expect(allowed("read", join(base, "outside/x.txt"), { extraRoots })).toBe(true);
    expect(allowed("read", join(base, "outside/../app-evil/x.txt"), { extraRoots })).toBe(false);
    expect(allowed("delete", join(base, "outside"), { extraRoots })).toBe(false);
  });

  test("a rule opens what it names, not what a wildcard covers", () => {
    expect(allowed("create", ".github/workflows/ci.yml", { rules: { allow: [".github/workflows/**"] } })).toBe(true);
    expect(allowed("create", ".github/workflows/ci.yml", { rules: { allow: ["**"] } })).toBe(false);
    expect(allowed("write", "private/x.txt", { rules: { deny: ["private/"] } })).toBe(false);
    expect(allowed("read", "../outside/x.txt", { rules: { allow: ["../outside/**", "**"] } })).toBe(false);
  });

  test("a denial also holds for the path behind a link", () => {
    symlinkSync("private", join(root, "nice"));
    expect(allowed("read", "nice/x.txt", { rules: { deny: ["private/"] } })).toBe(false);
    expect(allowed("read", "nice/x.txt", { rules: { deny: ["nice/"] } })).toBe(false);
  });

  test("names are found without regard to case where the file system does so", () => {
    expect(checkPath("SRC/A.TS", { root, op: "read", os: "case-insensitive" })).toMatchObject({
      allowed: true,
      realPath: join(root, "src/a.ts"),
    });
  });

  test("what is allowed to be written lies inside, whatever the path is made of", () => {
    const part = fc.constantFrom(
      "..",
      ".",
      "",
      "src",
      "inner",
      "outer",
      "absolute",
      "broken",
      "link-to-git",
      "new",
      "x.txt",
      "a.ts",
      "hard",
      "ring-a",
      "/",
      base,
      "~",
      "app",
      "app-evil",
      "root-link",
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("read", "create", "write", "delete", "list"),
        (parts, op) => {
          const verdict = checkPath(parts.join("/"), { root, op });
          if (!verdict.allowed) return;
          expect(isBelow(verdict.realPath ?? "", root)).toBe(true);
          if (op !== "delete" && existsSync(verdict.realPath ?? ""))
            expect(isBelow(realpathSync(verdict.realPath ?? ""), root)).toBe(true);
          if (op !== "read" && op !== "list") expect(verdict.realPath).not.toMatch(/\.git(\/|$)/);
        },
      ),
      { numRuns: rounds(60) },
    );
  });
});

describe("openInside", () => {
  test("opens what was checked, and no folder", () => {
    writeFileSync(join(root, "here.txt"), "text");
    const file = openInside("here.txt", { root });
    if (file.kind === "refused") throw new Error(file.verdict.reason);
    expect(readFileSync(file.descriptor, "utf8")).toBe("text");
    file.close();
    expect(openInside("src", { root }).kind).toBe("refused");
  });

  test("a refused path is not opened, an approved one is", () => {
    const settled = (verdict: PathVerdict) => ({ ...verdict, allowed: verdict.allowed || verdict.askable });
    expect(openInside(".env", { root }).kind).toBe("refused");
    const file = openInside(".env", { root, settled });
    expect(file.kind).toBe("open");
    if (file.kind === "open") file.close();
    expect(openInside("../outside/x.txt", { root }).kind).toBe("refused");
    const outside = openInside("../outside/x.txt", { root, settled });
    expect(outside.kind).toBe("open");
    if (outside.kind === "open") outside.close();
  });

  test("an exchange of the folder after it was pinned leads nowhere else", () => {
    mkdirSync(join(root, "swapped"));
    const folder = pinFolder(join(root, "swapped"), [root]);
    renameSync(join(root, "swapped"), join(root, "swapped.away"));
    symlinkSync("../outside", join(root, "swapped"));
    try {
      folder.verify();
      writeFileSync(join(folder.directory, "new.txt"), "here", { flag: "wx" });
      expect(existsSync(join(root, "swapped.away/new.txt"))).toBe(true);
    } catch (error) {
      // Without descriptor paths the exchange is noticed instead.
      expect(error).toMatchObject({ name: "PathMoved" });
    } finally {
      folder.close();
    }
    expect(existsSync(join(base, "outside/new.txt"))).toBe(false);
  });

  test("a folder outside of the roots is not pinned by itself", () => {
    expect(() => pinFolder(join(base, "outside"), [root])).toThrow("lies elsewhere now");
  });

  test.skipIf(process.platform !== "linux")(
    "what is opened by a path that leads through a link by now is not taken",
    () => {
      mkdirSync(join(base, "outside/sub"));
      writeFileSync(join(base, "outside/sub/a.txt"), "theirs");
      symlinkSync("../outside", join(root, "through"));
      expect(() => openFileAt(join(root, "through/sub/a.txt"))).toThrow("was exchanged while it was opened");
      expect(() => holdFolderAt(join(root, "through/sub"))).toThrow("was exchanged while it was opened");
      execFileSync("mkfifo", [join(root, "pipe")]);
      expect(() => openFileAt(join(root, "pipe"))).toThrow("is no regular file");
    },
  );
});

test("what is written into a git folder, or makes a folder one, is protected whatever the folder is called", () => {
  const at = (path: string, op: PathRequest["op"] = "create") => checkPath(path, { root, op }).refusal;
  for (const folder of ["bare/objects", "bare/refs", "half/objects", "half/refs", "tree"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["bare/HEAD", "bare/config", "bare/notes.txt", "tree/commondir", "half/config", "src/config"])
    writeFileSync(join(root, file), "plain\n");
  const parts = [
    "bare/config.worktree",
    "bare/hooks/post-checkout",
    "bare/commondir",
    "half/HEAD",
    "half/head",
    "tree/HEAD",
  ];
  expect(parts.map((path) => at(path))).toEqual(parts.map(() => "protected"));
  expect([at("bare/config", "write"), at("bare/HEAD", "delete")]).toEqual(["protected", "protected"]);
  const whatever = ["src/HEAD", "HEAD", "Head", "half/commondir", "new/er/head"];
  expect(whatever.map((path) => at(path))).toEqual(whatever.map(() => "protected"));
  mkdirSync(join(root, "src/head"));
  const others = ["bare/new.txt", "half/hooks/x", "src/objects/x", "src/head", "src/head/index.ts", "HEAD.txt"];
  expect(others.map((path) => at(path))).toEqual(others.map((path) => (path === "src/head" ? "special" : undefined)));
  expect([
    at("bare/config", "read"),
    at("src/HEAD", "read"),
    at("src/config", "write"),
    at("bare/notes.txt", "write"),
  ]).toEqual([undefined, "missing", undefined, undefined]);
});

test("a name that is not there is held to the rules, where its escapes may stand for one that is", () => {
  const refusals = ["docs/conta\\xE7.txt", "docs/other\\xE7.txt", "docs/conta.txt"].map(
    (path) => checkPath(path, { root, op: "read", rules: { deny: ["read_file(docs/conta?.txt)"] } }).refusal,
  );
  expect(refusals).toEqual(["denied", "missing", "missing"]);
});
