import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { inTurn } from "../rounds.ts";
import { testBrowser, textOf } from "./in-browser.ts";
import { runWaymark } from "./run-waymark.ts";

/** Ends a script element, starts a comment, and is markup with a handler. */
const HOSTILE = `</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=2><!--<script>"'`;

const PROGRAM = `       IDENTIFICATION DIVISION.
       PROGRAM-ID. FEECALC.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       COPY FEEREC.
       PROCEDURE DIVISION.
       1000-MAIN.
      * ${HOSTILE}
           IF FEE-TYPE = '${HOSTILE.slice(0, 9)}'
               COMPUTE FEE-AMOUNT = FEE-BASE * 2
           ELSE
               MOVE ZERO TO FEE-AMOUNT
           END-IF
           CALL 'NOTHERE'
           GOBACK.
       9000-DEAD.
           DISPLAY 'X'.
`;
const COPYBOOK = `      * What a ship pays
       01  FEE-RECORD.
      * L for large ships
           05  FEE-TYPE        PIC X(10).
               88  IS-LARGE    VALUE 'L'.
           05  FEE-BASE        PIC 9(5)V99.
           05  FEE-AMOUNT      PIC 9(7)V99.
`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-report-")));
const place = { cwd: join(folder, "estate"), home: join(folder, "home") };
const output = join(folder, "report.html");
const code = (...args: readonly string[]) => runWaymark(["code", ...args], place);

beforeAll(async () => {
  mkdirSync(place.home);
  mkdirSync(place.cwd);
  writeFileSync(join(place.cwd, "FEECALC.cbl"), PROGRAM);
  writeFileSync(join(place.cwd, "FEECOPY.cbl"), PROGRAM.replace("PROGRAM-ID. FEECALC", "PROGRAM-ID. FEECOPY"));
  writeFileSync(join(place.cwd, "FEEREC.cpy"), COPYBOOK);
  writeFileSync(join(place.cwd, "evil'\"<b onclick=hacked>&.js"), `export function run() { return "${HOSTILE}"; }\n`);
  expect((await code("report", ".", "-o", output)).stderr).toBe("");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missing("chromium"))("the page of waymark code report, in Chromium", () => {
  const browser = testBrowser(() => pathToFileURL(output).href);
  let page: Page;
  beforeAll(async () => {
    page = await browser.open({ stays: true });
    await page.goto(pathToFileURL(output).href);
  });

  /** The view has changed once its link is the current one: that is done with it. */
  const open = async (id: string): Promise<void> => {
    await page.click(`nav a[href="#${id}"]`);
    await page.waitForSelector(`nav a.current[href="#${id}"]`);
  };
  const shown = (selector: string) => expect.poll(() => textOf(page, selector));

  test("a rule leads to its line in the source", async () => {
    await open("rules");
    await page.fill("main input[type=search]", "compute fee-base");
    await shown("main .count").toMatch(/^\d of \d+ rows$/);
    await page.click("tbody a.place");
    await shown("#source strong").toMatch(/^FEECALC\.cbl:\d+$/);
    await expect.poll(() => page.locator("#source .marked").count()).toBe(1);
  });

  test("the graph is searched, followed, filtered and zoomed", async () => {
    await open("graph");
    await page.fill("#graph input[type=search]", "feec");
    await page.click("#found .hit");
    await shown("#details h3").toBe("FEECALC");
    await expect.poll(() => page.locator("#canvas").getAttribute("data-nodes")).toBe("3");
    await page.click("#details .follow >> text=NOTHERE");
    await shown("#details h3").toBe("NOTHERE");
    await page.click("#graph .kinds label >> text=missing");
    await shown("#graph .count").not.toContain("around");
    await page.click("#graph button >> text=+");
    await expect.poll(() => page.locator("#canvas canvas").count()).toBeGreaterThan(0);
  });

  test("a clone leads to each of its places", async () => {
    await open("clones");
    const rows = await page.locator("tbody tr").allInnerTexts();
    expect(rows.map((row) => row.split(/\t/).map((cell) => cell.trim()))).toEqual([
      ["1", "14", "2", "FEECALC.cbl", expect.stringContaining("FEECALC"), expect.any(String)],
      ["1", "14", "2", "FEECOPY.cbl", expect.stringContaining("FEECOPY"), expect.any(String)],
    ]);
    await page.click("tbody a.place >> text=FEECOPY");
    await shown("#source strong").toMatch(/^FEECOPY\.cbl:3$/);
  });

  test.each(inTurn(2, ["inventory", "files", "complexity", "crud", "missing", "dead", "fields", "rules-by-field"]))(
    "%s is shown",
    async (id) => {
      await open(id);
      await shown("main h2").not.toBe("");
    },
  );

  test("hostile names and sources do nothing, nothing is loaded and nothing is refused", async () => {
    await open("files");
    await page.click("tbody a.place >> text=evil");
    await shown("#source li").toContain(HOSTILE);
    expect(await page.locator("img").count()).toBe(0);
  });
});

test("the page has one data element, and its policy allows one script and one style", () => {
  const html = readFileSync(output, "utf8");
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html.match(/<\/script/g)).toHaveLength(2);
  expect(html).toMatch(/default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'/);
});

test("rules and fields are printed as csv, json and md, the same each time", async () => {
  const csv = await code("rules", "--format", "csv");
  expect(csv.stdout).toContain("COMPUTE FEE-AMOUNT = FEE-BASE * 2");
  expect((await code("rules", "--format", "csv")).stdout).toBe(csv.stdout);
  const { stdout } = await code("fields", "--format", "json");
  const [type] = JSON.parse(stdout).tables[0].rows.filter(
    ({ Field }: { Field: { text: string } }) => Field.text === "FEE-TYPE",
  );
  expect(type).toMatchObject({
    Field: { text: "FEE-TYPE", file: "FEEREC.cpy", line: 4 },
    Picture: "X(10)",
    Offset: 0,
    Bytes: 10,
    Copybook: "FEEREC.cpy",
    Read: 2,
    Meaning: "IS-LARGE = L; L for large ships; FEE-RECORD: What a ship pays",
  });
  expect((await code("rules", "--format", "md")).stdout).toContain("| Program | Paragraph | Condition |");
});

test.each(
  inTurn(2, [
    ["graphml", /<node id="n0"><data key="n-name">/],
    ["sarif", /"ruleId": "missing"/],
    ["scip", /waymark . . . program\/`FEECALC.cbl#FEECALC`\./],
    ["json", /"id":"crud"/],
    ["md", /## Dead code \(\d+\)/],
  ]),
)("a report as %s", async (format, expected) => {
  const path = join(folder, `report.${format}`);
  expect((await code("report", ".", "--format", format, "-o", path)).code).toBe(0);
  expect(readFileSync(path, "utf8")).toMatch(expected);
});

test("a report in JSON is the same document on standard output as in a file", async () => {
  const path = join(folder, "same.json");
  expect((await code("report", ".", "--format", "json", "-o", path)).code).toBe(0);
  const { stdout } = await code("report", ".", "--format", "json");
  expect(stdout).toBe(readFileSync(path, "utf8"));
  expect(JSON.parse(stdout).tables.length).toBeGreaterThan(5);
});

test("a format that does not exist is refused with those that do", async () => {
  expect(await code("report", ".", "--format", "pdf", "-o", output)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("choose html, json, csv, graphml, scip, sarif, md"),
  });
});
