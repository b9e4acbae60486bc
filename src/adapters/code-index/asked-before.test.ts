import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { QUERY_VERBS, type QueryInput, type QueryVerb } from "../../engines/citadel/queries/run-query.ts";
import { type CodeIndex, openCodeIndex } from "./code-intelligence.ts";

const ESTATE = resolve(import.meta.dirname, "../../../test/fixtures/estate");
const { signal } = new AbortController();
let cache: string;
beforeAll(() => {
  cache = mkdtempSync(join(tmpdir(), "waymark-asked-"));
});
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const INPUTS: readonly QueryInput[] = [
  { path: "." },
  { path: "cbl" },
  { path: "cbl/ACCTPOST.cbl" },
  { path: ".", names: ["ACCT-ID"] },
  { path: ".", names: ["ACCTREC"] },
  { path: ".", names: ["ACCTPOST", "ACCTDATA"] },
];
const QUESTIONS = QUERY_VERBS.flatMap((verb) => INPUTS.map((input): [QueryVerb, QueryInput] => [verb, input]));

/** Answers by question, as text: what they are made of is shared. */
async function answers(index: CodeIndex, questions: typeof QUESTIONS): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [verb, input] of questions)
    found.set(JSON.stringify([verb, input]), JSON.stringify(await index.answer(verb, input, { signal })));
  return found;
}

/** The same order each time, and none that a person would ask in. */
function shuffled<Item>(list: readonly Item[], seed: number): Item[] {
  const own = [...list];
  let state = seed;
  for (let at = own.length - 1; at > 0; at -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (at + 1);
    [own[at], own[other]] = [own[other] as Item, own[at] as Item];
  }
  return own;
}

describe.each([
  ["from the whole estate", {}],
  ["from the files that matter", { wholeBytesMax: 0 }],
])("an answer %s", (_title, options) => {
  test("is the same whatever was asked before in the process", async () => {
    const place = { root: ESTATE, cacheFolder: cache, ...options };
    const alone = new Map<string, string>();
    for (const question of QUESTIONS) {
      const index = openCodeIndex(place);
      for (const [key, text] of await answers(index, [question])) alone.set(key, text);
      index.close();
    }
    expect([...alone.values()].filter((text) => text.includes('"sections"')).length).toBeGreaterThan(40);
    for (const seed of [1, 7, 42]) {
      const index = openCodeIndex(place);
      const together = await answers(index, shuffled(QUESTIONS, seed));
      index.close();
      for (const [key, text] of together) expect(text, `${key}, order ${seed}`).toBe(alone.get(key));
    }
  });
});
