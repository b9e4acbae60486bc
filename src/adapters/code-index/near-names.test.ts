import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FIRST_PAGE } from "../../engines/citadel/queries/answer.ts";
import { type QueryVerb, renderCodeAnswer } from "../../engines/citadel/queries/run-query.ts";
import { openCodeIndex } from "./code-intelligence.ts";

const cacheFolder = mkdtempSync(join(tmpdir(), "waymark-near-names-"));
const index = openCodeIndex({ root: "examples/harbor-ledger", cacheFolder });
afterAll(() => {
  index.close();
  rmSync(cacheFolder, { recursive: true, force: true });
});

const { signal } = new AbortController();
const ask = async (verb: QueryVerb, path: string, ...names: readonly string[]): Promise<string> =>
  renderCodeAnswer(await index.answer(verb, { path, ...(names.length > 0 && { names }) }, { signal }), FIRST_PAGE);

/** A slip at each kind of place in a word: a letter too few, too many, a wrong one, two that changed places. */
function slipsOf(word: string): readonly string[] {
  const middle = Math.floor(word.length / 2);
  const [before, after] = [word.slice(0, middle), word.slice(middle)];
  return [
    word.slice(0, -1),
    `${before}Q${after}`,
    `${before}Q${after.slice(1)}`,
    `${before.slice(0, -1)}${after[0]}${before.at(-1)}${after.slice(1)}`,
  ];
}

describe("a name that is not there is told, with the one that was meant", () => {
  const asked: readonly [verb: QueryVerb, name: string][] = [
    ["callers", "RATECALC"],
    ["impact", "BERTH-BALANCE"],
    ["lineage", "BERTH-BALANCE"],
    ["rules", "FEEPOST"],
    ["fields", "BERTHREC"],
    ["crud", "FEEPOST"],
    ["screens", "BERTHINQ"],
    ["jobs", "NIGHTRUN"],
  ];
  test.each(asked)("%s %s", async (verb, name) => {
    for (const slip of slipsOf(name)) {
      const text = await ask(verb, ".", slip);
      expect(text).toContain(`Did you mean ${name}?`);
      // It reads as nothing that was found out about the code.
      expect(text).not.toMatch(/No (statement|data item|program) here/);
    }
    expect(await ask(verb, ".", name)).not.toMatch(/Did you mean|Nothing here is called/);
  });
});

test("a paragraph is looked for in its file: by the beginning of its name too, and elsewhere", async () => {
  expect(await ask("body", "cobol/FEEPOST.cbl", "8000-REPORT")).toContain("Did you mean 8000-REPORT-UNKNOWN?");
  expect(await ask("body", "cobol/FEEPOST.cbl", "1000-DISCOUNT")).toContain("It is in cobol/RATECALC.cbl.");
});

test("a file that is not there is told with those of that name or nearly", async () => {
  for (const verb of ["functions", "flow", "callouts", "rules", "crud", "summary"] as const)
    for (const path of ["FEEPOTS.cbl", "cobol/FEEPOST.cb", "src/FEEPOST"])
      expect(await ask(verb, path)).toMatch(/[^.]\. Did you mean cobol\/FEEPOST\.cbl\?\n$/);
});

test("what is there and has nothing of the kind keeps its own words, and a word like none gets no guess", async () => {
  expect(await ask("rules", ".", "AUDITLOG")).toContain("No statement here decides");
  expect(await ask("crud", ".", "ZZZZZZZZ")).toContain("Nothing here is called ZZZZZZZZ.\n");
  expect(await ask("callers", ".", "ZZZZZZZZ")).toBe("ZZZZZZZZ is not known: no node has that name\n");
});
