import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { startRedis } from "../redis-server.ts";
import { inTurn } from "../rounds.ts";
import { startAnthropic } from "./provider-servers/anthropic.ts";
import { startOpenAiBatches } from "./provider-servers/batches.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, MAIN, makePlace, type Place, runWaymark, startWaymark } from "./run-waymark.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0)) await end();
});

interface Scene {
  readonly place: Place;
  readonly server: WireServer;
  readonly environment: Readonly<Record<string, string>>;
  /** What the program prints, and its exit code. */
  batch(...words: string[]): Promise<{ readonly code: number | null; readonly out: string; readonly told: string }>;
  results(name: string): Promise<readonly Entry[]>;
}

interface Entry {
  readonly id: string;
  readonly state: string;
  readonly answer?: unknown;
  readonly by?: string;
  readonly lane?: number;
  readonly problem?: string;
}

/** A folder with these files, and a model on this machine that answers each request by this rule. */
async function scene(
  files: Readonly<Record<string, string>>,
  reply: (prompt: string, model: string) => WireReply = () => ({ text: "ok" }),
): Promise<Scene> {
  const place = makePlace(files);
  const server = await startOpenAiChat(({ body }) => {
    const { messages, model } = JSON.parse(body) as { messages: { content: unknown }[]; model: string };
    return reply(JSON.stringify(messages), model);
  });
  open.push(
    () => place.remove(),
    () => server.close(),
  );
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const batch: Scene["batch"] = async (...words) => {
    const run = await runWaymark(["batch", ...words], { cwd: place.cwd, home: place.home, environment });
    return { code: run.code, out: run.stdout, told: run.stderr };
  };
  const results: Scene["results"] = async (name) => entriesOf((await batch("results", name)).out);
  return { place, server, environment, batch, results };
}

const entriesOf = (lines: string): Entry[] => jsonLines(lines) as unknown as Entry[];

const list = (count: number): string =>
  JSON.stringify({ list: Array.from({ length: count }, (_, index) => ({ id: `i${index}`, n: index })) });
const MODEL = "openai-compatible/small";
/** A machine under load starts a process slowly. */
const LONG = { timeout: 60_000, interval: 100 };
const job = (items: string, more = ""): string =>
  `items: ${items}\nrecipe: { prompt: "Number {{n}}." }\nlanes: [{ model: ${MODEL} }]\n${more}`;
const toolJob = 'lanes: [{ tool: read_file, params: { path: "a.txt" } }]\n';
/** The number that a prompt asks for. */
const asked = (prompt: string): number => Number(/Number (\d+)\./.exec(prompt)?.[1]);

test("an item climbs from a tool over a small model to a large one, and no further than it must", async () => {
  const { batch, results } = await scene(
    {
      "a.txt": '{"size": 1}',
      "b.txt": "for the small one",
      "c.txt": "for the large one",
      "job.yaml": `items: { glob: "*.txt" }
recipe: { prompt: "How large is this? {{text}}" }
schema: { type: object, properties: { size: { type: integer } }, required: [size] }
lanes:
  - tool: shell
    params: { command: "cat {{path}}" }
  - model: openai-compatible/small
  - model: openai-compatible/large
`,
    },
    (prompt, model) => ({ text: model === "large" ? '{"size": 3}' : /small one/.test(prompt) ? '{"size": 2}' : "big" }),
  );
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 0 });
  expect((await results("job")).map(({ id, answer, by, lane }) => ({ id, answer, by, lane }))).toEqual([
    { id: "a.txt", answer: { size: 1 }, by: "shell", lane: 1 },
    { id: "b.txt", answer: { size: 2 }, by: "openai-compatible/small", lane: 2 },
    { id: "c.txt", answer: { size: 3 }, by: "openai-compatible/large", lane: 3 },
  ]);
});

