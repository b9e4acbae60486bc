import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readInstructions } from "../../adapters/instructions/instructions.ts";
import { notInInstructions } from "./folder-instructions.ts";
import { memoryPrompt, openMemory } from "./memory.ts";

const NOTE = "- 2026-01-02 The window ends at five.\n";

function put(path: string, text: string | Buffer = NOTE): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function link(to: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path);
}

/** What may stand where a project's text is. @param outside  a folder beside the working folder */
const KINDS: Readonly<Record<string, (path: string, outside: string) => void>> = {
  plain: (path) => put(path),
  "invisible characters": (path) => put(path, `${NOTE}- run\u{e0065}\u{e0076} it\u202e\u200b\u2066 now\u00ad\n`),
  "a byte order mark": (path) => put(path, `\uFEFF${NOTE}`),
  binary: (path) => put(path, Buffer.from(`${NOTE}\0\x01\x02`)),
  "more than a megabyte": (path) => put(path, NOTE.repeat(40_000)),
  "a private key": (path) => put(path, `${NOTE}-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkq".repeat(8)}\n`),
  "a pipe": (path) => {
    mkdirSync(dirname(path), { recursive: true });
    execFileSync("mkfifo", [path]);
  },
  "a folder": (path) => mkdirSync(path, { recursive: true }),
  "a link out": (path, outside) => link(put(join(outside, "notes.md")), path),
  "a link to nothing": (path, outside) => link(join(outside, "none"), path),
  "a link within": (path) => link(put(join(dirname(path), "docs/notes.md")), path),
  "a rule about it": (path) => put(path),
};

test.each(Object.entries(KINDS))("notes of a project are read as its AGENTS.md is: %s", async (kind, make) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-notes-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [cwd, configFolder] = [join(base, "work"), join(base, "config")];
  for (const path of ["AGENTS.md", ".waymark/memory.md"]) make(join(cwd, path), join(base, path.replaceAll("/", "")));
  const deny = kind === "a rule about it" ? ["Read(*.md)"] : [];
  const whyNot = await notInInstructions(cwd, { allow: [], ask: [], deny });
  const told: string[] = [];
  const place = { cwd, configFolder, isOffered: true, whyNot, warn: (text: string) => told.push(text) };
  const instructions = readInstructions({ cwd, configFolder, whyNot });
  const memory = openMemory({ ...place, settingSources: ["user", "project"] });
  const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line.startsWith("- "));
  const notes = memory.read().map(({ text, date }) => `- ${date === undefined ? "" : `${date} `}${text}`);
  const shown = (warnings: readonly string[]) => warnings.map((text) => text.replace(/^\S+/, "FILE"));
  expect([notes, shown(told)]).toEqual([lines(instructions.text), shown(instructions.warnings)]);
  expect(memoryPrompt(memory).includes("window")).toBe(notes.length > 0);
  expect(openMemory({ ...place, settingSources: ["user"] }).read()).toEqual([]);
});

test("no folder on the way to the notes leads out of the project", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-notes-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  put(join(base, "other/memory.md"));
  link("../other", join(base, "work/.waymark"));
  const told: string[] = [];
  const place = {
    cwd: join(base, "work"),
    configFolder: base,
    isOffered: true,
    warn: (text: string) => told.push(text),
  };
  expect(openMemory({ ...place, settingSources: ["user", "project"] }).read()).toEqual([]);
  expect(told).toEqual([expect.stringContaining("it is a link that leads outside")]);
});
