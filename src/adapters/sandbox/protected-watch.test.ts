import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ProtectedLook } from "./protected-look.ts";
import { ProtectedMemory } from "./protected-memory.ts";
import { watchProtected } from "./protected-watch.ts";
import { lookOver } from "./taking-back/look-over.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-watch-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

const watch = (memory = new ProtectedMemory()) =>
  watchProtected({ roots: [root], own: [], notes: () => [join(root, ".waymark/plan-state")] }, "landlock", memory);
const read = (path: string): string => readFileSync(join(root, path), "utf8");
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test("what another process of Waymark notes meanwhile stays, and what a command settles beside it does not", async () => {
  const watching = await watch();
  write(".waymark/plan-state/p/journal.jsonl", "noted\n");
  write(".waymark/config.json", "{}\n");
  expect((await watching.end({ mayTakeBack: true })).join("\n")).toMatch(/taken back.*: \.waymark\/config\.json\)/);
  expect(existsSync(join(root, ".waymark/config.json"))).toBe(false);
  expect(readFileSync(join(root, ".waymark/plan-state/p/journal.jsonl"), "utf8")).toBe("noted\n");
});

test("a repository among notes is looked at like any other", async () => {
  const watching = await watch();
  write(".waymark/plan-state/p.json", "noted\n");
  for (const name of ["HEAD", "objects/x", "refs/x"])
    write(`.waymark/plan-state/p/.git/${name}`, "ref: refs/heads/x\n");
  write(".waymark/plan-state/p/.git/config", "[core]\n\tfsmonitor = ./evil\n");
  expect((await watching.end({ mayTakeBack: true })).join("\n")).toMatch(
    /taken back.*: \.waymark\/plan-state\/p\/\.git\/config\)/,
  );
  expect(existsSync(join(root, ".waymark/plan-state/p/.git/config"))).toBe(false);
  expect(readFileSync(join(root, ".waymark/plan-state/p.json"), "utf8")).toBe("noted\n");
});

test.each([true, false])(
  "names that start programs are taken back among notes, which were there: %s",
  async (areThere) => {
    if (areThere) write(".waymark/plan-state/p/journal.jsonl", "noted\n");
    const watching = await watch();
    write(".waymark/plan-state/p/journal.jsonl", "noted more\n");
    const made = [".vscode/tasks.json", ".mcp.json", "p/.mcp.json", "new/.vscode/tasks.json"];
    for (const name of made) write(`.waymark/plan-state/${name}`, "{}\n");
    const told = (await watching.end({ mayTakeBack: true })).join("\n");
    expect([told, made.filter((name) => existsSync(join(root, ".waymark/plan-state", name)))]).toEqual([
      expect.stringContaining(".waymark/plan-state/.mcp.json"),
      [],
    ]);
    expect(read(".waymark/plan-state/p/journal.jsonl")).toBe("noted more\n");
  },
);

test("notes that are there already are rewritten without a word, and go", async () => {
  write(".waymark/plan-state/p/journal.jsonl", "noted\n");
  write(".waymark/plan-state/q/journal.jsonl", "noted\n");
  const watching = await watch();
  write(".waymark/plan-state/p/journal.jsonl", "noted\nand more\n");
  rmSync(join(root, ".waymark/plan-state/q"), { recursive: true });
  expect(await watching.end({ mayTakeBack: true })).toEqual([]);
  expect(readFileSync(join(root, ".waymark/plan-state/p/journal.jsonl"), "utf8")).toBe("noted\nand more\n");
});

test("a link in the place of notes leads elsewhere, and is taken back", async () => {
  write(".waymark/config.json", "{}\n");
  const watching = await watch();
  symlinkSync(tmpdir(), join(root, ".waymark/plan-state"));
  expect((await watching.end({ mayTakeBack: true })).join("\n")).toMatch(/taken back.*: \.waymark\/plan-state\)/);
  expect(() => lstatSync(join(root, ".waymark/plan-state"))).toThrow();
});