test("limits of a service, errors, cut streams and wrong answers cost attempts, not results", async () => {
  const seen = new Map<number, number>();
  const { batch, server } = await scene(
    { "job.yaml": job(list(40), "checks: [{ matches: '^n{{n}}$' }]") },
    (prompt) => {
      const n = asked(prompt);
      const times = (seen.get(n) ?? 0) + 1;
      seen.set(n, times);
      if (times === 1 && n % 8 === 1) return { fault: { kind: "status", status: 429, retryAfter: "0.1" } };
      if (times === 1 && n % 8 === 3) return { fault: { kind: "status", status: 500 } };
      if (times === 1 && n % 8 === 5) return { text: `n${n}${" and so on".repeat(9)}`, fault: { kind: "cut" } };
      if (times === 1 && n % 8 === 7) return { text: "something else" };
      return { text: `n${n}` };
    },
  );
  const { code, out } = await batch("run", "job.yaml", "--json");
  const counts = JSON.parse(out) as {
    states: Record<string, number>;
    usage: { input_tokens: number };
    replies: number;
  };
  expect({ code, states: counts.states }).toEqual({
    code: 0,
    states: { queued: 0, leased: 0, done: 40, failed: 0, dead: 0 },
  });
  const answered = server.requests.length - 15;
  expect(counts.replies).toBe(answered);
});

test("killed at any moment it goes on where it was, and every item has one result", async () => {
  const { place, environment, batch, results, server } = await scene({ "job.yaml": job(list(120)) }, (prompt) => ({
    text: `n${asked(prompt)}`,
    firstMs: 20,
  }));
  for (const ms of [250, 450, 700]) {
    const child = startWaymark(["batch", "run", "job.yaml"], { cwd: place.cwd, home: place.home, environment });
    child.stdin?.end();
    const end = once(child, "exit");
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill("SIGKILL");
    await end;
  }
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 0, out: expect.stringContaining("120 of 120 done") });
  const all = await results("job");
  expect(all.map(({ answer }) => answer)).toEqual(Array.from({ length: 120 }, (_, n) => `n${n}`));
  const before = server.requests.length;
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 0 });
  expect(server.requests.length).toBe(before);
});

test("an item that ends its workers is dead after three, the others are done, and it can be retried", async () => {
  let pid = 0;
  let isPoison = true;
  const { place, environment, batch, results } = await scene({ "job.yaml": job(list(6)) }, (prompt) => {
    if (isPoison && asked(prompt) === 2) process.kill(pid, "SIGKILL");
    return { text: "ok" };
  });
  let ends = 0;
  for (let code: number | null = null; code === null; ends++) {
    const child = startWaymark(["batch", "run", "job.yaml"], { cwd: place.cwd, home: place.home, environment });
    pid = child.pid ?? 0;
    child.stdin?.end();
    [code] = (await once(child, "exit")) as [number | null];
  }
  expect(ends).toBe(4);
  expect((await results("job")).map(({ state }) => state)).toEqual(["done", "done", "dead", "done", "done", "done"]);
  isPoison = false;
  expect((await batch("retry", "job")).out).toBe(
    `1 of job queued again; \`waymark batch run ${join(place.cwd, "job.yaml")}\` works on them.\n`,
  );
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 0 });
});

test("two coordinators share one batch", async () => {
  const { batch, results, server } = await scene({ "job.yaml": job(list(60)) }, (prompt) => ({
    text: `n${asked(prompt)}`,
    firstMs: 15,
  }));
  const ends = await Promise.all([batch("run", "job.yaml"), batch("run", "job.yaml")]);
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect((await results("job")).filter(({ state }) => state === "done")).toHaveLength(60);
  expect(server.requests).toHaveLength(60);
});

test("a sample is looked at first; the rest follows, and nothing is asked twice", async () => {
  const { batch, server } = await scene({ "job.yaml": job(list(30)) });
  expect((await batch("run", "job.yaml", "--sample", "5")).out).toContain("5 of 5 done");
  expect((await batch("run", "job.yaml")).out).toContain("30 of 30 done");
  expect(server.requests).toHaveLength(30);
});

