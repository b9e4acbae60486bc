import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOffThread } from "../src/adapters/text-jobs/off-thread.ts";
import { createWorkspace } from "../src/adapters/workspace/files.ts";
import { createJournalledCommit } from "../src/adapters/workspace/journalled-commit.ts";
import { permissionPolicy } from "../src/app/permissions/permission-policy.ts";
import { decide, type PermissionMode } from "../src/core/permissions/decide.ts";
import { decidedPaths, lookingOnce, type PathLooks } from "../src/core/permissions/decided-paths.ts";
import type { Tool, ToolContext } from "../src/core/tool.ts";
import { applyDiff } from "../src/tools/files/apply-diff.ts";
import { editFile } from "../src/tools/files/edit-file.ts";
import { fileAction } from "../src/tools/files/file-action.ts";
import { writeFile } from "../src/tools/files/write-file.ts";
import { rounds } from "./rounds.ts";

let base: string;
let root: string;
let added: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-judged-")));
  [root, added] = [join(base, "project"), join(base, "added")];
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const FILES = {
  "project/a.txt": "one\n",
  "project/src/a.txt": "one\n",
  "project/src/deep/b.txt": "one\n",
  "project/sub/a.txt": "one\n",
  "project/.git/hooks/sample": "one\n",
  "project/.env": "PASSWORD=one\n",
  "project/wm/config/settings": "one\n",
  "added/a.txt": "one\n",
  "added/src/a.txt": "one\n",
  "outside/a.txt": "one\n",
};
const LINKS = {
  "project/src/l": "../sub",
  "project/src/lf": "../sub/a.txt",
  "project/src/up": "..",
  "project/src/ad": "../../added",
  "project/src/out": "../../outside",
  "project/here": ".",
  "project/d": "src",
  "project/hooks": ".git/hooks",
  "project/mine": "wm",
};

function lay(): void {
  for (const folder of ["project", "added", "outside", "journal"])
    rmSync(join(base, folder), { recursive: true, force: true });
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  for (const [path, to] of Object.entries(LINKS)) symlinkSync(to, join(base, path));
}

/** Every name that there is, with what it holds or where it leads. */
function state(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isDirectory()) visit(path);
      else found.set(path, stats.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, "utf8"));
    }
  };
  for (const folder of ["project", "added", "outside"]) visit(join(base, folder));
  return found;
}

function changedSince(before: Map<string, string>): readonly string[] {
  const after = state();
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}

const name = fc.constantFrom(
  "a.txt",
  "src",
  "sub",
  "deep",
  "l",
  "lf",
  "up",
  "ad",
  "here",
  "d",
  "hooks",
  "mine",
  "wm",
  ".git",
  ".env",
  "new",
  "config",
  "..",
  ".",
  "",
);
const path = fc.oneof(
  // biome-ignore format: one list
  fc.constantFrom("src/a.txt", "src/l/a.txt", "src/lf", "src/ad/a.txt", "here/a.txt", "d/a.txt", "sub/a.txt", "src/../sub/a.txt", "../added/a.txt", "src/up/a.txt", "src/deep", "src/l", "src/l/", "src/ad/", "src/l/new", "hooks/new", "mine/config/new"),
  fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `BASE/project/${names.join("/")}`),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `../added/${names.join("/")}`),
);
const pattern = fc.constantFrom(
  "src/**",
  "/src/**",
  "src/",
  "src",
  "src/*",
  "sub/**",
  "a.txt",
  "/a.txt",
  "../added/**",
  "//BASE/project/sub/**",
  "//BASE/added/**",
  "d/**",
  "src/../sub/**",
  "**",
  "*",
);
const diffOf = (file: string): string => `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-one\n+two\n`;
const CALLS: readonly (readonly [Tool, (path: string, to: string) => Record<string, unknown>])[] = [
  [writeFile, (file) => ({ path: file, content: "two\n" })],
  [editFile, (file) => ({ path: file, old_string: "one", new_string: "two" })],
  [applyDiff, (file) => ({ diff: diffOf(file) })],
  [applyDiff, (file) => ({ diff: `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1 @@\n+two\n` })],
  [applyDiff, (file) => ({ diff: `--- a/${file}\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n` })],
  [
    applyDiff,
    (file, to) => ({
      diff: `*** Begin Patch\n*** Update File: ${file}\n*** Move to: ${to}\n@@\n-one\n+two\n*** End Patch\n`,
    }),
  ],
  [fileAction, (file) => ({ command: "delete", path: file })],
  [fileAction, (file) => ({ command: "create", path: file, content: "two\n" })],
  [fileAction, (file, to) => ({ command: "copy", path: file, target_path: to })],
];