/** What commands do one after the other, and what is said at the end of each. */
async function afterCommands(commands: readonly (() => void)[]): Promise<readonly string[]> {
  const memory = new ProtectedMemory();
  const told: string[] = [];
  for (const command of commands) {
    const watching = await watch(memory);
    command();
    told.push((await watching.end({ mayTakeBack: true })).join("\n"));
  }
  return told;
}

test("a file that is as long and as old as the one before it is another", async () => {
  write(".mcp.json", '{"a":1}');
  const { atime, mtime } = statSync(join(root, ".mcp.json"));
  await afterCommands([
    () => {
      write(".mcp.json", '{"b":2}');
      utimesSync(join(root, ".mcp.json"), atime, mtime);
    },
  ]);
  expect(read(".mcp.json")).toBe('{"a":1}');
});

test("a file that is written anew as it was is no change, unless it has a second name", async () => {
  write(".mcp.json", "{}");
  const said = await afterCommands([
    () => {
      rmSync(join(root, ".mcp.json"));
      write(".mcp.json", "{}");
    },
    () => {
      write("other", "{}");
      rmSync(join(root, ".mcp.json"));
      linkSync(join(root, "other"), join(root, ".mcp.json"));
    },
  ]);
  expect(said).toEqual(["", expect.stringMatching(/taken back.*\.mcp\.json/)]);
  write("other", "evil");
  expect(read(".mcp.json")).toBe("{}");
});

test("what a protected link leads to in the folder is protected", async () => {
  for (const path of ["tools/hooks/pre-commit", "sub/editor/tasks.json", "settings/servers", "real/hooks/pre-commit"])
    write(path, "good");
  symlinkSync("tools/hooks", join(root, ".husky"));
  symlinkSync("editor", join(root, "sub/.vscode"));
  symlinkSync("settings/servers", join(root, ".mcp.json"));
  symlinkSync("real", join(root, ".git"));
  const names = ["tools/hooks/pre-commit", "sub/editor/tasks.json", "settings/servers", "real/hooks/pre-commit"];
  await afterCommands([
    () => {
      for (const path of names) write(path, "evil");
    },
  ]);
  expect(names.map(read)).toEqual(["good", "good", "good", "good"]);
});

test("where git finds the settings of its other working folders, and what a repository includes, is protected", async () => {
  write(".git/HEAD", "ref: refs/heads/main\n");
  write(".git/config", "[include]\n\tpath = ../settings/git\n");
  write("settings/git", "[user]\n\tname = Ann\n");
  write(".git/worktrees/other/commondir", "../..\n");
  const [first, second] = await afterCommands([
    () => {
      write(".git/worktrees/third/commondir", "../..\n");
    },
    () => {
      write("settings/git", "[core]\n\tfsmonitor = evil\n");
      write(".git/worktrees/other/commondir", "../../../evil\n");
      write(".git/worktrees/fourth/commondir", "../../../evil\n");
    },
  ]);
  expect(first).toBe("");
  expect(second).toContain("fourth");
  expect(read("settings/git")).toBe("[user]\n\tname = Ann\n");
  expect(read(".git/worktrees/other/commondir")).toBe("../..\n");
});

test("settings of a repository below the folder stay what they were, but for where branches go", async () => {
  const settings = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://a.example/x\n';
  const tracks = `${settings}[branch "f"]\n\tremote = origin\n\tmerge = refs/heads/f\n`;
  for (const name of ["HEAD", "objects/x", "refs/x"]) write(`a/.git/${name}`, "ref: refs/heads/main\n");
  write("a/.git/config", settings);
  const strays = [
    "[core]\n\tworktree = ../../..\n",
    "[http]\n\tproxy = http://evil.example\n",
    '[url "https://evil.example/"]\n\tinsteadOf = https://a.example/\n',
    '[protocol "ext"]\n\tallow = always\n[url "ext"]\n\tinsteadOf = e\n',
    "[alias]\n\tst = difftool -y -x id\n",
    '[remote "origin"]\n\tpushurl = https://evil.example\n',
  ];
  const said = await afterCommands([
    () => write("a/.git/config", tracks),
    ...strays.map((stray) => () => write("a/.git/config", `${tracks}${stray}`)),
    () => rmSync(join(root, "a/.git/config")),
  ]);
  expect(said[0]).toBe("");
  for (const each of said.slice(1)) expect(each).toMatch(/taken back.*: a\/\.git\/config\)/);
  expect(read("a/.git/config")).toBe(tracks);
});

