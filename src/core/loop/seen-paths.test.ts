import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import type { Access } from "../permissions/accesses.ts";
import type { Display } from "../protocol/display.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import { asOwnCommand, unseenTarget } from "./seen-paths.ts";

let bench: ToolBench | undefined;
afterEach(() => bench?.close());

const DISPLAY: Display = { kind: "text", text: "" };
const done = (access: Access, failed = false, shown: Display = DISPLAY): RecordedEvent[] => [
  { type: "call-start", call: { id: "c", name: "x", input: {} }, accesses: [access], display: DISPLAY },
  { type: "call-end", result: { callId: "c", name: "x", text: "", failed, display: shown, durationMs: 0 } },
];
const WHOLE: Display = { kind: "file", path: "src/a.ts", fromLine: 1, text: "old\nold" };

test.each<[string, readonly RecordedEvent[], string | undefined]>([
  ["nothing", [], "src/a.ts"],
  ["a look at it", done({ kind: "read", path: "./src/a.ts" }, false, WHOLE), undefined],
  ["a search in it", done({ kind: "read", path: "src/a.ts" }), "src/a.ts"],
  ["a look that failed", done({ kind: "read", path: "src/a.ts" }, true), "src/a.ts"],
  ["a look at its folder", done({ kind: "read", path: "src" }), "src/a.ts"],
  ["a change of it", done({ kind: "write", path: "src/a.ts" }), undefined],
  ["a command that names it", done({ kind: "run", command: "head -5 src/a.ts" }), undefined],
  ["a command that names it in a program", done({ kind: "run", command: "node -e 'read(\"src/a.ts\")'" }), undefined],
  ["a command that names it from its folder", done({ kind: "run", command: "cat a.ts", cwd: "src" }), undefined],
  ["a command that goes to its folder", done({ kind: "run", command: "cd src && cat a.ts" }), undefined],
  ["a command that names another of its name", done({ kind: "run", command: "cat src/a.ts", cwd: "old" }), "src/a.ts"],
  ["a command from nobody knows where", done({ kind: "run", command: "cd $OLD; cat src/a.ts" }), "src/a.ts"],
  ["a command that only copies it", done({ kind: "run", command: "cp src/a.ts b.ts && ln -s src/a.ts c" }), "src/a.ts"],
  ["a command that copies it and shows it", done({ kind: "run", command: "cp src/a.ts b; cat src/a.ts" }), undefined],
  ["another file", done({ kind: "read", path: "src/b.ts" }), "src/a.ts"],
  [
    "a prompt that holds it",
    [{ type: "prompt", text: 'see\n<file path="src/a.ts">\nx\n</file>', origin: "user" }],
    undefined,
  ],
  [
    "a prompt that holds lines of it, in an encoding",
    [{ type: "prompt", text: '<file path="src/a.ts" lines="2-2" encoding="utf-16le">\nx\n</file>', origin: "user" }],
    "src/a.ts",
  ],
  ["a prompt that names it", [{ type: "prompt", text: "rewrite src/a.ts", origin: "user" }], "src/a.ts"],
])("after %s a file that would be replaced whole is seen or not", async (_, history, unseen) => {
  bench = createToolBench({ "src/a.ts": "old\nold\n", "src/b.ts": "old\n", "empty.ts": "" });
  const { workspace } = bench.context;
  for (const path of ["src/a.ts", "src/b.ts"]) await workspace.readBytes(path);
  const target = (path: string): Access => ({ kind: "write", path, replaces: true });
  expect((await unseenTarget([target("src/a.ts")], history, workspace))?.path).toBe(unseen);
  expect(await unseenTarget([target("src/new.ts"), target("empty.ts")], history, workspace)).toBeUndefined();
  expect(await unseenTarget([{ kind: "write", path: "src/a.ts" }], history, workspace)).toBeUndefined();
});

test.each([
  [[[1, 2]], { lines: 2, total: 5 }],
  [
    [
      [1, 2],
      [2, 2],
    ],
    { lines: 3, total: 5 },
  ],
  [
    [
      [3, 3],
      [1, 2],
    ],
    undefined,
  ],
  [[[1, 5]], undefined],
])("a file that was shown from line and for lines %j is replaced where that was all of it", async (parts, shown) => {
  bench = createToolBench({ "src/a.ts": "1\r\n2\n\n4\n5" });
  const { workspace } = bench.context;
  await workspace.readBytes("src/a.ts");
  const history = parts.flatMap(([fromLine = 1, count = 0], index): RecordedEvent[] => {
    const display = { kind: "file", path: "src/a.ts", fromLine, text: "x\n".repeat(count).slice(0, -1) } as const;
    const result = { callId: `c${index}`, name: "x", text: "", failed: false, display, durationMs: 0 };
    const call = { id: `c${index}`, name: "x", input: {} };
    return [
      { type: "call-start", call, accesses: [{ kind: "read", path: "src/a.ts" }], display: DISPLAY },
      { type: "call-end", result },
    ];
  });
  const target = [{ kind: "write", path: "src/a.ts", replaces: true }] as const;
  expect(await unseenTarget(target, history, workspace)).toEqual(shown && { path: "src/a.ts", shown });
});

