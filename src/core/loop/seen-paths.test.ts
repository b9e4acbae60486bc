import { afterEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import type { Access } from "../permissions/accesses.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import { unseenTarget } from "./seen-paths.ts";

let bench: ToolBench | undefined;
afterEach(() => bench?.close());

const DISPLAY = { kind: "text", text: "" } as const;
const done = (access: Access, failed = false): RecordedEvent[] => [
  { type: "call-start", call: { id: "c", name: "x", input: {} }, accesses: [access], display: DISPLAY },
  { type: "call-end", result: { callId: "c", name: "x", text: "", failed, display: DISPLAY, durationMs: 0 } },
];

test.each<[string, readonly RecordedEvent[], string | undefined]>([
  ["nothing", [], "src/a.ts"],
  ["a look at it", done({ kind: "read", path: "./src/a.ts" }), undefined],
  ["a look that failed", done({ kind: "read", path: "src/a.ts" }, true), "src/a.ts"],
  ["a look at its folder", done({ kind: "read", path: "src" }), "src/a.ts"],
  ["a change of it", done({ kind: "write", path: "src/a.ts" }), undefined],
  ["a command that names it", done({ kind: "run", command: "head -5 src/a.ts" }), undefined],
  ["another file", done({ kind: "read", path: "src/b.ts" }), "src/a.ts"],
  [
    "a prompt that holds it",
    [{ type: "prompt", text: 'see\n<file path="src/a.ts">\nx\n</file>', origin: "user" }],
    undefined,
  ],
  ["a prompt that names it", [{ type: "prompt", text: "rewrite src/a.ts", origin: "user" }], "src/a.ts"],
])("after %s a file that would be replaced whole is seen or not", async (_, history, unseen) => {
  bench = createToolBench({ "src/a.ts": "old\n", "src/b.ts": "old\n", "empty.ts": "" });
  const { workspace } = bench.context;
  for (const path of ["src/a.ts", "src/b.ts"]) await workspace.readBytes(path);
  const target = (path: string): Access => ({ kind: "write", path, replaces: true });
  expect(await unseenTarget([target("src/a.ts")], history, workspace)).toBe(unseen);
  expect(await unseenTarget([target("src/new.ts"), target("empty.ts")], history, workspace)).toBeUndefined();
  expect(await unseenTarget([{ kind: "write", path: "src/a.ts" }], history, workspace)).toBeUndefined();
});

test("what an earlier process was shown is not seen: it may have been changed since", async () => {
  bench = createToolBench({ "src/a.ts": "old\n" });
  const { workspace } = bench.context;
  const target = [{ kind: "write", path: "src/a.ts", replaces: true }] as const;
  const history = done({ kind: "read", path: "src/a.ts" });
  expect(await unseenTarget(target, history, workspace)).toBe("src/a.ts");
  await workspace.readBytes("src/a.ts");
  expect(await unseenTarget(target, history, workspace)).toBeUndefined();
});