test("what settings name as a program or a hook in the folder is kept as it was, by a repository below it too", async () => {
  const named =
    '[core]\n\thooksPath = githooks\n\tfsmonitor = ./fsm.sh\n[filter "x"]\n\tclean = sh tools/clean.sh\n[merge "y"]\n\tdriver = ./new.sh %A\n';
  const files = ["githooks/pre-commit", "fsm.sh", "tools/clean.sh"];
  for (const at of [".", "a"]) {
    for (const name of ["HEAD", "objects/x", "refs/x"]) write(`${at}/.git/${name}`, "ref: refs/heads/main\n");
    write(`${at}/.git/config`, named);
    for (const file of files) write(`${at}/${file}`, "good");
  }
  const [said] = await afterCommands([
    () => {
      for (const at of [".", "a"])
        for (const file of [...files, "githooks/post-checkout", "new.sh"]) write(`${at}/${file}`, "evil");
    },
  ]);
  for (const at of ["", "a/"]) {
    expect(files.map((file) => read(`${at}${file}`))).toEqual(["good", "good", "good"]);
    for (const made of ["githooks/post-checkout", "new.sh"]) expect(existsSync(join(root, at, made))).toBe(false);
    expect(said).toContain(`${at}fsm.sh`);
  }
  // What a person agreed to name was no program before.
  write("other/pre-commit", "mine");
  const [later] = await afterCommands([() => write("b.txt", "x")]);
  expect(later).toBe("");
});

test("where others may have worked meanwhile, what leads git elsewhere goes all the same", async () => {
  for (const name of ["HEAD", "objects/x", "refs/x"]) write(`.git/${name}`, "ref: refs/heads/main\n");
  const watching = await watch();
  write(".git/commondir", "../eg\n");
  write(".mcp.json", "{}");
  const said = (await watching.end({ mayTakeBack: false })).join("\n");
  expect(said).toMatch(/taken back.*: \.git\/commondir\)\n\(changed meanwhile.*: \.mcp\.json\)/);
  expect([existsSync(join(root, ".git/commondir")), existsSync(join(root, ".mcp.json"))]).toEqual([false, true]);
});

test.skipIf(process.getuid?.() === 0)(
  "bits that a command takes away hide nothing, and keep nothing from being put back",
  async () => {
    mkdirSync(join(root, ".git"));
    mkdirSync(join(root, "sub"));
    const [closed, entered, again] = await afterCommands([
      () => {
        write(".git/commondir", "x");
        write("sub/.vscode/tasks.json", "{}");
        for (const path of [".git", "sub"]) chmodSync(join(root, path), 0o555);
      },
      () => {
        write(".mcp.json", "{}");
        chmodSync(root, 0o311);
      },
      () => chmodSync(root, 0o755),
    ]);
    expect(closed).toMatch(/taken back.*: \.git\/commondir, sub\/\.vscode\)/);
    expect(entered).toMatch(/taken back.*: \.mcp\.json\).*made readable.*: \.\)/s);
    expect(again).toBe("");
    for (const path of [".git/commondir", "sub/.vscode", ".mcp.json"]) expect(existsSync(join(root, path))).toBe(false);
  },
);

const EVIL = "[core]\n\tfsmonitor = evil\n";

test("a folder is a git folder by what lies in it: its programs are taken back, what else lies there stays", async () => {
  write("sub/a.txt", "a");
  write("logs/a.txt", "a");
  symlinkSync("a.txt", join(root, "logs/current"));
  const repository = (folder: string, config: string): void => {
    for (const name of ["objects/x", "refs/x"]) write(`${folder}${name}`, "");
    write(`${folder}HEAD`, "ref: refs/heads/main\n");
    write(`${folder}config`, config);
  };
  const [evil, good] = await afterCommands([
    () => {
      for (const folder of ["", "sub/", "new/er/", "build/"]) repository(folder, EVIL);
      write("linked/HEAD", "ref: refs/heads/main\n");
      write("linked/commondir", "../sub\n");
    },
    () => repository("bare.git/", "[core]\n\tbare = true\n"),
  ]);
  for (const path of ["config", "sub/config", "new/er/config", "build/config", "linked/commondir"])
    expect([path, existsSync(join(root, path)), evil?.includes(path)]).toEqual([path, false, true]);
  expect([good, read("logs/current"), existsSync(join(root, "sub/HEAD"))]).toEqual(["", "a", true]);
});

