import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faithfulName } from "../engines/paths/file-names.ts";
import { isProgram, lookAt, lookBehind } from "./folder-entries.ts";

let base: string;
const NO_TEXT = Buffer.from([0x61, 0xff]);

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "waymark-looks-"));
  mkdirSync(join(base, "folder"));
  writeFileSync(join(base, "file"), "");
  writeFileSync(join(base, "program"), "");
  chmodSync(join(base, "program"), 0o755);
  writeFileSync(Buffer.concat([Buffer.from(`${base}/`), NO_TEXT]), "");
  symlinkSync("nowhere", join(base, "to-nowhere"));
  symlinkSync("circle", join(base, "circle"));
  symlinkSync("program", join(base, "to-program"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

test.each([
  ["file", "something", "something"],
  ["folder", "something", "something"],
  [faithfulName(NO_TEXT), "something", "something"],
  ["to-program", "something", "something"],
  ["to-nowhere", "something", "nothing"],
  ["circle", "something", "unknown"],
  ["missing", "nothing", "nothing"],
  ["missing/below", "nothing", "nothing"],
  ["file/below", "nothing", "nothing"],
  ["circle/below", "unknown", "unknown"],
  ["x".repeat(300), "unknown", "unknown"],
])("a look at %s finds something, or nothing, or says that it does not know", (name, itself, behind) => {
  const path = join(base, name);
  expect([lookAt(path).kind, lookBehind(path).kind]).toEqual([itself, behind]);
});

test("a program is a file that may be started, also behind a link", () => {
  const names = ["file", "folder", "program", "to-program", "to-nowhere", "circle", "missing"];
  expect(names.filter((name) => isProgram(join(base, name)))).toEqual(["program", "to-program"]);
});
