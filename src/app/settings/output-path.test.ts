import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noteGiven } from "../../adapters/given-file.ts";
import { inOutput, openOutput, outputPath, seenFolder, writeOutput, writeUntaken } from "./output-path.ts";

let base: string;
let folder: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-output-")));
  folder = join(base, "work");
  mkdirSync(join(folder, "docs"), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test("a place in the folder, behind a link within it, or one that is named outside of it is taken", () => {
  symlinkSync("docs", join(folder, "inner"));
  expect(
    ["a.md", "docs/new/a.md", "inner/a.md", "../other", join(base, "x")].map((path) => outputPath(path, folder)),
  ).toEqual([
    join(folder, "a.md"),
    join(folder, "docs/new/a.md"),
    join(folder, "inner/a.md"),
    join(base, "other"),
    join(base, "x"),
  ]);
});

test.each(["out", "out/deep/a.md", "nothing", "itself/a.md", "docs/out.md"])(
  "%s, a link out or to nothing, is not",
  (path) => {
    symlinkSync(base, join(folder, "out"));
    symlinkSync(join(base, "not-there"), join(folder, "nothing"));
    symlinkSync("itself", join(folder, "itself"));
    symlinkSync("../../x", join(folder, "docs/out.md"));
    expect(() => outputPath(path, folder)).toThrow(/is a link that leads out of/);
    expect(() => outputPath(join(folder, path), folder)).toThrow(/is a link that leads out of/);
  },
);

test("a link in the folder that is worked in is none either, where the path is named from another", () => {
  symlinkSync(join(base, "other"), join(folder, "out.md"));
  writeOutput("work/docs/out.md", [base, folder], "a\n");
  expect(readFileSync(join(folder, "docs/out.md"), "utf8")).toBe("a\n");
  expect(() => writeOutput("work/out.md", [base, folder], "a\n")).toThrow(/is a link that leads out of/);
});

test("a pipe of the folder, also behind a link within it, is no place; one that is named outside of it is", () => {
  execFileSync("mkfifo", [join(folder, "pipe"), join(base, "outside")]);
  symlinkSync("../pipe", join(folder, "docs/link"));
  for (const path of ["pipe", "docs/link"]) expect(() => outputPath(path, folder)).toThrow(/is a pipe or a socket/);
  expect(outputPath("../outside", folder)).toBe(join(base, "outside"));
});

test("what is written follows no folder that is exchanged for a link meanwhile, and no link that is put in the file's place", () => {
  mkdirSync(join(base, "home"));
  const exchange = (): void => {
    renameSync(join(folder, "docs"), join(folder, "gone"));
    symlinkSync(join(base, "home"), join(folder, "docs"));
  };
  inOutput("docs/a.md", [folder], (at) => {
    exchange();
    writeFileSync(at, "a\n");
  });
  expect(readFileSync(join(folder, "gone/a.md"), "utf8")).toBe("a\n");
  expect(() => writeOutput("docs/b.md", [folder], "b\n")).toThrow(/is a link that leads out of/);
  expect(() =>
    inOutput("gone/c.md", [folder], (at, flags) => {
      symlinkSync(join(base, "home/c.md"), at);
      closeSync(openSync(at, constants.O_WRONLY | constants.O_CREAT | flags));
    }),
  ).toThrow(/ELOOP|exchanged/);
  expect(readdirSync(join(base, "home"))).toEqual([]);
});

test("it is written through links within the folder, into folders that are made, and outside where that is named", () => {
  symlinkSync("docs", join(folder, "inner"));
  writeOutput("inner/new/a.md", [folder], "a\n");
  writeOutput("../other/b.md", [folder], (file) => writeFileSync(file, "b\n"));
  expect(readFileSync(join(folder, "docs/new/a.md"), "utf8") + readFileSync(join(base, "other/b.md"), "utf8")).toBe(
    "a\nb\n",
  );
  expect(() => writeOutput("inner/new/a.md", [folder], "c\n", { as: "first" })).toThrow(/EEXIST/);
});

test("what is named outside of the folder goes through its folder held open as well, and what is no file is opened as it is called", () => {
  mkdirSync(join(base, "other"));
  mkdirSync(join(base, "home"));
  symlinkSync(join(base, "other"), join(base, "link"));
  inOutput("../link/a.md", [folder], (at) => {
    renameSync(join(base, "other"), join(base, "gone"));
    symlinkSync(join(base, "home"), join(base, "other"));
    writeFileSync(at, "a\n");
  });
  expect([readdirSync(join(base, "gone")), readdirSync(join(base, "home"))]).toEqual([["a.md"], []]);
  symlinkSync(join(base, "b.md"), join(base, "later.md"));
  for (const path of ["../later.md", "/dev/null"]) closeSync(openOutput(path, [folder]));
  expect(readdirSync(base)).toContain("b.md");
});

test("a folder outside that was seen before takes nothing more once it, or one above it, is a link", () => {
  mkdirSync(join(base, "home/pages"), { recursive: true });
  const place = seenFolder(join(base, "out/pages"));
  const write = (name: string): void => writeOutput(join(place.path, name), [folder, place], "a\n");
  write("a.md");
  renameSync(join(base, "out"), join(base, "gone"));
  symlinkSync(join(base, "home"), join(base, "out"));
  expect(() => write("b.md")).toThrow(/was exchanged for a link/);
  expect(readdirSync(join(base, "home/pages"))).toEqual([]);
});

test("a name that is taken, by a link too, is left as it is and the next one written", () => {
  mkdirSync(join(base, "home"));
  writeFileSync(join(folder, "docs/a-1"), "mine\n");
  symlinkSync(join(base, "home/a"), join(folder, "docs/a-2"));
  const write = (): string => writeUntaken("docs", [folder], (count) => `a-${count}`, { content: "a\n" });
  expect([write(), write()]).toEqual(["docs/a-3", "docs/a-4"]);
  expect([readFileSync(join(folder, "docs/a-1"), "utf8"), readdirSync(join(base, "home"))]).toEqual(["mine\n", []]);
});

test("what is protected, secret or named by the person is written where they call it so, and through no link to it", () => {
  mkdirSync(join(folder, ".vscode"));
  mkdirSync(join(folder, ".claude"));
  mkdirSync(join(folder, "ci"));
  noteGiven(join(folder, "ci/servers.json"));
  for (const name of [".vscode/tasks.json", ".env", "ci/servers.json"]) writeFileSync(join(folder, name), "mine\n");
  for (const [index, name] of [".vscode/tasks.json", ".env", "ci/servers.json", ".git/config"].entries()) {
    symlinkSync(name, join(folder, `link-${index}`));
    mkdirSync(join(folder, ".git"), { recursive: true });
    expect(() => writeOutput(`link-${index}`, [folder], "evil\n")).toThrow(/is a link that leads (?:to|out)/);
  }
  symlinkSync("../.vscode", join(folder, ".claude/skills"));
  for (const name of [".vscode/tasks.json", ".env", "ci/servers.json", ".claude/skills/a.md"]) {
    writeOutput(name, [folder], "new\n");
    expect(readFileSync(join(folder, name), "utf8")).toBe("new\n");
  }
});

test("a new file takes the place of what had the name, which keeps its other names, and is as open as that was", () => {
  writeFileSync(join(folder, "docs/other"), "kept\n", { mode: 0o640 });
  linkSync(join(folder, "docs/other"), join(folder, "a.md"));
  writeOutput("a.md", [folder], "new\n");
  expect([readFileSync(join(folder, "docs/other"), "utf8"), readFileSync(join(folder, "a.md"), "utf8")]).toEqual([
    "kept\n",
    "new\n",
  ]);
  expect(statSync(join(folder, "a.md")).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).toSorted()).toEqual(["a.md", "docs"]);
});
