import { expect, test } from "vitest";
import { caseOf } from "./edits-fuzz/cases.ts";
import { isClear } from "./edits-fuzz/clarity.ts";
import { bytesOf } from "./edits-fuzz/file-bytes.ts";
import { FORMS } from "./edits-fuzz/forms.ts";
import { type HunkLines, hunksOf } from "./edits-fuzz/hunks.ts";
import { type Cell, stated } from "./edits-fuzz/readings.ts";
import { generatedRevision } from "./edits-fuzz/revisions.ts";
import { mayBe, verdictOf } from "./edits-fuzz/verdict.ts";
import { randomOf } from "./random.ts";
import { rounds } from "./rounds.ts";

/** `WAYMARK_FUZZ=100000 vitest run --project unit test/edits-fuzz.test.ts`; `WAYMARK_FUZZ_SEED` begins elsewhere. */
const RUNS = Number(process.env["WAYMARK_FUZZ"] ?? rounds(1_000));
const SEED = Number(process.env["WAYMARK_FUZZ_SEED"] ?? 1);
/** A single run of a seed, as it is named where it is wrong. */
const ONLY = process.env["WAYMARK_FUZZ_RUN"];
const WRONG_SHOWN = 5;

test(`${RUNS} edits, damaged as models damage them, are done right or refused`, { timeout: 3_600_000 }, async () => {
  const counts = { right: 0, refused: 0, wrong: 0 };
  // Those that nothing was done to, by whether they can mean one place only.
  const undamaged = { clear: 0, clearRight: 0, unclear: 0, unclearRight: 0 };
  const wrong: string[] = [];
  for (const run of ONLY === undefined ? Array(RUNS).keys() : [Number(ONLY)]) {
    const one = caseOf(SEED * 1_000_003 + run);
    if (one === undefined) continue;
    const verdict = await verdictOf(one);
    if (one.damages.length === 0) {
      const clarity = isClear(one) ? "clear" : "unclear";
      undamaged[clarity]++;
      if (verdict === "right") undamaged[`${clarity}Right`]++;
    }
    if (typeof verdict === "string") {
      counts[verdict]++;
      continue;
    }
    counts.wrong++;
    wrong.push(`run ${run}, ${one.form.format}: ${one.damages.join(", ")}\n${one.input}\n=> ${verdict.wrong}`);
  }
  console.log(`edits fuzz: seed ${SEED} ${JSON.stringify({ ...counts, ...undamaged })}`);
  // The shortest tell most.
  expect(wrong.toSorted((one, other) => one.length - other.length).slice(0, WRONG_SHOWN)).toEqual([]);
  // A reader that refuses everything would pass as well.
  if (ONLY !== undefined) return;
  expect(counts.right).toBeGreaterThan(counts.refused);
  expect(undamaged.clearRight / undamaged.clear).toBeGreaterThan(0.99);
});

test("the judge lets no result pass that lacks a hunk, an added line or a deletion", () => {
  let judged = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomOf(seed);
    const revision = generatedRevision(random);
    const hunks = hunksOf(revision, random);
    const form = random.pick(FORMS);
    const right = stated(revision, hunks);
    if (right === undefined || !form.says(hunks)) continue;
    const bytes = (cells: readonly Cell[]): Uint8Array => {
      const usual = revision.form.encoding === "ebcdic-records" ? "" : revision.form.ends[0] || "\n";
      const ends = cells.map(({ origin }) => revision.form.ends[origin ?? 0] || usual);
      return bytesOf(
        cells.map(({ text }) => text),
        { ...revision.form, ends: ends.toSpliced(-1, 1, revision.form.ends.at(-1) ?? "") },
      );
    };
    const how = { form, damages: [] };
    expect(mayBe(bytes(right), revision, hunks, how), `seed ${seed}`).toBe(true);
    const lacking = [
      hunks.slice(1),
      hunks.map((hunk) => withoutLast(hunk, "+")),
      hunks.map((hunk) => withoutLast(hunk, "-")),
    ];
    for (const less of lacking) {
      const result = stated(revision, less);
      if (result === undefined || textOf(result) === textOf(right)) continue;
      judged++;
      expect(mayBe(bytes(result), revision, hunks, how)).toBe(false);
    }
  }
  expect(judged).toBeGreaterThan(500);
});

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join("\n");

/** The hunk with its last added line left out, or with its last deleted line kept. */
function withoutLast(hunk: HunkLines, sign: "+" | "-"): HunkLines {
  const last = hunk.findLastIndex((line) => line.sign === sign);
  const line = hunk[last];
  if (line === undefined) return hunk;
  return hunk.toSpliced(last, 1, ...(sign === "-" ? [{ ...line, sign: " " as const }] : []));
}
