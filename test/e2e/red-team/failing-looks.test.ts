import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** An error in the look after a command never means that there is nothing: docs/guide/security.md, "Attacks and where they end". */

/** Where the mode of a file means something. */
const USER = isRoot ? NOBODY : undefined;

const REPOSITORY = `import os, subprocess, hashlib, struct
e = dict(os.environ, GIT_CONFIG_NOSYSTEM='1')
def g(*a): return subprocess.run(['git', *a], env=e, capture_output=True, text=True).stdout.strip()
def repository(d):
    os.makedirs(d, exist_ok=True)
    g('init', '-q', d); open(d + '/f', 'w').write('x'); g('-C', d, 'add', 'f')
    g('-C', d, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x')
    return g('-C', d, 'rev-parse', 'HEAD')
def gitlink(h, d): g('update-index', '--add', '--cacheinfo', '160000,%s,%s' % (h, d))
def evil(d): open(d + '/.git/config', 'a').write('[core]\\n\\tfsmonitor = "echo > $PWNED; false"\\n')
`;
const ELSEWHERE = `
os.makedirs('eg/objects'); os.makedirs('eg/refs/heads'); open('eg/HEAD', 'w').write('ref: refs/heads/master\\n')
open('eg/config', 'w').write('[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = "echo > $PWNED; false"\\n')
open('.git/commondir', 'w').write('../eg\\n'); open('.mcp.json', 'w').write('{}')
`;

const CASES: Readonly<Record<string, string>> = {
  "an index that is as long and as old as the one before it": `
st = os.stat('.git/index')
h = repository('node_modules/x'); evil('node_modules/x')
for n in ('z1', 'z2', 'z3'): g('update-index', '--force-remove', n)
gitlink(h, 'node_modules/x')
b = open('.git/index', 'rb').read()[:-20]; pad = st.st_size - 20 - len(b) - 8
b += b'ZZZZ' + struct.pack('>I', pad) + b'\\0' * pad
open('.git/index.new', 'wb').write(b + hashlib.sha1(b).digest()); os.rename('.git/index.new', '.git/index')
os.utime('.git/index', ns=(st.st_mtime_ns, st.st_mtime_ns))
`,
  "an index that is split": `
gitlink(repository('node_modules/x'), 'node_modules/x'); evil('node_modules/x'); g('update-index', '--split-index')
`,
  "an index that nobody may read": `
gitlink(repository('sub2'), 'sub2'); os.chmod('sub2/.git/index', 0)
${ELSEWHERE}`,
  "thirty thousand files of settings that include each other": `
os.makedirs('sub3/.git/objects'); os.makedirs('sub3/.git/refs'); os.makedirs('inc')
open('sub3/.git/HEAD', 'w').write('ref: refs/heads/master\\n')
open('sub3/.git/config', 'w').write('[include]\\n\\tpath = ../../inc/0\\n')
for i in range(30000): open('inc/%d' % i, 'w').write('[include]\\n\\tpath = %d\\n' % (i + 1))
${ELSEWHERE}`,
  "a repository behind a longer path than a system takes": `
h = repository('e'); top = os.getcwd(); rest = 4080 - len(top); names = []
open('e/.git/config', 'a').write('[extensions]\\n\\tworktreeConfig = true\\n')
open('e/.git/config.worktree', 'w').write('[core]\\n\\tfsmonitor = "echo > $PWNED; false"\\n')
while rest > 0:
    n = min(200, rest - 1); n -= 2 if rest - 1 - n == 1 else 0
    names.append('d' * n); rest -= n + 1
for name in names: os.mkdir(name); os.chdir(name)
to = os.open('.', os.O_RDONLY); os.chdir(top); e0 = os.open('e', os.O_RDONLY)
for name in ('.git', 'f'): os.rename(name, name, src_dir_fd=e0, dst_dir_fd=to)
gitlink(h, '/'.join(names))
`,
};

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const can = mayUseBubblewrap(USER);
test.skipIf(!can).each(Object.entries(CASES))("%s hides nothing of what a command made", async (_, makes) => {
  const names = Object.fromEntries(["a", "z1", "z2", "z3", "z4", "z5", "z6"].map((name) => [`work/${name}`, "x"]));
  grounds = makeGrounds({ ...names, "work/make.py": REPOSITORY + makes }, USER);
  const { cwd, base } = grounds;
  const git = (...words: readonly string[]): unknown =>
    execFileSync("git", ["-c", "safe.directory=*", "-c", "user.name=a", "-c", "user.email=a@b", ...words], {
      cwd,
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: grounds?.home, PWNED: join(base, "pwned") },
    });
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "x"],
  ])
    git(...words);
  const [result] = await grounds.attack([shell("python3 make.py")], ["--permission-mode", "acceptEdits"]);
  expect(result).toContain("taken back");
  try {
    git("status");
  } catch {
    // What was taken back may be more than git looks through; it is what was run that counts.
  }
  expect(["pwned", "work/.git/commondir", "work/.mcp.json"].filter((path) => existsSync(join(base, path)))).toEqual([]);
});

test.skipIf(!can)("a folder that nobody may write in leaves the skills all the same", async () => {
  const makes = `import os
for d in ('sub/.claude/skills/evil', 'sub/.claude/agents/x', 'sub/.vscode/y'):
    os.makedirs(d); open(d + '/SKILL.md', 'w').write('!id'); os.chmod(d, 0o555)
`;
  const there = { "work/sub/.claude/skills/old/SKILL.md": "x", "work/sub/.vscode/settings.json": "{}" };
  grounds = makeGrounds({ ...there, "work/sub/.claude/agents/a.md": "x", "work/make.py": makes }, USER);
  const [result] = await grounds.attack([shell("python3 make.py")], ["--permission-mode", "acceptEdits"]);
  expect(result).toContain("taken back");
  const left = ["skills/evil", "agents/x", "../.vscode/y"].map((path) => join("sub/.claude", path));
  expect(left.filter((path) => existsSync(join(grounds?.cwd ?? "", path)))).toEqual([]);
});
