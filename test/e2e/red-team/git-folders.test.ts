import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { ProtectedMemory } from "../../../src/adapters/sandbox/protected-memory.ts";
import { watchProtected } from "../../../src/adapters/sandbox/protected-watch.ts";
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
    write(at + '/HEAD', 'ref: refs/heads/master\\n')
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

/** Folders that git takes for its own, or may be led to. */
const GIT_FOLDERS = [
  ...["work", "work/sub", "work/sub/deep", "work/build", "work/new", "work/eg", "work/sub/.git", "work/new/.git"],
  ...[
    "work/.git",
    "work/.git/worktrees/wt",
    "work/.git/worktrees/inner",
    "work/.git/worktrees/evil",
    "work/.git/worktrees/.. ",
  ],
  ...[
    "work/.git/modules/lib",
    "work/.git/worktrees/wt/modules/lib",
    "work/.git/modules/evil",
    "work/.git/x",
    "work/.bare",
  ],
];
const POINTERS = [
  "../..",
  "../.. ",
  "../../",
  "..",
  "BASE/work/eg",
  "BASE/work",
  "../../../eg",
  "../../../sub",
  "../../modules/evil",
];
const ENDS = ["\n", "", " \n", "\r\n", "\n\n"];
const anyOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const shape = fc.record(
  {
    config: fc.constant(true),
    own: fc.constant(true),
    hooks: fc.constant(true),
    linked: fc.constant(true),
    data: fc.constant(true),
    common: fc.tuple(anyOf(POINTERS), anyOf(ENDS)).map((parts) => parts.join("")),
  },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("folder"), at: anyOf(GIT_FOLDERS), shape }),
  fc.record({
    kind: fc.constant("text"),
    at: fc.tuple(anyOf(GIT_FOLDERS), anyOf(["commondir", "gitdir"])).map((parts) => parts.join("/")),
    text: fc.tuple(anyOf(POINTERS), anyOf(ENDS)).map((parts) => parts.join("")),
  }),
  fc.record({
    kind: fc.constant("text"),
    at: fc
      .tuple(anyOf(GIT_FOLDERS), anyOf(["config", "config.worktree", "hooks/pre-commit"]))
      .map((parts) => parts.join("/")),
    text: fc.constant("SETTINGS"),
  }),
  fc.record({
    kind: fc.constant("text"),
    at: anyOf(["work/sub/.git", "work/new/.git", "work/lib/.git", "work/inner/.git", "work/build/.git"]),
    text: fc.tuple(anyOf(GIT_FOLDERS), anyOf(ENDS)).map(([folder, end]) => `gitdir: BASE/${folder}${end}`),
  }),
  fc.record({
    kind: fc.constant("link"),
    at: anyOf([
      ...GIT_FOLDERS,
      "work/.git/modules",
      "work/.git/hooks",
      "work/sub/.git/config",
      "work/.git/worktrees/evil/HEAD",
    ]),
    to: anyOf([...GIT_FOLDERS.map((folder) => `BASE/${folder}`), "refs/heads/master", "BASE/work/eg/config"]),
  }),
  fc.record({ kind: fc.constant("move"), at: anyOf(GIT_FOLDERS), to: anyOf(GIT_FOLDERS) }),
  fc.record({
    kind: fc.constant("gone"),
    at: anyOf([
      "work/.git/worktrees/wt/commondir",
      "work/.git/worktrees/inner/commondir",
      "work/lib/.git",
      "work/inner/.git",
    ]),
  }),
);

const commands = fc.array(fc.array(step, { minLength: 2, maxLength: 9 }), { minLength: 1, maxLength: 4 });

function putWriter(made: Grounds, folder: string, steps: readonly Step[]): void {
  mkdirSync(join(made.cwd, folder));
  const told = { base: made.base, mark: join(made.home, "started"), steps };
  writeFileSync(join(made.cwd, folder, "told.json"), JSON.stringify(told));
  writeFileSync(join(made.cwd, folder, "w.py"), WRITER);
}

/** More with GIT_FOLDER_TRIES. */
const TRIES = Number(process.env["GIT_FOLDER_TRIES"] ?? 20);

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
        watching.end({ mayTakeBack: true });
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