test("what an earlier process was shown is not seen: it may have been changed since", async () => {
  bench = createToolBench({ "src/a.ts": "old\n" });
  const { workspace } = bench.context;
  const target = [{ kind: "write", path: "src/a.ts", replaces: true }] as const;
  const history = done({ kind: "read", path: "src/a.ts" }, false, WHOLE);
  expect((await unseenTarget(target, history, workspace))?.path).toBe("src/a.ts");
  await workspace.readBytes("src/a.ts");
  expect(await unseenTarget(target, history, workspace)).toBeUndefined();
});

test.each<[string, RecordedEvent[]]>([
  ["a look", done({ kind: "read", path: "src/a.ts" })],
  ["a change", done({ kind: "write", path: "src/a.ts" })],
  ["a command", done({ kind: "run", command: "cat src/a.ts" })],
  ["a prompt", [{ type: "prompt", text: '<file path="src/a.ts">\nx\n</file>', origin: "user" }]],
])("what %s showed in another folder is not seen in this one, under the same name", async (_, history) => {
  bench = createToolBench({ "src/a.ts": "another\n" });
  const target = [{ kind: "write", path: "src/a.ts", replaces: true }] as const;
  expect((await unseenTarget(target, history, bench.context.workspace))?.path).toBe("src/a.ts");
});

test.each([
  ["cat notes.txt", undefined],
  ["cat notes.txt", true],
] as const)(
  "what %s showed is kept as it stood: a person's change after it is not replaced",
  async (command, looks) => {
    bench = createToolBench({ "notes.txt": "old\n", "b.txt": "old\n" });
    const { workspace } = bench.context;
    const intent = { accesses: [{ kind: "run", command }] } as const;
    const call = looks ? ({ intent, looksOnly: looks } as const) : { intent };
    expect(await asOwnCommand(call, workspace, async () => "shown")).toBe("shown");
    expect([workspace.knows?.("notes.txt"), workspace.knows?.("b.txt")]).toEqual([true, false]);
    const replacing = workspace.allowing([{ kind: "write", path: "notes.txt", replaces: true }]);
    await replacing.readBytes("notes.txt");
    writeFileSync(join(bench.root, "notes.txt"), "a person's\n");
    await expect(replacing.readBytes("notes.txt")).rejects.toThrow("changed on disk since you read it, by the user");
  },
);

test("a command is no second look at what was read before: what it left there is still replaced only after one", async () => {
  bench = createToolBench({ "notes.txt": "old\n" });
  const { root, context } = bench;
  await context.workspace.readBytes("notes.txt");
  const intent = { accesses: [{ kind: "run", command: "sed -i s/old/new/ notes.txt" }] } as const;
  await asOwnCommand({ intent }, context.workspace, async () => writeFileSync(join(root, "notes.txt"), "new\n"));
  const replacing = context.workspace.allowing([{ kind: "write", path: "notes.txt", replaces: true }]);
  await expect(replacing.readBytes("notes.txt")).rejects.toThrow("by a command");
});

test("of many large files that a command names no more is read than a bound in all; small ones behind them still are", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `large-${index}.txt`);
  const files = names.map((name) => [name, "x".repeat(1_500_000)]);
  bench = createToolBench({ ...Object.fromEntries(files), "small.txt": "old\n" });
  const { workspace } = bench.context;
  let bytes = 0;
  const counting = {
    ...workspace,
    readBytes: async (path: string) => {
      const read = await workspace.readBytes(path);
      bytes += read.length;
      return read;
    },
  };
  const intent = { accesses: [{ kind: "run", command: `wc -c ${names.join(" ")} small.txt` }] } as const;
  await asOwnCommand({ intent, looksOnly: true }, counting, async () => undefined);
  expect(bytes).toBe(5 * 1_500_000 + 4);
  expect([names[0], names.at(-1), "small.txt"].map((path) => workspace.knows?.(path ?? ""))).toEqual([
    true,
    false,
    true,
  ]);
});
