import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { testBrowser, violations } from "./in-browser.ts";
import { runWaymark } from "./run-waymark.ts";

/** Ends a script element, is markup with a handler, and is what Markdown would act on. */
const HOSTILE = `</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=2> [a](javascript:alert(1)) \`x\` | y`;

const PROGRAM = `       IDENTIFICATION DIVISION.
       PROGRAM-ID. FEECALC.
      * Works out what a ship owes ${HOSTILE}
       PROCEDURE DIVISION.
       1000-MAIN.
           CALL 'NOTHERE'
           CALL '<img src=x onerror=window.hacked=3>'
           GOBACK.
`;
const SCRIPT = `export function owed(ship) {\n  return ship["<b onclick=window.hacked=4>"]();\n}\nexport const go = () => owed(1);\n`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-document-")));
const place = { cwd: join(folder, "estate"), home: join(folder, "home") };
const file = join(folder, "site.html");

beforeAll(async () => {
  mkdirSync(place.home);
  mkdirSync(place.cwd);
  writeFileSync(join(place.cwd, "FEECALC.cbl"), PROGRAM);
  writeFileSync(join(place.cwd, "<img src=x onerror=window.hacked=5>.mjs"), SCRIPT);
  const run = await runWaymark(["document", ".", "--offline", "--format", "html", "-o", file], place);
  expect([run.code, run.stderr]).toEqual([0, ""]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the file names no address outside of itself, and what the estate says is no markup in it", () => {
  const html = readFileSync(file, "utf8");
  expect(html.match(/(?:src|href)\s*=\s*"(?!#)[^"]*"/g)).toBe(null);
  expect(html).toContain("default-src 'none'");
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toContain("<img");
  expect(html).not.toContain("<b onclick");
});

test("as Markdown, what the estate says is no markup either", async () => {
  const out = join(folder, "markdown");
  expect(await runWaymark(["document", ".", "--offline", "-o", out], place)).toMatchObject({ code: 0 });
  const text = readFileSync(join(out, "programs/feecalc.md"), "utf8");
  expect(text).toContain("Works out what a ship owes");
  expect(text).not.toMatch(/<script|<img/);
  expect(text).not.toMatch(/(?<!\\)\[a\]\(javascript/);
});

describe.skipIf(missing("chromium"))("in a browser, from a file share", () => {
  const browser = testBrowser(() => "file://");
  let page: Page;
  beforeAll(async () => {
    page = await browser.open({ stays: true });
    await page.goto(pathToFileURL(file).href);
  });

  test("one page is shown at a time, and links and search lead to others", async () => {
    await expect.poll(() => page.locator("article:visible").count()).toBe(1);
    await page.locator("article:visible a", { hasText: "FEECALC" }).first().click();
    await page.locator("article:visible h1", { hasText: "FEECALC" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("owed");
    await page.locator("#found a").first().click();
    await page.locator("article:visible", { hasText: "owed" }).waitFor();
    await expect.poll(() => page.locator("article:visible").count()).toBe(1);
    await page.fill("#search", "no such word");
    await page.locator("#found", { hasText: /^Nothing found\.$/ }).waitFor();
  });

  test("at 360 pixels nothing but tables is wider than the screen, and axe finds nothing, light and dark", async () => {
    await page.setViewportSize({ width: 360, height: 700 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, "all")).toEqual([]);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  });
});
