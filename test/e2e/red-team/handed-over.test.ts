import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { availableEngines } from "../../../src/adapters/sandbox/engines.ts";
import { MAIN, putFiles } from "../run-waymark.ts";
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

test.each([[], ["--allowedTools", "shell"]])(
  "a name that is made of several words is asked for, too (%j)",
  async (...rules) => {
    putFiles(grounds.cwd, {
      "a.txt": "{}\n",
      ".mcp": "{}\n",
      "gh/workflows/ci.yml": "on: push\n",
      "sub/.mcp.json": "{}\n",
    });
    const commands = [
      "cp -S .json --backup=simple a.txt .mcp",
      "sed -i.json s/a/b/ .mcp",
      "sed -n 'w .mcp.json' a.txt",
    ];
    const calls = [...commands, "cp sub/.mcp.json .", "cp -r gh .github"].map(shell);
    await grounds.attack(calls, ["--permission-mode", "acceptEdits", "--sandbox", "off", ...rules]);
    expect([".mcp.json", ".github"].filter((name) => existsSync(join(grounds.cwd, name)))).toEqual([]);
  },
);

test.each(["acceptEdits", "bypassPermissions"])(
  "no command says yes to Waymark in a person's place (%s)",
  async (mode) => {
    putFiles(grounds.cwd, { "AGENTS.md": "x\n", "a/.waymark/config.json": "{}\n" });
    symlinkSync(MAIN, join(grounds.cwd, "link"));
    const node = process.execPath;
    const commands = [
      ...[
        `${node} ${MAIN} config trust`,
        `cd a && ${node} ../link mcp add e -- touch x`,
        `${node} ./link config set a b`,
      ],
      ...[
        "npx waymark hooks trust",
        `sh -c '${node} ${MAIN} plugins enable x'`,
        `CI=1 nice ${node} ${MAIN} mcp login x`,
      ],
      `cd $(dirname ${MAIN}); ${node} main.js config trust`,
    ];
    const flags = ["--permission-mode", mode, "--sandbox", "off", "--allowedTools", "shell"];
    const results = await grounds.attack([...commands, `${node} ${MAIN} config path`].map(shell), flags);
    expect(results.slice(0, -1).filter((result) => !/not allowed|refused|denied/i.test(result))).toEqual([]);
    expect(results.at(-1)).not.toMatch(/not allowed|refused|denied/i);
  },
);

test("what is denied is not handed over with the folder around it", async () => {
  putFiles(grounds.cwd, { "private/x": "the-secret-of-here\n", "src/a": "a\n" });
  const commands = ["tar -cf ../x.tar .", "cp -r . ../y", "tar -cf all.tar .", "cp -r ./ src/y", "cp -r src other"];
  const flags = ["--permission-mode", "acceptEdits", "--sandbox", "off", "--allowedTools", "shell"];
  await grounds.attack(commands.map(shell), [...flags, "--disallowedTools", "Read(private/**)"]);
  const made = ["../x.tar", "../y", "all.tar", "src/y"].filter((name) => existsSync(join(grounds.cwd, name)));
  expect([made, existsSync(join(grounds.cwd, "other/a"))]).toEqual([[], true]);
});

test.skipIf(!isWalled)(
  "what only reads in an added folder is held to reading there, without its files of secrets",
  async () => {
    putFiles(grounds.base, { "added/a.txt": "plain\n", "added/.env": "the-secret-of-here\n" });
    putFiles(grounds.base, { "bin/nl": "#!/bin/sh\ncat ../added/.env; touch ../added/made\n" });
    chmodSync(join(grounds.base, "bin/nl"), 0o755);
    const PATH = [join(grounds.base, "bin"), process.env["PATH"]].join(":");
    const flags = ["--permission-mode", "acceptEdits", "--add-dir", "../added"];
    const results = await grounds.attack(["cat ../added/a.txt", "nl ../added/a.txt"].map(shell), flags, { PATH });
    expect(results[0]).toContain("plain");
    expect(results.join("\n")).not.toContain("the-secret-of-here");
    expect(existsSync(join(grounds.base, "added/made"))).toBe(false);
  },
);

const git = (folder: string, ...words: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: folder, stdio: "pipe" });
};

const KEY = `-----BEGIN ${"PRIVATE"} KEY-----\n`;

