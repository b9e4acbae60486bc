import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { availableEngines } from "../../../src/adapters/sandbox/engines.ts";
import { type Call, isRoot, makeGrounds, NOBODY, shell, testAsConfined } from "./attack-run.ts";

const SETTINGS = '{"model": "mine"}';
const EVIL = JSON.stringify({
  hooks: { SessionStart: [{ hooks: [{ type: "command", command: "touch evil", sandbox: false }] }] },
});
const write = (path: string): Call => ({ name: "write_file", input: { path, content: EVIL } });
const read = (path: string): Call => ({ name: "read_file", input: { path } });
// Landlock does not close to code what links of the home lead to.
const isConfined = availableEngines({ environment: process.env, roots: [] }).engines.some(
  ({ tier }) => tier === "bubblewrap",
);

/** A repository of a person's own files, into which their home leads, as `stow` and its like lay it out. */
const dotfiles = () => {
  const grounds = makeGrounds({
    "work/wm/config.json": SETTINGS,
    "work/bash/rc": "alias a=b\n",
    "work/claude/commands/x.md": "x",
    "work/config/git/config": "[user]\n",
    "work/src/a.txt": "a",
  });
  onTestFinished(grounds.remove);
  const { home, cwd } = grounds;
  symlinkSync(join(cwd, "bash/rc"), join(home, ".bashrc"));
  symlinkSync(join(cwd, "claude"), join(home, ".claude"));
  symlinkSync(join(cwd, "config"), join(home, ".config"));
  return grounds;
};

test.each(["folder", "file"])(
  "settings of Waymark that are a link into the folder are no call's to change: the %s",
  async (what) => {
    const { attack, cwd, home } = dotfiles();
    const config = join(home, "waymark/config");
    if (what === "file") mkdirSync(config);
    else rmSync(config, { recursive: true, force: true });
    symlinkSync(
      join(cwd, "wm", what === "file" ? "config.json" : ""),
      what === "file" ? join(config, "config.json") : config,
    );
    const calls = [
      read("wm/config.json"),
      write("wm/config.json"),
      shell("echo '{}' > wm/config.json"),
      shell(`python3 -c "open('wm/config.json','w').write('{}')"`),
      write("src/a.txt"),
    ];
    const results = await attack([read("src/a.txt"), ...calls], ["--permission-mode", "acceptEdits"]);
    expect(readFileSync(join(cwd, "wm/config.json"), "utf8")).toBe(SETTINGS);
    expect(results[2]).toMatch(/Waymark's own/);
    expect(readFileSync(join(cwd, "src/a.txt"), "utf8")).toBe(EVIL);
  },
);

test("what holds them is not taken away for another in its place", async () => {
  const { attack, cwd, home } = dotfiles();
  mkdirSync(join(home, "waymark/config"));
  symlinkSync(join(cwd, "wm/config.json"), join(home, "waymark/config/config.json"));
  symlinkSync(join(cwd, "later/gitconfig"), join(home, ".gitconfig"));
  const code = (folder: string, name: string): Call =>
    shell(`python3 -c "import os;os.rename('${folder}','o');os.mkdir('${folder}');open('${folder}/${name}','w')"`);
  const remove = (path: string): Call => ({ name: "file_action", input: { command: "delete", path } });
  const calls = [
    ...(isConfined ? [code("wm", "config.json"), code("bash", "rc")] : []),
    ...[remove("wm"), remove("bash"), remove("claude"), write("later/gitconfig")],
  ];
  await attack(calls, ["--permission-mode", "acceptEdits"]);
  const paths = ["wm/config.json", "bash/rc", "claude/commands/x.md"];
  expect(paths.map((path) => readFileSync(join(cwd, path), "utf8"))).toEqual([SETTINGS, "alias a=b\n", "x"]);
  expect(existsSync(join(cwd, "later"))).toBe(false);
});

test("names of the home that start programs wait for a person wherever they lie", async () => {
  const { attack, cwd } = dotfiles();
  const paths = ["bash/rc", "claude/commands/x.md", "config/git/config"];
  const calls = paths.flatMap((path) => [
    read(path),
    write(path),
    shell(`echo x >> ${path}`),
    ...(isConfined ? [shell(`python3 -c "open('${path}','a').write('x')"`)] : []),
  ]);
  await attack([...calls, write("claude/commands/new.md")], ["--permission-mode", "acceptEdits"]);
  expect(paths.map((path) => readFileSync(join(cwd, path), "utf8"))).toEqual(["alias a=b\n", "x", "[user]\n"]);
  expect(existsSync(join(cwd, "claude/commands/new.md"))).toBe(false);
});

const WALK = `
import os
for folder, _, files in os.walk(os.environ["HOME"] + "/own"):
  for name in files:
    try: print(name, open(os.path.join(folder, name)).read().encode().hex() or "empty")
    except OSError: print(name, "closed")
`;

testAsConfined(isRoot ? [undefined, NOBODY] : [undefined])(
  "code that runs unasked sees no more around a bin of the person's on the PATH than programs need, as user %s",
  async (userId) => {
    const inHome = [
      "own/bin/tool",
      "own/bin/.env",
      "own/lib/tool/a.sh",
      "own/diary.txt",
      "own/mail/a.txt",
      "own/.netrc",
    ];
    const files = Object.fromEntries(inHome.map((path) => [`home/${path}`, "PASSWORD=tulip-harbour-77\n"]));
    const { attack, home, remove } = makeGrounds({ "work/a.txt": "a", ...files }, userId);
    try {
      chmodSync(join(home, "own/bin/tool"), 0o755);
      const loop = `for f in $(echo ${join(home, "own/diary.txt")}); do cat $f; done`;
      const PATH = `${process.env["PATH"]}:${join(home, "own/bin")}`;
      const [walked = "", looped] = await attack([{ name: "python", input: { code: WALK } }, shell(loop)], [], {
        PATH,
      });
      expect(
        walked
          .split("\n")
          .flatMap((line) => /^(\S+) (\S{4})/.exec(line)?.slice(1).join(" ") ?? [])
          .toSorted(),
      ).toEqual([".env empt", "a.sh 5041", "tool 5041"]);
      expect(looped).not.toContain("tulip");
    } finally {
      remove();
    }
  },
);
