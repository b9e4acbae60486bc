import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import { runWaymark } from "../run-waymark.ts";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** Rules about files, and folders that are added: docs/guide/security.md, "Attacks and where they end". */

const TOLD = "WHAT-NOBODY-MAY-READ";
const FILES = {
  "work/a/private/x.txt": `${TOLD}\n`,
  "work/locked/y.txt": "kept\n",
  "work/read.py": "import sys\nprint(open('a/pri'+'vate/x.txt').read())\n",
  "work/write.py": "open('loc'+'ked/y.txt','w').write('evil')\nopen('loc'+'ked/new','w').write('evil')\n",
  "work/new.py": "open('loc'+'ked/new','w').write('evil')\n",
  "work/move.py": "import os\nos.rename('a','z')\n",
  "other/conf/private/x.txt": `${TOLD}\n`,
  "home/notes.txt": "mine\n",
  "home/waymark/config/commands/own.md": "mine\n",
};
const DENY = ["--disallowedTools", "Read(a/{private,keys}/**),Read(../other/conf/private/**),Edit(locked//**)"];

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

describe.each([
  ["as root", undefined, 0],
  ["as an ordinary user", NOBODY, 1],
] as const)("rules that deny files hold for commands, %s", (_, userId, at) => {
  const isSkipped = userId !== undefined && !isRoot;
  const isWalled = mayUseBubblewrap(userId);
  if (!isWalled) console.warn("Code that reads denied files is not tried: bubblewrap does not start here.");

  test.skipIf(isSkipped || !isWalled).each(inTurn(2, ["acceptEdits", "bypassPermissions", "default", "dontAsk"], at))(
    "code that names no file comes to none of them, in mode %s",
    async (mode) => {
      grounds = makeGrounds(FILES, userId);
      const { cwd, base } = grounds;
      const other = join(base, "other");
      const calls = [
        ...[
          "python3 read.py",
          "python3 write.py",
          "python3 new.py",
          "python3 move.py; cat z/pri*/x.txt",
          "grep -rn NOBODY .",
        ],
        ...[
          `grep -rn NOBODY ${other}`,
          "cd ../other && cat conf/pri*/x.txt",
          "cat a/pri*/x.txt",
          "echo evil > locked/y.txt",
        ],
      ].map(shell);
      const results = await grounds.attack(calls, ["--permission-mode", mode, "--add-dir", other, ...DENY]);
      expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
      expect(readFileSync(join(cwd, "locked/y.txt"), "utf8")).toBe("kept\n");
      expect([existsSync(join(cwd, "locked/new")), existsSync(join(cwd, "a/private/x.txt"))]).toEqual([false, true]);
    },
  );

  test.skipIf(isSkipped).each(inTurn(2, ["plan", "default", "dontAsk", "bypassPermissions"], at))(
    "what names one is refused without a sandbox, too, and so is every tool, in mode %s",
    async (mode) => {
      grounds = makeGrounds(FILES, userId);
      const other = join(grounds.base, "other");
      const named = [
        "cat a/private/x.txt",
        "cat < a/private/x.txt",
        "cd a && cat pri*/x.txt",
        "cat ../other/conf/private/x.txt",
      ];
      const calls = [
        ...named.map(shell),
        ...["a/private/x.txt", "../other/conf/private/x.txt", join(other, "conf/private/x.txt")].map((path) => ({
          name: "read_file",
          input: { path },
        })),
        ...[".", other].map((path) => ({ name: "search_code", input: { pattern: "NOBODY", path } })),
      ];
      const args = ["--permission-mode", mode, "--sandbox", "off", "--add-dir", other, ...DENY];
      const results = await grounds.attack(calls, args);
      expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
    },
  );
});

