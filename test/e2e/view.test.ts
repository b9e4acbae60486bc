import { request as ask } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { expectReadable, NARROW, testBrowser } from "./in-browser.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";
import { startView, type View } from "./view-process.ts";
import { longSession, writeSession } from "./view-scene.ts";

/** Markup, a script, a handler, an address that acts, sequences of a terminal, letters that turn the direction, a line without end. */
const HOSTILE = `<script>window.hacked=1</script><img src=x onerror=window.hacked=2> [x](javascript:window.hacked=3) <a href="javascript:window.hacked=4">x</a> \u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007 \u202egnirts\u202c {{7*7}} \${7*7} </textarea><svg onload=window.hacked=5>`;

let place: Place;
let view: View;
beforeAll(async () => {
  place = makePlace({ "a.txt": "hello\n" });
  writeSession(place, "long", longSession(place, 2500));
  writeSession(
    place,
    "hostile",
    longSession(place, 3, (round) => `${round} ${HOSTILE} ${"x".repeat(200_000)}`),
    Date.UTC(2026, 0, 3),
  );
  writeSession(
    place,
    "short",
    longSession(place, 2, (round) => `needle ${round}`),
    Date.UTC(2026, 0, 4),
  );
  view = await startView(place);
});
afterAll(async () => {
  expect(await view.end()).toBe(0);
  place.remove();
});

