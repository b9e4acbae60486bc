import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "../e2e/provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";
import { numbersOf } from "../random.ts";
import { rounds } from "../rounds.ts";
import { treeOf } from "./plan-of-each-kind.ts";

/** How many runs are killed at a random moment. */
const KILLS = Number(process.env["WAYMARK_KILLS"] ?? rounds(2));
/** About as long as a call takes. */
const DELAY_MS_MAX = 40;
const SEED = Number(process.env["WAYMARK_SEED"] ?? 20261122);
const FLAGS = [
  "--permission-mode",
  "bypassPermissions",
  "--no-replan",
  "-m",
  "openai-compatible/m",
  "--output-format",
  "stream-json",
];

/** Counts itself, slowly enough to be met in the middle. */
const effect = (name: string) => ({
  name: "shell",
  input: { command: `echo begin-${name} >> effects.log; sleep 0.03; echo end-${name} >> effects.log` },
});
/** Twice would show: the mark is put where "count:" is, and it is not looked for. */
const edit = (name: string) => ({
  name: "edit_file",
  input: { path: "notes.txt", old_string: "count:", new_string: `count: ${name}` },
});

/** What the model says, by how many results it has seen; some replies make several calls. */
const WORK: readonly WireReply[] = [
  { calls: [effect("c1")] },
  { calls: [edit("e1")] },
  { calls: [effect("c2"), edit("e2")] },
  {},
  { calls: [{ name: "write_file", input: { path: "out/x.txt", content: "x\n" } }, effect("c3")] },
  {},
  { calls: [edit("e3")] },
  { text: "All of it is done." },
];

let server: WireServer;
/** What a run that was never killed leaves behind, and how many events it tells of. */
let whole: { readonly tree: Readonly<Record<string, string>>; readonly lines: number };

beforeAll(async () => {
  server = await startOpenAiChat(({ body }) => {
    const { messages } = JSON.parse(body) as { messages: { role: string }[] };
    return WORK[messages.filter(({ role }) => role === "tool").length] ?? {};
  });
  const place = await placeWithPlan();
  const run = await runWaymark(["plan", "run", ...FLAGS], place);
  expect(run.code, run.stderr).toBe(0);
  whole = { tree: treeOf(place.cwd), lines: run.stdout.split("\n").length - 1 };
  expect(effectsOf(place)).toHaveLength(7);
  place.remove();
});
afterAll(() => server.close());

async function placeWithPlan(): Promise<Place> {
  const made = makePlace({ "notes.txt": "count:\n" });
  const place = {
    ...made,
    environment: { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" },
  };
  const file = join(place.home, "plan.json");
  const steps = [
    {
      id: "work",
      title: "work",
      tool: "agent",
      params: { prompt: "do it", tools: ["shell", "edit_file", "write_file"] },
    },
    { id: "after", title: "after", tool: "shell", params: { command: "echo after >> effects.log" }, needs: ["work"] },
  ];
  writeFileSync(file, JSON.stringify({ id: "agent", goal: "g", steps }));
  const done = await runWaymark(["plan", "new", "--file", file], place);
  expect(done.code, done.stderr).toBe(0);
  return place;
}

const effectsOf = ({ cwd }: Place): readonly string[] =>
  readFileSync(join(cwd, "effects.log"), "utf8").trim().split("\n").sort();

test(`an agent step killed at ${KILLS} random moments, three times each, goes on and does nothing twice`, {
  timeout: 900_000,
}, async () => {
  const random = numbersOf(SEED);
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const place = await placeWithPlan();
    for (let time = 0; time < 3; time++) {
      const child = startWaymark(["plan", "resume", "agent", ...FLAGS], place);
      child.stdin?.end();
      child.stderr?.resume();
      // Counted in events, so that the moment comes at the same place however slow the machine is.
      const afterLines = Math.floor(random() * (time === 0 ? whole.lines : whole.lines / 3));
      const delayMs = random() * DELAY_MS_MAX;
      let seen = 0;
      let timer: NodeJS.Timeout | undefined;
      child.stdout?.on("data", (chunk: Buffer) => {
        seen += chunk.toString("utf8").split("\n").length - 1;
        if (seen >= afterLines) timer ??= setTimeout(() => child.kill("SIGKILL"), delayMs);
      });
      const [, signal] = (await once(child, "close")) as [number | null, string | null];
      clearTimeout(timer);
      if (signal === "SIGKILL") killed++;
    }
    const end = await runWaymark(["plan", "resume", "agent", ...FLAGS], place);
    expect(end.code, `round ${round}: ${end.stderr}${end.stdout}`).toBe(0);
    expect(effectsOf(place)).toEqual(["after", "begin-c1", "begin-c2", "begin-c3", "end-c1", "end-c2", "end-c3"]);
    expect(treeOf(place.cwd)).toEqual(whole.tree);
    place.remove();
  }
  expect(killed).toBeGreaterThan(KILLS);
});
