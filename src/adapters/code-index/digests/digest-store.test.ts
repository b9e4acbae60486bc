import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderCodeAnswer } from "../../../engines/citadel/queries/run-query.ts";
import { type CodeIndex, openCodeIndex } from "../code-intelligence.ts";
import { indexFolder } from "../index-place.ts";

const source = (...lines: readonly string[]): string => lines.map((line) => `       ${line}\n`).join("");
const program = (name: string, ...code: readonly string[]): string =>
  source(
    "IDENTIFICATION DIVISION.",
    `PROGRAM-ID. ${name}.`,
    "DATA DIVISION.",
    "WORKING-STORAGE SECTION.",
    "COPY ACCT.",
    "COPY ACCT REPLACING ==BAL== BY ==OLD-BAL==.",
    "01 WORK-1 PIC 9(5).",
    "01 SWITCH-1 PIC X.",
    "PROCEDURE DIVISION.",
    "MAIN-1.",
    "    MOVE BAL TO WORK-1.",
    ...code,
    "    COPY CHECKS.",
  );

let place: string;
let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "waymark-digests-"));
  root = join(place, "estate");
  write(
    "cpy/ACCT.cpy",
    source("* What the customer owes.", "01 ACCT.", "  05 BAL PIC 9(5).", "    88 IS-ZERO VALUE 0."),
  );
  write("cpy/CHECKS.cpy", source("IF BAL > 10 MOVE 1 TO WORK-1."));
  write(
    "cbl/ONE.cbl",
    program("ONE", "    IF WORK-1 > 5 ADD 1 TO OLD-BAL.", "    IF SWITCH-1 = 'Y' MOVE 'N' TO SWITCH-1."),
  );
  write("cbl/TWO.cbl", program("TWO", "    IF IS-ZERO COMPUTE BAL = WORK-1 * 2."));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const page = { offset: 0, limit: 1000 };
const { signal } = new AbortController();
const cacheFolder = (): string => join(place, "cache");

async function ask(verb: "rules" | "fields", options: object = {}): Promise<string> {
  const index: CodeIndex = openCodeIndex({ root, cacheFolder: cacheFolder(), ...options });
  try {
    return renderCodeAnswer(await index.answer(verb, { path: "." }, { signal }), page);
  } finally {
    index.close();
  }
}

const digestFiles = (): string[] =>
  readdirSync(indexFolder(cacheFolder(), root)).filter((name) => name.endsWith(".digest"));

test("rules name what programs mean in code and data that they copy", async () => {
  const text = await ask("rules");
  expect(text).toContain("When WORK-1 > 5: ADD 1 TO OLD-BAL [lines 12-12] — cbl/ONE.cbl:12");
  expect(text).toContain("When BAL > 10: MOVE 1 TO WORK-1 [lines 1-1] — cpy/CHECKS.cpy:1");
  expect(text).toContain("decides BAL: PIC 9(5); IS-ZERO = 0");
  expect(text).not.toContain("SWITCH-1 = 'Y'");
});

test("the second answer is the first one, read from what was kept", async () => {
  const first = [await ask("rules"), await ask("fields")];
  const files = digestFiles();
  expect([await ask("rules"), await ask("fields")]).toEqual(first);
  expect(digestFiles()).toEqual(files);
});

test("workers find what one thread finds", async () => {
  const alone = [await ask("rules"), await ask("fields")];
  rmSync(cacheFolder(), { recursive: true });
  for (const [at, verb] of (["rules", "fields"] as const).entries())
    expect(await ask(verb, { workersFromBytes: 0 })).toBe(alone[at]);
});

test("a change is seen, also one of a copybook in the programs that copy it", async () => {
  expect(await ask("rules")).toContain("decides BAL: PIC 9(5)");
  write(
    "cpy/ACCT.cpy",
    source("* What the customer owes.", "01 ACCT.", "  05 BAL PIC 9(7).", "    88 IS-ZERO VALUE 0."),
  );
  write("cbl/TWO.cbl", program("TWO", "    IF IS-ZERO COMPUTE BAL = WORK-1 * 3."));
  const text = await ask("rules");
  expect(text).toContain("WORK-1 * 3");
  expect(text).toContain("PIC 9(7)");
  expect(text).not.toContain("PIC 9(5); IS-ZERO");
});

test("what was cut off on disk is made again", async () => {
  const first = await ask("rules");
  for (const name of digestFiles()) truncateSync(join(indexFolder(cacheFolder(), root), name), 10);
  expect(await ask("rules")).toBe(first);
});
