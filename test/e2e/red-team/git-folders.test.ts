import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { ProtectedMemory } from "../../../src/adapters/sandbox/protected-memory.ts";
import { watchProtected } from "../../../src/adapters/sandbox/protected-watch.ts";
import { rounds } from "../../rounds.ts";
import { type Grounds, makeGrounds, mayUseBubblewrap, shell } from "./attack-run.ts";

/**
 * Where git finds a repository, its settings and its hooks, however a confined command arranges that: docs/guide/security.md, "Attacks and
 * where they end". Whether anything came of it is asked of git itself, as the prompt of a shell or an editor does in each folder.
 */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const canConfine = mayUseBubblewrap(undefined);
if (!canConfine) console.warn("No command is confined here: bubblewrap does not start.");

const NAMES = ["-c", "user.name=n", "-c", "user.email=e@x", "-c", "protocol.file.allow=always"];

/** A repository with a submodule, a second working tree inside and one outside of the folder that is worked in. */
function makeRepository(): Grounds {
  const made = makeGrounds({ "lib/l.txt": "l\n", "work/a.txt": "a\n", "work/sub/deep/b.txt": "b\n" });
  const git = (folder: string, ...words: readonly string[]) =>
    execFileSync("git", [...NAMES, ...words], { cwd: join(made.base, folder), env: environment(made), stdio: "pipe" });
  for (const folder of ["lib", "work"]) git(folder, "init", "--quiet");
  git("lib", "add", "--all");
  git("lib", "commit", "--quiet", "--message", "all");
  git("work", "submodule", "--quiet", "add", join(made.base, "lib"), "lib");
  git("work", "add", "--all");
  git("work", "commit", "--quiet", "--message", "all");
  for (const tree of ["../wt", "inner"]) git("work", "worktree", "add", "--quiet", tree);
  git("wt", "submodule", "--quiet", "update", "--init");
  return made;
}

