import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deeperInstructions, readInstructions } from "./instructions.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waymark-imports-"));
  mkdirSync(join(root, ".git"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const read = (more = {}) => readInstructions({ cwd: root, configFolder: join(root, "config"), ...more });

test("an import alone is replaced, one within a line has the file below it, and none in code is followed", () => {
  put({ "AGENTS.md": "@a.md\nSee @docs/b.md, and `@c.md`.\n    @c.md\n````\n```\n@c.md\n````\n@d.md" });
  put({ "a.md": "A", "docs/b.md": "B", "c.md": "SECRET", "d.md": "D" });
  expect(read().text).toMatch(/A\nSee @docs\/b\.md, and `@c\.md`\.\nB\n {4}@c\.md\n````\n```\n@c\.md\n````\nD$/);
  expect(read().text).not.toContain("SECRET");
});

test("what only looks like an import is left alone without a word", () => {
  put({ "AGENTS.md": "Mail me@here.org, use @types/node and @Override." });
  expect([read().text, read().warnings]).toEqual([expect.stringContaining("@types/node and @Override."), []]);
});

test("five deep, no circles, nothing beyond the repository", () => {
  put({
    "AGENTS.md": "@1.md",
    "1.md": "one @2.md",
    "2.md": "@3.md",
    "3.md": "@4.md",
    "4.md": "@5.md",
    "5.md": "five\n@6.md",
  });
  put({ "6.md": "six", "loop.md": "@loop.md" });
  symlinkSync("/etc/hostname", join(root, "out.md"));
  expect(read().text).toContain("five\n@6.md");
  put({ "AGENTS.md": "@loop.md\n@/etc/hostname\n@../x.md\n@out.md\n@missing.md" });
  expect(read().warnings.map((warning) => warning.replace(/^.*left out: /, ""))).toEqual([
    "it goes in circles or too deep.",
    "it leads outside the repository.",
    "it leads outside the repository.",
    "it is a link that leads outside.",
    "there is no such file.",
  ]);
});

test("in a folder the override speaks before AGENTS.md, that before the files of other agents", () => {
  const names = ["CRUSH.md", "QWEN.md", "GEMINI.md", "CLAUDE.md", "AGENTS.md", "AGENTS.override.md"];
  for (const name of names) {
    put({ [name]: `says ${name}` });
    expect(read().text.match(/says \S+/g)).toEqual([`says ${name}`]);
  }
});

test("what a person says to every agent comes first, then what they say to this one", () => {
  put({ "shared/AGENTS.md": "to all", "config/AGENTS.md": "to you", "AGENTS.md": "the project" });
  const { text } = read({ sharedFolders: [join(root, "shared")] });
  expect(text.match(/to all|to you|the project/g)).toEqual(["to all", "to you", "the project"]);
});

test("folders on the way to a file speak, the nearest last; not the working folder, and none outside", () => {
  put({
    "AGENTS.md": "top",
    "a/AGENTS.md": "of a",
    "a/b/CLAUDE.md": "of b @../../more.md",
    "more.md": "MORE",
    "a/b/x.ts": "",
  });
  const texts = (path: string) => deeperInstructions(root, path).map(({ text }) => text);
  expect(texts("a/b/x.ts")).toEqual(["of a", "of b @../../more.md\nMORE"]);
  expect(texts("a/b")).toEqual(texts(join(root, "a/b/new.ts")));
  expect([texts("."), texts("x.ts"), texts("../elsewhere/x"), texts("/etc/hosts")]).toEqual([[], [], [], []]);
});

test("so much is imported and no more, told once", () => {
  const names = Array.from({ length: 20 }, (_, index) => `f${index}.md`);
  put(Object.fromEntries(names.map((name) => [name, `${name} ${"word ".repeat(30_000)}`])));
  put({ "AGENTS.md": names.map((name) => `@${name}`).join("\n") });
  const { files, warnings } = read();
  expect(files).toHaveLength(8);
  expect(warnings.filter((warning) => warning.includes("characters of imports"))).toHaveLength(1);
});

test("what is named twice is imported once, and nobody is told of it", () => {
  put({
    "AGENTS.md": "See @docs/a.md.\nAgain: @docs/a.md and @b.md",
    "b.md": "B, as @docs/a.md says",
    "docs/a.md": "ONE",
  });
  const { text, warnings } = read();
  expect(text.match(/ONE/g)).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("a file is looked through once however often it is named, and so much of all that is named", () => {
  const large = (index: number): string => `${index}\n${"plain words\n".repeat(70_000)}`;
  const names = Array.from({ length: 9 }, (_, index) => `f${index}.txt`);
  put(Object.fromEntries(names.map((name, index) => [name, large(index)])));
  put({ "AGENTS.md": Array.from({ length: 20 }, () => names.map((name) => `see @${name}`).join("\n")).join("\n") });
  const { files, warnings } = read();
  expect(files.filter((path) => path.endsWith(".txt")).length).toBeLessThan(3);
  expect(warnings.filter((warning) => warning.includes("circles"))).toEqual([]);
  expect(warnings.length).toBeLessThan(5);
});
