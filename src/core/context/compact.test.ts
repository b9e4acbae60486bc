import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import { makeCompaction } from "./compact.ts";
import { detailOf } from "./compaction-record.ts";
import { TokenMeter } from "./token-meter.ts";

let bench: ToolBench | undefined;
afterEach(() => bench?.close());

const DISPLAY = { kind: "text", text: "" } as const;
const read = (id: string, path: string): RecordedEvent[] => [
  {
    type: "call-start",
    call: { id, name: "read_file", input: { path } },
    accesses: [{ kind: "read", path }],
    display: DISPLAY,
  },
  {
    type: "call-end",
    result: {
      callId: id,
      name: "read_file",
      text: "old ".repeat(2000),
      failed: false,
      display: DISPLAY,
      durationMs: 0,
    },
  },
];

test("hashing what a session read is no look at it: a person's change stays one, and what was not read here stays unread", async () => {
  bench = createToolBench({ "known.txt": "old\n", "earlier.txt": "old\n" });
  const { workspace, outputs } = bench.context;
  await workspace.readBytes("known.txt");
  writeFileSync(join(bench.root, "known.txt"), "a person's\n");
  const prompt: RecordedEvent = { type: "prompt", text: "look", origin: "user" };
  const history = [prompt, ...read("a", "known.txt"), ...read("b", "earlier.txt")];
  const parts = { history, outputs, ports: { workspace } } as unknown as AgentParts;
  const made = await makeCompaction(parts, { cut: history.length, meter: new TokenMeter((text) => text.length / 4) });
  if (made.kind !== "made") throw new Error(made.why);
  expect(detailOf(made.event)?.record.files).toEqual([
    { path: "known.txt", use: "read", sha256: expect.any(String) },
    { path: "earlier.txt", use: "read", sha256: expect.any(String) },
  ]);
  const replacing = workspace.allowing([{ kind: "write", path: "known.txt", replaces: true }]);
  await expect(replacing.readBytes("known.txt")).rejects.toThrow("changed on disk since you read it, by the user");
  expect(workspace.knows?.("earlier.txt")).toBe(false);
});
