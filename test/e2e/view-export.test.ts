import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { NARROW, testBrowser, violations } from "./in-browser.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";
import { longSession, writeSession } from "./view-scene.ts";

const HOSTILE = "</script><script>window.hacked=1</script><!--<script> <img src=x onerror=window.hacked=2> \u2028";

let place: Place;
const exported = (...args: readonly string[]) => runWaymark(["view", ...args], place);
beforeAll(async () => {
  place = makePlace({ "main.py": "def leaf():\n    pass\n" });
  writeSession(
    place,
    "hostile",
    longSession(place, 3, (round) => `${round} ${HOSTILE}`),
  );
  writeSession(place, "long", longSession(place, 150));
  const steps = [{ id: "a", title: HOSTILE, tool: "shell", params: { command: "true" }, needs: [] }];
  writeFileSync(join(place.home, "plan.json"), JSON.stringify({ id: "first", goal: HOSTILE, steps }));
  expect(await runWaymark(["plan", "new", "--file", join(place.home, "plan.json")], place)).toMatchObject({ code: 0 });
  expect(await exported("--export", "site")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Wrote 8 files to /),
  });
});
afterAll(() => place.remove());

test("a folder has every view as a file, one file has one, and what is wrong is said", async () => {
  expect(readdirSync(join(place.cwd, "site")).toSorted()).toEqual(
    ["batches", "estate", "index", "plans-first", "plans", "sessions-hostile", "sessions-long", "settings"].map(
      (name) => `${name}.html`,
    ),
  );
  for (const name of readdirSync(join(place.cwd, "site"))) {
    const html = readFileSync(join(place.cwd, "site", name), "utf8");
    expect(html.match(/<script/g), name).toHaveLength(2);
    expect(html.match(/<\/script/g), name).toHaveLength(2);
  }
  expect(await exported("sessions/long", "--export", "one.html")).toMatchObject({ code: 0 });
  expect(existsSync(join(place.cwd, "one.html"))).toBe(true);
  symlinkSync(join(place.home, "elsewhere.html"), join(place.cwd, "link.html"));
  expect(await exported("sessions/long", "--export", "link.html")).toMatchObject({
    code: 42,
    stderr: expect.stringMatching(/link\.html is a link that leads out/),
  });
  expect(await exported("sessions/none", "--export", "no.html")).toMatchObject({
    code: 42,
    stderr: expect.stringMatching(/No session "none"/),
  });
  expect(await exported("nothing", "--export", "no.html")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/There is no view "nothing"/),
  });
  expect(await exported("--export", "no.html")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/One file is one view/),
  });
  expect(await exported("sessions")).toMatchObject({ code: 2 });
  expect(existsSync(join(place.cwd, "no.html"))).toBe(false);
});

describe.skipIf(missing("chromium"))("exported pages, in Chromium", () => {
  const browser = testBrowser(() => "file://");

  test("they lead to one another without a server, and nothing in them acts", async () => {
    const page = await browser.open(NARROW);
    await page.goto(pathToFileURL(join(place.cwd, "site", "index.html")).href);
    await page.click("a.row >> text=0 </script>");
    await page.waitForSelector("#entry-4");
    await expect
      .poll(() => page.locator("#entry-2 .text").textContent())
      .toContain("</script><script>window.hacked=1</script>");
    await expect.poll(() => page.locator("main form").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.click("[data-back]");
    await page.click("a.row >> text=Round 0.");
    await page.waitForSelector("#entry-90");
    await page.keyboard.press("Shift+G");
    await page.waitForSelector("#entry-303");
    await page.click("nav >> text=Plans");
    await page.waitForSelector("h1 >> text=Plans");
    await page.click("a.row");
    await page.waitForSelector("ol .row");
    expect(await page.locator("button").allTextContents()).toEqual(["Close"]);
    await page.click("nav >> text=Settings");
    await page.waitForSelector("h1 >> text=Settings");
    await page.click("nav >> text=Batches");
    await page.waitForSelector("text=There is none; `waymark batch run");
    await page.click("nav >> text=Estate");
    await page.waitForSelector("main h2");
  });
});
