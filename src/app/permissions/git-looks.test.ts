import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** Looks of git in plan mode, in a repository that keeps a key: what they show is what the revisions touch that they name. */
let cwd: string;
let blob: string;
const git = (...words: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
const key = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

function commit(files: Readonly<Record<string, string>>, message = "x"): void {
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("add", "-A");
  git("commit", "-qm", message);
}

const LINES = "export const retries = 3;\n".repeat(8);

beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "waymark-git-looks-")));
  git("init", "-q", "-b", "main");
  const first = key();
  commit({ "certs/server.key": first, "src/a.ts": LINES, "notes.key": key(), "lib/x.ts": "1\n" });
  git("branch", "keyed");
  commit({ ".env": "API_KEY=sk-live-Zk39qqLmNoPq8812aaBB77\n" }, "by mistake");
  git("rm", "-q", ".env");
  git("commit", "-qm", "away");
  // Nine lines of ten: git takes it for the same file.
  git("mv", "notes.key", "src/notes.ts");
  git("commit", "-qm", "renamed");
  git("checkout", "-q", "-b", "feature");
  commit({ "src/b.ts": "b\n" });
  git("checkout", "-q", "keyed");
  commit({ "certs/server.key": key() });
  git("checkout", "-q", "main");
  commit({ "src/a.ts": `${LINES}// more\n` });
  git("merge", "-q", "--no-edit", "feature");
  git("branch", "copied");
  git("checkout", "-q", "copied");
  commit({ "copy.txt": first.split("\n").slice(0, -4).join("\n") });
  git("checkout", "-q", "main");
  blob = git("rev-parse", "HEAD:certs/server.key");
  git("tag", "of-a-key", blob);
  git("tag", "held", blob);
  git("tag", "-am", "v1", "v1");
  write("src/a.ts", LINES);
  git("stash", "-q");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function decided(command: string, isSandboxed: boolean, folder?: string) {
  const sandbox = isSandboxed ? { sandbox: { opens: async () => true, confines: async () => true } } : {};
  const policy = permissionPolicy({
    ...{ mode: "plan", cwd, home: "/home/me", environment: process.env, rules: { allow: [], ask: [], deny: [] } },
    ...sandbox,
  });
  const access = { kind: "run", command, ...(folder === undefined ? {} : { cwd: folder }) } as const;
  return decide("shell", { accesses: [access], display: { kind: "text", text: "" } }, policy);
}
test.each(["default", "acceptEdits"] as const)(
  "nor is it shown in %s where nobody can be asked: a sandbox does not cover what git keeps",
  async (mode) => {
    const sandbox = { opens: async () => true, confines: async () => true };
    const rules = { allow: [], ask: [], deny: [] };
    const policy = permissionPolicy({
      ...{ mode, isAlone: true, cwd, home: "/home/me", environment: process.env, rules, sandbox },
    });
    const shows = async (command: string): Promise<boolean> =>
      (await decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy))
        .verdict === "allow";
    const kept = [
      "git show keyed",
      "git log -p",
      "git grep -l MII HEAD",
      "git diff keyed",
      "bash -c 'git log -p'",
      "cd src && git log -p",
    ];
    for (const command of kept) expect(await shows(command), command).toBe(false);
    for (const command of ["git show", "git log --oneline", "git diff feature"])
      expect(await shows(command), command).toBe(true);
  },
);

const verdicts = async (command: string) => [
  (await decided(command, true)).verdict,
  (await decided(command, false)).verdict,
];

test.each([
  ...["git diff HEAD", "git diff --cached", "git diff HEAD~1", "git diff feature", "git diff main..feature"],
  ...["git show", "git show HEAD", "git show HEAD~1", "git show v1", "git show HEAD~1..HEAD", "git show -m HEAD"],
  ...[
    "git log -p -1",
    "git log -1 -p",
    "git log -p -2 --stat",
    "git log -p -- src/a.ts",
    "git log -p --follow -- src/b.ts",
  ],
  ...[
    "git log -p -- . ':(exclude)certs' ':(exclude,glob)*.key' ':!.env'",
    "git log -p -- . ':^*.key' ':!/.env' :!certs",
  ],
  ...[
    "git cat-file -p HEAD:src/a.ts",
    "git stash show -p",
    "git stash list -p",
    "git diff --no-index src/a.ts src/b.ts",
  ],
  "git diff HEAD~1:src/a.ts HEAD:src/a.ts",
  ...["git check-ignore .env", "git check-attr diff certs/server.key", "git ls-files certs/server.key"],
  ...["git log --oneline -- .env", "git log -L1,2:lib/x.ts feature..main", "git show --first-parent HEAD"],
])("what touches no key is shown: %s", async (command) => {
  expect(await verdicts(command)).toEqual(["allow", "allow"]);
});

