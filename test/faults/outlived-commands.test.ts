import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { makePlace, type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";
import { missing } from "../optional-programs.ts";
import { numbersOf } from "../random.ts";
import { rounds } from "../rounds.ts";

const FLAGS = ["--permission-mode", "bypassPermissions", "--no-replan"];
/** From the start of a program to the end of what its first step leaves running. */
const KILL_MS_MAX = 1_500;
/** Each counts itself, and ends well only behind the moment at which its program was killed. */
const STEPS = ["one", "two"].map((id, at) => ({
  id,
  title: id,
  tool: "shell",
  params: { command: `echo ${id} >> effects.log && sleep 0.4` },
  needs: at === 0 ? [] : ["one"],
}));

async function placeWithPlan(): Promise<Place> {
  const place = makePlace({});
  const file = join(place.home, "plan.json");
  writeFileSync(file, JSON.stringify({ id: "drill", goal: "g", steps: STEPS }));
  const made = await runWaymark(["plan", "new", "--file", file], place);
  expect(made.code, made.stderr).toBe(0);
  return place;
}

const effectsOf = ({ cwd }: Place): string =>
  existsSync(join(cwd, "effects.log")) ? readFileSync(join(cwd, "effects.log"), "utf8") : "";

/** Kills a run when it is due, if it did not end before. */
async function killedRun(place: Place, due: () => Promise<unknown>): Promise<void> {
  const child = startWaymark(["plan", "resume", "drill", ...FLAGS], place);
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  child.stdin?.end();
  const closed = once(child, "close");
  await Promise.race([due(), closed]);
  child.kill("SIGKILL");
  await closed;
}

async function expectOnce(place: Place): Promise<void> {
  const end = await runWaymark(["plan", "resume", "drill", ...FLAGS], place);
  expect(end.code, end.stderr + end.stdout).toBe(0);
  expect(effectsOf(place)).toBe("one\ntwo\n");
  place.remove();
}

test.skipIf(missing("bwrap"))(
  "a command in the sandbox whose program was killed comes to its own end, which counts, and is not run again",
  { timeout: 300_000 },
  async () => {
    const place = await placeWithPlan();
    for (const effects of ["one\n", "one\ntwo\n"])
      await killedRun(place, () => expect.poll(() => effectsOf(place), { timeout: 60_000 }).toBe(effects));
    await expectOnce(place);
  },
);

test.skipIf(missing("bwrap"))(
  "nor does one fail whose program was killed while its sandbox was laid out",
  { timeout: 900_000 },
  async () => {
    const random = numbersOf(Number(process.env["WAYMARK_SEED"] ?? 20261201));
    for (let round = 0; round < rounds(3); round++) {
      const place = await placeWithPlan();
      for (let kill = 0; kill < 4; kill++) await killedRun(place, () => pause(random() * KILL_MS_MAX));
      await expectOnce(place);
    }
  },
);