test("what git keeps of other working trees and of submodules is looked at wherever it lies", async () => {
  for (const folder of [".git", ".git/modules/lib", ".git/worktrees/wt/modules/lib"]) {
    write(`${folder}/HEAD`, "ref: refs/heads/main\n");
    write(`${folder}/config`, "[core]\n\tbare = false\n");
  }
  write(".git/worktrees/wt/HEAD", "ref: refs/heads/wt\n");
  write(".git/worktrees/wt/commondir", "../..\n");
  const said = await afterCommands([
    () => write(".git/worktrees/wt/commondir", "../.. \n"),
    () => write(".git/worktrees/wt/modules/lib/config", EVIL),
    () => {
      rmSync(join(root, ".git/worktrees/wt/commondir"));
      for (const name of ["objects/x", "refs/x"]) write(`.git/worktrees/wt/${name}`, "");
      write(".git/worktrees/wt/config", EVIL);
    },
    () => {
      write("d/HEAD", "ref: refs/heads/x\n");
      symlinkSync(join(root, "d"), join(root, ".git/worktrees/evil"));
      write("sub/.git", `gitdir: ${join(root, ".git/worktrees/evil")}\n`);
    },
    () => {
      renameSync(join(root, ".git/modules/lib"), join(root, ".git/modules/lib2"));
      symlinkSync("../../d", join(root, ".git/modules/lib"));
    },
    () => {
      write("lib/.git", "gitdir: ../.git/modules/lib2\n");
      write("again/.git", `gitdir: ${join(root, ".git/worktrees/wt")}\n`);
    },
  ]);
  expect(said.map((text) => text.match(/: (.*)\)/)?.[1]?.split(", "))).toEqual([
    [".git/worktrees/wt/commondir"],
    [".git/worktrees/wt/modules/lib/config"],
    [".git/worktrees/wt/config"],
    [".git/worktrees/evil", "sub/.git"],
    [".git/modules/lib"],
    undefined,
  ]);
});

test("hooks behind a link, and what a `.git` file names beside it, are put back where they lie", async () => {
  for (const name of ["HEAD", "objects/x", "refs/x"]) {
    write(`.git/${name}`, "ref: refs/heads/main\n");
    write(`deep/store/${name}`, "ref: refs/heads/main\n");
  }
  write("tools/hooks/pre-commit", "good");
  write("deep/store/hooks/pre-commit", "good");
  write("app/.git", "gitdir: ../deep/store\n");
  symlinkSync("../tools/hooks", join(root, ".git/hooks"));
  await afterCommands([
    () => {
      for (const folder of ["tools", "deep/store"])
        for (const name of ["pre-commit", "post-checkout"]) write(`${folder}/hooks/${name}`, "evil");
      write("deep/store/config", EVIL);
    },
  ]);
  expect(["tools", "deep/store"].map((folder) => read(`${folder}/hooks/pre-commit`))).toEqual(["good", "good"]);
  const made = ["tools/hooks/post-checkout", "deep/store/hooks/post-checkout", "deep/store/config"];
  expect(made.filter((path) => existsSync(join(root, path)))).toEqual([]);
});

test("a folder of work that becomes a git folder keeps what lay there", async () => {
  for (const path of ["hooks/useCase.ts", "config/app.json", "modules/a/main.tf"]) write(path, "mine");
  symlinkSync("a", join(root, "modules/current"));
  await afterCommands([
    () => {
      for (const name of ["HEAD", "objects/x", "refs/x"]) write(name, "ref: refs/heads/main\n");
      write("sub/.git", `gitdir: ${root}\n`);
    },
  ]);
  expect(["hooks/useCase.ts", "config/app.json", "modules/current/main.tf"].map(read)).toEqual([
    "mine",
    "mine",
    "mine",
  ]);
});

