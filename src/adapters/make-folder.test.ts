import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { errorCode } from "../base/error-text.ts";
import { makeFolder } from "./make-folder.ts";

const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true });
});

const inPlace = (name: string): string => {
  const place = mkdtempSync(join(tmpdir(), "waymark-folder-"));
  places.push(place);
  return join(place, name);
};

function codeOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

test("missing folders are made, with the mode that was asked for, and again is no error", () => {
  const path = inPlace("a/b/c");
  makeFolder(path, { mode: 0o700 });
  makeFolder(path);
  expect([path, join(path, ".."), join(path, "../..")].map((one) => statSync(one).mode & 0o777)).toEqual([
    0o700, 0o700, 0o700,
  ]);
});

test("a link to a folder is one, a link to nothing and a file are none", () => {
  const path = inPlace("a");
  mkdirSync(path);
  symlinkSync(path, `${path}-link`);
  symlinkSync(`${path}-gone`, `${path}-loose`);
  writeFileSync(`${path}-file`, "");
  makeFolder(`${path}-link/b`);
  expect(existsSync(join(path, "b"))).toBe(true);
  expect(codeOf(() => makeFolder(`${path}-loose`))).toBe("EEXIST");
  expect(codeOf(() => makeFolder(`${path}-file`))).toBe("EEXIST");
  expect(codeOf(() => makeFolder(`${path}-file/b/c`))).toBe("ENOTDIR");
});

test.skipIf(!existsSync("/proc/self"))("where no folder can be made it says so at once", () => {
  expect(codeOf(() => makeFolder("/proc/waymark/a/b"))).toBe("ENOENT");
});
