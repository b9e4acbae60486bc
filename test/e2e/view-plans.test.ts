import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { expectReadable, NARROW, testBrowser } from "./in-browser.ts";
import { makePlace, type Place, runWaymark, startWaymark } from "./run-waymark.ts";
import { startView, type View } from "./view-process.ts";

const step = (id: string, command: string, ...needs: readonly string[]) => ({
  ...{ id, title: `does ${id} <b>`, tool: "shell", params: { command }, needs },
});

let place: Place;
let view: View;
beforeEach(async () => {
  place = makePlace();
  const steps = [step("a", "until test -e go; do sleep 0.1; done"), step("b", "touch made", "a")];
  writeFileSync(join(place.home, "plan.json"), JSON.stringify({ id: "first", goal: "make <i>it</i>", steps }));
  expect(await runWaymark(["plan", "new", "--file", join(place.home, "plan.json")], place)).toMatchObject({ code: 0 });
  view = await startView(place);
});
afterEach(async () => {
  expect(await view.end()).toBe(0);
  place.remove();
});

const file = (): string => join(place.cwd, ".waymark", "plans", "first.json");
const api = (path: string, body?: unknown): Promise<Record<string, unknown>> => view.ask(path, body);

test("what was not read is not written over, nor agreed to", async () => {
  const body = await api("/api/plans/first");
  writeFileSync(file(), readFileSync(file(), "utf8").replace("touch made", "touch other"));
  for (const [path, change] of [
    ["/api/plans/first", { text: body["text"], seen: body["seen"] }],
    ["/api/plans/first/approval", { seen: body["seen"] }],
  ] as const)
    expect(await api(path, change)).toMatchObject({ refusal: expect.stringMatching(/has changed since you read it/) });
  expect(readFileSync(file(), "utf8")).toContain("touch other");
  expect((await api("/api/plans/..%2f..%2fsecret"))["refusal"]).toMatch(/^No plan/);
  expect((await api("/api/plans/none"))["refusal"]).toMatch(/^No plan "none"/);
});

test("a run is refused where the plan is another by now, has no such step, or is executed already", async () => {
  const { seen } = await api("/api/plans/first");
  const run = (body: unknown) => api("/api/plans/first/run", body);
  expect((await run({}))["refusal"]).toMatch(/no such request/);
  expect((await run({ seen: "x" }))["refusal"]).toMatch(/has changed since you read it/);
  expect((await run({ seen, again: ["z"] }))["refusal"]).toMatch(/^Plan first has no step z/);
  const both = await Promise.all([run({ seen }), run({ seen })]);
  expect(both.map((body) => body["refusal"] === undefined).toSorted()).toEqual([false, true]);
  expect((await run({ seen }))["refusal"]).toMatch(/executes the plan|is executed from here|has changed/);
});

describe.skipIf(missing("chromium"))("plans, in Chromium", () => {
  const browser = testBrowser(() => `${view.origin}/`);
  let page: Page;
  beforeEach(async () => {
    page = await browser.open(NARROW);
    await page.goto(view.url);
    await page.goto(`${view.origin}/#/plans`);
    await page.click("a.row[href='#/plans/first']");
    await page.waitForSelector("ol .row");
  });
  const said = (): Promise<string | null> => page.locator("main > p[role=alert], main > p.done").last().textContent();

  test("a plan is edited: what keeps it from being run is said, as at the terminal", async () => {
    await expectReadable(page);
    await expect.poll(() => page.locator("h1").textContent()).toBe("make <i>it</i>");
    await expect
      .poll(() => page.locator(".picture img").evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(50);
    await page.click("text=Edit");
    const text = await page.inputValue("textarea");
    await page.fill("textarea", text.replace('"needs": [\n        "a"\n      ]', '"needs": ["nothing"]'));
    await page.click("text=Keep");
    await expect.poll(said).toMatch(/cannot be run as it is: .*needs nothing/);
    expect(readFileSync(file(), "utf8")).toContain('"needs": ["nothing"]');
    await page.click("text=Edit");
    await page.fill("textarea", "{ no plan");
    await page.click("text=Keep");
    await page.waitForSelector("text=is no JSON");
    expect(readFileSync(file(), "utf8")).toBe("{ no plan\n");
    await page.click("text=Leave it as it was");
    await page.click("text=Edit");
    await page.fill("textarea", text);
    await page.click("text=Keep");
    await expect.poll(said).toBe("Kept; it can be run.");
  });

  test("a plan is approved, and followed while another process executes it", async () => {
    await page.click("text=Approve");
    await expect.poll(said).toMatch(/^Agreed/);
    expect(JSON.parse(readFileSync(file(), "utf8")).approved.steps).toMatch(/^[0-9a-f]{64}$/);
    const child = startWaymark(["plan", "run", "first", "--permission-mode", "bypassPermissions"], place);
    const ended = new Promise<number | null>((done) => child.once("close", done));
    await page.waitForSelector("ol .state.in_progress");
    await page.waitForSelector("text=a process executes it");
    expect(await page.locator("button", { hasText: "Approve" }).isDisabled()).toBe(true);
    writeFileSync(join(place.cwd, "go"), "");
    await expect.poll(() => page.locator("ol .state.completed").count()).toBe(2);
    expect(await ended).toBe(0);
    expect(existsSync(join(place.cwd, "made"))).toBe(true);
  });

  test("a plan is run from its page: it asks as at the terminal, is interrupted, and goes on where it was", async () => {
    const write = (id: string, ...needs: readonly string[]) => ({
      ...{ id, title: `writes ${id}`, tool: "write_file", params: { path: `${id}.txt`, content: id }, needs },
    });
    const own = { id: "second", goal: "write two", steps: [write("one"), write("two", "one")] };
    writeFileSync(join(place.home, "second.json"), JSON.stringify(own));
    expect(await runWaymark(["plan", "new", "--file", join(place.home, "second.json")], place)).toMatchObject({
      code: 0,
    });
    await page.goto(`${view.origin}/#/plans/second`);
    await page.waitForSelector("h1 >> text=write two");
    await page.click("button >> text=/^Run$/");
    await page.waitForSelector("article.asked >> text=Run this plan?");
    await expectReadable(page);
    await page.click("article.asked button >> text=Run it");
    await page.waitForSelector("article.asked >> text=one.txt");
    expect(existsSync(join(place.cwd, "one.txt"))).toBe(false);
    await page.click("[data-choice=y]");
    await page.waitForSelector("article.asked >> text=two.txt");
    expect(readFileSync(join(place.cwd, "one.txt"), "utf8")).toBe("one");
    await page.click("text=Interrupt");
    await page.waitForSelector("text=It was executed from here");
    expect(existsSync(join(place.cwd, "two.txt"))).toBe(false);
    await page.click("button >> text=/^Go on$/");
    await page.waitForSelector("article.asked >> text=two.txt");
    await page.click("[data-choice=y]");
    await expect.poll(() => page.locator("ol .state.completed").count()).toBe(2);
    expect(readFileSync(join(place.cwd, "two.txt"), "utf8")).toBe("two");
    await page.waitForSelector("text=It was executed from here");
    await page.click("text=its session");
    await page.waitForSelector("text=Ended: done");
  });
});