test("no link is left in a git folder, by which git would write elsewhere", async () => {
  write(".git/logs/refs/heads/main", "");
  symlinkSync("refs/heads/main", join(root, ".git/HEAD"));
  const [said] = await afterCommands([
    () => {
      for (const name of ["COMMIT_EDITMSG", "index", "logs/HEAD", "logs/refs/heads/other", "rebase-merge"])
        symlinkSync(join(tmpdir(), "elsewhere"), join(root, ".git", name));
      rmSync(join(root, ".git/HEAD"));
      symlinkSync("refs/heads/other", join(root, ".git/HEAD"));
    },
  ]);
  expect(said).toMatch(/taken back/);
  const left = ["COMMIT_EDITMSG", "index", "logs/HEAD", "logs/refs/heads/other", "rebase-merge", "HEAD"].filter(
    (name) => lstatSync(join(root, ".git", name), { throwIfNoEntry: false }) !== undefined,
  );
  expect(left).toEqual(["HEAD"]);
});

test("a flood of names hides none in the folders that were there", async () => {
  write("deep/er/a.txt", "a");
  write(".github/workflows/ci.yml", "good");
  await afterCommands([
    () => {
      for (let folder = 0; folder < 21; folder++) {
        write(`flood${folder}/0`, "");
        for (let file = 1; file < 1000; file++)
          linkSync(join(root, "deep/er/a.txt"), join(root, `flood${folder}/${file}`));
        write(`.github/workflows/${folder}/0`, "");
      }
      write("deep/er/.vscode/tasks.json", "evil");
      write(".husky/pre-commit", "evil");
    },
  ]);
  expect(["deep/er/.vscode", ".husky", ".github/workflows/9"].filter((path) => existsSync(join(root, path)))).toEqual(
    [],
  );
});

test("however deep a name lies, and what lies in its folder, it is looked at", async () => {
  const deep = "src/main/java/com/acme/app/one/two/three/.claude/a/b/c/d/e";
  write(`${deep}/SKILL.md`, "good");
  await afterCommands([
    () => {
      write(`${deep}/SKILL.md`, "evil");
      write("src/main/java/com/acme/app/one/two/three/.vscode/tasks.json", "evil");
    },
  ]);
  expect(read(`${deep}/SKILL.md`)).toBe("good");
  expect(existsSync(join(root, "src/main/java/com/acme/app/one/two/three/.vscode"))).toBe(false);
});

