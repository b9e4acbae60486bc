import { execFileSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { availableEngines } from "../../../src/adapters/sandbox/engines.ts";
import { putFiles } from "../run-waymark.ts";
import { type Call, type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What commands are given, make and hand over: docs/guide/security.md, "Attacks and where they end". */

const isWalled = availableEngines({ environment: process.env, roots: [] }).engines.length > 0;

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({});
});
afterEach(() => grounds.remove());

const write = (path: string): Call => ({ name: "write_file", input: { path, content: "x\n" } });

test.each(["auto", "off"])(
  "names of tools are protected in each form that the tools take (sandbox %s)",
  async (sandbox) => {
    const names = [".woodpecker.yaml", ".harness/a.yaml", ".github/prompts/a.md", ".opencode.json", "screwdriver.yaml"];
    const free = ["src/harness.ts", ".github/ISSUE_TEMPLATE/a.md", "docs/drone.md"];
    const calls = [...names, ...free].map(write);
    const commands = names.map((name) => shell(`mkdir -p $(dirname ${name}); echo x > ${name}`));
    await grounds.attack([...calls, ...commands], ["--permission-mode", "acceptEdits", ...sandboxed(sandbox)]);
    expect(names.filter((name) => existsSync(join(grounds.cwd, name)))).toEqual([]);
    expect(free.filter((name) => !existsSync(join(grounds.cwd, name)))).toEqual([]);
  },
);

const sandboxed = (sandbox: string): readonly string[] => (sandbox === "off" ? ["--sandbox", "off"] : []);

const git = (folder: string, ...words: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: folder, stdio: "pipe" });
};

test.skipIf(!isWalled)(
  "beside git secret files are masked, but for those that git compares with what it keeps",
  async () => {
    git(grounds.cwd, "init", "-q");
    putFiles(grounds.cwd, { "keys/tracked.pem": "tracked-and-shown\n", ".gitignore": ".env\n" });
    git(grounds.cwd, "add", ".");
    git(grounds.cwd, "commit", "-qm", "1");
    putFiles(grounds.cwd, { ".env": "the-secret-of-here\n", "keys/other.pem": "the-secret-of-here\n" });
    // Takes the place of whatever reads more than its words say.
    putFiles(grounds.base, { "bin/nl": "#!/bin/sh\ncat .env keys/*\n" });
    chmodSync(join(grounds.base, "bin/nl"), 0o755);
    const PATH = [join(grounds.base, "bin"), process.env["PATH"]].join(":");
    const lines = ["git status --short; nl .gitignore", "nl .gitignore", "git diff"].map(shell);
    const results = await grounds.attack(lines, ["--permission-mode", "plan"], { PATH });
    expect(results[0]).toContain("tracked-and-shown");
    expect(results[0]).toContain("?? keys/other.pem");
    expect(results[0]).not.toContain("M keys/tracked.pem");
    expect(results.join("\n")).not.toContain("the-secret-of-here");
    expect(results[2]).not.toContain("tracked");
  },
);
