import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { quietGit } from "./git-folder.ts";

test("work of our own sees what is pushed, not what the repository shows in its place", () => {
  const cwd = mkdtempSync(join(tmpdir(), "waymark-replaced-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const git = (words: readonly string[], env = process.env, input = ""): string =>
    execFileSync("git", words, { cwd, env, input, encoding: "utf8" }).trim();
  git(["init", "-q"]);
  const [sent = "", shown = ""] = ["evil", "good"].map((text) =>
    git(["hash-object", "-w", "--stdin"], process.env, text),
  );
  git(["replace", sent, shown]);
  const quiet = quietGit(["cat-file", "-p", sent], process.env);
  expect([git(["cat-file", "-p", sent]), git(quiet.words, quiet.env)]).toEqual(["good", "evil"]);
});
