import { cpSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { expectReadable, NARROW, testBrowser } from "./in-browser.ts";
import { makePlace, type Place } from "./run-waymark.ts";
import { startView, type View } from "./view-process.ts";
import { mapOf } from "./view-scene.ts";

/** Ends a script element, starts a comment, and is markup with a handler. */
const HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=2><!--";
const ESTATE = resolve(import.meta.dirname, "../../examples/harbor-ledger");

let place: Place;
let view: View;
beforeAll(async () => {
  place = makePlace({ "secret.txt": "not code\n", "evil<b>.js": `export function run() { return "${HOSTILE}"; }\n` });
  cpSync(ESTATE, place.cwd, { recursive: true });
  view = await startView(place);
});
afterAll(async () => {
  expect(await view.end()).toBe(0);
  place.remove();
});

test("a file is shown when the estate has it, and nothing else of the machine is", async () => {
  await view.ask("/api/estate");
  for (const file of ["secret.txt", "/etc/passwd", "../home/waymark/state", "", ".git/config"])
    expect(await view.ask(`/api/estate/text?file=${encodeURIComponent(file)}`)).toEqual({ text: null });
  expect(String((await view.ask("/api/estate/text?file=cobol/RATECALC.cbl"))["text"])).toContain("RATECALC");
});

describe.skipIf(missing("chromium"))("the estate, in Chromium", () => {
  const browser = testBrowser(() => `${view.origin}/`);
  let page: Page;
  const open = async (options: Parameters<typeof browser.open>[0] = {}): Promise<void> => {
    page = await browser.open(options);
    await page.goto(view.url);
    await page.waitForSelector("h1");
  };

  test("the map leads to lines, and beside the lines stand their facts", async () => {
    await open();
    await page.click("text=Estate");
    await page.click('nav a[href="#graph"]');
    await page.fill("#graph input[type=search]", "ratecalc");
    await page.click("#found .hit >> nth=0");
    await page.click("#details h3 a");
    await page.waitForSelector("#source .fact");
    await expect.poll(() => page.locator("#source strong").textContent()).toMatch(/^cobol\/RATECALC\.cbl:\d+$/);
    await page.waitForSelector("#source .fact >> text=program RATECALC");
    await page.click("nav a[href='/']");
    await page.waitForSelector("text=Sessions");
  });

  test("a change is tried on a name, and what it would touch leads to its lines", async () => {
    await open();
    await page.goto(`${view.origin}/estate#impact`);
    await page.fill("[aria-label=Name]", "RATECALC");
    await page.click("text=What if?");
    await page.click(".answer a.place >> nth=0");
    await page.waitForSelector("#source li.marked");
    await page.fill("[aria-label=Name]", "NO-SUCH-NAME-AT-ALL");
    await page.click("text=What if?");
    await expect.poll(() => page.locator("main .note").last().textContent()).not.toBe("Looking …");
  });

  test.each(["inventory", "graph", "impact", "files"])(
    "%s is for everybody to read: light, dark, and narrow",
    async (id) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await open({ colorScheme, ...NARROW });
        await page.goto(`${view.origin}/estate#${id}`);
        await page.waitForSelector("main h2");
        await expectReadable(page);
      }
    },
  );

  test("20,000 things are folded into groups; each opens, and its things are followed", async () => {
    await open();
    await page.route("**/api/estate", (route) => route.fulfill({ json: mapOf(20_000) }));
    await page.goto(`${view.origin}/estate#graph`);
    await expect.poll(() => page.locator("#graph .count").textContent()).toMatch(/^20000 things in \d+ groups$/);
    expect(Number(await page.locator("#canvas").getAttribute("data-nodes"))).toBeLessThanOrEqual(100);
    await page.click("#details li button >> nth=0");
    await expect.poll(() => page.locator("#graph .count").textContent()).toMatch(/^the 100 best connected of \d+ \(/);
    await page.click("#details .follow >> nth=0");
    await expect.poll(() => page.locator("#graph .count").textContent()).toMatch(/things around THING/);
    await page.fill("#graph input[type=search]", "THING19999");
    await page.click("#found .hit");
    await expect.poll(() => page.locator("#details h3").textContent()).toBe("THING19999");
    await page.click("text=Whole map");
    await expect.poll(() => page.locator("#graph .count").textContent()).toMatch(/groups$/);
  });
});