test("what a look did not come to is told, once, and is not taken for new", async () => {
  write("a.txt", "a");
  for (let folder = 0; folder < 22; folder++) {
    mkdirSync(join(root, `f${folder}`));
    for (let file = 0; file < 1000; file++) linkSync(join(root, "a.txt"), join(root, `f${folder}/${file}`));
    write(`f${folder}/.vscode/tasks.json`, "theirs");
  }
  const said = await afterCommands([() => {}, () => write(".mcp.json", "evil")]);
  expect(said).toEqual([
    expect.stringMatching(/^\(not all was looked at .* too many names for 3 of/),
    expect.stringMatching(/^\(taken back[^\n]*: \.mcp\.json\)$/),
  ]);
  for (let folder = 0; folder < 22; folder++) expect(read(`f${folder}/.vscode/tasks.json`)).toBe("theirs");
});

test("a folder that went is known again behind two thousand others that went since", async () => {
  write("pack/app/.vscode/tasks.json", "good");
  await afterCommands([
    () => cpSync(join(root, "pack"), join(root, "copy"), { recursive: true }),
    () => write("copy/app/.vscode/tasks.json", "evil"),
    () => rmSync(join(root, "pack"), { recursive: true }),
    () => {
      for (let count = 0; count < 2_001; count++) write(`flood/.claude-${count}`, "");
    },
    () => rmSync(join(root, "flood"), { recursive: true }),
    () => renameSync(join(root, "copy"), join(root, "pack")),
  ]).then((said) => expect(said.at(-1)).toMatch(/could NOT be taken back.*pack\/app\/\.vscode\/tasks\.json/));
});

test("a command that takes every name under which things are set aside keeps nothing", async () => {
  await afterCommands([
    () => {
      for (let count = 1; count <= 30; count++)
        mkdirSync(join(root, `.mcp.json${count === 1 ? "" : `.${count}`}.taken-back`));
      write(".mcp.json", "evil");
    },
  ]);
  expect(existsSync(join(root, ".mcp.json"))).toBe(false);
});

test("a folder that is moved, changed and moved back is no new one, in one command or in several", async () => {
  const move = (from: string, to: string): void => renameSync(join(root, from), join(root, to));
  const evil = (path: string) => (): void => write(path, "evil");
  for (const commands of [
    [() => move("pack", "other"), evil("other/app/.vscode/tasks.json"), () => move("other", "pack")],
    [
      () => cpSync(join(root, "pack"), join(root, "copy"), { recursive: true }),
      evil("copy/app/.vscode/tasks.json"),
      () => rmSync(join(root, "pack"), { recursive: true }),
      () => move("copy", "pack"),
    ],
  ]) {
    write("pack/app/.vscode/tasks.json", "good");
    await afterCommands(commands);
    expect(read("pack/app/.vscode/tasks.json")).toBe("good");
    rmSync(join(root, "pack"), { recursive: true });
  }
});

test("a folder that is moved as it was goes without a word", async () => {
  write("pack/app/.vscode/tasks.json", "good");
  expect(await afterCommands([() => renameSync(join(root, "pack"), join(root, "other"))])).toEqual([""]);
  expect(read("other/app/.vscode/tasks.json")).toBe("good");
});

test("what one command's end took back is not put there again at the end of another", async () => {
  write(".claude/settings.json", "good");
  const memory = new ProtectedMemory();
  const first = await watch(memory);
  write(".mcp.json", "evil");
  write(".claude/settings.json", "evil");
  const second = await watch(memory);
  expect((await first.end({ mayTakeBack: true })).join("")).toMatch(/taken back/);
  expect(await second.end({ mayTakeBack: true })).toEqual([]);
  expect(existsSync(join(root, ".mcp.json"))).toBe(false);
  expect(read(".claude/settings.json")).toBe("good");
});

test("by what git shows other commits than it sends is taken back; what it passes over, and packs, is told", async () => {
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
      cwd: root,
      encoding: "utf8",
    }).trim();
  const at = { mayTakeBack: true } as const;
  git("init", "-q");
  for (const name of ["a", "b", "c"]) {
    write(name, `${name}\n`);
    git("add", "-A");
    git("commit", "-qm", name);
  }
  git("update-index", "--assume-unchanged", "a");
  const [head, before] = [git("rev-parse", "HEAD"), git("rev-parse", "HEAD~1")];
  let watching = await watch();
  git("replace", "HEAD", "HEAD~1");
  write(".git/info/grafts", `${head}\n`);
  expect((await watching.end(at)).join("\n")).toMatch(
    /taken back, because by it git shows other commits than it keeps and sends: \.git\/(?:refs\/replace|info\/grafts), \.git\/(?:refs\/replace|info\/grafts)\)/,
  );
  expect([git("replace", "-l"), git("rev-list", "--count", "HEAD")]).toEqual(["", "3"]);
  watching = await watch();
  git("replace", "HEAD", "HEAD~1");
  git("pack-refs", "--all");
  git("update-index", "--assume-unchanged", "b");
  git("update-index", "--skip-worktree", "c");
  write(".git/shallow", `${before}\n`);
  expect((await watching.end(at)).join("\n")).toMatch(
    new RegExp(
      `since this command git shows otherwise than it is, or than it keeps: refs/replace/${head} in packed-refs, shallow ${before}, b \\(assume-unchanged\\), c \\(skip-worktree\\)\\)`,
    ),
  );
  watching = await watch();
  expect(await watching.end(at)).toEqual([]);
});

