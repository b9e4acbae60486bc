import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { testBrowser, violations } from "./in-browser.ts";
import { makePlace, type Place, scriptedModel, startWaymark } from "./run-waymark.ts";
import { startView, type View } from "./view-process.ts";

type Line = Readonly<Record<string, unknown>>;

/** A run in a process of its own, whose person is the program at its standard input. */
class OtherRun {
  readonly asked: Line[] = [];
  readonly withdrawn: Line[] = [];
  readonly lines: Line[] = [];
  readonly ended: Promise<number | null>;
  readonly child: ReturnType<typeof startWaymark>;

  constructor(place: Place, model: string) {
    const stream = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    this.child = startWaymark([...stream, "-m", model], place);
    this.ended = new Promise((done) => this.child.once("close", done));
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on("line", (text) => {
        const line = JSON.parse(text) as Line;
        this.lines.push(line);
        if (line["type"] === "control_request") this.asked.push(line);
        if (line["type"] === "control_cancel_request") this.withdrawn.push(line);
      });
  }

  prompt(text: string): void {
    this.send({ type: "user", message: { role: "user", content: [{ type: "text", text }] } });
  }

  answer(request: Line, response: unknown): void {
    this.send({
      type: "control_response",
      response: { subtype: "success", request_id: request["request_id"], response },
    });
  }

  send(message: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  get result(): string | undefined {
    return this.lines.find(({ type }) => type === "result")?.["result"] as string | undefined;
  }

  end(): Promise<number | null> {
    this.child.stdin?.end();
    return this.ended;
  }
}

let place: Place;
let view: View;
let run: OtherRun | undefined;
beforeEach(async () => {
  place = makePlace({ "a.txt": "hello\n" });
  view = await startView(place, ["-m", script([{ text: "From the page." }])]);
});
afterEach(async () => {
  run?.child.kill("SIGKILL");
  run = undefined;
  expect(await view.end()).toBe(0);
  place.remove();
});

let scripts = 0;
const script = (replies: unknown): string => scriptedModel(place, replies, `script-${++scripts}.json`);

const write = (path: string, content = "x\n") => ({ id: path, name: "write_file", input: { path, content } });
const api = (path: string, body?: unknown): Promise<Record<string, unknown>> => view.ask(path, body);
interface Question {
  readonly id: string;
  readonly choices: readonly { readonly key: string }[];
}
const underWay = async (): Promise<string> => {
  const rows = (await api("/api/runs"))["sessions"] as { id: string }[];
  return rows[0]?.id ?? "";
};
const questions = async (id: string): Promise<readonly Question[]> =>
  (await api(`/api/sessions/${id}`))["questions"] as readonly Question[];

test("whoever answers first is heard, once; the other is told, and so is a wrong answer", async () => {
  run = new OtherRun(place, script([{ calls: [write("b.txt")] }, { calls: [write("c.txt")] }, { text: "Well." }]));
  run.prompt("write");
  const { asked, withdrawn } = run;
  await expect.poll(() => asked.length).toBe(1);
  const id = await underWay();
  const [first] = await questions(id);
  const requests = `/api/sessions/${id}/requests`;
  const answer = (choice: string, question = first) => api(requests, { kind: "answer", asked: question?.id, choice });
  expect(await answer("q")).toMatchObject({ refusal: expect.stringMatching(/^There is no answer "q"/) });
  expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
  const both = await Promise.all([answer("y"), answer("n")]);
  const isHeard = both.map((body) => body["refusal"] === undefined);
  expect(isHeard.toSorted()).toEqual([false, true]);
  await expect.poll(() => withdrawn.length).toBe(1);

  await expect.poll(() => asked.length).toBe(2);
  const [second] = await questions(id);
  run.answer(asked[1] ?? {}, { behavior: "deny", message: "not that" });
  await expect.poll(() => run?.result).toBe("Well.");
  const late = await answer("y", second);
  expect(late["refusal"]).toMatch(/answered already|No run of this session/);
  const there = ["b.txt", "c.txt"].map((name) => existsSync(join(place.cwd, name)));
  expect(there).toEqual([isHeard[0], false]);
  await run.end();
});

test("a run that has ended, or never was, is not reached; nothing of a question stays on disk", async () => {
  run = new OtherRun(place, script([{ calls: [write("b.txt")] }, { text: "Well." }]));
  run.prompt("write");
  const { asked } = run;
  await expect.poll(() => asked.length).toBe(1);
  const id = await underWay();
  run.child.kill("SIGKILL");
  await run.ended;
  expect(await questions(id)).toEqual([]);
  expect((await api(`/api/sessions/${id}/requests`, { kind: "steer", text: "x" }))["refusal"]).toMatch(
    /No run of this session answers/,
  );
  run = new OtherRun(place, script([{ text: "Well." }]));
  run.prompt("again");
  await expect.poll(() => run?.result).toBe("Well.");
  await run.end();
  const sessions = join(place.home, "waymark", "state", "sessions");
  const files = readdirSync(sessions, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /requests.*json|replies.*json/.test(file))).toEqual([]);
});