describe("the door", () => {
  /** Node's own client lets every header be chosen. */
  const status = (
    path: string,
    headers: Readonly<Record<string, string>>,
    method = "GET",
  ): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(view.origin);
      const request = ask(
        { hostname, port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.once("error", reject);
      request.end();
    });
  const token = (): Readonly<Record<string, string>> => ({ authorization: `Bearer ${view.token}` });

  test("is open to who has the token, and to nobody else", async () => {
    expect(await status("/api/sessions", token())).toBe(200);
    expect(await status("/api/sessions", {})).toBe(401);
    expect(await status("/api/sessions", { authorization: `Bearer ${"A".repeat(43)}` })).toBe(401);
    expect(await status(`/api/sessions?token=${view.token}`, {})).toBe(401);
    expect(await status("/api/sessions", { cookie: `token=${view.token}` })).toBe(401);
    expect(await status("/", {})).toBe(200);
    expect(await status("/", {}, "POST")).toBe(401);
  });

  test.each(["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1", "[::1]", "169.254.169.254"])(
    "knows itself by one name, and it is not %s",
    async (host) => {
      expect(await status("/api/sessions", { ...token(), host })).toBe(421);
      expect(await status("/", { host })).toBe(421);
    },
  );

  test.each([
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "file://" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("is shut to the page of another: %j", async (headers) => {
    expect(await status("/api/sessions", { ...token(), ...headers })).toBe(403);
  });

  test("a window may be led to the shell from elsewhere, and nothing else is given there", async () => {
    const window = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect(await status("/", window)).toBe(200);
    expect(await status("/estate", { ...window, "sec-fetch-site": "same-site" })).toBe(200);
    expect(await status("/api/sessions", { ...token(), ...window })).toBe(403);
    expect(await status("/", { ...token(), ...window }, "POST")).toBe(403);
    expect(await status("/", { ...window, origin: "null" })).toBe(403);
    for (const dest of ["iframe", "frame", "object", "embed", "script", "empty"])
      expect(await status("/", { ...window, "sec-fetch-dest": dest })).toBe(403);
    for (const mode of ["no-cors", "cors", "websocket"])
      expect(await status("/", { ...window, "sec-fetch-mode": mode })).toBe(403);
  });

  test("leads to no file, and a body without end is not read", async () => {
    for (const path of ["/../package.json", "/%2e%2e/main.js", "/api/sessions/../../etc/passwd", "/api/nothing"])
      expect(await status(path, token())).toBeGreaterThanOrEqual(400);
    expect(await status("/api/runs", { ...token(), "content-length": "99999999999" }, "POST")).toBe(413);
  });

  test("a port that is taken, and one that is none, are said", async () => {
    const { port } = new URL(view.origin);
    expect(await runWaymark(["view", "--no-open", "--port", port], place)).toMatchObject({
      ...{
        code: 2,
        stderr: expect.stringMatching(/^waymark: Port \d+ cannot be listened on .*give another with --port/),
      },
    });
    expect(await runWaymark(["view", "--port", "70000"], place)).toMatchObject({ code: 2, stdout: "" });
  });
});

describe.skipIf(missing("chromium"))("the pages of waymark view, in Chromium", () => {
  const browser = testBrowser(() => `${view.origin}/`);
  let page: Page;
  const open = async (route = "", options: Parameters<typeof browser.open>[0] = {}): Promise<void> => {
    page = await browser.open(options);
    await page.goto(view.url);
    await page.waitForSelector("h1");
    if (route !== "") await page.goto(`${view.origin}/#${route}`);
  };

  test("the token leaves the address, and a page that is loaded anew goes on", async () => {
    await open();
    expect(page.url()).toBe(`${view.origin}/`);
    await page.reload();
    await page.waitForSelector("a.row");
    await expect.poll(() => page.locator("a.row").count()).toBe(3);
  });

  test("sessions are listed, newest first, and searched by what was said in them", async () => {
    await open();
    await page.waitForSelector("a.row");
    expect((await page.locator("a.row b").allTextContents())[0]).toMatch(/^(needle 0|0 )|Round 0/);
    await page.fill("[data-search]", "needle 2");
    await expect.poll(() => page.locator("a.row").count()).toBe(1);
    await expect.poll(() => page.locator("a.row b").textContent()).toBe("needle 0");
  });

  test("a session shows what was said, thought, called and given back, and what it cost", async () => {
    await open("/sessions/short");
    await page.waitForSelector("#entry-3");
    await expect.poll(() => page.locator("#entry-2 .text").textContent()).toBe("needle 0");
    expect(await page.locator("#entry-3 .thinking").getAttribute("open")).toBeNull();
    await page.click("#entry-3 .thinking summary");
    await expect.poll(() => page.locator("#entry-3 .thinking .text").textContent()).toBe("thought needle 1");
    const call = page.locator("#entry-4");
    await expect.poll(() => call.locator(".removed").textContent()).toContain("needle 1 before");
    await expect.poll(() => call.locator(".added").textContent()).toContain("needle 1 after");
    await call.locator("summary", { hasText: "Arguments" }).click();
    await expect.poll(() => call.locator("pre").first().textContent()).toContain('"round": 1');
    await call.locator("summary", { hasText: "Result" }).click();
    await expect.poll(() => call.locator("pre").last().textContent()).toBe("ok needle 1");
    await expect.poll(() => page.locator("main > .soft").first().textContent()).toContain("$0.0200");
    expect(await page.locator(".chart svg").getAttribute("aria-label")).toBe("Cost over time, up to $0.0200");
  });

  test("of 10,000 events only those near to what is seen are on the page; search leads into their middle", async () => {
    await open("/sessions/long");
    await page.waitForSelector("#entry-50");
    await expect.poll(() => page.locator("main > .soft").first().textContent()).toContain("5004 entries");
    expect(await page.locator("article").count()).toBeLessThan(500);
    await page.keyboard.press("/");
    await page.keyboard.type("Round 1777.");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Round 1777. before");
    expect(await page.locator("article").count()).toBeLessThan(700);
    await page.keyboard.press("Shift+G");
    await page.waitForSelector("#entry-5003");
  });

  test("hostile contents do nothing and are cut where they are endless", async () => {
    await open("/sessions/hostile");
    await page.waitForSelector("#entry-4");
    const shown = await page.locator("#entry-2 .text").textContent();
    expect(shown).toContain("<script>window.hacked=1</script>");
    expect(shown).not.toMatch(/[\u001b\u202e\u0007]/);
    await expect
      .poll(() => page.locator("main img, main script, main iframe, main svg:not(.chart svg)").count())
      .toBe(0);
    await expect.poll(() => page.locator("main a:not([data-back])").count()).toBe(0);
    await page.click("#entry-2 .cut button");
    await expect
      .poll(async () => (await page.locator("#entry-2 .text").textContent())?.length)
      .toBeGreaterThan(200_000);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  test("everything can be done with keys", async () => {
    await open();
    await page.waitForSelector("a.row");
    await page.keyboard.press("?");
    await expect.poll(() => page.locator("dialog").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").isVisible()).toBe(false);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#entry-3");
    for (let count = 0; count < 4; count++) await page.keyboard.press("j");
    expect(await page.evaluate("document.activeElement.id")).toBe("entry-3");
    await page.keyboard.press("Enter");
    expect(await page.locator("#entry-3 .thinking").getAttribute("open")).not.toBeNull();
    await page.keyboard.press("k");
    expect(await page.evaluate("document.activeElement.id")).toBe("entry-2");
    await page.keyboard.press("Escape");
    await page.waitForSelector("a.row");
  });

  test.each(["", "/sessions/short", "/sessions/hostile"])(
    "%s is for everybody to read: light, dark, and narrow",
    async (route) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await open(route, { colorScheme, ...NARROW });
        await page.waitForSelector(route === "" ? "a.row" : "#entry-4");
        await expectReadable(page);
      }
    },
  );

  test("settings stand there with their sources, and no key does", async () => {
    const servers = { git: { command: "x", env: { GIT_TOKEN: "very-secret-value-1" }, args: ["--token"] } };
    const set = (key: string, value: string) => runWaymark(["config", "set", key, value], place);
    expect(await set("mcpServers", JSON.stringify(servers))).toMatchObject({ code: 0 });
    expect(await set("permissionMode", "plan")).toMatchObject({ code: 0 });
    for (const colorScheme of ["light", "dark"] as const) {
      await open("/settings", { colorScheme, ...NARROW });
      await page.waitForSelector("h1 >> text=Settings");
      await page.waitForSelector("li.row");
      await expectReadable(page);
    }
    await page.fill("[data-search]", "permissionMode");
    await expect
      .poll(() => page.locator("li.row").first().textContent())
      .toMatch(/permissionMode "plan"\s*from .*config\.json/);
    const shown = await page.locator("li.row").count();
    await page.fill("[data-search]", "");
    await expect.poll(() => page.locator("li.row").count()).toBeGreaterThan(shown);
    expect(await page.locator("main").textContent()).not.toContain("very-secret");
    for (const key of ["mcpServers", "permissionMode"]) await set(key, key === "mcpServers" ? "{}" : "default");
  });

  test("an old token, and none, are told what to do", async () => {
    // A refusal of the door is a line of the browser's own on the console.
    page = await browser.open({ complains: true });
    await page.goto(`${view.origin}/#token=${"A".repeat(43)}`);
    await expect
      .poll(() => page.locator("[role=alert]").textContent())
      .toMatch(/token does not count any more; open the address/);
  });

  test("a session that is removed while it is looked at is said, and so is an address that was written wrongly", async () => {
    const id = writeSession(place, "removed", longSession(place, 2), Date.UTC(2026, 0, 1));
    await open(`/sessions/${id}`);
    await page.waitForSelector("#entry-3");
    expect(await runWaymark(["sessions", "rm", id], place)).toMatchObject({ code: 0 });
    await page.waitForSelector("[role=alert] >> text=The session removed is there no more");
    await page.waitForSelector("#entry-3");
    await page.goto(`${view.origin}/#/sessions/%E0%A4%A`);
    await page.waitForSelector("[role=alert] >> text=/^No session/");
    await page.goto(`${view.origin}/#/batches/%`);
    await page.waitForSelector("[role=alert] >> text=/^There is no batch/");
  });

  test("whoever moves on while something is on its way sees what they moved to", async () => {
    await open("/sessions/long");
    for (const route of ["/sessions/short", "/plans", "/sessions/hostile", "/batches", "/settings", "/sessions/long"])
      await page.evaluate(`location.hash = "#${route}"`);
    await page.waitForSelector("h1 >> text=Round 0.");
    await page.waitForSelector("#entry-50");
    await page.goBack();
    await page.waitForSelector("h1 >> text=Settings");
    expect(await page.locator("article").count()).toBe(0);
  });

  test("a session that does not exist is said", async () => {
    await open("/sessions/nowhere");
    await page.waitForSelector("[role=alert]");
    await expect.poll(() => page.locator("[role=alert]").textContent()).toMatch(/^No session "nowhere"/);
  });
});
