import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { runWaymark, scriptedModel } from "../run-waymark.ts";
import { type Grounds, giveTo, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** Folders whose names would do something: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const LONG = "more bytes than the path of a socket may have";
const NAMES: Readonly<Record<string, string>> = {
  [LONG]: "l".repeat(200),
  "a line end and an escape": "a\nb\u001b[2J\u001b]0;owned\u0007",
  "marks of direction, a colon and a comma": "a\u202eb\u2066c:b,c",
  "what a shell expands": "-rf a'b\"c$(touch x)`id`*[b]?",
};
const CASES = Object.keys(NAMES).map((kind) => ({ kind, userId: undefined as number | undefined }));
const CASES_OF_NOBODY = isRoot ? [{ kind: LONG, userId: NOBODY }] : [];

const sandboxLine = (report: string): string => /^.* sandbox .*$/m.exec(report)?.[0] ?? "none";
const ACTS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
/** What the doctor says of a usual home, by user: the self-test takes a second. */
const usual = new Map<number | undefined, string>();

test.each([...CASES, ...CASES_OF_NOBODY])(
  "a home and a working folder below a name with $kind, as user $userId",
  { timeout: 180_000 },
  async ({ kind, userId }) => {
    grounds = makeGrounds({ "plain/home/x": "", "plain/work/x": "" }, userId);
    const [folder, plain] = [join(grounds.base, NAMES[kind] ?? ""), join(grounds.base, "plain")];
    for (const below of ["work", "home/waymark"]) mkdirSync(join(folder, below), { recursive: true });
    writeFileSync(join(folder, "work/a.txt"), "hello\n");
    const place = { cwd: join(folder, "work"), home: join(folder, "home") };
    const model = scriptedModel(place, [
      { calls: [{ id: "1", name: "shell", input: { command: "cat a.txt && printf made > b.txt && cat b.txt" } }] },
      { calls: [{ id: "2", name: "read_file", input: { path: "b.txt" } }] },
      { text: "done" },
    ]);
    if (userId !== undefined) giveTo(userId, grounds.base);
    const as = userId === undefined ? {} : { userId };
    if (!usual.has(userId)) {
      const { stdout } = await runWaymark(["doctor"], { cwd: join(plain, "work"), home: join(plain, "home"), ...as });
      usual.set(userId, sandboxLine(stdout));
    }
    const own = await runWaymark(["doctor"], { ...place, ...as });
    expect(sandboxLine(own.stdout)).toBe(usual.get(userId));
    const args = ["-p", "go", "-m", model, "--permission-mode", "acceptEdits", "--output-format", "stream-json"];
    const run = await runWaymark([...args, "--allowedTools", "shell(*)"], { ...place, ...as });
    expect(run.stdout).toContain("hello\\nmade");
    expect(run.stdout).toContain("1\\tmade");
    expect([own.stdout, own.stderr, run.stdout, run.stderr].filter((text) => ACTS.test(text))).toEqual([]);
  },
);

test.skipIf(!isRoot || !mayUseBubblewrap(undefined)).each([
  ["of another", NOBODY],
  ["of root's own", undefined],
])(
  "what a rule denies is closed to root, in a folder %s: git takes it neither for gone nor for empty",
  async (_, owner) => {
    const denied = ["private/x.txt", "private/node_modules/deep/y.txt", "z.key"];
    const files = Object.fromEntries(["a.txt", ...denied].map((path) => [`work/${path}`, "before\n"]));
    grounds = makeGrounds({
      ...files,
      "home/.gitconfig": "[safe]\n\tdirectory = *\n[user]\n\tname = n\n\temail = e@x\n",
    });
    const { cwd, attack } = grounds;
    const git = (...words: readonly string[]) =>
      execFileSync("git", ["-c", "safe.directory=*", "-c", "user.name=n", "-c", "user.email=e@x", ...words], {
        cwd,
        encoding: "utf8",
      });
    git("init", "-q");
    git("add", "-f", "--all");
    git("commit", "-qm", "one");
    writeFileSync(join(cwd, "walk.py"), WALK);
    if (owner !== undefined) giveTo(owner, cwd);
    const results = await attack(
      ["python3 walk.py", "git add -A; git commit -qm two; echo b > a.txt; echo c > new.txt"].map(shell),
      ["--permission-mode", "acceptEdits", "--disallowedTools", "Read(private/**),Read(*.key)"],
    );
    for (const path of denied) expect([path, results[0]]).toEqual([path, expect.stringContaining(`${path} closed`)]);
    expect(results[0]).toContain("private/new not made");
    expect(git("log", "--format=%s", "--name-status", "--", ...denied)).not.toMatch(/two|^[MD]\s/m);
    expect([readFileSync(join(cwd, "a.txt"), "utf8"), readFileSync(join(cwd, "new.txt"), "utf8")]).toEqual([
      "b\n",
      "c\n",
    ]);
  },
);

const WALK = `
for path in ("private/x.txt", "private/node_modules/deep/y.txt", "z.key"):
  try: print(path, "opened", open(path).read())
  except PermissionError: print(path, "closed")
try: open("private/new", "w"); print("private/new made")
except OSError: print("private/new not made")
`;