test("a request that is none is refused, and so is a prompt without words", async () => {
  for (const body of [{}, { kind: "answer" }, { kind: "steer", text: "" }, { kind: "steer", text: "x", more: 1 }, []])
    expect((await api("/api/sessions/nowhere/requests", body))["refusal"]).toMatch(/no such request/);
  expect(await api("/api/runs", { prompt: "  " })).toMatchObject({ refusal: expect.stringMatching(/no prompt/) });
  expect((await api("/api/runs", { prompt: "x", session: "nowhere" }))["refusal"]).toMatch(/No session "nowhere"/);
});

describe.skipIf(missing("chromium"))("runs, in Chromium", () => {
  const browser = testBrowser(() => `${view.origin}/`);
  let page: Page;
  const open = async (route: string): Promise<Page> => {
    const opened = await browser.open();
    await opened.goto(view.url);
    await opened.goto(`${view.origin}/#${route}`);
    return opened;
  };

  test("a run of another terminal is followed, approved, steered and interrupted", async () => {
    const replies = [
      { calls: [write("b.txt", "<b>new</b>\n")] },
      { calls: [{ id: "s", name: "bash", input: { command: "sleep 60" } }] },
      { text: "Never said." },
    ];
    run = new OtherRun(place, script(replies));
    run.prompt("write it");
    page = await open("/runs");
    await page.click("a.row");
    await page.waitForSelector("article.asked");
    await expect.poll(() => page.locator("article.asked h2").textContent()).toMatch(/^write_file: /);
    await expect.poll(() => page.locator("article.asked .added").textContent()).toContain("<b>new</b>");
    expect(await violations(page)).toEqual([]);
    expect(
      await page
        .locator("[data-choice]")
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-choice"))),
    ).toEqual(expect.arrayContaining(["y", "a", "p", "n"]));
    expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
    await page.click("[data-choice=y]");
    await page.waitForSelector("article.asked", { state: "detached" });
    await page.waitForSelector(".summary >> text=sleep 60");
    expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("<b>new</b>\n");
    await page.fill("[aria-label='Say something to the run']", "and hurry");
    await page.click("text=Steer");
    await expect.poll(() => page.locator(".done").textContent()).toContain("read before the next step");
    await page.click("text=Interrupt");
    await page.waitForSelector("text=cancelled");
    await expect.poll(() => page.locator(".state").first().textContent()).toBe("open, idle");
  });

  test("two browsers see the same, and one that leaves ends nothing", async () => {
    run = new OtherRun(place, script([{ calls: [write("b.txt")] }, { text: "Well." }]));
    run.prompt("write it");
    const { asked } = run;
    await expect.poll(() => asked.length).toBe(1);
    const id = await underWay();
    const [one, other, third] = [
      await open(`/sessions/${id}`),
      await open(`/sessions/${id}`),
      await open(`/sessions/${id}`),
    ];
    for (const each of [one, other, third]) await each.waitForSelector("article.asked");
    await third.close();
    await other.click("[data-choice=n]");
    await one.waitForSelector("article.asked", { state: "detached" });
    await one.waitForSelector("text=Not allowed: the user said no");
    await expect.poll(() => run?.result).toBe("Well.");
    expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
  });

  test("eight tabs of one browser follow one run, and each can answer it", async () => {
    run = new OtherRun(place, script([{ calls: [write("b.txt")] }, { text: "Well." }]));
    run.prompt("write it");
    const { asked } = run;
    await expect.poll(() => asked.length).toBe(1);
    const id = await underWay();
    const tabs = await browser.tabs(8);
    for (const tab of tabs) {
      await tab.goto(view.url);
      await tab.goto(`${view.origin}/#/sessions/${id}`);
    }
    for (const tab of tabs) await tab.waitForSelector("article.asked");
    await tabs.at(-1)?.click("[data-choice=y]");
    for (const tab of tabs) await tab.waitForSelector("article.asked", { state: "detached" });
    for (const tab of tabs) await tab.waitForSelector("text=Well.");
    expect(existsSync(join(place.cwd, "b.txt"))).toBe(true);
  });

  test("two tabs answer one question at once: one is heard, the other is told", async () => {
    run = new OtherRun(place, script([{ calls: [write("b.txt")] }, { text: "Well." }]));
    run.prompt("write it");
    const { asked } = run;
    await expect.poll(() => asked.length).toBe(1);
    const id = await underWay();
    const tabs = await browser.tabs(2);
    for (const tab of tabs) {
      await tab.goto(view.url);
      await tab.goto(`${view.origin}/#/sessions/${id}`);
    }
    // Held before either is pressed: the first answer may take the other's button away before it is looked for.
    const refusals = await Promise.all(tabs.map((tab) => tab.waitForSelector("[data-choice=n]")));
    await Promise.all(refusals.map((button) => button.dispatchEvent("click")));
    const said = (): Promise<string[]> =>
      Promise.all(tabs.map(async (tab) => (await tab.locator(".controls > p").last().textContent()) ?? ""));
    await expect
      .poll(async () => (await said()).toSorted())
      .toEqual([expect.stringMatching(/^Answered\./), expect.stringMatching(/^It was answered already/)]);
    for (const tab of tabs) await tab.waitForSelector("text=Not allowed: the user said no");
    await expect.poll(() => run?.result).toBe("Well.");
  });

  test("a tab that is not seen keeps no connection, and its title says that somebody is waited for", async () => {
    run = new OtherRun(place, script([{ text: "First." }, { calls: [write("b.txt")] }, { text: "Well." }]));
    run.prompt("begin");
    await expect.poll(() => run?.result).toBe("First.");
    const id = ((await api("/api/sessions?all=1&words="))["sessions"] as { id: string }[])[0]?.id ?? "";
    page = await browser.open();
    // A browser without a screen takes every tab for seen.
    await page.addInitScript(
      "Object.defineProperty(document, 'visibilityState', { get: () => window.sight ?? 'visible' })",
    );
    await page.goto(view.url);
    await page.goto(`${view.origin}/#/sessions/${id}`);
    await page.waitForSelector("text=First.");
    const see = (sight: string): Promise<unknown> =>
      page.evaluate(`window.sight = "${sight}"; document.dispatchEvent(new Event("visibilitychange")); undefined`);
    await see("hidden");
    const open = new Set<unknown>();
    page.on("request", (request) => open.add(request));
    page.on("requestfinished", (request) => open.delete(request));
    run.prompt("write it");
    await expect.poll(() => page.title()).toBe("● Waymark waits for you");
    await expect.poll(() => open.size).toBe(0);
    await see("visible");
    await page.click("[data-choice=y]");
    await page.waitForSelector("text=Well.");
    await expect.poll(() => page.title()).toBe("Waymark");
  });

  test("a run is started from the page, asked about and gone on with", async () => {
    await view.end();
    view = await startView(place, ["-m", script([{ calls: [write("p.txt")] }, { text: "Written." }])]);
    page = await open("/runs");
    await page.fill("textarea", "write p");
    await page.click("text=Start");
    await page.click("[data-choice=y]");
    await page.waitForSelector("text=Written.");
    expect(existsSync(join(place.cwd, "p.txt"))).toBe(true);
    await page.waitForSelector("[aria-label='Go on with this session']");
    await page.fill("[aria-label='Go on with this session']", "once more");
    await page.click("text=Go on");
    await page.waitForSelector("text=once more");
    await page.waitForSelector("[data-choice=n]");
    await page.fill("[aria-label='Words that go with a no']", "leave it");
    await page.click("[data-choice=n]");
    await page.waitForSelector("text=the user said no, and: leave it");
  });
});
