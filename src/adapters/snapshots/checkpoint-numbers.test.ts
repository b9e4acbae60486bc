import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkpointFile, readCheckpoints } from "./checkpoint-log.ts";

const PROCESSES = 4;
const EACH = 25;

test("processes that note checkpoints of one session at once draw no number twice, and leave no lock", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-numbers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const module = (name: string): string => JSON.stringify(join(import.meta.dirname, name));
  const script = `
    const { CheckpointNumbers } = await import(${module("checkpoint-numbers.ts")});
    const { appendCheckpoint } = await import(${module("checkpoint-log.ts")});
    const numbers = new CheckpointNumbers(${JSON.stringify(folder)}, "s");
    for (let count = 0; count < ${EACH}; count++)
      numbers.drawn((id) => appendCheckpoint(${JSON.stringify(checkpointFile(folder, "s"))}, { id, at: "x", title: "t", changes: [] }));`;
  const codes = Array.from({ length: PROCESSES }, async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
    return (await once(child, "exit"))[0] as number;
  });
  expect(await Promise.all(codes)).toEqual(Array.from({ length: PROCESSES }, () => 0));
  const { checkpoints } = readCheckpoints(checkpointFile(folder, "s"));
  const total = PROCESSES * EACH;
  expect(checkpoints.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
  expect(readdirSync(folder)).toEqual(["s.jsonl"]);
});