test.for([["this folder"], ["Redis", "redis-server"]] as const)(
  "a run waits after its sample until a person has looked, and does anew what they correct meanwhile: in %s",
  async ([, program], context) => {
    context.skip(program !== undefined && missing(program) !== undefined, "redis-server does not run here");
    const made = await scene({ "job.yaml": job(list(9)) }, (prompt) => ({
      text: prompt.includes("They say") ? "corrected" : "ok",
    }));
    const { server, place, environment } = made;
    const redis = program === undefined ? undefined : await startRedis();
    if (redis) open.push(() => redis.stop());
    const queue = redis === undefined ? [] : ["--queue", redis.address];
    const batch = (...words: string[]) => made.batch(...words, ...queue);
    const results = async (name: string) => entriesOf((await batch("results", name)).out);
    const wait = ["batch", "run", "job.yaml", "--sample", "3", "--wait-sample"];
    /** A run that has said that it waits. */
    const waiting = async (...more: string[]) => {
      const child = startWaymark([...wait, ...more, ...queue], { cwd: place.cwd, home: place.home, environment });
      child.stdin?.end();
      const said = { out: "", told: "" };
      child.stdout?.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
      child.stderr?.on("data", (chunk: Buffer) => (said.told += chunk.toString()));
      const exit = once(child, "close");
      await expect.poll(() => said.told, LONG).toContain("3 of job are ready to be looked at");
      return { child, said, exit };
    };
    const first = await waiting();
    expect(server.requests).toHaveLength(3);
    const id = (await results("job"))[0]?.id ?? "";
    await batch("correct", id, "say it in words");
    const answerOf = async () => (await results("job")).find((entry) => entry.id === id)?.answer;
    await expect.poll(answerOf, LONG).toBe("corrected");
    first.child.kill("SIGKILL");
    await first.exit;

    const second = await waiting();
    expect(server.requests).toHaveLength(4);
    expect((await batch("proceed")).out).toContain("The rest of job may follow");
    expect(await second.exit).toEqual([0, null]);
    expect(second.said.out).toContain("9 of 9 done");
    expect(server.requests).toHaveLength(10);
    expect(await batch(...wait.slice(1))).toMatchObject({ code: 0, out: expect.stringContaining("9 of 9 done") });

    writeFileSync(join(place.cwd, "job.yaml"), job(list(9)).replace("Number", "The number"));
    const third = await waiting("--renew");
    third.child.kill("SIGINT");
    expect(await third.exit).toEqual([130, null]);
    const fourth = await waiting();
    expect((await batch("run", "job.yaml")).code).toBe(0);
    expect(await fourth.exit).toEqual([0, null]);
    expect(server.requests).toHaveLength(19);
  },
);

test("a sample that is all there is needs no look; to wait without a sample is refused", async () => {
  const { batch } = await scene({ "job.yaml": job(list(3)) });
  expect(await batch("run", "job.yaml", "--wait-sample")).toMatchObject({ code: 2 });
  const whole = await batch("run", "job.yaml", "--sample", "3", "--wait-sample");
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining("3 of 3 done") });
});

test("an answer that a person finds wrong is made anew with what they say, and stays so", async () => {
  const { batch, results, server } = await scene(
    { "job.yaml": job(list(4)), "tools.yaml": "items: { list: [a] }\nlanes: [{ tool: list_files }]\n" },
    (prompt) => ({ text: prompt.includes("They say:\\nin words, please") ? "three" : "3" }),
  );
  await batch("run", "job.yaml", "--sample", "2");
  const id = (await results("job"))[0]?.id ?? "";
  expect((await batch("correct", "nothing", "in words", "job")).told).toContain('There is no item "nothing" in job');
  expect((await batch("correct", id, " ")).told).toContain("Say what is wrong in 1 to 2000 characters.");
  const corrected = await batch("correct", id, "in words, please");
  expect(corrected.out).toMatch(
    /^i\d of job queued again with what you said; `waymark batch run .*job\.yaml` works on it\.\n$/,
  );
  expect((await batch("correct", id, "in words, please")).out).toContain("was corrected by these words before");
  expect((await batch("run", "job.yaml")).out).toMatch(/^job: 4 of 4 done;/);
  const answers = (await results("job")).map((entry) => [entry.id === id, entry.answer]);
  expect(answers.toSorted()).toEqual([...Array(3).fill([false, "3"]), [true, "three"]]);
  expect(server.requests).toHaveLength(5);
  await batch("run", "job.yaml");
  expect(server.requests).toHaveLength(5);
  await batch("run", "tools.yaml");
  expect((await batch("correct", "a", "no", "tools")).told).toContain("No lane of tools reads words of a person");
});

test("corrections that are said at once are all kept, each for its item, while a run puts the items", async () => {
  const { batch, results } = await scene({ "job.yaml": job(list(12)) }, (prompt) => ({
    text: /They say:\\n(\w+)/.exec(prompt)?.[1] ?? "3",
  }));
  await batch("run", "job.yaml");
  const ids = (await results("job")).map(({ id }) => id).slice(0, 6);
  const corrected = ids.map((id) => batch("correct", id, `said${id}`, "job"));
  const ends = await Promise.all([...corrected, batch("run", "job.yaml")]);
  expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
  // Whatever of it came after that run.
  expect((await batch("run", "job.yaml")).code).toBe(0);
  expect((await results("job")).map(({ id, answer }) => [id, answer]).toSorted()).toEqual(
    (await results("job")).map(({ id }) => [id, ids.includes(id) ? `said${id}` : "3"]).toSorted(),
  );
});

