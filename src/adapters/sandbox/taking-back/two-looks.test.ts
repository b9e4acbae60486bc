import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { randomOf } from "../../../../test/random.ts";
import { seeds } from "../../../../test/rounds.ts";
import { ProtectedMemory } from "../protected-memory.ts";
import { watchProtected } from "../protected-watch.ts";
import { leftFile, noteChanges, noteLeave } from "./leave.ts";

let root: string;
let looks: string;
let own: string;
beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-looks-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  [root, looks, own] = [join(base, "work"), join(base, "state/looks"), join(base, "config/config.json")];
  for (const folder of [join(root, "sub"), dirname(own)]) mkdirSync(folder, { recursive: true });
  writeFileSync(own, "{}\n");
});

const NAMES = [
  ".mcp.json",
  ".claude/settings.json",
  ".claude/skills/a/SKILL.md",
  "sub/.husky/pre-commit",
  "sub/.envrc",
];

/** A session of its own: the looks of two know each other by what is noted alone. */
const look = (more: { readonly isUnconfined?: boolean; readonly isShared?: boolean } = {}) =>
  watchProtected(
    { roots: [root], own: [own], noted: [looks] },
    more.isUnconfined ? "none" : "landlock",
    new ProtectedMemory(),
    more,
  );

const read = (name: string): string | undefined =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), "utf8") : undefined;

function write(name: string, text: string | undefined): void {
  if (text === undefined) return rmSync(join(root, name), { force: true });
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** What an edit does that somebody agreed to. */
function edit(name: string, text: string | undefined): void {
  const path = join(root, name);
  noteChanges(looks, [
    text === undefined
      ? { kind: "delete", path, expected: "" }
      : { kind: "write", path, bytes: Buffer.from(text), expected: null },
  ]);
  write(name, text);
}

test.each(seeds(40))(
  "whatever commands and edits of two sessions do by turns, each name holds in the end what was there, or was agreed to last (%i)",
  async (seed) => {
    const random = randomOf(seed);
    /** What each name holds with leave. */
    const agreed = new Map<string, string | undefined>();
    for (const name of NAMES)
      if (random.chance(0.5)) {
        write(name, `at first ${name}`);
        agreed.set(name, `at first ${name}`);
      }
    const atFirst = [...agreed.keys()];
    const first = await look();
    let other: Awaited<ReturnType<typeof look>> | undefined;
    for (let step = 0; step < 12; step++) {
      const name = random.pick(NAMES);
      const text = random.chance(0.2) ? undefined : `${step}`;
      if (random.chance(0.3)) {
        edit(name, text);
        agreed.set(name, text);
      } else if (random.chance(0.5)) {
        // What was agreed to and is not there yet looks as what a command has taken away.
        if (text !== undefined || atFirst.includes(name)) write(name, text && `evil ${text}`);
      } else if (other === undefined) other = await look();
      else {
        await other.end({ mayTakeBack: true });
        other = undefined;
      }
    }
    const ends = [first, ...(other === undefined ? [] : [other])];
    for (const one of random.chance(0.5) ? ends : ends.reverse()) await one.end({ mayTakeBack: true });
    expect(Object.fromEntries(NAMES.map((name) => [name, read(name)]))).toEqual(
      Object.fromEntries(NAMES.map((name) => [name, agreed.get(name)])),
    );
  },
);

test("what a command in the background makes again as soon as it was taken back is told at the end of both", async () => {
  const memory = new ProtectedMemory();
  const names = [".mcp.json", ".claude/settings.json", "sub/.envrc"];
  let isMade = false;
  // Asked for right before each look.
  const notes = (): readonly string[] => {
    if (isMade) for (const name of names) write(name, "evil");
    return [];
  };
  const begin = (isShared: boolean) =>
    watchProtected({ roots: [root], own: [own], noted: [looks], notes }, "landlock", memory, { isShared });
  const behind = await begin(true);
  const watching = await begin(false);
  isMade = true;
  const told = (await watching.end({ mayTakeBack: true })).join("\n");
  isMade = false;
  const toldBehind = (await behind.end({ mayTakeBack: false })).join("\n");
  expect(told).toMatch(/made again .*: \.claude, \.mcp\.json, sub\/\.envrc\)/);
  expect(toldBehind).toMatch(/changed meanwhile.*: \.claude, \.mcp\.json, sub\/\.envrc\)/);
});

test("what one session allowed meanwhile is not put back at the end of another's command", async () => {
  const watching = await look();
  noteLeave(looks, [{ path: own, state: leftFile(Buffer.from('{"model":"a/b"}\n')), by: "person" }]);
  writeFileSync(own, '{"model":"a/b"}\n');
  expect(await watching.end({ mayTakeBack: true })).toEqual([]);
  expect(readFileSync(own, "utf8")).toContain("a/b");
});

test("what a command may have made that nothing confined is told by others, and left", async () => {
  const watching = await look();
  const free = await look({ isUnconfined: true });
  write(".mcp.json", "{}");
  expect((await free.end({ mayTakeBack: true })).join("")).toMatch(/changed meanwhile.*\.mcp\.json/);
  expect((await watching.end({ mayTakeBack: true })).join("")).toMatch(/changed meanwhile.*\.mcp\.json/);
  expect(read(".mcp.json")).toBe("{}");
});

test("as long as a short one of that kind runs elsewhere nothing is taken back, and all is told; one in the background keeps nobody", async () => {
  const free = await look({ isUnconfined: true });
  const first = await look();
  write(".mcp.json", "{}");
  expect((await first.end({ mayTakeBack: true })).join("")).toMatch(/changed meanwhile.*\.mcp\.json/);
  free.share();
  const second = await look();
  write(".vscode/tasks.json", "{}");
  expect((await second.end({ mayTakeBack: true })).join("")).toMatch(/taken back.*\.vscode/);
  await free.end({ mayTakeBack: false });
});

const GIT_FOLDER = { "sub/HEAD": "ref: refs/heads/main\n", "sub/objects/x": "", "sub/refs/x": "" };

test.each(["sub/config", "sub/commondir", "sub/config.worktree", "sub/hooks/post-commit"])(
  "what is written unasked, as it starts nothing there, is taken back where a command makes it start something: %s",
  async (name) => {
    const watching = await look();
    edit(name, "[core]\n\tfsmonitor = ./evil\n");
    for (const [path, text] of Object.entries(GIT_FOLDER)) write(path, text);
    expect((await watching.end({ mayTakeBack: true })).join("")).toContain(`taken back`);
    expect(read(name)).toBeUndefined();
  },
);

test("what somebody agreed to as a part of a git folder stays", async () => {
  for (const [path, text] of Object.entries(GIT_FOLDER)) write(path, text);
  const watching = await look();
  edit("sub/config", "[core]\n\tfsmonitor = ./mine\n");
  expect(await watching.end({ mayTakeBack: true })).toEqual([]);
  expect(read("sub/config")).toContain("mine");
});