test.skipIf(!isWalled)(
  "beside git secret files are masked, but for those that git compares with what it keeps",
  async () => {
    git(grounds.cwd, "init", "-q");
    putFiles(grounds.cwd, { "keys/tracked.pem": `tracked-and-shown\n${KEY}`, ".gitignore": ".env\n" });
    git(grounds.cwd, "add", ".");
    git(grounds.cwd, "commit", "-qm", "1");
    putFiles(grounds.cwd, { ".env": "the-secret-of-here\n", "keys/other.pem": `the-secret-of-here\n${KEY}` });
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

test.each([["shell(grep)", "shell(diff)", "shell(ag)"], ["shell"]])(
  "what a rule keeps is not shown by a program that goes through the folder, whatever allows the program (%s …)",
  async (...rules) => {
    putFiles(grounds.cwd, { "private/x": "the-secret-of-here\n", "src/a": "plain\n" });
    const flags = ["--permission-mode", "default", "--sandbox", "off", "--allowedTools", ...rules];
    const commands = ["grep -r . .", "diff -r . src", "ag -u secret", "grep -r . src"].map(shell);
    const results = await grounds.attack(commands, [...flags, "--disallowedTools", "Read(private/**)"]);
    expect(results.join("\n")).not.toContain("the-secret-of-here");
    expect(results[3]).toContain("plain");
  },
);

test.each(["auto", "off"])("nor what may be a secret, or a link leads to (sandbox %s)", async (sandbox) => {
  putFiles(grounds.cwd, { ".env": "PASSWORD=the-secret-of-here\n", "d/a": "plain\n" });
  putFiles(grounds.base, { "elsewhere/x": "the-text-elsewhere\n" });
  symlinkSync(join(grounds.base, "elsewhere"), join(grounds.cwd, "d/l"));
  const flags = ["--permission-mode", "default", ...sandboxed(sandbox), "--allowedTools", "shell(grep)", "shell(true)"];
  const commands = ["grep -r . .", "grep -R . d", "npm test; grep -r . .", "true; grep -R . d", "grep -r . d"].map(
    shell,
  );
  const results = await grounds.attack(commands, flags);
  expect(results.join("\n")).not.toMatch(/the-secret-of-here|the-text-elsewhere/);
  expect(results[4]).toContain("plain");
});

test("a rule for a client runs no program that its options or its own commands name", async () => {
  putFiles(grounds.cwd, {
    cfg: "Host *\n  ProxyCommand touch made-by-ssh\n",
    "a.txt": "a\n",
    x: "#!/bin/sh\ntouch made-by-x\n",
  });
  chmodSync(join(grounds.cwd, "x"), 0o755);
  const commands = [
    ...["ssh -vF ./cfg h", "ssh -qoProxyCommand='touch made-by-ssh' h", "scp -qS./x a.txt h:b", "sftp -D ./x"],
    ...["sqlite3 x.db '.sh touch made-by-x'", "zip --unz ./x -T a.zip a.txt", "man -aP./x ls"],
  ];
  const rules = ["ssh", "scp", "sftp", "sqlite3", "zip", "man"].map((name) => `shell(${name})`);
  const flags = ["--permission-mode", "default", "--sandbox", "off", "--allowedTools", ...rules];
  const results = await grounds.attack(commands.map(shell), flags);
  expect(results.filter((result) => !/not allowed|refused|denied/i.test(result))).toEqual([]);
  expect(["made-by-ssh", "made-by-x"].filter((name) => existsSync(join(grounds.cwd, name)))).toEqual([]);
});

test("what the line tells xargs is held against rules, wherever it is put", async () => {
  putFiles(grounds.cwd, { "private/x": "the-secret-of-here\n", "src/a": "plain\n" });
  const flags = ["--permission-mode", "bypassPermissions", "--sandbox", "off", "--disallowedTools", "Read(private/**)"];
  const ways = ["xargs -I{} cat {}", "xargs -n1 cat", "xargs -i cat {}", "xargs -d '\\n' cat"];
  const commands = [...ways.map((way) => `echo private/x | ${way}`), "echo src/a | xargs -I{} cat {}"];
  const results = await grounds.attack(commands.map(shell), flags);
  expect(results.join("\n")).not.toContain("the-secret-of-here");
  expect(results.at(-1)).toContain("plain");
});

test("a denied file is not written by an option in a cluster", async () => {
  putFiles(grounds.cwd, { "private/x": "as-it-was\n", "a.txt": "a\n" });
  const flags = ["--permission-mode", "bypassPermissions", "--sandbox", "off", "--disallowedTools", "Edit(private/**)"];
  const commands = ["tar -cf private/x a.txt", "sort -uo private/x a.txt", "sort -uo b.txt a.txt"];
  const results = await grounds.attack([...commands, "cat private/x"].map(shell), flags);
  expect(results.at(-1)).toContain("as-it-was");
  expect(existsSync(join(grounds.cwd, "b.txt"))).toBe(true);
});
