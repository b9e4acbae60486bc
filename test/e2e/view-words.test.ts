import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONFIG_KEYS } from "../../src/app/settings/settings.ts";
import SAID from "../../src/app/words/pt.json" with { type: "json" };
import { PERMISSION_MODES } from "../../src/core/permissions/decide.ts";
import ON_PAGES from "../../src/frontends/view/words/pt.json" with { type: "json" };
import { missing } from "../optional-programs.ts";
import { expectReadable, NARROW, testBrowser } from "./in-browser.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";
import { startView, type View } from "./view-process.ts";
import { longSession, writeSession } from "./view-scene.ts";

const ESTATE = resolve(import.meta.dirname, "../../examples/harbor-ledger");
const PORTUGUESE = { LANG: "pt_BR.UTF-8" };
/** What is said in other words in Portuguese. */
const ENGLISH = new Set(
  Object.entries({ ...SAID, ...ON_PAGES }).flatMap(([text, own]) => (text === own ? [] : [text])),
);
/** Names are the same in every language. */
const NAMES = new Set<string>([...CONFIG_KEYS, ...PERMISSION_MODES]);

let place: Place;
beforeAll(async () => {
  place = makePlace();
  cpSync(ESTATE, place.cwd, { recursive: true });
  writeSession(place, "long", longSession(place, 3));
  const steps = [
    { id: "a", title: "uma", tool: "shell", params: { command: "true" }, needs: [] },
    { id: "b", title: "outra", tool: "shell", params: { command: "true" }, needs: ["a"] },
  ];
  writeFileSync(join(place.home, "plan.json"), JSON.stringify({ id: "primeiro", goal: "duas coisas", steps }));
  expect(await runWaymark(["plan", "new", "--file", join(place.home, "plan.json")], place)).toMatchObject({ code: 0 });
});
afterAll(() => place.remove());

test("a page is in the language of the setting or the locale, alone and served", async () => {
  const page = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const view = await startView({ ...place, environment });
    const html = await (await fetch(view.origin)).text();
    await view.end();
    return html;
  };
  expect(await page({})).toContain('<html lang="en">');
  expect(await page({})).not.toContain('id="words"');
  expect(await page(PORTUGUESE)).toMatch(/<html lang="pt">[\s\S]*"Sessions":"Sessões"/);
  expect(await page({ ...PORTUGUESE, WAYMARK_LANGUAGE: "en" })).toContain('<html lang="en">');
  for (const args of [
    ["code", "report", "-o", "report.html"],
    ["view", "estate", "--export", "report.html"],
  ]) {
    expect(await runWaymark(args, { ...place, environment: PORTUGUESE })).toMatchObject({ code: 0 });
    expect(readFileSync(join(place.cwd, "report.html"), "utf8")).toMatch(
      /<html lang="pt">[\s\S]*"Overview":"Visão geral"/,
    );
  }
});

describe.skipIf(missing("chromium"))("in Portuguese, in Chromium", () => {
  let view: View;
  let page: Page;
  beforeAll(async () => {
    view = await startView({ ...place, environment: PORTUGUESE });
  });
  afterAll(() => view.end());
  const browser = testBrowser(() => `${view.origin}/`);
  const open = async (): Promise<void> => {
    page = await browser.open(NARROW);
    await page.goto(view.url);
    await page.waitForSelector("h1 >> text=Sessões");
  };

  test("nothing on the pages is English, seen or read to people", async () => {
    await open();
    for (const [hash, shown] of [
      ["/sessions", "1 sessão"],
      ["/sessions/long", "Terminou:"],
      ["/runs", "Nova execução"],
      ["/plans", "rascunho"],
      ["/plans/primeiro", "O que faz"],
      ["/batches", "Não há nenhum"],
      ["/settings", "Provedor usado quando"],
    ] as const) {
      await page.goto(`${view.origin}/#${hash}`);
      await page.waitForSelector(`text=${shown}`);
      expect(await englishOn(page), hash).toEqual([]);
    }
    await expectReadable(page);
    await page.goto(`${view.origin}/estate`);
    await page.waitForSelector("h2 >> text=Visão geral");
    expect(await page.title()).toMatch(/ · relatório do sistema$/);
    for (const table of await page.locator("nav a[href^='#']").all()) {
      await table.click();
      expect(await englishOn(page), await page.evaluate("location.hash")).toEqual([]);
    }
    await expectReadable(page);
  });

  test("what the server says of a question is Portuguese, too", async () => {
    await open();
    await page.goto(`${view.origin}/estate#impact`);
    await page.click("text=E se?");
    await page.waitForSelector("text=Não há nome; dê um campo, um programa ou uma tabela.");
  });
});

/** Texts of ours, the cells of tables apart, that the page shows or reads to people as they stand in the sources. */
async function englishOn(page: Page): Promise<readonly string[]> {
  const texts =
    (await page.evaluate(`[...document.querySelectorAll("body *:not(script, td *, option)")].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
    ...["aria-label", "placeholder", "alt", "title"].map((name) => element.getAttribute(name) ?? ""),
  ])`)) as readonly string[];
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => ENGLISH.has(text) && !NAMES.has(text));
}