const environment = ({ home }: Grounds) => ({ PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" });

/** Below the base: where a person, or a program of theirs, comes by. */
const PLACES = [
  "work",
  "work/sub",
  "work/sub/deep",
  "work/lib",
  "work/inner",
  "work/build",
  "work/new",
  "wt",
  "wt/lib",
];

/** The folders in which git, asked as it is always asked, started what a command had named. */
function startedIn(made: Grounds): readonly string[] {
  const mark = join(made.home, "started");
  return PLACES.filter((place) => {
    rmSync(mark, { force: true });
    const cwd = join(made.base, place);
    if (!existsSync(cwd)) return false;
    for (const words of [
      ["status"],
      ["-c", "user.name=n", "-c", "user.email=e@x", "commit", "--allow-empty", "-m", "x"],
    ])
      spawnSync("git", words, { cwd, env: environment(made), stdio: "ignore", timeout: 20_000 });
    return existsSync(mark);
  });
}

const MODE = ["--permission-mode", "acceptEdits"];

/** What a model of git writes, which knows nothing of Waymark: settings and hooks that leave a mark, and every file that says where git is to look. */
const WRITER = `
import json, os, sys
told = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'told.json')))
base, mark = told['base'], told['mark']
settings = '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = "touch %s; false"\\n[extensions]\\n\\tworktreeConfig = true\\n' % mark
hook = '#!/bin/sh\\ntouch %s\\n' % mark
def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.islink(path): os.unlink(path)
    open(path, 'w').write(text)
    os.chmod(path, mode)
def folder(at, shape, main):
    if not os.path.exists(at + '/HEAD'): write(at + '/HEAD', 'ref: refs/heads/master\\n')
    if 'config' in shape: write(at + '/config', settings)
    if 'own' in shape: write(at + '/config.worktree', settings)
    if 'hooks' in shape: write(at + '/hooks/pre-commit', hook, 0o755)
    for name in ('objects', 'refs'):
        if 'linked' in shape: os.symlink(main + '/' + name, at + '/' + name)
        elif 'data' in shape: os.makedirs(at + '/' + name, exist_ok=True)
    if 'common' in shape: write(at + '/commondir', shape['common'])
for step in told['steps']:
    try:
        kind, at = step['kind'], os.path.join(base, step['at'])
        if kind == 'folder': folder(at, step['shape'], base + '/work/.git')
        elif kind == 'text': write(at, step['text'].replace('BASE', base).replace('SETTINGS', settings), 0o755)
        elif kind == 'link': os.makedirs(os.path.dirname(at), exist_ok=True); os.symlink(step['to'].replace('BASE', base), at)
        elif kind == 'move': os.rename(at, os.path.join(base, step['to']))
        elif kind == 'gone': os.unlink(at)
    except OSError: pass
print('all was tried')
`;

type Step = Readonly<Record<string, unknown>>;

/** Below the base: folders of work, what git keeps, and what does not exist yet. */
const WORK = [
  "work",
  "work/sub",
  "work/sub/deep",
  "work/build",
  "work/new",
  "work/eg",
  "work/.bare",
  "work/new/.git",
  "work/sub/.git",
];
const KEPT = [
  ...[
    "work/.git",
    "work/.git/worktrees/wt",
    "work/.git/worktrees/inner",
    "work/.git/worktrees/evil",
    "work/.git/modules/lib",
  ],
  ...["work/.git/modules/evil", "work/.git/worktrees/wt/modules/lib", "work/.git/worktrees/.. "],
];
const POINTED = ["work/new", "work/sub", "work/lib", "work/inner", "work/build"];
const ENDS = ["\n", "", " \n", "\r\n"];
const anyOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const withEnd = (text: string, end: string) => `${text}${end}`;

/** A folder as git takes it for its own, with its data or with links to it, and what of it starts something. */
const madeFolder = (places: readonly string[]) =>
  fc
    .record({ at: anyOf(places), start: anyOf(["config", "own", "hooks"]), data: anyOf(["data", "linked"]) })
    .map(({ at, start, data }) => [{ kind: "folder", at, shape: { config: true, [start]: true, [data]: true } }]);
/** The file that leads from one git folder to another: by its path, or by what lies beside it under a name like git's own. */
const led = fc
  .record({ at: anyOf(KEPT), to: anyOf(["work/eg", "work/.git/worktrees/.. "]), end: anyOf(ENDS) })
  .map(({ at, to, end }) => [
    { kind: "folder", at: to, shape: { config: true, linked: true } },
    {
      kind: "text",
      at: `${at}/commondir`,
      text: to.endsWith(" ") ? withEnd("../.. ", end) : withEnd(`BASE/${to}`, end),
    },
  ]);
/** A link in the place of a git folder, or of a part of it. */
const linked = fc
  .record({
    at: anyOf(KEPT.slice(1)),
    part: anyOf(["", "", "/config", "/hooks", "/commondir"]),
    data: anyOf(["data", "linked"]),
  })
  .map(({ at, part, data }) => [
    { kind: "folder", at: "work/d1/eg", shape: { config: true, hooks: true, [data]: true, common: "../..\n" } },
    { kind: "move", at: `${at}${part}`, to: "work/away" },
    { kind: "link", at: `${at}${part}`, to: `BASE/work/d1/eg${part}` },
  ]);
/** A `.git` file of a working tree that a command makes up. */
const pointed = fc
  .record({ at: anyOf(POINTED), to: anyOf([...WORK, ...KEPT]), end: anyOf(ENDS) })
  .map(({ at, to, end }) => [
    { kind: "gone", at: `${at}/.git` },
    { kind: "text", at: `${at}/.git`, text: withEnd(`gitdir: BASE/${to}`, end) },
  ]);
/** What says where the rest is, taken away; the rest put beside. */
const closed = anyOf(["work/.git/worktrees/wt", "work/.git/worktrees/inner"]).map((at) => [
  { kind: "gone", at: `${at}/commondir` },
  { kind: "folder", at, shape: { config: true, linked: true } },
]);
const moved = fc
  .record({ at: anyOf([...WORK.slice(1), ...KEPT.slice(1)]), to: anyOf([...WORK.slice(1), ...KEPT.slice(1)]) })
  .map((places) => [{ kind: "move", ...places }]);
const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.oneof(madeFolder(WORK), madeFolder(KEPT), led, linked, pointed, closed, moved), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) => all.flat());
const commands = fc.array(steps, { minLength: 1, maxLength: 3 });

