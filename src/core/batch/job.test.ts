import { readFileSync } from "node:fs";
import { parseYAML } from "confbox/yaml";
import { expect, test } from "vitest";
import { filled, filledText, hashOf, placeholdersIn, queueItem } from "./item.ts";
import { readJob } from "./job.ts";
import { reachedLimit } from "./limits.ts";
import { Pace } from "./progress.ts";

test("the jobs of the guide are jobs", () => {
  const page = readFileSync("docs/guide/batch.md", "utf8");
  const jobs = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = ""]) => readJob(parseYAML(text)));
  expect(jobs.map(({ kind }) => kind)).toEqual(["job", "job", "job"]);
});

test("what is no job is said where it is", () => {
  expect(readJob({ items: { list: ["a"] }, lanes: [{ tool: "x" }], concurency: 3 })).toEqual({
    kind: "malformed",
    problems: [
      'the file: unknown key "concurency"; did you mean concurrency? Allowed is name, items, recipe, schema, checks, lanes, concurrency, limits.',
    ],
  });
  const items = { list: ["a"] };
  expect(readJob({ items, recipe: { prompt: "x" }, lanes: [{ model: "m", efort: "low" }], limits: { zz: 1 } })).toEqual(
    {
      kind: "malformed",
      problems: [
        'lanes.0: unknown key "efort"; did you mean effort? Allowed is model, effort.',
        'limits: unknown key "zz". Allowed is cost, tokens, failures, wallTime, requestsPerMinute, attempts, outputTokens.',
      ],
    },
  );
  expect(readJob({ items: { list: ["a"] }, lanes: [{ tol: "x" }] })).toEqual({
    kind: "malformed",
    problems: ["lanes.0: give a tool with its params, a model, or an agent with its prompt."],
  });
});

test("a placeholder alone becomes the value, within words its text", () => {
  const fields = { n: 3, tags: ["a"], text: "{{n}}" };
  expect(filled({ a: "{{n}}", b: ["n is {{n}}"], c: "{{tags}}", d: "{{text}}!" }, fields)).toEqual({
    a: 3,
    b: ["n is 3"],
    c: ["a"],
    d: "{{n}}!",
  });
  expect(placeholdersIn({ a: ["{{x}} {{ y.z }}"], b: { c: "{{x}}" } })).toEqual(new Set(["x", "y.z"]));
  expect(() => filledText("{{path}}", fields)).toThrow('the item has no field "path"');
});

test("a key is of the item, its file and the recipe, and of nothing else", async () => {
  const key = async (fields: object, fileHash?: string, recipe = "r") =>
    (await queueItem("i", { fields: { ...fields }, ...(fileHash === undefined ? {} : { fileHash }) }, recipe)).key;
  expect(await key({ a: 1, b: 2 })).toBe(await key({ b: 2, a: 1 }));
  const keys = [await key({ a: 1 }), await key({ a: 2 }), await key({ a: 1 }, "f"), await key({ a: 1 }, "f", "s")];
  expect(new Set(keys).size).toBe(4);
  expect(await hashOf([1, 2])).not.toBe(await hashOf([2, 1]));
});

const counts = (change: Partial<Record<"queued" | "leased" | "done" | "failed" | "dead", number>>, costUsd = 0) => ({
  states: { queued: 0, leased: 0, done: 0, failed: 0, dead: 0, ...change },
  spent: { costUsd, inputTokens: 100 * (change.done ?? 0), outputTokens: 0, replies: change.done ?? 0 },
});

test("a limit counts what is under way as what a reply came to so far", () => {
  expect(reachedLimit({ cost: 10 }, counts({ done: 8, leased: 1 }, 8), 0)).toBeUndefined();
  expect(reachedLimit({ cost: 10 }, counts({ done: 8, leased: 2 }, 8), 0)).toBe("cost");
  expect(reachedLimit({ tokens: 900 }, counts({ done: 9 }), 0)).toBe("tokens");
  expect(reachedLimit({ failures: 3 }, counts({ failed: 2, dead: 1 }), 0)).toBe("failures");
  expect(reachedLimit({ wallTime: 2 }, counts({}), 2000)).toBe("wallTime");
  expect(reachedLimit({}, counts({ done: 1 }, 1e9), 1e12)).toBeUndefined();
});

test("a pace that changes is followed: what was slow at first is forgotten", () => {
  const pace = new Pace();
  let done = 0;
  for (let second = 0; second <= 90; second++) {
    done += second < 45 ? 10 : 30;
    pace.note(counts({ queued: 10_000 - done, done }), [], second * 1000);
  }
  expect(pace.perSecond()).toBeCloseTo(30, 0);
});

test("the time left follows the pace, and is not guessed from a few", () => {
  const pace = new Pace();
  pace.note(counts({ queued: 100 }), [], 0);
  pace.note(counts({ queued: 97, done: 3 }), [], 1000);
  expect(pace.secondsLeft(counts({ queued: 97 }))).toBeUndefined();
  pace.note(counts({ queued: 80, done: 20 }), [], 2000);
  expect(pace.secondsLeft(counts({ queued: 80, done: 20 }))).toBe(8);
  for (let second = 3; second <= 400; second++) pace.note(counts({ queued: 1, done: 20 + second }), [], second * 1000);
  expect(pace.perSecond()).toBeCloseTo(1, 2);
});
