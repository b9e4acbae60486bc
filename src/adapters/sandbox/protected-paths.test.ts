import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { atOnce } from "../../base/steps.ts";
import { workspaceMounts } from "./protected-paths.ts";

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "waymark-mounts-")));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("a repository without hooks gets an empty folder of them, which is covered", () => {
  const root = folder();
  mkdirSync(join(root, ".git"));
  expect(atOnce(workspaceMounts([root]))).toEqual({
    writable: [root, join(root, ".git")],
    readOnly: [join(root, ".git/hooks")],
  });
});

/** A folder and a link to elsewhere, under the repository's name by turns, for as long as `go` is there. */
const EXCHANGES = `
const fs = require("node:fs");
process.chdir(process.argv[1]);
fs.mkdirSync("folder");
fs.symlinkSync(process.argv[2], "link");
console.log("ready");
while (fs.existsSync("go"))
  for (const name of ["folder", "link"]) {
    fs.renameSync(name, ".git");
    if (name === "folder" && fs.existsSync(".git/hooks")) fs.rmdirSync(".git/hooks");
    fs.renameSync(".git", name);
  }`;
const LOOKS = 20_000;

test("no folder is made where a process that was left puts a link in the repository's place meanwhile", async () => {
  const [root, elsewhere] = [folder(), folder()];
  mkdirSync(join(root, "go"));
  const exchanging = spawn(process.execPath, ["-e", EXCHANGES, root, elsewhere], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = new Promise((resolve) => exchanging.once("exit", resolve));
  await new Promise((resolve) => exchanging.stdout.once("data", resolve));
  let isMade = false;
  for (let look = 0; look < LOOKS && !isMade; look++) {
    atOnce(workspaceMounts([root]));
    isMade = existsSync(join(elsewhere, "hooks"));
  }
  rmSync(join(root, "go"), { recursive: true });
  await gone;
  expect(isMade).toBe(false);
});
