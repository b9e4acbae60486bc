import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makePlace, type Place, runWaymark } from "../e2e/run-waymark.ts";
import { numbersOf } from "../random.ts";
import { Conversation } from "./conversation.ts";
import { readWhole, sharedText, wholeText } from "./folder-state.ts";
import { litterIn, processesIn } from "./left-behind.ts";
import { startPlayedModel } from "./played-model.ts";
import { Findings } from "./soak-findings.ts";
import { soakPlans } from "./soak-plans.ts";
import { effectsFile, runCommand, startFiles } from "./soak-turns.ts";
import { MODEL_FLAGS, SoakWorker } from "./soak-worker.ts";

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly killSeconds: readonly [number, number];
  readonly pauseMs: number;
  readonly onNews?: (text: string) => void;
}

const WATCH_MS = 100;
const END_WAIT_MS = 30_000;

/** Lets two sessions work in one folder, kills them at random, and looks at everything from outside. */
export async function soakTwoSessions(options: SoakOptions): Promise<Findings> {
  const findings = new Findings(options.onNews);
  const model = await startPlayedModel();
  const made = makePlace({
    "both.txt": sharedText(),
    "whole.txt": wholeText("start", "nothing"),
    ...startFiles("a"),
    ...startFiles("b"),
  });
  const base = join(made.cwd, "..");
  const temporary = join(base, "temporary");
  for (const folder of [temporary, join(made.cwd, "node_modules")]) mkdirSync(folder);
  const environment = {
    OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
    WAYMARK_CONTEXT_TOKENS: "100000000",
    TMPDIR: temporary,
  };
  const place = { ...made, environment };
  const endMs = performance.now() + options.minutes * 60_000;
  const isOver = (): boolean => performance.now() > endMs;
  const random = numbersOf(options.seed);
  const killMs = [options.killSeconds[0] * 1000, options.killSeconds[1] * 1000] as const;
  const workers = ["a", "b"].map(
    (who) => new SoakWorker({ who, place, model, findings, random, killMs, pauseMs: options.pauseMs }),
  );
  try {
    await Promise.all([
      ...workers.map((worker) => worker.work(isOver)),
      soakPlans({ place, findings, random, isOver }),
      watch(place, findings, isOver, options.onNews),
    ]);
    await lookBack(place, findings, workers, base);
    return findings;
  } finally {
    await model.close();
    if (findings.violations.length === 0) made.remove();
    else options.onNews?.(`kept: ${base}`);
  }
}

/** Looks at what both write, all the time: nobody may ever see half of it. */
async function watch(
  place: Place,
  findings: Findings,
  isOver: () => boolean,
  news?: (text: string) => void,
): Promise<void> {
  const lines = sharedText().split("\n").length;
  let newsMs = performance.now();
  while (!isOver()) {
    const whole = readWhole(place.cwd);
    if ("broken" in whole) findings.broken(whole.broken);
    const shared = readFileSync(join(place.cwd, "both.txt"), "utf8").split("\n");
    if (shared.length !== lines || shared.some((line) => line !== "" && !/^[ab] line \d+ is \w+$/.test(line)))
      findings.broken(`both.txt has ${shared.length} lines: ${shared.slice(-3).join("|")}`);
    if (performance.now() - newsMs > 60_000) {
      newsMs = performance.now();
      news?.(
        `${[...findings.counts].map(([name, count]) => `${name} ${count}`).join(", ")}; ${litterIn(place.home, place.cwd).join(" ")}`,
      );
    }
    await pause(WATCH_MS);
  }
}

async function lookBack(
  place: Place & { environment: Readonly<Record<string, string>> },
  findings: Findings,
  workers: readonly SoakWorker[],
  base: string,
): Promise<void> {
  // What the last kills left is put in order by a start that runs a command, and by no other hand.
  const last = new Conversation(place, MODEL_FLAGS);
  await last.turn(runCommand({ cwd: place.cwd, who: "z", label: "z1", random: Math.random, value: () => "absent" }));
  await last.end();
  for (const who of ["a", "b", "p"]) checkEffects(join(place.cwd, effectsFile(who)), findings, who);
  for (const worker of workers) for (const wrong of worker.ledger.check()) findings.broken(wrong);
  const check = await runWaymark(["sessions", "fsck"], place);
  if (check.code !== 0) findings.broken(`sessions fsck: ${check.stdout.slice(-500)}${check.stderr}`);
  for (const session of workers.flatMap(({ sessions }) => sessions)) {
    const shown = await runWaymark(["sessions", "show", session], place);
    if (shown.code !== 0) findings.broken(`sessions show ${session}: ${shown.stderr}`);
    findings.count("sessions");
  }
  const deadlineMs = performance.now() + END_WAIT_MS;
  while (processesIn(base).length > 0 && performance.now() < deadlineMs) await pause(WATCH_MS);
  for (const left of processesIn(base)) findings.broken(`a process is left: ${left}`);
  for (const path of litterIn(base)) findings.broken(`left behind: ${path}`);
}

function checkEffects(file: string, findings: Findings, who: string): void {
  const seen = new Map<string, number>();
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  for (const token of lines) if (token !== "") seen.set(token, (seen.get(token) ?? 0) + 1);
  for (const [token, count] of seen) if (count > 1) findings.broken(`the effect ${token} happened ${count} times`);
  const own = [...findings.effects].filter(([token]) => token.startsWith(who));
  for (const [token, isTold] of own) {
    if (isTold && !seen.has(token)) findings.broken(`the effect ${token} was told and is not there`);
    findings.count(seen.has(token) ? "effects" : "effects that a kill forestalled");
  }
}