const FIRST = [writeFile, (file: string) => ({ path: file, content: "two\n" })] as const;

const placed = (text: string): string =>
  text.replaceAll("BASE", base.slice(1)).replace(/^(?=tmp\/|var\/|private\/)/, "/");

/** @returns what was changed, unless it was asked about or refused */
async function perform(
  {
    tool,
    input,
    mode,
    allow,
  }: { tool: Tool; input: Record<string, unknown>; mode: PermissionMode; allow: readonly string[] },
  meanwhile: () => void = () => {},
) {
  const rules = { allow, ask: [], deny: [] };
  const policy = permissionPolicy({
    mode,
    rules,
    cwd: root,
    home: join(base, "home"),
    addDirs: [added],
    own: [join(root, "wm")],
  });
  const offThread = createOffThread();
  const workspace = createWorkspace({
    root,
    addedRoots: [added],
    commit: createJournalledCommit(join(base, "journal")),
  });
  const before = state();
  try {
    await tool.load?.();
    const given = tool.parse(input);
    const asked = (await tool.prepare?.(given, { workspace, offThread } as unknown as ToolContext)) ?? given;
    const intent = tool.intent(asked);
    const looks: PathLooks = new Map();
    const { verdict } = await decide(tool.name, intent, lookingOnce(policy, looks));
    const decided = decidedPaths(looks, tool.name);
    if (verdict !== "allow") return { changed: [], decided };
    meanwhile();
    await tool.run(asked, {
      workspace: workspace.allowing(intent.accesses, decided),
      offThread,
    } as unknown as ToolContext);
    return { changed: changedSince(before), decided };
  } catch {
    return { changed: changedSince(before), decided: [] };
  }
}

/** All rounds of `npm run soak` on a machine that others load. */
const LONG_MS = 1_200_000;

const call = fc.record({ which: fc.nat(CALLS.length - 1), path, to: path });
const isBelow = (place: string, folder: string): boolean => place === folder || place.startsWith(`${folder}/`);

test(
  "what a call changes lies in what was decided for it, and is nothing that asks",
  async () => {
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(call, async ({ which, path: file, to }) => {
        lay();
        const [tool, inputOf] = CALLS[which] ?? FIRST;
        const { changed, decided } = await perform({
          tool,
          input: inputOf(placed(file), placed(to)),
          mode: "acceptEdits",
          allow: [],
        });
        changes += changed.length;
        for (const place of changed) {
          expect(
            decided.some((one) => one.use !== "read" && isBelow(place, one.realPath)),
            place,
          ).toBe(true);
          expect(place, JSON.stringify([tool.name, file, to])).not.toMatch(
            /\/(?:\.git|project\/wm|outside)(?:\/|$)|\/\.env$/,
          );
          expect([root, added].some((folder) => isBelow(place, folder))).toBe(true);
        }
      }),
      { numRuns: rounds(150) },
    );
    expect(changes).toBeGreaterThan(20);
  },
  LONG_MS,
);

/** What a rule says, read once more, in the plainest way: by the real place, and of what is not named by stars alone in the working folder. */
function means(rule: string, place: string): boolean {
  if (rule === "**" || rule === "*") return true;
  const inRoot = isBelow(place, root) ? relative(root, place) : undefined;
  const folders: Record<string, readonly string[]> = {
    "src/**": ["project/src"],
    "/src/**": ["project/src"],
    "src/": ["project/src"],
    src: ["project/src"],
    "src/../sub/**": ["project/sub"],
    "sub/**": ["project/sub"],
    "../added/**": ["added"],
    "//BASE/project/sub/**": ["project/sub"],
    "//BASE/added/**": ["added"],
    "d/**": [],
  };
  if (rule === "a.txt") return inRoot?.split("/").at(-1) === "a.txt";
  if (rule === "/a.txt") return inRoot === "a.txt";
  if (rule === "src/*") return inRoot !== undefined && /^src\/[^/]+$/.test(inRoot);
  if (rule === "src" && inRoot?.split("/").at(-1) === "src") return true;
  return (folders[rule] ?? []).some((folder) => isBelow(place, join(base, folder)));
}