test("what a command in the background moves away and back around another's looks stays a person's", async () => {
  for (const path of ["sub/.vscode/tasks.json", "sub/.mcp.json", "c/.git/config", "c/.git/HEAD"]) write(path, "{}");
  const memory = new ProtectedMemory();
  const background = await watch(memory);
  for (const path of ["sub/.vscode", "sub/.mcp.json", "c"]) renameSync(join(root, path), join(root, `${path}-x`));
  const foreground = await watch(memory);
  for (const path of ["sub/.vscode", "sub/.mcp.json", "c"]) renameSync(join(root, `${path}-x`), join(root, path));
  write("sub/.vscode/evil.json", "{}");
  expect((await foreground.end({ mayTakeBack: true })).join("\n")).toMatch(
    /^\(taken back[^:]*: sub\/\.vscode\/evil\.json\)$/,
  );
  expect(await background.end({ mayTakeBack: false })).toEqual([]);
  expect(["sub/.vscode/tasks.json", "sub/.mcp.json", "c/.git/config"].map(read)).toEqual(["{}", "{}", "{}"]);
});

test("what lies under a name that things are set aside by is not written over", async () => {
  write(".mcp.json", "{}");
  write(".mcp.json.taken-back", "mine");
  await afterCommands([() => write(".mcp.json", "evil"), () => write(".mcp.json", "worse")]);
  expect([".mcp.json", ".mcp.json.taken-back", ".mcp.json.2.taken-back", ".mcp.json.3.taken-back"].map(read)).toEqual([
    "{}",
    "mine",
    "evil",
    "worse",
  ]);
});

test("a covered file is taken back when it was changed by a second name, and not when it was only touched", async () => {
  execFileSync("git", ["init", "-q", root]);
  const covered = [".git/hooks/pre-commit", ".mcp.json", ".vscode/tasks.json"];
  for (const [at, path] of covered.entries()) {
    write(path, "as it was\n");
    linkSync(join(root, path), join(root, `second-${at}`));
  }
  const watchMounted = () => watchProtected({ roots: [root], own: [] }, "bubblewrap");
  const touched = await watchMounted();
  for (const at of covered.keys()) utimesSync(join(root, `second-${at}`), 1, 1);
  expect(await touched.end({ mayTakeBack: true })).toEqual([]);
  const watching = await watchMounted();
  for (const at of covered.keys()) writeFileSync(join(root, `second-${at}`), "changed\n");
  const told = (await watching.end({ mayTakeBack: true })).join("\n");
  expect(told).toMatch(/^\(taken back/);
  for (const path of covered) expect([told.includes(path), read(path)]).toEqual([true, "as it was\n"]);
});

test("each folder counts, however little is in it, and the look stops for others again and again", () => {
  for (let at = 0; at < 20_500; at++) mkdirSync(join(root, `folder-${at}`));
  const look = new ProtectedLook([root]);
  let pauses = 0;
  for (const steps = lookOver({ roots: [root], repositories: [] }, look); !steps.next().done; ) pauses++;
  expect(look.unseen.size).toBeGreaterThan(400);
  expect(look.folders.size).toBeLessThan(20_002);
  expect(pauses).toBeGreaterThan(20_000);
});

test.each([
  [".claude/skills/x", 4_500, 4_096],
  [".git/refs/heads", 1_000, 0],
])(
  "the look stops for others as often as there are names in a protected folder, and keeps a bounded number of texts: %s",
  (folder, count, textsMax) => {
    for (let at = 0; at < count; at++) {
      if (textsMax === 0) mkdirSync(join(root, folder, `${at}`), { recursive: true });
      else write(`${folder}/${at}`, "x");
    }
    const look = new ProtectedLook([root]);
    let pauses = 0;
    for (const steps = lookOver({ roots: [root], repositories: [] }, look); !steps.next().done; ) pauses++;
    expect(pauses).toBeGreaterThan(count);
    const kept = [...look.entries].filter(([path]) => path.startsWith(`${root}/${folder}/`));
    expect(kept.length).toBe(textsMax === 0 ? 0 : count);
    expect(kept.filter(([, { content }]) => content !== undefined).length).toBeLessThanOrEqual(textsMax);
  },
);