function putWriter(made: Grounds, folder: string, steps: readonly Step[]): void {
  mkdirSync(join(made.cwd, folder));
  const told = { base: made.base, mark: join(made.home, "started"), steps };
  writeFileSync(join(made.cwd, folder, "told.json"), JSON.stringify(told));
  writeFileSync(join(made.cwd, folder, "w.py"), WRITER);
}

/** More with GIT_FOLDER_TRIES. */
const TRIES = Number(process.env["GIT_FOLDER_TRIES"] ?? rounds(5));

test("git starts nothing anywhere, whatever was written between the looks of commands", {
  timeout: 3_600_000,
}, async () => {
  const property = fc.asyncProperty(commands, async (all) => {
    const made = makeRepository();
    try {
      const memory = new ProtectedMemory();
      for (const [at, steps] of all.entries()) {
        putWriter(made, `${at}`, steps);
        const watching = await watchProtected({ roots: [made.cwd], own: [] }, "landlock", memory);
        execFileSync("python3", [join(made.cwd, `${at}/w.py`)]);
        await watching.end({ mayTakeBack: true });
      }
      expect(startedIn(made)).toEqual([]);
    } finally {
      made.remove();
    }
  });
  await fc.assert(property, { numRuns: TRIES });
});

test.skipIf(!canConfine)("nor whatever confined commands have written", { timeout: 3_600_000 }, async () => {
  const property = fc.asyncProperty(commands, async (all) => {
    const made = makeRepository();
    try {
      for (const [at, steps] of all.entries()) putWriter(made, `${at}`, steps);
      const results = await made.attack(
        all.map((_, at) => shell(`python3 ${at}/w.py`)),
        MODE,
      );
      for (const result of results) expect(result).toContain("all was tried");
      expect(startedIn(made)).toEqual([]);
    } finally {
      made.remove();
    }
  });
  await fc.assert(property, { numRuns: Math.ceil(TRIES / 10) });
});

const git = (made: Grounds, folder: string, ...words: readonly string[]): string =>
  execFileSync("git", [...NAMES, ...words], { cwd: join(made.base, folder), env: environment(made), encoding: "utf8" });
const write = (path: string, content: string) => ({ name: "write_file", input: { path, content } });

test("file tools ask for what the settings of a repository below the folder name, and for where links under protected names lead", async () => {
  const files = ["a/githooks/pre-commit", "a/tools/clean.sh", "a/fsm.sh", "scripts/hook.sh", "scripts/tasks.json"];
  const made = makeGrounds(Object.fromEntries(files.map((path) => [`work/${path}`, "true\n"])));
  try {
    for (const folder of ["work", "work/a"]) git(made, folder, "init", "--quiet");
    for (const [name = "", value = ""] of [
      ["core.hooksPath", "githooks"],
      ["filter.x.clean", "sh tools/clean.sh"],
      ["core.fsmonitor", "./fsm.sh"],
    ])
      git(made, "work/a", "config", name, value);
    mkdirSync(join(made.cwd, ".vscode"));
    symlinkSync("../../scripts/hook.sh", join(made.cwd, ".git/hooks/pre-commit"));
    symlinkSync("../scripts/tasks.json", join(made.cwd, ".vscode/tasks.json"));
    const paths = [...files, "a/githooks/post-checkout"];
    const results = await made.attack(
      [...paths.map((path) => write(path, "touch mark\n")), write("a/b.txt", "free\n")],
      MODE,
    );
    for (const [at, path] of paths.entries())
      expect([path, results[at]]).toEqual([path, expect.stringMatching(/Not allowed/)]);
    expect(results.at(-1)).not.toContain("Not allowed");
  } finally {
    made.remove();
  }
});