test("limits end the run in order, with the exit code of a budget, and the next run goes on", async () => {
  const { place, batch } = await scene(
    { "job.yaml": job(list(400), "concurrency: 2\nlimits: { tokens: 50 }") },
    () => ({ text: "ok", usage: { input: 10, output: 5 }, firstMs: 10 }),
  );
  const first = await batch("run", "job.yaml");
  expect(first).toMatchObject({ code: 55, told: expect.stringContaining('the job\'s limit "tokens" is reached') });
  writeFileSync(join(place.cwd, "job.yaml"), job(list(400)));
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 0 });
});

test("a wrong key stops everything at once, and says so", async () => {
  const { batch, server } = await scene({ "job.yaml": job(list(50)) }, () => ({
    fault: { kind: "status", status: 401 },
  }));
  const { code, out, told } = await batch("run", "job.yaml");
  expect(code).toBe(41);
  expect(out).toContain("50 open");
  expect(told.trim().split("\n")).toHaveLength(1);
  expect(server.requests.length).toBeLessThan(20);
});

test("a changed file is done anew, a vanished one keeps its result, a changed recipe asks first", async () => {
  const recipe = (word: string): string =>
    `items: { glob: "*.txt" }\nrecipe: { prompt: "${word} {{text}}" }\nlanes: [{ model: ${MODEL} }]\n`;
  const { place, batch, server } = await scene({ "a.txt": "A", "b.txt": "B", "job.yaml": recipe("Say") });
  await batch("run", "job.yaml");
  writeFileSync(join(place.cwd, "a.txt"), "A2");
  rmSync(join(place.cwd, "b.txt"));
  const second = await batch("run", "job.yaml");
  expect(second.told).toBe(
    "waymark: 1 item changed since the last run and is done anew.\nwaymark: 1 item of an earlier run is no longer among the items; what is known of it stays.\n",
  );
  expect(server.requests).toHaveLength(3);
  writeFileSync(join(place.cwd, "job.yaml"), recipe("Tell"));
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 42, told: expect.stringContaining("--renew") });
  expect(await batch("run", "job.yaml", "--renew")).toMatchObject({ code: 0 });
  expect(server.requests).toHaveLength(4);
});

test("what vanishes between the list and the work is a failure with a name", async () => {
  const texts = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`f${n}.txt`, `${n}`]));
  const vanish: (() => void)[] = [];
  const { place, batch, results } = await scene(
    {
      ...texts,
      "job.yaml": `items: { glob: "*.txt" }\nrecipe: { prompt: "{{text}}" }\nlanes: [{ model: ${MODEL} }]\nconcurrency: 1\n`,
    },
    () => {
      for (const one of vanish.splice(0)) one();
      return { text: "ok" };
    },
  );
  vanish.push(() => rmSync(join(place.cwd, "f9.txt")));
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 1, told: expect.stringContaining("gave no result") });
  expect((await results("job")).filter(({ state }) => state === "failed")).toEqual([
    expect.objectContaining({ id: "f9.txt", problem: expect.stringMatching(/f9\.txt cannot be read/) }),
  ]);
});

test("a job file changed while it runs has no effect, and that is said", async () => {
  const change: (() => void)[] = [];
  const { place, batch } = await scene({ "job.yaml": job(list(4)) }, () => {
    for (const one of change.splice(0)) one();
    return { text: "ok" };
  });
  change.push(() => writeFileSync(join(place.cwd, "job.yaml"), job(list(5), "concurrency: 3")));
  expect((await batch("run", "job.yaml")).told).toContain("was changed while it ran, which had no effect");
});

test("an interrupt gives back what is under way, and the same command goes on", async () => {
  const { place, environment, batch, server } = await scene({ "job.yaml": job(list(40)) }, () => ({
    text: "ok",
    firstMs: 60,
  }));
  const child = startWaymark(["batch", "run", "job.yaml"], { cwd: place.cwd, home: place.home, environment });
  child.stdin?.end();
  while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGINT");
  expect((await once(child, "exit"))[0]).toBe(130);
  const { out } = await batch("status", "--json");
  expect((JSON.parse(out) as { states: { leased: number } }).states.leased).toBe(0);
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 0 });
});

