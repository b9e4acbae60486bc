import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makePlace, type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";
import { numbersOf } from "../random.ts";
import { rounds } from "../rounds.ts";
import { FILES, planOfEachKind, treeOf } from "./plan-of-each-kind.ts";

/** How many runs are killed at a random moment; the full drill takes 100. */
const KILLS = Number(process.env["WAYMARK_KILLS"] ?? rounds(2));
const SEED = Number(process.env["WAYMARK_SEED"] ?? 20261122);
const RESUMES_MAX = 100;
/** About as long as a step takes: the moment may lie anywhere in it. */
const DELAY_MS_MAX = 60;
const FLAGS = ["--permission-mode", "bypassPermissions", "--no-replan"];

interface Whole {
  readonly tree: Readonly<Record<string, string>>;
  readonly effects: readonly string[];
  /** What it says while it runs. */
  readonly lines: number;
}

let whole: Whole;
beforeAll(async () => {
  const place = await placeWithPlan();
  const run = await runWaymark(["plan", "run", ...FLAGS], place);
  expect(run.code, run.stderr).toBe(0);
  whole = { tree: treeOf(place.cwd), effects: effectsOf(place), lines: run.stderr.split("\n").length - 1 };
  place.remove();
});

async function placeWithPlan(): Promise<Place> {
  const place = makePlace(FILES);
  const file = join(place.home, "plan.json");
  writeFileSync(file, JSON.stringify({ id: "drill", ...planOfEachKind() }));
  const made = await runWaymark(["plan", "new", "--file", file], place);
  expect(made.code, made.stderr).toBe(0);
  return place;
}

const effectsOf = ({ cwd }: Place): readonly string[] =>
  readFileSync(join(cwd, "effects.log"), "utf8").trim().split("\n").sort();

interface Due {
  readonly atLine?: (line: string) => boolean;
  /** A moment counted in what it has said, so that it comes at the same place however slow the machine is. */
  readonly afterLines?: number;
  /** And so much later. */
  readonly delayMs?: number;
}

/** Runs the plan and kills it when it is due. @returns whether it was killed before it ended */
async function runAndKill(place: Place, { atLine, afterLines, delayMs = 0 }: Due): Promise<boolean> {
  const child = startWaymark(["plan", "resume", "drill", ...FLAGS], place);
  child.stdin?.end();
  child.stdout?.resume();
  let text = "";
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  const killLater = (): void => {
    timer ??= setTimeout(() => child.kill("SIGKILL"), delayMs);
  };
  if (afterLines === 0) killLater();
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    seen += lines.length;
    if (afterLines !== undefined && seen >= afterLines) killLater();
    if (atLine && lines.some(atLine)) child.kill("SIGKILL");
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  return signal === "SIGKILL";
}

async function finish(place: Place): Promise<void> {
  const end = await runWaymark(["plan", "resume", "drill", ...FLAGS], place);
  expect(end.code, end.stderr + end.stdout).toBe(0);
  const plan = JSON.parse(readFileSync(join(place.cwd, ".waymark/plans/drill.json"), "utf8")) as {
    status: string;
    steps: { status: string }[];
  };
  expect(plan.status).toBe("completed");
  expect(new Set(plan.steps.map((step) => step.status))).toEqual(new Set(["completed"]));
}

function expectLikeWhole(place: Place): void {
  // Each effect exactly once, counted by the commands themselves.
  expect(effectsOf(place)).toEqual(whole.effects);
  expect(treeOf(place.cwd)).toEqual(whole.tree);
}

test("a plan killed at the beginning and at the end of every step ends like one that was never killed", {
  timeout: 600_000,
}, async () => {
  const place = await placeWithPlan();
  const met = new Set<string>();
  let kills = 0;
  for (let round = 0; round < RESUMES_MAX; round++) {
    const isKilled = await runAndKill(place, {
      atLine(line) {
        const boundary = /^waymark: ((?:s\d+|sum): (?:in_progress|completed))$/.exec(line)?.[1];
        if (boundary === undefined || met.has(boundary)) return false;
        met.add(boundary);
        return true;
      },
    });
    if (!isKilled) break;
    kills++;
  }
  await finish(place);
  expectLikeWhole(place);
  // Each begins and ends; one of the two may come with another line.
  expect(kills).toBeGreaterThan(14);
  place.remove();
});

test(`a plan killed at ${KILLS} random moments, some of them twice, ends like one that was never killed`, {
  timeout: 900_000,
}, async () => {
  const random = numbersOf(SEED);
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const place = await placeWithPlan();
    const moment = (): Due => ({ afterLines: Math.floor(random() * whole.lines), delayMs: random() * DELAY_MS_MAX });
    if (await runAndKill(place, moment())) killed++;
    if (random() < 0.4) await runAndKill(place, moment());
    await finish(place);
    expectLikeWhole(place);
    place.remove();
  }
  expect(killed).toBeGreaterThan(KILLS / 4);
});