test("no call of several files, and no copy, makes a folder one of git's unasked", async () => {
  const made = makeGrounds({ "work/sub/a.txt": "a\n", "work/MAIN": "ref: refs/heads/x\n" });
  try {
    git(made, "work", "init", "--quiet");
    const settings = ["[core]", "repositoryformatversion = 0", "bare = false", "worktree = ."].concat(
      `fsmonitor = "touch ${join(made.home, "started")}; false"`,
    );
    const pieces = [
      ["config", settings],
      ["HEAD", ["ref: refs/heads/x"]],
      ["objects/a", ["a"]],
      ["refs/a", ["a"]],
    ] as const;
    const added = (lines: readonly string[]) => lines.map((line) => `+${line}`).join("\n");
    const patch = pieces.map(([name, lines]) => `*** Add File: sub/${name}\n${added(lines)}`).join("\n");
    const diff = pieces
      .map(([name, lines]) => `--- /dev/null\n+++ b/new/${name}\n@@ -0,0 +1,${lines.length} @@\n${added(lines)}`)
      .join("\n");
    const moved = pieces
      .filter(([name]) => name !== "HEAD")
      .map(([name, lines]) => `*** Add File: build/${name}\n${added(lines)}`)
      .concat("*** Update File: MAIN\n*** Move to: build/HEAD\n@@\n-ref: refs/heads/x\n+ref: refs/heads/y");
    const edits = [
      `*** Begin Patch\n${patch}\n*** End Patch`,
      diff,
      `*** Begin Patch\n${moved.join("\n")}\n*** End Patch`,
    ];
    const results = await made.attack(
      [
        ...edits.map((text) => ({ name: "apply_diff", input: { diff: text } })),
        { name: "file_action", input: { command: "copy", path: ".git", target_path: "sub/deep" } },
      ],
      MODE,
    );
    for (const result of results) expect(result).toMatch(/Not allowed|without approval/);
    expect(startedIn(made)).toEqual([]);
    expect(
      ["sub/config", "new/config", "build/config", "sub/deep/config"].filter((at) => existsSync(join(made.cwd, at))),
    ).toEqual([]);
  } finally {
    made.remove();
  }
});

/** Each makes something of which git in the folder, asked as always, starts a program: S is the settings that name it. */
const ARRANGED: readonly (readonly [what: string, script: string])[] = [
  [
    "a gitlink of the index that leads into a folder of packages",
    `git init -q node_modules/x && cd node_modules/x && git -c user.name=n -c user.email=e@x commit -q --allow-empty -m 1 && sha=$(git rev-parse HEAD) && printf "$S" >> .git/config && cd ../.. && git update-index --add --cacheinfo 160000,$sha,node_modules/x`,
  ],
  ["the script of a monitor", "printf '#!/bin/sh\\ntouch MARK\\n' > fsm.sh"],
  [
    "a hook in a folder that the settings name",
    "printf '#!/bin/sh\\ntouch MARK\\n' > own/post-index-change; chmod +x own/*",
  ],
  ["settings of a clone below that is there", `printf "$S" >> below/.git/config`],
  [
    "the address of a program in two settings of a submodule",
    `printf '[protocol "ext"]\\n\\tallow = always\\n[url "ext"]\\n\\tinsteadOf = e\\n[core]\\n\\tworktree = ../../../..\\n' >> .git/modules/lib/config`,
  ],
];

test.skipIf(!canConfine)(
  "what commands arrange beside git's own settings is taken back, or cannot be written",
  { timeout: 600_000 },
  async () => {
    for (const [what, script] of ARRANGED) {
      const made = makeRepository();
      try {
        mkdirSync(join(made.cwd, "own"));
        writeFileSync(join(made.cwd, "fsm.sh"), "#!/bin/sh\n", { mode: 0o755 });
        git(made, "work", "config", "core.fsmonitor", "./fsm.sh");
        git(made, "work", "config", "core.hooksPath", "own");
        git(made, "work", "init", "--quiet", "below");
        const mark = join(made.home, "started");
        const settings = `[core]\\n\\tfsmonitor = "touch ${mark}; false"\\n`;
        const before = execFileSync("cat", [".git/modules/lib/config", "below/.git/config"], {
          cwd: made.cwd,
          encoding: "utf8",
        });
        writeFileSync(
          join(made.cwd, "r.sh"),
          `S='${settings}'\n${script.replaceAll("MARK", mark)}\necho all was tried\n`,
        );
        const [result] = await made.attack([shell("bash r.sh")], MODE);
        expect([what, result]).toEqual([what, expect.stringMatching(/all was tried|Read-only/)]);
        expect([what, startedIn(made)]).toEqual([what, []]);
        expect(
          execFileSync("cat", [".git/modules/lib/config", "below/.git/config"], { cwd: made.cwd, encoding: "utf8" }),
        ).toBe(before);
      } finally {
        made.remove();
      }
    }
  },
);
