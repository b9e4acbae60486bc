import { execFileSync } from "node:child_process";
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { ProtectedMemory } from "./protected-memory.ts";
import { watchProtected } from "./protected-watch.ts";
import { leftUnsettled } from "./taking-back/unsettled.ts";

/** Whatever call of the system fails in the look after a command, and for whatever reason: it is told, or taken back. */

const CALLS = [
  "accessSync",
  "chmodSync",
  "fstatSync",
  "lstatSync",
  "openSync",
  "opendirSync",
  "readdirSync",
  "readlinkSync",
  "readSync",
  "renameSync",
  "statSync",
  "writeFileSync",
] as const;
const CODES = ["EACCES", "EIO", "ENAMETOOLONG", "ENOSPC", "EXDEV", "EMFILE", "ELOOP", "EPERM"];
/** By how much the place that fails moves on from one run to the next. */
const STRIDE = 7;

type Call = (...parameters: unknown[]) => unknown;
const system = fs as unknown as Record<string, Call>;
const whole = new Map(CALLS.map((name) => [name, system[name] as Call]));

/** Makes calls fail. @param fails  whether the call of that number does */
function failing(fails: (at: number) => boolean, code: string): () => number {
  let count = 0;
  for (const [name, call] of whole)
    system[name] = (...parameters) => {
      count += 1;
      if (!fails(count)) return call(...parameters);
      throw Object.assign(new Error(`${code}: ${name}`), { code, syscall: name });
    };
  syncBuiltinESMExports();
  return () => count;
}

function failNoMore(): void {
  for (const [name, call] of whole) system[name] = call;
  syncBuiltinESMExports();
}

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-failing-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const git = join(base, "before");
  execFileSync("git", ["init", "-q", git]);
  for (const [path, text] of Object.entries(BEFORE)) put(git, path, text);
  execFileSync("git", ["-C", git, "add", "-A"]);
});
afterEach(failNoMore);

const BEFORE = {
  ".mcp.json": "{}",
  "sub/.claude/skills/old/SKILL.md": "x",
  "sub/.vscode/tasks.json": "{}",
  "a/b/c.txt": "x",
};
const MADE = [".git/commondir", "sub/.claude/skills/evil", ".envrc", "sub/.git/hooks/pre-commit"];

function put(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function command(): void {
  put(root, ".git/commondir", "../sub\n");
  put(root, "sub/.claude/skills/evil/SKILL.md", "!id");
  put(root, ".envrc", "id");
  put(root, ".mcp.json", "evil");
  put(root, "sub/.git/hooks/pre-commit", "id");
  put(root, "sub/.git/HEAD", "ref: refs/heads/main\n");
}

const left = (): readonly string[] => [
  ...MADE.filter((path) => existsSync(join(root, path))),
  ...(existsSync(join(root, ".mcp.json")) && readFileSync(join(root, ".mcp.json"), "utf8") === "{}"
    ? []
    : [".mcp.json"]),
];

async function endWith(fails: (at: number) => boolean, code: string) {
  root = join(base, "work");
  rmSync(root, { recursive: true, force: true });
  cpSync(join(base, "before"), root, { recursive: true });
  const watching = await watchProtected({ roots: [root], own: [] }, "landlock", new ProtectedMemory());
  command();
  const counted = failing(fails, code);
  const said = (await watching.end({ mayTakeBack: true })).join("\n");
  failNoMore();
  return { said, count: counted(), left: left() };
}

test.each([
  ["once", (from: number) => (at: number) => at === from],
  ["from then on", (from: number) => (at: number) => at >= from],
])(
  "a call that fails %s hides nothing",
  async (_, failsFrom) => {
    const { count } = await endWith(() => false, "");
    expect(count).toBeGreaterThan(100);
    for (let from = 1; from <= count; from += STRIDE) {
      const code = CODES[((from / STRIDE) % CODES.length) | 0] ?? "EIO";
      const end = await endWith(failsFrom(from), code);
      const place = `${code} at call ${from} of ${count}`;
      if (end.left.length > 0) expect(end.said, `${place}: ${end.left}`).toMatch(/could NOT be/);
      // As soon as nothing fails any more it is taken back all the same.
      expect([leftUnsettled(), left()], `${place}: ${end.said}`).toEqual([undefined, []]);
    }
  },
  300_000,
);
