import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { missing } from "../optional-programs.ts";
import { Seat } from "../terminal/pseudo-terminal.ts";
import { testBrowser } from "./in-browser.ts";
import { makePlace, type Place, putFiles } from "./run-waymark.ts";
import { longSession, writeSession } from "./view-scene.ts";

/** What the system opens an address with, which is given it as an argument. */
const OPENER = process.platform === "darwin" ? "open" : "xdg-open";

/** What a page may try on an address that is not its own: what came of each. */
const attempts = (address: string): string => `(async () => {
  const of = (trying) => trying.then(() => "done", () => "refused");
  const ask = (path, options) => of(fetch("${address}" + path, options));
  const element = (name, values) => of(new Promise((loaded, refused) => {
    const made = Object.assign(document.createElement(name), values, { onload: loaded, onerror: refused });
    document.body.append(made);
  }));
  return {
    shell: await ask("/"),
    sessions: await ask("/api/sessions"),
    run: await ask("/api/runs", { method: "POST", body: '{"prompt":"x"}' }),
    script: await element("script", { src: "${address}/view.js" }),
    style: await element("link", { rel: "stylesheet", href: "${address}/view.css" }),
    framed: await element("iframe", { src: "${address}/" }).then(() => document.querySelector("iframe").contentDocument),
    kept: sessionStorage.length,
  };
})()`;
const REFUSED = {
  ...{ shell: "refused", sessions: "refused", run: "refused", script: "refused", style: "refused" },
  ...{ framed: null, kept: 0 },
};
const leadWindow = (address: string): string => `{ globalThis.led = open("${address}"); }`;
/** What the page that opened a window can tell of it, and do with it. */
const HOLD = `(() => {
  const tried = (look) => { try { return look(); } catch { return "refused"; } };
  return { isClosed: led.closed, text: tried(() => led.document.body.textContent), address: tried(() => led.location.href), frames: led.length };
})()`;
const NO_HOLD = { isClosed: true, text: "refused", address: "refused", frames: 0 };

let place: Place;
let seat: Seat;
/** With the token, as the terminal shows it. */
let url: string;
let origin: string;
/** The arguments that the opener was started with. */
let given: readonly string[];
beforeAll(async () => {
  place = makePlace({ "a.txt": "hello\n" });
  writeSession(place, "short", longSession(place, 2));
  const programs = join(place.home, "programs");
  const note = join(place.home, "given");
  putFiles(programs, { [OPENER]: `#!/bin/sh\nprintf '%s\\n' "$@" > '${note}.part' && mv '${note}.part' '${note}'\n` });
  chmodSync(join(programs, OPENER), 0o755);
  const environment = { PATH: [programs, process.env["PATH"] ?? ""].join(delimiter) };
  seat = new Seat(["view"], { ...place, columns: 160, environment });
  [url = ""] = /http:\S+#token=\S+/.exec(await seat.until(/http:\S+#token=\S{43}/)) ?? [];
  ({ origin } = new URL(url));
  await vi.waitUntil(() => existsSync(note), { timeout: 90_000 });
  given = readFileSync(note, "utf8").trimEnd().split("\n");
});
afterAll(() => {
  seat.close();
  place.remove();
});

test("the token stands in no argument, but in a file that nobody else may read", () => {
  expect(given).toEqual([expect.stringMatching(/^file:.*\/open\.html$/)]);
  const page = fileURLToPath(given[0] ?? "");
  expect([statSync(page).mode & 0o777, statSync(dirname(page)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(page.startsWith(join(place.home, "waymark/cache/view/"))).toBe(true);
  expect(readFileSync(page, "utf8")).toContain(`0;url=${url}"`);
});

describe.skipIf(missing("chromium"))("in Chromium", () => {
  const browser = testBrowser(() => `${origin}/`);
  let elsewhere: Server;
  let foreign: string;
  beforeAll(async () => {
    elsewhere = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>Elsewhere</title><body></body>");
    });
    await new Promise<void>((listening) => elsewhere.listen(0, "127.0.0.1", listening));
    foreign = `http://localhost:${(elsewhere.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  /** The view as the system's browser opens it. */
  const opened = async (): Promise<Page> => {
    const page = await browser.open({ home: "", complains: true });
    await page.goto(given[0] ?? "");
    await page.waitForSelector("a.row");
    return page;
  };

  test("the file leads to the view, and the page can be loaded anew", async () => {
    const page = await opened();
    expect(page.url()).toBe(`${origin}/`);
    await page.reload();
    await page.waitForSelector("a.row");
  });

  test("the page of another reads nothing and does nothing, also in a tab that had the token", async () => {
    const page = await opened();
    await page.goto(foreign);
    expect(await page.evaluate(attempts(origin))).toEqual(REFUSED);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    const [led] = await Promise.all([page.waitForEvent("popup"), page.evaluate(leadWindow(`${origin}/#/settings`))]);
    await led.waitForSelector("h1 >> text=Settings");
    expect(await led.evaluate("opener")).toBeNull();
    expect(await page.evaluate(HOLD)).toEqual(NO_HOLD);
  });

  test("a window that the page of another opens has no token, and gets none by its address", async () => {
    const page = await browser.open({ home: "", complains: true });
    await page.goto(foreign);
    const [led] = await Promise.all([page.waitForEvent("popup"), page.evaluate(leadWindow(`${origin}/`))]);
    await led.waitForSelector("[role=alert] >> text=/token does not count any more/");
    expect(await page.evaluate(HOLD)).toEqual(NO_HOLD);
  });
});

test("the file is gone when the view has ended", async () => {
  seat.type("\u0003");
  expect(await seat.ended()).toBe(0);
  expect(existsSync(dirname(fileURLToPath(given[0] ?? "")))).toBe(false);
});
