import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launch } from "./chromium.ts";

/** For a machine that is busy with something else: what is waited for is a condition, never a time. */
const PATIENCE_MS = 90_000;

interface OpenOptions extends BrowserContextOptions {
  /** It is there for all tests of the block, and closed after the last. */
  readonly stays?: boolean;
  /** It is meant to say something on the console. */
  readonly complains?: boolean;
  /** What the addresses begin with that it may ask, where that is another home than that of the block. */
  readonly home?: string;
}

export interface TestBrowser {
  /** A page that knows nothing of the others. */
  open(options?: OpenOptions): Promise<Page>;
  /** So many pages of one browser, as tabs: they share what a browser shares between tabs. */
  tabs(count: number): Promise<readonly Page[]>;
}

/**
 * Chromium for the tests of the block in which this is called. Each page that it opened is looked at after each test: nothing stood on its
 * console, nothing was thrown or asked in a dialog, nobody but `home` was asked, and nothing hostile ran.
 * @param home  what the addresses begin with that a page may ask
 */
export function testBrowser(home: () => string): TestBrowser {
  let browser: Browser;
  const open = new Map<Page, { readonly troubles: readonly string[]; readonly stays: boolean }>();
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async () => {
    for (const [page, { troubles, stays }] of open) {
      if (page.isClosed()) {
        open.delete(page);
        continue;
      }
      expect(await page.evaluate("window.hacked")).toBeUndefined();
      expect(troubles).toEqual([]);
      if (stays) continue;
      open.delete(page);
      await page.context().close();
    }
  });
  afterAll(() => browser.close());
  const watched = (page: Page, options: OpenOptions): Page => {
    const { stays = false, complains = false, home: own = home() } = options;
    page.setDefaultTimeout(PATIENCE_MS);
    const troubles = watchPage(page, own);
    open.set(page, { troubles: complains ? [] : troubles, stays });
    return page;
  };
  return {
    async open(options = {}) {
      const { stays: _stays, complains: _complains, home: _home, ...context } = options;
      return watched(await browser.newPage(context), options);
    },
    async tabs(count) {
      const context = await browser.newContext();
      const pages: Page[] = [];
      while (pages.length < count) pages.push(watched(await context.newPage(), {}));
      return pages;
    },
  };
}

/** What a page must never do: say something on the console, throw, or ask anybody but its own server. */
function watchPage(page: Page, home: string): string[] {
  const troubles: string[] = [];
  page.on("console", (message) => troubles.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(home) && !request.url().startsWith("data:")) troubles.push(request.url());
  });
  return troubles;
}

/** What axe finds in the page as it is now: the rule and where. @param rules  `wcag`: those of WCAG 2.2 A and AA */
export async function violations(page: Page, rules: "wcag" | "all" = "wcag"): Promise<readonly string[]> {
  const only = rules === "all" ? {} : { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
  // Not as an element of the page: its policy lets no script in.
  await page.evaluate(`${axe.source}; undefined`);
  return page.evaluate(`axe.run(document, ${JSON.stringify(only)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target.join(" ") + " " + failureSummary)))`);
}

/** The page can be read by everybody as it is now: axe finds nothing, and nothing is wider than a screen of 360 pixels. */
export async function expectReadable(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
}

export const NARROW = { viewport: { width: 360, height: 740 } } as const;

export const textOf = (page: Page, selector: string): Promise<string | null> =>
  page.locator(selector).first().textContent();
