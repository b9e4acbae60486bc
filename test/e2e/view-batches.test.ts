import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keptOf } from "../../src/app/settings/locations.ts";
import { missing } from "../optional-programs.ts";
import { startRedis } from "../redis-server.ts";
import { expectReadable, NARROW, testBrowser, textOf } from "./in-browser.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark, type WaymarkOptions } from "./run-waymark.ts";
import { startView, type View } from "./view-process.ts";

/** Markup, a script, a handler, an address that acts, a sequence of a terminal, letters that turn the direction. */
const HOSTILE = `</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2> [x](javascript:window.hacked=3) \u001b]8;;http://evil.example\u0007link \u202egnirts\u202c`;
const ITEMS = 12;

let place: Place;
let server: WireServer;
let machine: WaymarkOptions;
let view: View;
/** Numbers from that on are answered when the gate is opened. */
let answered: number;
let gate: PromiseWithResolvers<void>;
let isMended: boolean;
beforeEach(async () => {
  const items = Array.from({ length: ITEMS }, (_, n) => ({ id: `i${n}`, n }));
  const job = { items: { list: items }, recipe: { prompt: "Number {{n}}." }, checks: [{ lacks: "cannot" }] };
  place = makePlace({ "job.json": JSON.stringify({ ...job, lanes: [{ model: "openai-compatible/small" }] }) });
  [answered, isMended, gate] = [ITEMS, false, Promise.withResolvers()];
  server = await startOpenAiChat(async ({ body }) => {
    const n = Number(/Number (\d+)\./.exec(body)?.[1]);
    if (n >= answered) await gate.promise;
    if (n === 3 && !isMended) return { text: "I cannot say <b>that</b>" };
    return { text: n === 1 ? HOSTILE.repeat(100) : `n${n}`, usage: { input: 100, output: 10 } };
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  machine = { cwd: place.cwd, home: place.home, environment };
  view = await startView(machine);
});
afterEach(async () => {
  expect(await view.end()).toBe(0);
  gate.resolve();
  await server.close();
  place.remove();
});

const batch = (...words: readonly string[]) => runWaymark(["batch", ...words], machine);
const api = (path: string, body?: unknown): Promise<Record<string, unknown>> => view.ask(`/api/batches${path}`, body);
const states = async (): Promise<unknown> => JSON.parse((await batch("status", "job", "--json")).stdout).states;

test("what is none is refused in a line, and nothing is made or changed by it", async () => {
  expect(await api("")).toEqual({ batches: [], isOnServer: false });
  expect((await api("/job"))["refusal"]).toMatch(/^There is no batch here/);
  expect(await batch("run", "job.json", "--sample", "3")).toMatchObject({ stdout: expect.stringContaining("of 3") });
  const before = await states();
  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    ["/jib", undefined, /^There is no batch "jib"; did you mean "?job"?\?|^There is no batch "jib"/],
    ["/..%2f..%2fjob", undefined, /^There is no batch/],
    ["/job/items?state=lost", undefined, /^There is no state "lost"; there are queued, leased, done, failed, dead\.$/],
    ["/job/items?from=-1", undefined, /^"-1" is no number of an item\.$/],
    ["/job/items?from=1e3", undefined, /is no number of an item/],
    ["/job/item?id=nothing", undefined, /^There is no item "nothing" in job/],
    ["/job/retry", {}, /no such request/],
    ["/job/retry", { states: ["done"] }, /no such request/],
    ["/job/retry", { states: [] }, /no such request/],
    ["/job/cancel", { all: true }, /no such request/],
    ["/job/correct", { id: "i0" }, /no such request/],
    ["/job/correct", { id: "nothing", words: "no" }, /^There is no item "nothing" in job/],
    ["/job/correct", { id: "i0", words: "x".repeat(2001) }, /^Say what is wrong in 1 to 2000 characters/],
    ["/job/run", { providerBatch: "yes" }, /no such request/],
    ["/job/run", { sample: 0 }, /no such request/],
    ["/job/run", { sample: "3" }, /no such request/],
    ["/job/run", { file: "/etc/passwd" }, /no such request/],
    ["/job/stop", {}, /^job is not worked on from here/],
    ["/none/run", {}, /^There is no batch "none"/],
  ];
  for (const [path, body, words] of refused) expect((await api(path, body))["refusal"], path).toMatch(words);
  expect(await states()).toEqual(before);
  writeFileSync(
    join(keptOf(join(place.home, "waymark/state"), "batches", place.cwd), "broken.sqlite"),
    "no queue at all ".repeat(999),
  );
  const { batches } = await api("");
  expect(batches).toMatchObject([
    { name: "broken", kind: "damaged", why: expect.stringContaining("is no queue of a batch") },
    { name: "job", kind: "counted" },
  ]);
  expect((await batch("list")).stdout).toMatch(/^broken: .*is no queue[^\n]*\njob: /);
});

test("what is worked on from here ends with the view, and goes on where it was", async () => {
  await batch("run", "job.json", "--sample", "1");
  answered = 5;
  await api("/job/run", {});
  expect((await api("/job/run", {}))["refusal"]).toMatch(/^job is worked on from here already/);
  await expect.poll(states).toMatchObject({ failed: 1 });
  expect(await view.end()).toBe(0);
  view = await startView(machine);
  gate.resolve();
  expect((await batch("run", "job.json")).stdout).toContain(`${ITEMS - 1} of ${ITEMS} done, 1 failed`);
});

describe.skipIf(missing("redis-server"))("on a server", () => {
  test("batches are shown and steered in place of the folder's; one that is gone is said, and seen again", async () => {
    const redis = await startRedis();
    try {
      const queue = ["--queue", redis.address];
      await view.end();
      view = await startView(machine, queue);
      expect(await batch("run", "job.json", ...queue)).toMatchObject({ code: 1 });
      expect(await api("")).toMatchObject({ isOnServer: true, batches: [{ name: "job", kind: "counted" }] });
      const { items } = await api("/job/items?state=failed");
      expect(items).toMatchObject([{ id: "i3", problem: expect.stringContaining("cannot") }]);
      expect(await api("/job/retry", { states: ["failed", "dead"] })).toMatchObject({
        said: expect.stringMatching(/^1 of job queued again/),
      });
      isMended = true;
      await api("/job/run", {});
      const done = async (): Promise<unknown> => ((await api("/job"))["states"] as { done: number }).done;
      await expect.poll(done).toBe(ITEMS);
      await expect.poll(async () => (await api("/job"))["work"]).toMatchObject({ isRunning: false, hasFailed: false });
      await redis.kill();
      expect((await api(""))["refusal"]).toMatch(/cannot be reached/);
      await redis.start();
      await expect.poll(done).toBe(ITEMS);
    } finally {
      await redis.stop();
    }
  });
});

describe.skipIf(missing("chromium"))("batches, in Chromium", () => {
  const browser = testBrowser(() => `${view.origin}/`);
  const openBatch = async (options: Parameters<typeof browser.open>[0] = {}): Promise<Page> => {
    const page = await browser.open(options);
    await page.goto(view.url);
    await page.goto(`${view.origin}/#/batches`);
    await page.click("a.row[href='#/batches/job']");
    await page.waitForSelector("h1 >> text=job");
    return page;
  };

  test("a sample is judged, the rest follows while one looks, and what failed is retried", async () => {
    await batch("run", "job.json", "--sample", "4");
    const page = await openBatch(NARROW);
    await page.locator("li.row").nth(3).waitFor();
    await expectReadable(page);
    await page
      .locator("button", { hasText: /^Good$/ })
      .first()
      .click();
    await page
      .locator("button", { hasText: /^Wrong$/ })
      .last()
      .click();
    await expect.poll(() => page.locator("main").textContent()).toContain("You judged 2: 1 good, 1 wrong.");
    await page.reload();
    await expect.poll(() => page.locator("main").textContent()).toContain("You judged 2: 1 good, 1 wrong.");

    await page.fill("[aria-label^='What is wrong with the answer of']", "Say it in words.");
    await page.click("text=Ask again with this");
    await expect.poll(states).toMatchObject({ queued: 1 });

    answered = 9;
    await page.click("text=Go on with all items of the job");
    await page.waitForSelector("button >> text=Stop");
    await page.waitForSelector(".state.running");
    await expect.poll(() => textOf(page, "main > p[role=status]")).toMatch(/^job: 8 of 12 done, 1 failed, 3 open/);
    await expect.poll(() => server.requests.some(({ body }) => body.includes("Say it in words."))).toBe(true);
    gate.resolve();
    await expect.poll(() => textOf(page, "main > p[role=status]")).toMatch(/^job: 11 of 12 done, 1 failed; .*tokens/);
    await page.waitForSelector("text=1 item gave no result");
    await page.click("text=failed 1");
    await page.waitForSelector("li.row >> text=the answer matches cannot");
    await expect.poll(() => page.locator("li.row").count()).toBe(1);
    isMended = true;
    await page.click("text=Retry 1 failed");
    await page.waitForSelector("text=1 of job queued again");
    await page.click("text=Go on with all items of the job");
    await expect.poll(() => textOf(page, "main > p[role=status]")).toMatch(/^job: 12 of 12 done/);
    await page.click("summary >> text=Who answered");
    await expect.poll(() => textOf(page, ".lanes tbody")).toBe("1openai-compatible/small12no known cost");
  });

  test("what an item holds and was answered does nothing, is searched, and is shown whole when that is wanted", async () => {
    await batch("run", "job.json");
    const page = await openBatch();
    await page.fill("[data-search]", "hacked");
    await expect.poll(() => page.locator("li.row").count()).toBe(1);
    const answer = page.locator("li.row pre").first();
    expect(await answer.textContent()).toContain("<script>window.hacked=1</script>");
    await page.click("text=Show all");
    await expect.poll(async () => (await answer.textContent())?.length).toBeGreaterThan(10_000);
    expect(await answer.textContent()).not.toMatch(/[\u001b\u202e\u0007]/);
    expect(await page.locator("main img, main script, main a:not([data-back])").count()).toBe(0);
    await page.locator("li.row").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("li.row details").getAttribute("open")).not.toBeNull();
    await page.keyboard.press("Escape");
    await page.waitForSelector("h1 >> text=Batches");
  });

  test("two browsers see the same; what is not settled is taken out when that was said twice", async () => {
    await batch("run", "job.json", "--sample", "2");
    answered = 4;
    const [one, other] = [await openBatch(), await openBatch({ ...NARROW, colorScheme: "dark" })];
    await one.click("text=Go on with all items of the job");
    for (const page of [one, other]) await page.waitForSelector("button >> text=Stop");
    await expectReadable(other);
    await other.click("button >> text=Stop");
    for (const page of [one, other]) await page.waitForSelector("text=Go on with all items of the job");
    await one.click("button >> text=Cancel");
    await one.click("button >> text=Take out");
    await one.waitForSelector("text=taken out; its results stay");
    for (const page of [one, other])
      await expect.poll(() => textOf(page, "main > p[role=status]")).not.toContain("open");
    expect(await states()).toMatchObject({ queued: 0, leased: 0 });
  });

  test("as files they open without a server", async () => {
    await batch("run", "job.json");
    expect(await runWaymark(["view", "--export", "site"], machine)).toMatchObject({ code: 0 });
    const page = await browser.open({ ...NARROW, home: "file://" });
    await page.goto(pathToFileURL(join(place.cwd, "site", "batches.html")).href);
    await page.click("a.row");
    await page.waitForSelector("h1 >> text=job");
    await expect.poll(() => page.locator("li.row").count()).toBe(ITEMS);
    await page.click("text=failed 1");
    await expect.poll(() => page.locator("li.row").count()).toBe(1);
    await page.click("summary >> text=Who answered");
    await page.waitForSelector(".lanes");
    await expectReadable(page);
    expect(await page.locator("main form, main button >> text=/Retry|Go on|Cancel|Good/").count()).toBe(0);
  });
});
