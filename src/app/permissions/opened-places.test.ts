import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { protectedPlaces, pushedBeside } from "./opened-places.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "waymark-opened-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const root = join(top, "work");
mkdirSync(root);
const place = { root, home: join(top, "home"), folder: undefined, environment: process.env };

test("of a line that is too much to judge nothing is opened", () => {
  const names = (line: string): readonly string[] => protectedPlaces(line, place).map(({ shown }) => shown);
  expect(names("rm a .husky/x")).toEqual([".husky/x"]);
  expect(names(`rm ${"**/".repeat(3_000)}a .husky/x`)).toEqual([]);
});

test("each repository that a line pushes to is asked about once, and none of more than a person reads", async () => {
  const git = (...words: readonly string[]): unknown =>
    execFileSync("git", ["-C", root, ...words], { stdio: "ignore" });
  git("init", "-q");
  const others = Array.from({ length: 9 }, (_, at) => `../r${at}`);
  for (const other of others) git("init", "-q", "--bare", other);
  const pushed = async (line: string): Promise<readonly string[]> =>
    (await pushedBeside(line, place)).map(({ shown }) => shown);
  expect(await pushed("git push ../r0 x; git push ../r0 y; git push ../r1")).toEqual(["../r0", "../r1"]);
  expect(await pushed(others.map((other) => `git push ${other}`).join("; "))).toEqual([]);
});
