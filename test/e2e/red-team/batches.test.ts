import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Seat } from "../../terminal/pseudo-terminal.ts";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import type { WireServer } from "../provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark, scriptedModel } from "../run-waymark.ts";

/** Jobs that a repository brings: docs/guide/security.md, "Attacks and where they end". */

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0)) await end();
});

const LANE = "openai-compatible/small";
const ITEMS = JSON.stringify({ list: Array.from({ length: 400 }, (_, index) => `i${index}`) });
const JOB = `items: ${ITEMS}\nconcurrency: 2\nrecipe: { prompt: "Say {{item}}" }\nlanes: [{ model: ${LANE} }]\n`;

interface Scene {
  readonly place: Place;
  readonly server: WireServer;
  readonly env: Readonly<Record<string, string>>;
}

/** A folder with this job, a person who works with another provider, and a key of theirs for the one that the job names. */
async function scene(job: string): Promise<Scene> {
  const place = makePlace({ "job.yaml": job });
  const server = await startOpenAiChat(() => ({ text: "ok", usage: { input: 10, output: 5 }, firstMs: 10 }));
  open.push(
    () => place.remove(),
    () => server.close(),
  );
  const env = {
    OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
    WAYMARK_MODEL: scriptedModel(place, []),
  };
  return { place, server, env };
}

const small = JOB.replace(ITEMS, '{ list: ["a"] }');

test("that a job sends its items to another provider than yours is told before the first is sent", async () => {
  const { place, env } = await scene(small);
  const { code, stderr } = await runWaymark(["batch", "run", "job.yaml"], { ...place, environment: env });
  expect([code, stderr]).toEqual([0, `waymark: this job sends its items to ${LANE}, another provider than yours.\n`]);
  const named = await runWaymark(["batch", "run", "job.yaml", "-m", LANE], { ...place, environment: env });
  expect(named.stderr).toBe("");
});

test.each([
  ["\r", 0, 1],
  ["n\r", 0, 1],
  ["y\r", 1, 0],
])("at a terminal it is asked, and %j is answered", async (answer, requests, exitCode) => {
  const { place, server, env } = await scene(small);
  const seat = new Seat(["batch", "run", "job.yaml"], { ...place, environment: env });
  open.push(() => seat.close());
  await seat.until("[y/N]");
  expect(server.requests).toHaveLength(0);
  seat.type(answer);
  const code = await seat.ended();
  expect([server.requests.length, code]).toEqual([requests, exitCode]);
});

test("a job asks no more than the person's own limits of a run, whatever it says itself", async () => {
  const { place, server, env } = await scene(`${JOB}limits: { tokens: 1000000 }\n`);
  const environment = { ...env, WAYMARK_MAX_TOKENS: "50" };
  const first = await runWaymark(["batch", "run", "job.yaml"], { ...place, environment });
  expect([first.code, first.stderr]).toEqual([55, expect.stringContaining('your limit "maxTokens" is reached')]);
  expect(server.requests.length).toBeLessThan(300);
  // It is a limit of each run, as everywhere.
  const before = server.requests.length;
  await runWaymark(["batch", "run", "job.yaml"], { ...place, environment });
  expect(server.requests.length).toBeGreaterThan(before);
});

test("a limit of cost of one's own that cannot hold is told, and nothing is asked", async () => {
  const { place, server, env } = await scene(small);
  const environment = { ...env, WAYMARK_MAX_COST: "1" };
  const { code, stderr } = await runWaymark(["batch", "run", "job.yaml"], { ...place, environment });
  expect([code, server.requests.length]).toEqual([42, 0]);
  expect(stderr).toContain(`the price of ${LANE} is not known`);
});

test("what is handed in all at once is bounded by no limit of one's own, so it is not handed in", async () => {
  const { place, server, env } = await scene(small);
  const environment = { ...env, WAYMARK_MAX_TOKENS: "50" };
  const { code } = await runWaymark(["batch", "run", "job.yaml", "--provider-batch"], { ...place, environment });
  expect([code === 0, server.requests.length]).toEqual([false, 0]);
});

test("a value of the environment is kept of no answer and shown of none", async () => {
  const value = "zq-9Xk!plainvalue77";
  const place = makePlace({ "job.yaml": 'items: { list: ["a"] }\nrecipe: { prompt: "Say {{item}}" }\n' });
  open.push(() => place.remove());
  const model = scriptedModel(place, [{ text: `It is ${value}.` }]);
  const environment = { MY_SECRET_TOKEN: value, WAYMARK_MODEL: model };
  const run = await runWaymark(["batch", "run", "job.yaml"], { ...place, environment });
  expect([run.code, run.stderr]).toEqual([0, ""]);
  const { stdout } = await runWaymark(["batch", "results"], { ...place, environment });
  expect(stdout).toContain("It is ");
  expect(stdout).not.toContain(value);
  const kept = readdirSync(join(place.home, "waymark/state/batches"), { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile(),
  );
  expect(kept.length).toBeGreaterThan(0);
  for (const { parentPath, name } of kept)
    expect(readFileSync(join(parentPath, name)).includes(value), name).toBe(false);
});

/** The journal of a transaction as SQLite finds it after a crash: it has no page, and names a file that is removed when it has been looked through. */
function journalThatRemoves(victim: string, database: Uint8Array): Uint8Array {
  const magic = Buffer.from("d9d505f920a163d7", "hex");
  const numbers = (...values: readonly number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(value);
        return bytes;
      }),
    );
  const pageBytes = Buffer.from(database).readUInt16BE(16);
  const head = Buffer.alloc(512);
  Buffer.concat([magic, numbers(0, 12345, database.length / pageBytes, 512, pageBytes)]).copy(head);
  const name = Buffer.from(victim);
  const sum = name.reduce((total, byte) => total + byte, 0);
  return Buffer.concat([head, numbers(0x40000000 / pageBytes + 1), name, numbers(name.length, sum), magic]);
}

test("a queue that a repository brings is none, and what stands beside it does not act", async () => {
  const { DatabaseSync } = await import("node:sqlite");
  const place = makePlace({ "job.yaml": small });
  open.push(() => place.remove());
  const [diary, queue] = [join(place.home, "diary.txt"), join(place.cwd, ".waymark/batches/job.sqlite")];
  mkdirSync(dirname(queue), { recursive: true });
  const database = new DatabaseSync(queue);
  database.exec("CREATE TABLE batch (one INTEGER, description TEXT)");
  database.close();
  const bytes = readFileSync(queue);
  writeFileSync(diary, "mine");
  writeFileSync(`${queue}-journal`, journalThatRemoves(diary, bytes));
  for (const words of [["list"], ["status", "job"], ["report", "job"]]) {
    const { stdout, stderr } = await runWaymark(["batch", ...words], place);
    expect(stdout + stderr).toMatch(/no batch/i);
  }
  expect(readFileSync(diary, "utf8")).toBe("mine");
  expect([readFileSync(queue).equals(bytes), existsSync(`${queue}-journal`)]).toEqual([true, true]);
});
