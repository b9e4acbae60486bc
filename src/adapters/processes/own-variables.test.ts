import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownVariables } from "./environment.ts";

test("what starts code in our own programs is not taken from a folder that is worked in", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-variables-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "ssh.sh"), "");
  const lost = {
    GIT_CONFIG_GLOBAL: `${folder}/not-yet`,
    GIT_SSH_COMMAND: "sh ./ssh.sh -q",
    GIT_EXEC_PATH: join(folder, "bin"),
    NODE_OPTIONS: `--import=${folder}/x.mjs`,
    PERL5LIB: `/opt/perl:${folder}`,
  };
  const kept = {
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes",
    GIT_CONFIG_GLOBAL: "/home/me/git.config",
    GIT_AUTHOR_NAME: "bin",
    NODE_OPTIONS: "--max-old-space-size=4096",
    JAVA_HOME: folder,
    WAYMARK_HOME: join(folder, "bin"),
  };
  expect(ownVariables(lost, [folder])).toStrictEqual(
    Object.fromEntries(Object.keys(lost).map((name) => [name, undefined])),
  );
  expect(ownVariables(kept, [folder])).toStrictEqual({});
});
