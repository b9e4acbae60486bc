import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recoverEdits } from "../../src/adapters/workspace/edit-transaction.ts";
import { rounds } from "../rounds.ts";

const FILES = 30;
/** The full matrix of `npm run faults` takes more. */
const KILLS = Number(process.env["WAYMARK_KILLS"] ?? rounds(16));
const CHILD = resolve("test/fixtures/edit-transaction-child.ts");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kill-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test(
  "a kill at any moment of a 30-file edit leaves whole files, and the next start brings all to one side",
  async () => {
    const runs = [runKills("one", KILLS / 2), runKills("two", KILLS / 2)];
    const [one, two] = await Promise.all(runs);
    // The test proves something only if kills did land between the first rename and the last.
    expect((one ?? 0) + (two ?? 0)).toBeGreaterThan(0);
  },
  60_000 + KILLS * 1_500,
);

/** Kills a child again and again in one folder; returns how often it was caught with a transaction open. */
async function runKills(name: string, kills: number): Promise<number> {
  const root = join(folder, name);
  const journalFolder = join(folder, `${name}-journal`);
  mkdirSync(root);
  mkdirSync(journalFolder);
  for (let index = 0; index < FILES; index++) writeFileSync(join(root, `file-${index}.txt`), text(0));
  let caught = 0;
  let generation = 0;
  for (let kill = 0; kill < kills; kill++) {
    await killAfterStart([root, journalFolder, String(FILES), String(generation + 1)], (kill * 37) % 83);
    for (let index = 0; index < FILES; index++) generationIn(root, index);
    caught += readdirSync(journalFolder).filter((entry) => entry.endsWith(".json")).length;
    const recovered = await recoverEdits(journalFolder);
    expect(recovered.filter((one) => one.outcome === "left" || one.kept.length > 0)).toEqual([]);
    const generations = new Set(Array.from({ length: FILES }, (_, index) => generationIn(root, index)));
    expect([...generations]).toHaveLength(1);
    expect(readdirSync(root)).toHaveLength(FILES);
    expect(readdirSync(journalFolder)).toEqual([]);
    generation = [...generations][0] ?? 0;
  }
  return caught;
}

const text = (generation: number): string => `generation ${generation}\n`.repeat(200);

/** The generation of a file, which must be wholly of it. */
function generationIn(root: string, index: number): number {
  const content = readFileSync(join(root, `file-${index}.txt`), "utf8");
  const generation = Number(/^generation (\d+)\n/.exec(content)?.[1]);
  expect(content).toBe(text(generation));
  return generation;
}

function killAfterStart(args: readonly string[], delayMs: number): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [CHILD, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let errors = "";
    child.stderr.on("data", (data) => {
      errors += String(data);
    });
    child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), delayMs));
    child.once("error", failed);
    child.once("exit", (code, signal) => {
      if (signal === "SIGKILL") done();
      else failed(new Error(`the child ended by itself with ${code}: ${errors}`));
    });
  });
}
