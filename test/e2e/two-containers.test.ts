import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SILENT_MS_MAX } from "../../src/adapters/process-identity.ts";
import { missing } from "../optional-programs.ts";
import { makePlace, type Place, runWaymark, scriptedModel, startWaymark, type WaymarkRun } from "./run-waymark.ts";

/** What a container is to locks: numbers of processes that mean nothing outside, and outside's nothing within. */
const CONTAINER = ["unshare", "-rp", "--fork", "--kill-child", "--mount-proc"];
const why = missing("unshare", [...CONTAINER.slice(1), "true"]);
const ELSEWHERE = /process \d+ of another container or machine \(.+; counts as ended after \d+ s more without a sign\)/;
const ALL = ["--permission-mode", "bypassPermissions"];

let place: Place;
let children: ChildProcess[];
beforeEach(() => {
  place = makePlace();
  children = [];
});
afterEach(async () => {
  writeFileSync(join(place.cwd, "go"), "");
  await Promise.all(children.map(kill));
  place.remove();
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function begin(args: readonly string[], by: readonly string[]): ChildProcess {
  const child = startWaymark(args, { ...place, by });
  child.stdin?.end();
  children.push(child);
  return child;
}

const state = (...names: readonly string[]): string => join(place.home, "waymark/state", ...names);

/** As it is when nobody has given a sign for so long. */
function silence(folder: string): void {
  const then = new Date(Date.now() - SILENT_MS_MAX - 1000);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (/\.lock$|\.json$/.test(name)) utimesSync(join(folder, name), then, then);
}

const SIDES = [
  { name: "the holder in the container", holder: CONTAINER, other: [] },
  { name: "the holder outside", holder: [], other: CONTAINER },
  { name: "both in containers, with the same number", holder: CONTAINER, other: CONTAINER },
];

/** Says that it is there, and stays until it may go. */
const WAITS = "echo here >> here; until [ -e go ]; do sleep 0.05; done";

test.skipIf(why).each(SIDES)("one session: $name", async ({ holder, other }) => {
  const shell = { calls: [{ name: "shell", input: { command: WAITS } }] };
  const model = scriptedModel(place, { replies: [shell, { text: "Done." }] });
  const talk = scriptedModel(place, { replies: [{ text: "Done." }] }, "talk.json");
  const goOn = (): Promise<WaymarkRun> =>
    runWaymark(["-p", "two", "-r", "both", "-m", talk, ...ALL], { ...place, by: other });
  const first = begin(["-p", "one", "--session-id", "both", "-m", model, ...ALL], holder);
  await expect.poll(() => existsSync(join(place.cwd, "here"))).toBe(true);
  const refused = { code: 42, stderr: expect.stringMatching(`in use by ${ELSEWHERE.source}`) };
  expect(await goOn()).toMatchObject(refused);
  await kill(first);
  // Nobody can tell from here that it is dead.
  expect(await goOn()).toMatchObject(refused);
  silence(state("sessions"));
  expect(await goOn()).toMatchObject({ code: 0, stdout: "Done.\n" });
});

test.skipIf(why).each(SIDES)("one plan: $name", async ({ holder, other }) => {
  const step = { id: "a", title: "a", tool: "shell", params: { command: WAITS }, needs: [] };
  writeFileSync(join(place.home, "plan.json"), JSON.stringify({ goal: "g", steps: [step] }));
  expect((await runWaymark(["plan", "new", "--file", join(place.home, "plan.json")], place)).code).toBe(0);
  const run = ["plan", "run", "--offline", ...ALL];
  const goOn = (): Promise<WaymarkRun> => runWaymark(run, { ...place, by: other });
  const first = begin(run, holder);
  await expect.poll(() => existsSync(join(place.cwd, "here"))).toBe(true);
  const refused = { code: 42, stderr: expect.stringMatching(ELSEWHERE) };
  expect(await goOn()).toMatchObject(refused);
  await kill(first);
  expect(await goOn()).toMatchObject(refused);
  silence(state("plans"));
  const last = await goOn();
  expect({ code: last.code, said: last.stdout + last.stderr }).toEqual({
    code: 1,
    said: expect.stringContaining("had begun in another container or machine and may still run there"),
  });
  expect(readFileSync(join(place.cwd, "here"), "utf8")).toBe("here\n");
  if (holder === CONTAINER) return;
  // The command of a plan outlives a killed Waymark: outside it does run on.
  writeFileSync(join(place.cwd, "go"), "");
  const notes = (): string[] => readdirSync(state("plans"), { recursive: true, encoding: "utf8" });
  await expect.poll(() => notes().some((name) => name.endsWith("/end"))).toBe(true);
});

const FILES = 30;
const CHILD = resolve("test/fixtures/edit-transaction-child.ts");

test.skipIf(why).each([SIDES[0], SIDES[2]])("edits: $name", async (side) => {
  const files = Array.from({ length: FILES }, (_, index) => join(place.cwd, `file-${index}.txt`));
  for (const file of files) writeFileSync(file, "generation 0\n".repeat(200));
  mkdirSync(state("edits"), { recursive: true, mode: 0o700 });
  const script = { calls: [{ name: "write_file", input: { path: "new.txt", content: "new\n" } }] };
  const model = scriptedModel(place, { replies: [script, { text: "That is all." }] });
  const edit = (): Promise<WaymarkRun> =>
    runWaymark(["-p", "edit", "-m", model, ...ALL], { ...place, by: side?.other ?? [] });
  const generations = () =>
    new Set(
      files.map((file) => {
        const text = readFileSync(file, "utf8");
        const [first = ""] = text.split("\n");
        expect(text).toBe(`${first}\n`.repeat(200));
        return first;
      }),
    );
  const isMidway = (): boolean =>
    existsSync(state("edits.lock")) && readdirSync(state("edits")).some((name) => name.endsWith(".json"));
  const rewriter = (generation: number): ChildProcess => {
    const [program = "", ...rest] = [
      ...CONTAINER,
      process.execPath,
      CHILD,
      place.cwd,
      state("edits"),
      `${FILES}`,
      `${generation}`,
    ];
    const child = spawn(program, rest, { stdio: ["ignore", "ignore", "inherit"] });
    children.push(child);
    return child;
  };
  const living = rewriter(1);
  await expect.poll(() => existsSync(state("edits.lock"))).toBe(true);
  // Each waits for its turn, or is told that it did not get one: taken back in the middle, the one inside would end with an error.
  for (let number = 0; number < 3; number++) expect(await edit()).toMatchObject({ code: 0 });
  expect(living.exitCode).toBe(null);
  for (let tries = 0; ; tries++) {
    expect(tries).toBeLessThan(50);
    const child = tries === 0 ? living : rewriter(1000 * tries);
    while (!isMidway()) await new Promise((done) => setImmediate(done));
    await kill(child);
    if (isMidway()) break;
    // It may have left the lock alone, which the next one would wait for.
    silence(state());
  }
  const left = await edit();
  expect(left).toMatchObject({ stderr: expect.stringMatching(`unfinished edit was left to ${ELSEWHERE.source}`) });
  expect(isMidway()).toBe(true);
  silence(state());
  expect(await edit()).toMatchObject({ code: 0, stderr: expect.stringMatching(/An interrupted edit of 30 files was/) });
  expect([generations().size, readdirSync(state("edits"))]).toEqual([1, []]);
});