describe.each([
  [[], 0],
  [["--sandbox", "off"], 1],
] as const)("a file that a rule asks about (%s)", (off, at) => {
  const ask = ["--settings", JSON.stringify({ permissions: { ask: ["Read(private/**)"] } })];

  test.each(inTurn(2, ["default", "plan", "dontAsk"], at))(
    "is shown by nothing that only comes across it, in mode %s",
    async (mode) => {
      grounds = makeGrounds({ "work/private/x.py": `kept = "${TOLD}"\n`, "work/a.py": "open = 1\n" });
      const calls = [
        { name: "search_code", input: { pattern: "NOBODY" } },
        { name: "find_passages", input: { query: TOLD } },
        ...["summarize_code", "citadel_analyze_file"].map((name) => ({ name, input: { path: "private/x.py" } })),
        ...["grep -rn NOBODY .", "cat private/x.py", "diff -N . private", "f=private/x.py; cat $f", "rg NOBODY"].map(
          shell,
        ),
      ];
      const results = await grounds.attack(calls, ["--permission-mode", mode, ...off, ...ask]);
      expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
      const [open] = await grounds.attack([{ name: "search_code", input: { pattern: "open" } }], [...off, ...ask]);
      expect(open).toContain("a.py");
    },
  );

  test("is shown to a call that names it, where that is allowed", async () => {
    grounds = makeGrounds({ "work/private/x.py": `kept = "${TOLD}"\n` });
    const calls = [
      { name: "read_file", input: { path: "private/x.py" } },
      ...["private", "private/x.py"].map((path) => ({ name: "search_code", input: { pattern: "NOBODY", path } })),
      shell("cat private/x.py"),
    ];
    const results = await grounds.attack(calls, ["--permission-mode", "bypassPermissions", ...off, ...ask]);
    expect(results.map((text) => text.includes(TOLD))).toEqual([true, true, true, true]);
  });
});

test.each(["bypassPermissions", "acceptEdits", "dontAsk"])(
  "a denied command is denied by values of the line, in the words of others and behind rules in doubt, in mode %s",
  async (mode) => {
    const module = { "work/node_modules/a/package.json": '{"name":"a","version":"1.0.0"}\n' };
    grounds = makeGrounds({ "work/a.txt": "one\n", "work/verb": "mark-4\n", ...module });
    const commands = [
      ...["x=touch; $x mark-1", "touch $(cat verb)", "set -- touch mark-2; $1 $2", 'f() { touch "$@"; }; f mark-3'],
      ...["for c in touch; do $c mark-5; done", "alias t='touch mark-6'; shopt -s expand_aliases; eval t"],
      ...["tar cf x.tar a.txt --checkpoint=1 --checkpoint-action=exec='touch mark-7'", "$(cat program) mark-8"],
      ...["npm explore a -- touch ../../mark-9", `python3 -m timeit -n1 -r1 'import os;os.system("touch mark-10")'`],
      ...["tar cf y.tar a.txt", "TAR_OPTIONS='--to-command=touch\\ mark-11' tar xf y.tar"],
      "export TAR_OPTIONS='--checkpoint=1 --checkpoint-action=exec=\"touch mark-12\"'; tar cf z.tar a.txt",
    ];
    const deny = ["--allowedTools", "shell(*)", "--disallowedTools", "Bash(touch -r a.txt),Bash(touch:*)"];
    await grounds.attack(commands.map(shell), ["--permission-mode", mode, "--sandbox", "off", ...deny]);
    expect(readdirSync(grounds.cwd).filter((name) => name.startsWith("mark"))).toEqual([]);
  },
);

test("what commits keep of a denied file that is gone is not shown, and the way that is told leaves it out", async () => {
  grounds = makeGrounds({ "work/private/x.txt": `${TOLD}\n`, "work/a.py": "open = 1\n" });
  const git = (...words: string[]): string =>
    execFileSync("git", ["-C", grounds?.cwd ?? "", "-c", "user.name=a", "-c", "user.email=a@b", ...words], {
      encoding: "utf8",
    }).trim();
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "1"],
    ["mv", "private/x.txt", "kept.txt"],
  ])
    git(...words);
  writeFileSync(join(grounds.cwd, "kept.txt"), "other\n");
  git("commit", "-qam", "2");
  const blob = git("rev-parse", "HEAD~1:private/x.txt");
  const commands = [
    ...[
      "git log -p",
      "git show HEAD~1",
      `git show ${blob} -- .`,
      "git diff HEAD~1 HEAD",
      "git grep NOBODY HEAD~1",
      `git cat-file -p ${blob}`,
    ],
    ...["git log -p --follow -- kept.txt", "git archive HEAD~1 | tar xO", "git clone -q . ../q && git -C ../q log -p"],
    "git log -p -- . ':(top,exclude)private/x.txt'",
  ];
  const args = ["--permission-mode", "bypassPermissions", "--sandbox", "off", "--disallowedTools", "Read(private/**)"];
  const results = await grounds.attack(commands.map(shell), args);
  expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
  expect(results[0]).toContain("-- . ':(top,exclude)private/x.txt'");
  expect(results.at(-1)).toContain("+other");
});

