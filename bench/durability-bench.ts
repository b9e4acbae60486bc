import { execFileSync } from "node:child_process";
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeLine } from "../src/adapters/sessions/log-line.ts";
import { openSession } from "../src/adapters/sessions/session-log.ts";
import { ProjectSnapshots } from "../src/adapters/snapshots/snapshots.ts";
import type { RecordedEvent } from "../src/core/protocol/event.ts";
import { type Measurement, median } from "./measurement.ts";

const FILES = 10_000;
const FILES_A_FOLDER = 50;
const ROUNDS = 15;
const APPENDS = 150;

/** What safety costs: a snapshot beside `git status` on the same tree, a session line beside a bare write and sync. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-bench-")));
  try {
    return [...(await benchAppend(folder)), ...(await benchSnapshot(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchAppend(folder: string): Promise<Measurement[]> {
  const event: RecordedEvent = { type: "prompt", text: "What does this folder do? ".repeat(40), origin: "user" };
  const bytes = encodeLine({ n: 1, at: new Date().toISOString(), event });
  const session = openSession(join(folder, "session.jsonl"));
  const bare = openSync(join(folder, "bare.jsonl"), "a", 0o600);
  const bareMs: number[] = [];
  const appendMs: number[] = [];
  for (let round = 0; round < APPENDS; round++) {
    bareMs.push(
      await timed(async () => {
        writeSync(bare, bytes);
        fdatasyncSync(bare);
      }),
    );
    appendMs.push(await timed(async () => void (await session.log.append(event))));
  }
  session.close();
  closeSync(bare);
  return [
    { name: "bare write and fdatasync, 1 KB", value: median(bareMs), unit: "ms" },
    { name: "session append with fdatasync, 1 KB", value: median(appendMs), unit: "ms" },
    { name: "session append / bare", value: median(appendMs) / median(bareMs), unit: "ratio", target: "<= 1.5" },
  ];
}

async function benchSnapshot(base: string): Promise<Measurement[]> {
  const root = join(base, "tree");
  makeTree(root);
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd: root, stdio: "ignore" });
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=b", "-c", "user.email=b@example.invalid", "commit", "-qm", "start");
  const firstMs = await timed(() => snapshot(root, base, "first"));
  // Time stamps that are too young are not trusted: the tree must be a little older than its first snapshot.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await snapshot(root, base, "second");
  const gitMs: number[] = [];
  const coldMs: number[] = [];
  const warmMs: number[] = [];
  const warm = new ProjectSnapshots({ root, folder: join(base, "kept"), sessionId: "warm", excluded: [] });
  await warm.before("0", RUN);
  for (let round = 0; round < ROUNDS; round++) {
    gitMs.push(await timed(async () => git("status", "--porcelain")));
    coldMs.push(await timed(() => snapshot(root, base, `cold-${round}`)));
    warmMs.push(await timed(async () => void (await warm.before(String(round + 1), RUN))));
  }
  warm.close();
  return [
    { name: "first snapshot of 10,000 files (contents kept)", value: firstMs, unit: "ms" },
    { name: "git status, clean, 10,000 files", value: median(gitMs), unit: "ms" },
    { name: "snapshot, clean, first of a process", value: median(coldMs), unit: "ms" },
    { name: "snapshot, clean, later ones", value: median(warmMs), unit: "ms" },
    {
      name: "snapshot / git status, first of a process",
      value: median(coldMs) / median(gitMs),
      unit: "ratio",
      target: "<= 1.5",
    },
    {
      name: "snapshot / git status, later ones",
      value: median(warmMs) / median(gitMs),
      unit: "ratio",
      target: "<= 1.5",
    },
  ];
}

const RUN = [{ kind: "run", command: "make" }] as const;

/** As a new process does it: nothing is in memory. */
async function snapshot(root: string, base: string, sessionId: string): Promise<void> {
  const snapshots = new ProjectSnapshots({ root, folder: join(base, "kept"), sessionId, excluded: [] });
  const notice = await snapshots.before("call", RUN);
  if (notice !== undefined) throw new Error(notice);
  snapshots.close();
}

function makeTree(root: string): void {
  for (let number = 0; number < FILES; number++) {
    const folder = join(root, `module-${number % 20}`, `part-${Math.floor(number / FILES_A_FOLDER)}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${number}.ts`), `export const value${number} = compute(${number});\n`.repeat(40));
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