test(
  "a rule lets a tool change what it names by its real place, however the path is written",
  async () => {
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(call, pattern, async ({ which, path: file, to }, rule) => {
        lay();
        const [tool, inputOf] = CALLS[which] ?? FIRST;
        const allow = [`${tool.name}(${rule.replace("BASE", base.slice(1))})`];
        const { changed } = await perform({ tool, input: inputOf(placed(file), placed(to)), mode: "dontAsk", allow });
        changes += changed.length;
        for (const place of changed)
          expect(means(rule, place), JSON.stringify([tool.name, file, to, rule, place])).toBe(true);
      }),
      { numRuns: rounds(150) },
    );
    expect(changes).toBeGreaterThan(5);
  },
  LONG_MS,
);

test.each([
  "Edit(/src/**)",
  "Edit(src/**)",
  "Edit(src/)",
  "Edit(src)",
  "Edit(//BASE/project/src/**)",
  "Edit(src/../src/**)",
])("%s allows what it says, in each spelling of the path", async (rule) => {
  for (const file of ["src/a.txt", "./src/a.txt", "src/deep/../a.txt", "sub/../src/a.txt", `${root}/src/a.txt`]) {
    lay();
    const allow = [rule.replace("Edit", "edit_file").replace("BASE", base.slice(1))];
    const input = { path: file, old_string: "one", new_string: "two" };
    const { changed } = await perform({ tool: editFile, input, mode: "dontAsk", allow });
    if (!rule.includes("*") && file.includes("deep")) continue;
    expect([file, changed]).toEqual([file, [join(root, "src/a.txt")]]);
  }
});

test("the rule that is offered for one file is for that file alone", async () => {
  lay();
  const policy = permissionPolicy({
    mode: "default",
    rules: { allow: [], ask: [], deny: [] },
    cwd: root,
    home: base,
    addDirs: [added],
  });
  for (const [file, rule] of [
    ["a.txt", "write_file(/a.txt)"],
    ["src/../a.txt", "write_file(/a.txt)"],
    ["../added/a.txt", `write_file(/${added}/a.txt)`],
    ["src/lf", undefined],
  ] as const) {
    const intent = { accesses: [{ kind: "write", path: file } as const], display: { kind: "text", text: "" } as const };
    expect((await decide("write_file", intent, policy)).proposal).toBe(rule);
    for (const other of rule === undefined
      ? []
      : ["sub/a.txt", "src/a.txt", "a.txt", "../added/a.txt", "../added/src/a.txt"]) {
      lay();
      const input = { path: other, old_string: "one", new_string: "two" };
      const { changed } = await perform({
        tool: editFile,
        input,
        mode: "dontAsk",
        allow: [(rule ?? "").replace("write_file", "edit_file")],
      });
      const isIt = join(root, other) === join(root, file);
      expect([rule, other, changed]).toEqual([rule, other, isIt ? [join(root, other)] : []]);
    }
  }
});

test("what comes to lead elsewhere after the decision is neither changed nor shown", async () => {
  const exchanges: readonly (() => void)[] = ["../.git/hooks", "../wm/config", "../../added", "../sub"].map(
    (to) => () => {
      rmSync(join(root, "src/deep"), { recursive: true });
      symlinkSync(to, join(root, "src/deep"));
    },
  );
  for (const exchange of exchanges)
    for (const [tool, inputOf] of CALLS)
      for (const file of ["src/deep/b.txt", "src/deep/new"]) {
        lay();
        const { changed } = await perform(
          { tool, input: inputOf(file, "src/deep/to"), mode: "acceptEdits", allow: [] },
          exchange,
        );
        const own = changed.filter((place) => !isBelow(place, join(root, "src/deep")));
        expect([tool.name, file, own]).toEqual([tool.name, file, []]);
      }
  lay();
  symlinkSync("a.txt", join(root, "look"));
  const policy = permissionPolicy({ mode: "default", rules: { allow: [], ask: [], deny: [] }, cwd: root, home: base });
  const { paths } = policy.judgePath("read_file", "read", "look");
  rmSync(join(root, "look"));
  symlinkSync(".env", join(root, "look"));
  const workspace = createWorkspace({ root }).allowing([{ kind: "read", path: "look" }], paths);
  await expect(workspace.readBytes("look")).rejects.toThrow("became another place");
});