test("the whole disk, the home and Waymark's own folders are not added, by a flag or by the settings", async () => {
  grounds = makeGrounds(FILES);
  const { base, cwd, home } = grounds;
  const config = join(home, "waymark/config");
  for (const folder of ["/", home, base, config]) {
    const run = await runWaymark(["-p", "x", "--offline", "--add-dir", folder], { cwd, home });
    expect([run.code, run.stderr], folder).toEqual([
      42,
      expect.stringMatching(/whole file system|whole home|Waymark's own/),
    ]);
  }
});

describe("a file that a person changed", () => {
  beforeEach(() => {
    grounds = makeGrounds({ "work/a.txt": "one\n" });
  });

  /** A model that plays one call in a run of its own. */
  async function play(call: { readonly name: string; readonly input: unknown }, more: readonly string[] = []) {
    const { cwd, home } = grounds as Grounds;
    let asked = 0;
    const server = await startOpenAiChat(() => (asked++ === 0 ? { calls: [call] } : { text: "Done." }));
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "key" };
    const args = ["-p", "go", "-m", "openai-compatible/m", "--permission-mode", "acceptEdits", ...more];
    return runWaymark(args, { cwd, home, environment }).finally(() => server.close());
  }

  test("between two runs of a session is not replaced on the sight of it in the first", async () => {
    const file = join((grounds as Grounds).cwd, "a.txt");
    await play({ name: "read_file", input: { path: "a.txt" } });
    writeFileSync(file, "the person's\n");
    await play({ name: "write_file", input: { path: "a.txt", content: "the model's\n" } }, ["--continue"]);
    expect(readFileSync(file, "utf8")).toBe("the person's\n");
  });
});

test("leave to edit files of the folder changes and packs nothing that a pattern or a folder reaches by a link", async () => {
  grounds = makeGrounds({ "far/notes.txt": "the-secret-of-elsewhere\n", "work/a.txt": "a\n" });
  mkdirSync(join(grounds.cwd, "d"));
  symlinkSync(join(grounds.base, "far/notes.txt"), join(grounds.cwd, "d/near.txt"));
  symlinkSync(join(grounds.base, "far"), join(grounds.cwd, "d/folder"));
  const commands = ["echo x | tee d/*", "truncate -s 0 d/*.txt", "cp a.txt d/near*", "cp -rL d e", "gzip -rfk d"];
  const results = await grounds.attack([...commands, "cat e/near.txt; zcat d/*.gz"].map(shell), [
    "--sandbox",
    "off",
    "--allowedTools",
    "shell(@edit-files)",
  ]);
  expect(readFileSync(join(grounds.base, "far/notes.txt"), "utf8")).toBe("the-secret-of-elsewhere\n");
  expect(results.join("\n")).not.toContain("the-secret-of-elsewhere");
});

test("a command that another agent allows as it stands is allowed without more words, named so or taken over", async () => {
  grounds = makeGrounds({});
  const { cwd, home } = grounds;
  const theirs = join(home, ".claude/settings.json");
  mkdirSync(dirname(theirs), { recursive: true });
  writeFileSync(theirs, JSON.stringify({ permissions: { allow: ["Bash(touch taken)"] } }));
  await runWaymark(["config", "import"], { cwd, home });
  const commands = ["touch named", "touch named more", "touch taken", "touch taken more"];
  await grounds.attack(commands.map(shell), ["--sandbox", "off", "--allowedTools", "Bash(touch named)"]);
  expect(["named", "taken", "more"].filter((name) => existsSync(join(cwd, name)))).toEqual(["named", "taken"]);
});

