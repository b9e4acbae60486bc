import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { applyEdit } from "../src/exports/edit.ts";
import { bytesOf } from "./edits-fuzz/file-bytes.ts";
import { generatedRevision, type Revision } from "./edits-fuzz/revisions.ts";
import { missing } from "./optional-programs.ts";
import { type Random, randomOf } from "./random.ts";

const ROUNDS = 16;
const FILES = 60;
const CASES_MIN = 800;

interface Entry {
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}
type Tree = ReadonlyMap<string, Entry>;

/** Both sides of a revision as one kind of line end, with or without the last one; other encodings are no text to git. */
function sides({ before, after }: Revision, end: string, random: Random): readonly [before: Buffer, after: Buffer] {
  const lacksFinal = random.chance(0.2);
  const bytes = (lines: readonly string[], isOpen: boolean): Buffer =>
    bytesOf(lines, { encoding: "utf-8", ends: lines.map((_, at) => (isOpen && at === lines.length - 1 ? "" : end)) });
  return [bytes(before, lacksFinal), bytes(after, random.chance(0.1) ? !lacksFinal : lacksFinal)];
}

/** A folder before and after all that a commit may do to the files of one; links and modes that change are left out. */
function generatedTrees(random: Random): readonly [before: Tree, after: Tree] {
  const before = new Map<string, Entry>();
  const after = new Map<string, Entry>();
  // One for all, so that no copy changes them.
  const [end, isExecutable] = [random.pick(["\n", "\n", "\r\n"]), random.chance(0.2)];
  for (let index = 0; index < FILES; index++) {
    const revision = generatedRevision(random);
    const path = `${index}/${revision.path}`;
    const [old, now] = sides(revision, end, random).map((bytes) => ({ bytes, isExecutable })) as [Entry, Entry];
    const empty = { bytes: Buffer.alloc(0), isExecutable };
    const how = random.below(12);
    if (how !== 0) before.set(path, how === 1 ? empty : old);
    if (how === 2) continue;
    if (how === 3) after.set(path, empty);
    else if (how === 4) after.set(path.replace("/", "/moved/"), random.chance(0.5) ? old : now);
    else if (how === 5) after.set(path, old).set(path.replace("/", "/copy of "), random.chance(0.5) ? old : now);
    else after.set(path, now);
  }
  return [before, after];
}

function write(folder: string, tree: Tree): void {
  for (const [path, { bytes, isExecutable }] of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    chmodSync(join(folder, path), isExecutable ? 0o755 : 0o644);
  }
}

/** Every file below a folder, with its text and whether it can be run. */
function read(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = paths.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes("/.git/"));
  return Object.fromEntries(
    files.sort().map((path) => {
      const mode = (statSync(path).mode & 0o111) === 0 ? "" : "executable: ";
      return [path.slice(folder.length + 1), mode + readFileSync(path, "latin1")];
    }),
  );
}

const ENVIRONMENT = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

function git(folder: string, args: readonly string[], input?: string): string {
  return execFileSync("git", ["-c", "core.autocrlf=false", "-c", "core.fileMode=true", ...args], {
    cwd: folder,
    env: ENVIRONMENT,
    maxBuffer: 2 ** 28,
    ...(input !== undefined && { input }),
  }).toString("utf8");
}

function treeOf(folder: string): string {
  git(folder, ["add", "-A"]);
  return git(folder, ["write-tree"]).trim();
}

/** The diff that git makes between two trees; the folder holds the first one again. */
function diffOf(folder: string, [before, after]: readonly [Tree, Tree], options: readonly string[]): string {
  git(folder, ["init", "-q"]);
  write(folder, before);
  const old = treeOf(folder);
  for (const path of before.keys()) rmSync(join(folder, path));
  write(folder, after);
  const now = treeOf(folder);
  git(folder, ["read-tree", "-u", "--reset", old]);
  return git(folder, ["diff-tree", "-p", "--no-color", ...options, old, now]);
}

/** Without the sections that add above the first line of a file and show none of it: those are refused, as a settled rule. */
function withoutTops(diff: string, before: Tree): string {
  const isTop = (section: string): boolean => {
    const path = /^diff --git a\/(.*?) b\//.exec(section)?.[1] ?? "";
    return /^@@ -0,0 /m.test(section) && (before.get(path)?.bytes.length ?? 0) > 0;
  };
  return diff
    .split(/^(?=diff --git )/m)
    .filter((section) => !isTop(section))
    .join("");
}

const reason = missing("git");

test.skipIf(reason !== undefined || process.platform === "win32")(
  "a diff that git makes is applied as git applies it, to the byte and the mode",
  { timeout: 600_000 },
  async () => {
    let cases = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const random = randomOf(7000 + round);
      const top = mkdtempSync(join(tmpdir(), "edits-git-"));
      try {
        const [repository, ours] = [join(top, "git"), join(top, "ours")];
        mkdirSync(repository);
        const options = [`-U${round % 4}`, ...random.pick([[], ["-M"], ["-M", "-C", "--find-copies-harder"]])];
        const trees = generatedTrees(random);
        const diff = withoutTops(diffOf(repository, trees, options), trees[0]);
        cases += diff.match(/^diff --git /gm)?.length ?? 0;
        cpSync(repository, ours, { recursive: true, filter: (path) => basename(path) !== ".git" });
        git(repository, ["apply", "--whitespace=nowarn", "--unidiff-zero", "-"], diff);
        const result = await applyEdit({ root: ours, format: "unified", input: diff, stateFolder: join(top, "state") });
        expect(result.ok ? undefined : result.error, `round ${round} ${options}`).toBeUndefined();
        expect(read(ours), `round ${round} ${options}`).toEqual(read(repository));
      } finally {
        rmSync(top, { recursive: true, force: true });
      }
    }
    expect(cases).toBeGreaterThanOrEqual(CASES_MIN);
  },
);
