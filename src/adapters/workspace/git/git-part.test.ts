import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandFacts } from "../command-facts.ts";

test("a command's target is a part of a git folder where it makes a folder one, also along with others of its line", () => {
  const root = mkdtempSync(join(tmpdir(), "git-part-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const isPart = (name: string) => commandFacts.isGitPart?.(join(root, "sub", name));
  mkdirSync(join(root, "sub/objects"), { recursive: true });
  expect(["HEAD", "config", "refs"].filter(isPart)).toEqual([]);
  mkdirSync(join(root, "sub/refs"));
  expect(["HEAD", "config"].filter(isPart)).toEqual(["HEAD"]);
  rmSync(join(root, "sub/objects"), { recursive: true });
  rmSync(join(root, "sub/refs"), { recursive: true });
  writeFileSync(join(root, "sub/HEAD"), "ref: refs/heads/main\n");
  expect(["objects", "refs/heads", "config", "a"].filter(isPart)).toEqual(["objects", "refs/heads"]);
});
