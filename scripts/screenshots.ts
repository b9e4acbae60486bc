// `npm run pictures` also takes docs/pictures/*.png of the report and of `waymark view`, in headless Chromium, of the example estate.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { launch } from "../test/e2e/chromium.ts";
import { makePlace, type Place, runWaymark } from "../test/e2e/run-waymark.ts";
import { startView } from "../test/e2e/view-process.ts";

const SIZE = { width: 1200, height: 760 };
const PICTURES = resolve(import.meta.dirname, "../docs/pictures");
const REPLIES = [
  {
    text: "The job runs FEEPOST, which calls RATECALC.",
    calls: [{ name: "read_file", input: { path: "cobol/RATECALC.cbl" } }],
  },
  { text: "RATECALC takes a tenth off for long berths: `cobol/RATECALC.cbl:18`." },
];
const place = makePlace({ "script.json": JSON.stringify(REPLIES), "calls.yaml": jobOfGuide() });
cpSync(resolve(import.meta.dirname, "../examples/harbor-ledger"), place.cwd, { recursive: true });
const browser = await launch();
try {
  await waymark(place, "-p", "where is the discount for long berths?", "-m", "scripted/script.json");
  await waymark(place, "batch", "run", "calls.yaml");
  await waymark(place, "code", "report", ".", "-o", "report.html");
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(pathToFileURL(join(place.cwd, "report.html")).href);
  await take(page, "report", "h1");
  const view = await startView(place);
  try {
    await page.goto(view.url);
    await page.click("text=where is the discount");
    await take(page, "view-session", "text=takes a tenth off");
    await page.goto(`${view.origin}/estate#graph`);
    await take(page, "view-estate", "#graph canvas");
    await page.goto(`${view.origin}/#/batches`);
    await page.click("text=calls");
    await take(page, "view-batch", "text=cobol/RATECALC.cbl");
  } finally {
    await view.end();
  }
} finally {
  await browser.close();
  place.remove();
}

/** The first job that the guide shows. */
function jobOfGuide(): string {
  const guide = readFileSync(resolve(import.meta.dirname, "../docs/guide/batch.md"), "utf8");
  return /^```yaml\n(.*?)^```$/ms.exec(guide)?.[1] ?? "";
}

async function waymark(there: Place, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runWaymark(args, there);
  if (code !== 0) throw new Error(`waymark ${args.join(" ")} ended with ${code}: ${stderr}`);
}

/** A picture of a page once something stands on it and what moves has come to rest. */
async function take(page: Page, name: string, stands: string): Promise<void> {
  await page.waitForSelector(stands);
  await page.waitForTimeout(1_000);
  await page.evaluate(callTheFolder, [place.cwd, "~/harbor-ledger"] as const);
  writeFileSync(join(PICTURES, `${name}.png`), await page.screenshot());
  console.log(`docs/pictures/${name}.png`);
}

/** In the page: the folder is one of a test, which says nothing to a reader. */
function callTheFolder([from, to]: readonly [string, string]): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (node.textContent?.includes(from)) node.textContent = node.textContent.replaceAll(from, to);
}