test.each([
  ...[
    "git show keyed",
    "git log -p",
    "git log -p -3 keyed",
    "git diff keyed",
    "git diff main...keyed",
    "git diff HEAD keyed",
  ],
  // Of an older commit alone, in a repository that keeps another.
  ...["git show HEAD~4", "git log -p --all -- .env", "git log -p -- certs"],
  // By their number, by a tag, in a range, beside a commit, from the index.
  ...[
    "git show of-a-key",
    "git show HEAD of-a-key",
    "git show HEAD~1..of-a-key",
    "git diff held HEAD:src/a.ts",
    "git diff HEAD:src/a.ts held",
    "git show --tags",
    "git show :certs/server.key",
  ],
  ...[
    "git show HEAD :certs/server.key",
    "git show 'HEAD^{tree}'",
    "git cat-file -p HEAD:certs/server.key",
    "git cat-file -p of-a-key",
  ],
  // Lines of what a file was copied or renamed from.
  ...[
    "git show -C -C copied",
    "git show --find-copies-harder copied",
    "git log -L1,2:src/notes.ts",
    "git log -p --follow -- src/notes.ts",
  ],
  // By what is looked for in them.
  ...[
    "git log -S MII --oneline",
    "git log -1 -G MII",
    "git grep -l MII HEAD",
    "git grep -c MII --cached",
    "git diff -G MII keyed",
  ],
  // Revisions that are told by other words than those that are asked about.
  ...[
    "git log -p -1 --not feature keyed",
    "git log -p --exclude=main --all",
    "git log -p -n 1 -2 keyed",
    "git log -p --stdin",
  ],
  ...[
    "git log -p --since=1970 --after=2999 keyed",
    "git log -p --merge-base keyed",
    "git --git-dir=.git show",
    "git diff --no-index src certs",
  ],
  ...[
    "git grep -nefoo HEAD",
    "git grep -ne foo --recurse-submodules",
    "git grep foo ':certs/server.key'",
    "git show $X",
  ],
])("what may show a key is not: %s", async (command) => {
  expect(await verdicts(command)).toEqual(["deny", "deny"]);
});

test.each([
  "git grep -n retries",
  "git grep -l MII",
  "git grep -q retries && echo y",
  "git grep -n -e retries -- src certs",
  "git grep MII && git status",
])("what searches files themselves runs where a sandbox hides keys from it alone: %s", async (command) => {
  expect(await verdicts(command)).toEqual(["allow", "deny"]);
});

test("a search reads what git keeps of a file that it was told to take for unchanged", async () => {
  git("update-index", "--assume-unchanged", "certs/server.key");
  try {
    expect(await verdicts("git grep -l MII")).toEqual(["deny", "deny"]);
  } finally {
    git("update-index", "--no-assume-unchanged", "certs/server.key");
  }
});

test("what stands in the place of a commit counts, as it does for the look", async () => {
  expect((await decided("git show HEAD", true)).verdict).toBe("allow");
  git("replace", "HEAD", "keyed");
  try {
    expect((await decided("git show HEAD", true)).verdict).toBe("deny");
    expect((await decided("git --no-replace-objects show HEAD", true)).verdict).toBe("allow");
  } finally {
    git("replace", "-d", "HEAD");
  }
});

test("a key that was changed is no part of a comparison with what git keeps", async () => {
  const was = git("show", "HEAD:certs/server.key");
  write("certs/server.key", key() + key());
  try {
    expect([...(await verdicts("git diff HEAD")), ...(await verdicts("git diff HEAD -- src"))]).toEqual([
      "deny",
      "deny",
      "allow",
      "allow",
    ]);
  } finally {
    write("certs/server.key", `${was}\n`);
    git("update-index", "--refresh");
  }
});

test("a refusal names the way that leaves keys out, and that way is let", async () => {
  const { reason } = await decided("git log -p keyed", false);
  const [, way] = /with `([^`]*)`/.exec(reason) ?? [];
  expect(way).toBe("-- . ':(top,exclude)certs/server.key' ':(top,exclude)notes.key'");
  expect((await decided(`git log -p keyed ${way}`, false)).verdict).toBe("allow");
});

test("a side may be taken of a file in a conflict, and of no other", async () => {
  git("checkout", "-q", "-b", "side");
  commit({ "src/a.ts": "theirs\n" });
  git("checkout", "-q", "main");
  git("checkout", "-q", "-b", "merging");
  commit({ "src/a.ts": "ours\n" });
  expect(() => git("merge", "-q", "side")).toThrow();
  const policy = permissionPolicy({
    ...{
      mode: "acceptEdits",
      cwd,
      home: "/home/me",
      environment: process.env,
      rules: { allow: [], ask: [], deny: [] },
    },
    sandbox: { opens: async () => true, confines: async () => true },
  });
  const verdict = async (command: string) =>
    (await decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy))
      .verdict;
  const LET = [
    "git checkout --ours src/a.ts",
    "git checkout --theirs -- src/a.ts",
    "cd src && git restore --ours a.ts",
    "git -C src checkout --ours a.ts",
    "git worktree add in -b x",
  ];
  const ASKED = [
    "git checkout --ours lib/x.ts",
    "git checkout --ours src/a.ts lib/x.ts",
    "git checkout --ours .",
    "git checkout -f --ours src/a.ts",
    "git checkout --ours -- 'src/*'",
    "git -C lib checkout --ours src/a.ts",
  ];
  try {
    expect(await Promise.all([...LET, ...ASKED].map(verdict))).toEqual([
      ...LET.map(() => "allow"),
      ...ASKED.map(() => "ask"),
    ]);
  } finally {
    git("merge", "--abort");
    git("checkout", "-q", "main");
  }
});
