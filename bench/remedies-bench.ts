// What remedies save: each folder's first session learns, its second one meets the same failures with and without them.
// EVALS=FOLDER plays folders that the evaluation tasks in it set up, besides our own.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Measurement } from "./measurement.ts";
import { type Played, playSession } from "./remedies-play.ts";
import { OTHER_FAILURES, OWN_SCENES, type RemedyScene, TASK_LADDERS } from "./remedies-scenes.ts";

const NONE: Played = { requests: 0, failedCalls: 0, bytes: 0, told: 0, toldWrongly: 0 };

interface ScenePlayed {
  readonly without: Played;
  readonly with: Played;
  readonly unrelated: Played;
}

/** Sums over all scenes; what is told wrongly is told of another failure, or fails as well. */
export async function bench(): Promise<readonly Measurement[]> {
  const base = mkdtempSync(join(tmpdir(), "waymark-remedies-"));
  try {
    const same: ScenePlayed[] = [];
    const changed: ScenePlayed[] = [];
    for (const scene of [...OWN_SCENES, ...taskScenes()]) {
      const played = await playScene(join(base, scene.name.replaceAll(" ", "-")), scene);
      (scene.changed === undefined ? same : changed).push(played);
    }
    return [
      ...figures("same failures again", same),
      ...figures("changed since", changed),
      {
        name: `failures that nothing was learned of, ${OTHER_FAILURES.length} in each of ${same.length} folders: told`,
        ...{ value: total(same, ({ unrelated }) => unrelated).told, unit: "", target: "<= 0" },
      },
    ];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function figures(name: string, scenes: readonly ScenePlayed[]): readonly Measurement[] {
  const without = total(scenes, (scene) => scene.without);
  const told = total(scenes, (scene) => scene.with);
  const line = (what: keyof Played): readonly Measurement[] => [
    { name: `${name}, ${scenes.length} folders: ${what} without`, value: without[what], unit: "" },
    { name: `${name}, ${scenes.length} folders: ${what} with`, value: told[what], unit: "" },
  ];
  return [
    ...(["requests", "failedCalls", "bytes"] as const).flatMap(line),
    { name: `${name}: told`, value: told.told, unit: "" },
    { name: `${name}: told wrongly`, value: told.toldWrongly, unit: "" },
  ];
}

function total(scenes: readonly ScenePlayed[], which: (scene: ScenePlayed) => Played): Played {
  return scenes.map(which).reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      failedCalls: sum.failedCalls + one.failedCalls,
      bytes: sum.bytes + one.bytes,
      told: sum.told + one.told,
      toldWrongly: sum.toldWrongly + one.toldWrongly,
    }),
    NONE,
  );
}

async function playScene(folder: string, scene: RemedyScene): Promise<ScenePlayed> {
  const [cwd, home] = [join(folder, "work"), join(folder, "home")];
  mkdirSync(home, { recursive: true });
  make(cwd, scene);
  await playSession({ cwd, home, hasRemedies: true, ladders: scene.ladders });
  write(cwd, scene.changed ?? {});
  const ladders = scene.laddersNow ?? scene.ladders;
  const without = await playSession({ cwd, home, hasRemedies: false, ladders });
  // Failures of other kinds come before the session is counted, so that none of them can be learned from it.
  const copy = join(folder, "home-of-others");
  cpSync(home, copy, { recursive: true });
  const unrelated = await playSession({
    cwd,
    home: copy,
    hasRemedies: true,
    ladders: OTHER_FAILURES.map((one) => [one]),
  });
  return { without, unrelated, with: await playSession({ cwd, home, hasRemedies: true, ladders }) };
}

function make(cwd: string, { name, files }: RemedyScene): void {
  mkdirSync(cwd, { recursive: true });
  const setup = join(process.env["EVALS"] ?? "", name, "setup.sh");
  if (files === undefined) return void execFileSync("bash", [setup, cwd], { stdio: "ignore" });
  write(cwd, files);
  const git = (...args: string[]) => execFileSync("git", ["-C", cwd, ...args], { stdio: "ignore" });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=A", "-c", "user.email=a@example.invalid", "commit", "-qm", "first");
}

function write(cwd: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

function taskScenes(): readonly RemedyScene[] {
  const folder = process.env["EVALS"];
  if (folder === undefined) return [];
  return Object.entries(TASK_LADDERS).flatMap(([name, ladders]) =>
    existsSync(join(folder, name, "setup.sh")) ? [{ name, ladders }] : [],
  );
}
