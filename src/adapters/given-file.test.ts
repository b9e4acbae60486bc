import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readGivenFile } from "./given-file.ts";

const folder = mkdtempSync(join(tmpdir(), "waymark-given-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file is read; a pipe, a device and a folder are refused at once", () => {
  writeFileSync(join(folder, "a"), "text");
  expect(readGivenFile(join(folder, "a"))).toBe("text");
  expect(readGivenFile("/dev/null")).toBe("");
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const path of [join(folder, "pipe"), "/dev/zero"])
    expect(() => readGivenFile(path)).toThrow(`${path} is a pipe or device`);
  expect(() => readGivenFile(folder)).toThrow("EISDIR");
  expect(() => readGivenFile(join(folder, "none"))).toThrow("ENOENT");
});
