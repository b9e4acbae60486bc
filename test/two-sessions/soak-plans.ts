import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";
import type { Findings } from "./soak-findings.ts";
import { effectsFile } from "./soak-turns.ts";

export interface PlanSoak {
  readonly place: Place;
  readonly findings: Findings;
  readonly random: () => number;
  readonly isOver: () => boolean;
}

const STEPS = 4;
const BETWEEN_MS = 30_000;
const KILLS_MAX = 4;
const KILL_MS_MAX = 4_000;
const FLAGS = ["--permission-mode", "bypassPermissions", "--no-replan"];

/** From time to time a plan of commands beside the two sessions: killed some times, then gone on with; each step counts itself. */
export async function soakPlans({ place, findings, random, isOver }: PlanSoak): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    const id = `p${number}`;
    const file = join(place.home, "plan.json");
    const steps = Array.from({ length: STEPS }, (_, step) => ({
      id: `s${step}`,
      title: `step ${step}`,
      tool: "shell",
      params: { command: `printf '${id}-${step}\\n' >> ${effectsFile("p")} && sleep 0.2` },
      needs: step === 0 ? [] : [`s${step - 1}`],
    }));
    writeFileSync(file, JSON.stringify({ id, goal: "g", steps }));
    const made = await runWaymark(["plan", "new", "--file", file], place);
    if (made.code !== 0) findings.broken(`plan new: ${made.stderr}`);
    for (let kill = 0; kill < KILLS_MAX; kill++) await killedRun(id, place, random() * KILL_MS_MAX);
    const end = await runWaymark(["plan", "resume", id, ...FLAGS], place);
    if (end.code !== 0) findings.broken(`plan resume ${id}: ${end.code} ${end.stderr}${end.stdout.slice(-500)}`);
    for (let step = 0; step < STEPS; step++) findings.effects.set(`${id}-${step}`, true);
    findings.count("plans");
    for (let waitedMs = 0; waitedMs < BETWEEN_MS && !isOver(); waitedMs += 500) await pause(500);
  }
}

async function killedRun(id: string, place: Place, afterMs: number): Promise<void> {
  const child = startWaymark(["plan", "resume", id, ...FLAGS], place);
  child.stdin?.end();
  child.stdout?.resume();
  child.stderr?.resume();
  const closed = new Promise((resolve) => child.once("close", resolve));
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  await closed;
  clearTimeout(timer);
}