test.each(
  inTurn(3, [
    ["items: { globs: x }", "items: give one of glob, list, jsonl or code"],
    ['items: { glob: "*.none" }\nlanes: [{ tool: read_file }]', "No item was found"],
    ['items: { list: ["a", "a"] }\nlanes: [{ tool: read_file }]', 'Two items have the id "a"'],
    ["items: { jsonl: none.jsonl }\nlanes: [{ tool: read_file }]", "The job names none.jsonl, which cannot be read"],
    ['items: { list: ["a"] }', "recipe: a model is asked, so a prompt is needed"],
    ['items: { list: ["a"] }\nlanes: [{ tool: read_file }]\nchecks: [{ matches: "(" }]', "no regular expression"],
    [
      'items: { list: ["a"] }\nlanes: [{ tool: read_file }]\nchecks: [{ lacks: "^(a+)+$" }]',
      "repeats what is repeated",
    ],
    ['items: { list: ["a"] }\nlanes: [{ tool: read_file }]\nschema: 7', "schema"],
    ["items: { code: { kind: progam } }\nlanes: [{ tool: read_file }]", "did you mean program?"],
    ["a: [", "is no YAML"],
    ["", "is no YAML"],
  ]),
)("a job that cannot be used is refused in one line: %s", async (text, told) => {
  const { batch } = await scene({ "job.yaml": text });
  const run = await batch("run", "job.yaml");
  expect(run).toMatchObject({ code: 42, told: expect.stringContaining(told) });
  expect(run.told.trim().split("\n")).toHaveLength(1);
});

test.skipIf(process.platform === "win32")(
  "where no room is left the run ends in one line, and goes on when there is some",
  async () => {
    const { place, batch } = await scene({ "a.txt": "a", "job.yaml": `${toolJob}items: ${list(3000)}\n` });
    const limited = spawnSync(
      "bash",
      ["-c", 'ulimit -f 400; exec "$0" "$@"', process.execPath, MAIN, "batch", "run", "job.yaml"],
      {
        cwd: place.cwd,
        env: { PATH: process.env["PATH"] ?? "", HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
        encoding: "utf8",
      },
    );
    expect(limited).toMatchObject({
      status: 75,
      stderr: expect.stringMatching(/^waymark: .*job\.sqlite.* run it again.*\n$/),
    });
    expect((await batch("run", "job.yaml")).out).toContain("3000 of 3000 done");
  },
);

test.skipIf(missing("redis-server"))(
  "over Redis workers share a batch; one is killed, then the server, and every item has one result",
  async () => {
    const { place, environment, batch, server } = await scene({ "job.yaml": job(list(150)) }, (prompt) => ({
      text: `n${asked(prompt)}`,
      firstMs: 60,
    }));
    const redis = await startRedis();
    open.push(() => redis.stop());
    const queue = ["--queue", redis.address];
    const run = batch("run", "job.yaml", ...queue);
    while (server.requests.length < 10) await new Promise((resolve) => setTimeout(resolve, 20));
    const worker = startWaymark(["batch", "worker", "job", ...queue], {
      cwd: place.cwd,
      home: place.home,
      environment,
    });
    worker.stdin?.end();
    while (server.requests.length < 60) await new Promise((resolve) => setTimeout(resolve, 20));
    const end = once(worker, "exit");
    worker.kill("SIGKILL");
    await end;
    await redis.kill();
    await redis.start();
    expect(await run).toMatchObject({ code: 0, out: expect.stringContaining("150 of 150 done") });
    const answers = entriesOf((await batch("results", "job", ...queue)).out).map(({ answer }) => answer);
    expect(answers).toEqual(Array.from({ length: 150 }, (_, n) => `n${n}`));
    await redis.kill();
    expect(await batch("status", "job", ...queue)).toMatchObject({
      code: 75,
      told: expect.stringContaining("cannot be reached"),
    });
  },
);

test("handed in to a provider's batch service it survives a kill, and every item is asked once, at half the price", async () => {
  const place = makePlace({
    "job.yaml": `items: ${list(3)}\nrecipe: { prompt: "Number {{n}}." }\nlanes: [{ model: openai/gpt-5.5 }]\n`,
  });
  const server = await startOpenAiBatches(() => ({ kind: "text", text: "an answer" }));
  open.push(
    () => place.remove(),
    () => server.close(),
  );
  const environment = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "k" };
  const options = { cwd: place.cwd, home: place.home, environment };
  const words = ["batch", "run", "job.yaml", "--provider-batch"];
  const child = startWaymark(words, options);
  child.stdin?.end();
  while (server.handedIn.size < 3) await new Promise((resolve) => setTimeout(resolve, 20));
  const end = once(child, "exit");
  child.kill("SIGKILL");
  await end;
  const second = runWaymark(words, options);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  server.end();
  expect(await second).toMatchObject({ code: 0, stdout: expect.stringContaining("job: 3 of 3 done; $") });
  expect(server.handedIn.size).toBe(3);
  const results = (await runWaymark(["batch", "results"], options)).stdout.trim().split("\n");
  expect(results.map((line) => (JSON.parse(line) as Entry).answer)).toEqual(Array(3).fill("an answer"));
  const listed = await runWaymark(["batch", "list"], options);
  expect(listed.stdout.trim().split("\n")).toHaveLength(1);
});