test.each([
  "git fetch,git pull,git push,git ls-remote,git clone,git archive,make,npm,gcc",
  "@git-fetch,@git-push,@run-project",
])(
  "leave for %s starts no code by the beginning of an option or a remote that is a folder, and writes nothing elsewhere",
  async (names) => {
    grounds = makeGrounds({
      "work/a.c": "int main(void) { return 0; }\n",
      "work/x.sh": "#!/bin/sh\necho ran >> ran\n",
      "work/package.json": '{"scripts":{"test":"true"}}',
      "work/sub/a.txt": "",
    });
    const { cwd, base } = grounds;
    chmodSync(join(cwd, "x.sh"), 0o755);
    mkdirSync(join(base, "far"));
    symlinkSync(join(base, "far"), join(cwd, "near"));
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd, stdio: "ignore" });
    git("init", "-qb", "main");
    git("add", "a.c");
    git("commit", "-qm", "a");
    git("init", "-q", "--bare", "other");
    writeFileSync(join(cwd, "other/hooks/pre-receive"), `#!/bin/sh\necho ran >> ${join(cwd, "ran")}\n`, {
      mode: 0o755,
    });
    const commands = [
      ...[
        "git push other main",
        "git push -o x other main",
        "git fetch other",
        "git fetch -j 1 other",
        "git fetch ./other",
      ],
      ...[
        "git pull -X theirs other main",
        "git pull --strat ours ./other main",
        "git ls-remote other",
        "git archive --remote=other main",
      ],
      ...[
        "git fetch --upload-pac=./x.sh x",
        "git clone --upload-p ./x.sh other c",
        "git archive --exe=./x.sh --remote=x main",
      ],
      ...(names.includes("make") ? ["make --mak=x.mk", "npm test --scr=./x.sh"] : []),
      ...[
        "gcc -osub/../../far/a.out a.c",
        "gcc -osub1/../../far/a.out a.c",
        "gcc -onear/a.out a.c",
        "gcc -Wl,-o,near/a.out a.c",
      ],
    ];
    const rules = names.split(",").map((name) => `shell(${name})`);
    const results = await grounds.attack(commands.map(shell), ["--sandbox", "off", "--allowedTools", rules.join(",")]);
    expect(commands.filter((_, index) => !results[index]?.startsWith("Not allowed"))).toEqual([]);
    expect([existsSync(join(cwd, "ran")), readdirSync(join(base, "far"))]).toEqual([false, []]);
  },
);

test("a file of secrets is not shown by its bare name in the mode that edits, with a sandbox and with a rule for all", async () => {
  const files = { "work/id_rsa": `${TOLD}\n`, "work/server.pem": `-----BEGIN ${"PRIVATE"} KEY-----\n${TOLD}\n` };
  const calls = [
    "strings -n 1 id_rsa",
    "cat id_rs[a]",
    "paste id_rsa",
    "python3 -m base64 server.pem",
    "cp server.pem b; cat b",
  ].map(shell);
  for (const args of [[], ["--sandbox", "off", "--allowedTools", "shell"]]) {
    grounds?.remove();
    grounds = makeGrounds(files);
    const results = await grounds.attack(calls, ["--permission-mode", "acceptEdits", ...args]);
    expect(results.filter((text) => text.includes(TOLD) || text.includes(btoa(TOLD).slice(0, 12)))).toEqual([]);
  }
});

test("what the text says is read elsewhere is asked about in the mode that edits, whatever program reads it", async () => {
  grounds = makeGrounds({
    "far/f.txt": `${TOLD}\n`,
    "home/n.txt": `${TOLD}\n`,
    "work/show.py": "import sys\nprint(open(sys.argv[1]).read())\n",
  });
  symlinkSync(join(grounds.base, "far/f.txt"), join(grounds.cwd, "near"));
  const calls = [
    ...["tar cf - ~/n.txt | tar xOf -", "find $HOME/n.txt -type f -exec cat {} +", "python3 show.py ../far/f.txt"],
    ...["python3 show.py ./near", "bash ./near", "sh -c 'cp ~/n.txt b; cat b'"],
  ].map(shell);
  const results = await grounds.attack(calls, ["--permission-mode", "acceptEdits"]);
  expect(results.filter((text) => text.includes(TOLD))).toEqual([]);
  const [own] = await grounds.attack(
    [shell("python3 show.py /usr/../usr/bin/env > own; sed -i '/home/d' show.py")],
    ["--permission-mode", "acceptEdits"],
  );
  expect(own).not.toMatch(/^Not allowed/);
});
