import { expect, test } from "vitest";
import { pathInsideRoot } from "./paths.ts";

const FOLDERS = ["/home/me/other", "/srv/shared/"];
const where = (name: string, folders: readonly string[] = FOLDERS) => {
  const verdict = pathInsideRoot(name, "/home/me/work", folders);
  return verdict.kind === "inside" ? verdict.path : verdict.reason;
};

test.each([
  ["src/./a.ts", "src/a.ts"],
  ["/home/me/work/src/a.ts", "src/a.ts"],
  ["/home/me/other/a.ts", "/home/me/other/a.ts"],
  ["../other/deep/a.ts", "../other/deep/a.ts"],
  ["../other/deep/../a.ts", "/home/me/other/a.ts"],
  ["/srv//shared/a.ts", "/srv/shared/a.ts"],
])("%s is %s", (name, path) => expect(where(name)).toBe(path));

test.each([
  "../others/a.ts",
  "/home/me/other",
  "../other/../secret",
  "/srv/shared/../../etc/passwd",
  "../../../../../../srv/shared/a",
  "..\\other\\a.ts",
  "~/other/a.ts",
  "file:///srv/shared/a.ts",
])("%s is in none of the folders", (name) => expect(where(name)).toMatch(/^the path /));

test("without other folders nothing but the root is inside", () => {
  for (const name of ["/home/me/other/a.ts", "../other/a.ts"]) expect(where(name, [])).toMatch(/^the path /);
});