test("a model whose service has no batches is named before anything is asked", async () => {
  const { place, environment, server } = await scene({ "job.yaml": job(list(2)) });
  const options = { cwd: place.cwd, home: place.home, environment };
  const run = await runWaymark(["batch", "run", "job.yaml", "--provider-batch"], options);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("has no batch service that is known here") });
  expect(server.requests).toHaveLength(0);
});

test.skipIf(missing("git"))(
  "agents work in copies, and what they changed becomes one branch, failures listed",
  async () => {
    const files = Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.txt`, `old ${name}\n`]));
    const { place, batch, results } = await scene(
      {
        ...files,
        "job.yaml": `items: { glob: "?.txt" }\nlanes: [{ agent: "Replace old by new in {{path}}." }]\nconcurrency: 2\n`,
      },
      (messages) => {
        const path = /Replace old by new in (\w)\.txt/.exec(messages)?.[1] ?? "";
        if (path === "c" || messages.includes('"role":"tool"')) return { text: "done" };
        return { calls: [{ name: "edit_file", input: { path: `${path}.txt`, old_string: "old", new_string: "new" } }] };
      },
    );
    const git = (...words: string[]) => spawnSync("git", words, { cwd: place.cwd, encoding: "utf8" }).stdout;
    git("init", "--quiet");
    git("config", "user.email", "a@b.c");
    git("config", "user.name", "a");
    git("add", "--all");
    git("commit", "--quiet", "--message", "first");
    const flags = ["-m", MODEL, "--permission-mode", "acceptEdits"];
    expect(await batch("run", "job.yaml", ...flags)).toMatchObject({ code: 1 });
    expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("old a\n");
    expect((await results("job")).map(({ id, state, problem }) => [id, state, problem])).toEqual([
      ["a.txt", "done", undefined],
      ["b.txt", "done", undefined],
      ["c.txt", "failed", "agent: it changed nothing"],
    ]);
    expect((await batch("apply", "job", "--branch", "changes")).out).toContain("2 of job committed on changes");
    expect(git("diff", "--stat", "HEAD...changes")).toContain("2 files changed, 2 insertions(+), 2 deletions(-)");
    expect(
      git("status", "--porcelain")
        .split("\n")
        .filter((line) => line.includes(".txt")),
    ).toEqual([]);
    expect(await batch("apply", "job", "--branch", "changes")).toMatchObject({
      code: 1,
      told: expect.stringContaining("already exists"),
    });
  },
);

test("the commands of the guide work as they stand, without a key", async () => {
  const { place, batch } = await scene({});
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
  const page = readFileSync("docs/guide/batch.md", "utf8");
  const [first = ""] = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = ""]) => text);
  writeFileSync(join(place.cwd, "calls.yaml"), first);
  const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text = ""]) => text.trim().split("\n"));
  const runs = [];
  for (const line of commands) {
    const words = line.replace(/\s*#.*$/, "").split(/\s+/);
    expect(words.slice(0, 2)).toEqual(["waymark", "batch"]);
    runs.push({ line, ...(await batch(...words.slice(2))) });
  }
  expect(runs.filter(({ code, told }) => code !== 0 || told !== "")).toEqual([]);
  expect(runs.length).toBeGreaterThan(10);
  expect(readFileSync(join(place.cwd, "calls.csv"), "utf8").split("\r\n")[1]).toContain("cobol/AUDITLOG.cbl,done,");
});

test("headers of good answers keep it below a limit, so that nothing is refused", async () => {
  // A bucket as services document it: it fills steadily, and says with each answer what is left and when all of it is there again.
  const most = 6;
  const perMs = 0.03;
  let left = most;
  let filledMs = performance.now();
  const { batch, server } = await scene({ "job.yaml": job(list(60), "concurrency: 32") }, () => {
    const nowMs = performance.now();
    left = Math.min(most, left + (nowMs - filledMs) * perMs);
    filledMs = nowMs;
    if (left < 1) return { fault: { kind: "status", status: 429, retryAfter: "1" } };
    left--;
    const headers = {
      "x-ratelimit-limit-requests": `${most}`,
      "x-ratelimit-remaining-requests": `${Math.floor(left)}`,
      "x-ratelimit-reset-requests": `${Math.ceil((most - left) / perMs)}ms`,
    };
    return { text: "ok", headers };
  });
  expect(await batch("run", "job.yaml")).toMatchObject({ code: 0 });
  expect(server.requests).toHaveLength(60);
});

test("whoever reads what it says may leave: the work goes on, and its end is told", async () => {
  const { place, environment, server } = await scene({ "job.yaml": job(list(60)) }, () => ({
    fault: { kind: "status", status: server.requests.length < 60 ? 500 : 401 },
  }));
  const child = startWaymark(["batch", "run", "job.yaml", "--json"], { cwd: place.cwd, home: place.home, environment });
  child.stdin?.end();
  child.stderr?.destroy();
  let out = "";
  child.stdout?.on("data", (piece: Buffer) => {
    out += piece.toString("utf8");
  });
  expect((await once(child, "close"))[0]).toBe(41);
  expect(JSON.parse(out)).toMatchObject({ batch: "job", ended: "stuck" });
});

const PLAN = {
  goal: "raise the number",
  steps: [
    { id: "read", tool: "read_file", params: { path: "{{path}}" } },
    { id: "think", tool: "think", params: { prompt: "Next after: ${steps.read.output}" }, needs: ["read"] },
    {
      id: "write",
      tool: "write_file",
      params: { path: "{{path}}", content: "${steps.think.output}" },
      needs: ["think"],
      check: "grep -q {{name}}2 {{path}}",
    },
    { id: "see", tool: "shell", params: { command: "cat {{path}}" }, needs: ["write"] },
  ],
};

test.skipIf(missing("git"))(
  "a plan is the recipe: each item runs its steps in a copy, and what they changed becomes a branch",
  async () => {
    const { place, batch, results } = await scene(
      {
        "a.txt": "a1",
        "b.txt": "b1",
        "c.txt": "c1",
        "raise.json": JSON.stringify(PLAN),
        "job.yaml": `items: { glob: "?.txt" }\nrecipe: { plan: raise.json }\nlanes: [{ model: ${MODEL} }]\nchecks: [{ matches: "^{{name}}2$" }]\n`,
      },
      (prompt) => ({ text: `${/Next after: (b|a)1/.exec(prompt)?.[1] ?? "none"}2` }),
    );
    const git = (...words: string[]) => spawnSync("git", words, { cwd: place.cwd, encoding: "utf8" }).stdout;
    git("init", "--quiet");
    git("config", "user.email", "a@b.c");
    git("config", "user.name", "a");
    git("add", "--all");
    git("commit", "--quiet", "--message", "first");
    const flags = ["--permission-mode", "acceptEdits", "--allowedTools", "shell"];
    expect(await batch("run", "job.yaml", ...flags)).toMatchObject({ code: 1 });
    expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("a1");
    const [first, , third] = await results("job");
    expect(first).toMatchObject({
      id: "a.txt",
      state: "done",
      by: "plan",
      answer: {
        output: "a2",
        steps: ["read", "think", "write", "see"].map((id) => expect.objectContaining({ id, status: "completed" })),
        diff: expect.stringMatching(/^--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@.*\+a2/s),
        left: [],
      },
    });
    expect(third).toMatchObject({
      id: "c.txt",
      state: "failed",
      problem: expect.stringContaining("step write is failed"),
    });
    expect((await batch("apply", "job", "--branch", "raised")).out).toContain("2 of job committed on raised");
    expect(git("show", "raised:b.txt")).toBe("b2");
  },
);

test("a plan of tools alone needs no model, and stands in the job itself", async () => {
  const plan = { steps: [{ id: "say", tool: "shell", params: { command: "echo {{item}}" } }] };
  const job = JSON.stringify({
    items: { list: ["x", "y"] },
    recipe: { plan },
    checks: [{ matches: "^x$" }],
  });
  const { place } = await scene({ "job.json": job });
  const options = { cwd: place.cwd, home: place.home };
  const run = await runWaymark(["batch", "run", "job.json", "--allowedTools", "shell"], options);
  expect(run).toMatchObject({ code: 1, stdout: "job: 1 of 2 done, 1 failed\n" });
});

test.each(
  inTurn(2, [
    ["{ plan: none.json }", "none.json"],
    ["{ plan: [{ id: a, tool: think, needs: [b] }] }", "Step a needs b, and there is no such step"],
    ["{ plan: { steps: [] } }", "recipe.plan.steps"],
    ["{ plan: [{ id: a, tool: think }], prompt: x }", "recipe: give a prompt"],
  ]),
)("a recipe that is no plan is refused in one line: %s", async (recipe, told) => {
  const { batch } = await scene({ "job.yaml": `items: { list: ["a"] }\nrecipe: ${recipe}\n` });
  const run = await batch("run", "job.yaml", "-m", MODEL);
  expect(run).toMatchObject({ code: 42, told: expect.stringContaining(told) });
  expect(run.told.trim().split("\n")).toHaveLength(1);
});

test("a folder that keeps no queue is named in one line", async () => {
  const { place, environment } = await scene({ "a.txt": "a", "job.yaml": `${toolJob}items: ${list(1)}\n` });
  mkdirSync(join(place.home, "waymark/state"), { recursive: true });
  writeFileSync(join(place.home, "waymark/state/batches"), "a file");
  const run = await runWaymark(["batch", "run", "job.yaml"], { cwd: place.cwd, home: place.home, environment });
  expect(run).toMatchObject({
    code: 75,
    stderr: expect.stringMatching(/^waymark: .*cannot be used .*look whether it may be written.*\n$/),
  });
});

test.skipIf(!existsSync("/dev/full"))("counts that cannot be written are no success", async () => {
  const { place, batch } = await scene({ "a.txt": "a", "job.yaml": `${toolJob}items: ${list(1)}\n` });
  await batch("run", "job.yaml");
  const full = openSync("/dev/full", "w");
  const env = { PATH: process.env["PATH"] ?? "", HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") };
  const run = spawnSync(process.execPath, [MAIN, "batch", "status"], {
    cwd: place.cwd,
    env,
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  closeSync(full);
  expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining("cannot be written (ENOSPC)") });
});

test("who still has the former recipe gives no answer to items of the next", async () => {
  const told = (word: string): string =>
    job(list(60)).replace("Number", `${word} number`).replace("items:", "name: same\nitems:");
  const { place, environment, batch, results, server } = await scene(
    { "a.yaml": told("Old"), "b.yaml": told("New") },
    (prompt) => ({ text: /New/.test(prompt) ? "new" : "old", firstMs: 60 }),
  );
  const options = { cwd: place.cwd, home: place.home, environment };
  const first = runWaymark(["batch", "run", "a.yaml"], options);
  while (server.requests.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await batch("run", "b.yaml", "--renew")).toMatchObject({ code: 0 });
  await first;
  expect(new Set((await results("same")).map(({ answer }) => answer))).toEqual(new Set(["new"]));
});

test("headers of Anthropic keep it below a limit of tokens", async () => {
  const most = 1_000;
  const each = 100;
  const perMs = 2;
  let left = most;
  let filledMs = performance.now();
  const place = makePlace({ "job.yaml": job(list(24), "concurrency: 32").replace(MODEL, "anthropic/claude-sonnet-5") });
  const server = await startAnthropic(() => {
    const nowMs = performance.now();
    left = Math.min(most, left + (nowMs - filledMs) * perMs);
    filledMs = nowMs;
    if (left < each) return { fault: { kind: "status", status: 429, retryAfter: "1" } };
    left -= each;
    const headers = {
      "anthropic-ratelimit-input-tokens-limit": `${most}`,
      "anthropic-ratelimit-input-tokens-remaining": `${Math.floor(left)}`,
      // RFC 3339, in whole seconds.
      "anthropic-ratelimit-input-tokens-reset": new Date(Math.ceil((Date.now() + (most - left) / perMs) / 1000) * 1000)
        .toISOString()
        .replace(".000", ""),
    };
    return { text: "ok", usage: { input: each, output: 5 }, headers };
  });
  open.push(
    () => place.remove(),
    () => server.close(),
  );
  const environment = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: "k" };
  const run = await runWaymark(["batch", "run", "job.yaml"], { cwd: place.cwd, home: place.home, environment });
  expect(run).toMatchObject({ code: 0 });
  expect(server.requests).toHaveLength(24);
});
