// What a person waits for in the pages of `waymark view`, in headless Chromium: a long session, a large map.

import { launch } from "../test/e2e/chromium.ts";
import { makePlace } from "../test/e2e/run-waymark.ts";
import { startView } from "../test/e2e/view-process.ts";
import { longSession, mapOf, writeSession } from "../test/e2e/view-scene.ts";
import { type Measurement, median } from "./measurement.ts";

const ROUNDS = 5;
const THINGS = 20_000;

/** A session of 10,000 events is read anew by a new server in each round: nothing of it is in memory. */
export async function bench(): Promise<readonly Measurement[]> {
  const place = makePlace();
  const events = longSession(place, 2500);
  writeSession(place, "long", events);
  const browser = await launch();
  const [opened, searched, drawn]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const view = await startView(place);
      const page = await browser.newPage();
      await page.goto(view.url);
      await page.waitForSelector("h1");
      opened.push(
        await timed(async () => {
          await page.goto(`${view.origin}/#/sessions/long`);
          await page.waitForSelector("#entry-20");
        }),
      );
      await page.fill("[data-search]", "Round 2400.");
      searched.push(
        await timed(async () => {
          await page.keyboard.press("Enter");
          await page.waitForSelector("text=Round 2400. after");
        }),
      );
      await page.route("**/api/estate", (route) => route.fulfill({ json: mapOf(THINGS) }));
      drawn.push(
        await timed(async () => {
          await page.goto(`${view.origin}/estate#graph`);
          await page.waitForSelector("#details li button");
        }),
      );
      await page.close();
      await view.end();
    }
  } finally {
    await browser.close();
    place.remove();
  }
  return [
    { name: `a session of ${events.length} events opens`, value: median(opened), unit: "ms", target: "<= 1500" },
    { name: "a word in its middle is found and shown", value: median(searched), unit: "ms" },
    { name: `a map of ${THINGS} things is drawn`, value: median(drawn), unit: "ms" },
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
