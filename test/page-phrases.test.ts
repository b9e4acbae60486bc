import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Estate } from "../src/engines/citadel/graph/estate.ts";
import { cobol } from "../src/engines/citadel/languages/cobol/frontend.ts";
import { estateDigests } from "../src/engines/citadel/queries/business/file-digest.ts";
import { makeReport } from "../src/engines/citadel/report/make-report.ts";
import { reportPhrases } from "../src/frontends/view/pages/estate/report-phrases.ts";
import PORTUGUESE from "../src/frontends/view/words/pt.json" with { type: "json" };
import { phrasesOf, unspokenInPage } from "./phrases.ts";

/** More clones than a report lists. */
const CLONES = 1001;

const sources = globSync("src/frontends/view/pages/**/*.ts")
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

test("every text of the pages, and of the tables that they show, has its Portuguese, and there is none for what nobody says", () => {
  const said = new Set([
    ...sources.flatMap(({ file, source }) => phrasesOf(source, file, "say")),
    ...reportTexts().flatMap((text) => reportPhrases(text).map(({ pattern }) => pattern)),
  ]);
  expect(said.size).toBeGreaterThan(200);
  expect(Object.keys(PORTUGUESE).sort()).toEqual([...said].sort());
});

test("a translation has the values of its English text", () => {
  const places = (text: string): string => `${[...text.matchAll(/\{\d+\}/g)].map(([place]) => place).sort()}`;
  expect(Object.entries(PORTUGUESE).filter(([english, text]) => places(english) !== places(text))).toEqual([]);
});

test("no text is left in a page outside of what can be translated", () => {
  expect(sources.length).toBeGreaterThan(30);
  expect(sources.flatMap(({ file, source }) => unspokenInPage(source, file))).toEqual([]);
});

test("the gate finds texts between tags, in what is read to people, and on elements made by hand", () => {
  const source =
    'html`<p class="soft">No ${one} is here</p><input aria-label="Search all" /><b>${say`Known`} Waymark</b>`; h("p", { className: "a note", textContent: "Look at it" }); h("p", { textContent: `${one} of them` });';
  expect(unspokenInPage(source)).toEqual([
    "page.ts: No  is here",
    "page.ts: Search all",
    "page.ts: Look at it",
    "page.ts: of them",
  ]);
});

/** What a report says of itself: of an estate that has a row of each table, whole, and cut to a row. */
function reportTexts(): readonly string[] {
  const sources = new Map(["ONE", "TWO"].map((name) => [`${name}.cbl`, program(name)]));
  const textOf = (path: string): string | undefined => sources.get(path);
  const files = [...sources].map(([path, text]) => ({
    facts: cobol.parse({ path, text }, { find: () => undefined }),
    sha256: "",
  }));
  const estate = new Estate(files);
  const parts = { name: "estate", estate: () => estate, digests: estateDigests(estate, textOf), textOf };
  const reports = [makeReport(parts, "."), makeReport({ ...parts, extent: { tableCharactersMax: 1 } }, ".")];
  return reports.flatMap(({ tables }) =>
    tables.flatMap(({ title, columns, note }) => [title, ...columns, ...(note === "" ? [] : [note])]),
  );
}

/** A name of its own for each: clones may differ in numbers. */
const letters = (number: number): string => [...String(number)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");

function program(name: string): string {
  const lines = [
    ...["IDENTIFICATION DIVISION.", `PROGRAM-ID. ${name}.`, "DATA DIVISION.", "LINKAGE SECTION."],
    ...["01 REC.", "   05 AMOUNT PIC 9(5).", "   05 KIND PIC X.", "PROCEDURE DIVISION.", "MAIN-1."],
    ...["    IF KIND = 'A'", "        ADD 1 TO AMOUNT", "    ELSE", "        MOVE 0 TO AMOUNT", "    END-IF."],
    ...Array.from({ length: CLONES }, (_, block) => [
      `    DISPLAY ${name}-${letters(block)}`,
      ...Array.from({ length: 10 }, (_, line) => `    MOVE A-${letters(block)} TO B-${letters(line)}`),
    ]).flat(),
  ];
  return lines.map((line) => `       ${line}\n`).join("");
}
