import { createTwoFilesPatch } from "diff";
import { expect, test } from "vitest";
import { planEdit } from "../src/engines/edits/plan-edit.ts";
import { DAMAGES, damagedFrame, FRAMES, PROSE } from "./edits-fuzz/damage.ts";
import { FORMS, type Form, type Written } from "./edits-fuzz/forms.ts";
import {
  type HunkLines,
  hunksOf,
  literally,
  newSide,
  oldSide,
  placed,
  stated,
  withBlanksInPlace,
  withoutOuterBlanks,
} from "./edits-fuzz/hunks.ts";
import { type Random, randomOf } from "./edits-fuzz/random.ts";
import { committedRevisions, generatedRevision, type Revision } from "./edits-fuzz/revisions.ts";

/** `WAYMARK_FUZZ=100000 vitest run --project unit test/edits-fuzz.test.ts`; `WAYMARK_FUZZ_SEED` begins elsewhere. */
const RUNS = Number(process.env["WAYMARK_FUZZ"] ?? 3000);
const SEED = Number(process.env["WAYMARK_FUZZ_SEED"] ?? 1);
const WRONG_SHOWN = 5;
const MARK_DAMAGE = "a mark is lost or doubled";

interface Case {
  readonly form: Form;
  readonly input: string;
  readonly revisions: readonly Revision[];
  readonly written: readonly Written[];
  /** What was done to it; none for an edit as it should be. */
  readonly damages: readonly string[];
}

const textOf = (revision: Revision, lines: readonly string[]): string =>
  lines.map((line) => line + revision.lineEnd).join("");

function caseOf(seed: number, committed: readonly Revision[]): Case | undefined {
  const random = randomOf(seed);
  const first = aRevision(random, committed);
  const second = random.chance(0.1) ? aRevision(random, committed) : undefined;
  const revisions = second === undefined || second.path === first.path ? [first] : [first, second];
  const form = random.pick(FORMS);
  const damages: string[] = [];
  const written = revisions.map((revision) => ({
    path: revision.path,
    before: revision.before,
    hunks: hunksOf(revision, random).map((hunk) => damagedHunk(hunk, random, damages)),
  }));
  if (!written.every(({ hunks }) => hunks.length > 0 && form.says(hunks) && hunks.every(changesSomething)))
    return undefined;
  return { form, input: framed(form.write(written, random), form, random, damages), revisions, written, damages };
}

const aRevision = (random: Random, committed: readonly Revision[]): Revision =>
  committed.length > 0 && random.chance(0.5) ? random.pick(committed) : generatedRevision(random);

const changesSomething = (hunk: HunkLines): boolean => oldSide(hunk).join("\n") !== newSide(hunk).join("\n");

function damagedHunk(hunk: HunkLines, random: Random, damages: string[]): HunkLines {
  let damaged = hunk;
  for (let count = random.pick([0, 0, 0, 1, 1, 2]); count > 0; count--) {
    const name = random.pick(Object.keys(DAMAGES));
    damages.push(name);
    damaged = DAMAGES[name]?.(damaged, random) ?? damaged;
  }
  return damaged;
}

function framed(text: string, form: Form, random: Random, damages: string[]): string {
  if (form.format === "str_replace") return random.chance(0.3) ? `Here:\n\`\`\`json\n${text}\n\`\`\`\n` : text;
  let result = text;
  if (random.chance(0.1)) {
    damages.push(MARK_DAMAGE);
    result = damagedFrame(result, form.format === "search_replace", random);
  }
  const frame = random.pick(Object.keys(FRAMES));
  const prose = random.pick(Object.keys(PROSE));
  damages.push(frame, `prose ${prose}`);
  return PROSE[prose]?.(FRAMES[frame]?.(result, random) ?? result) ?? result;
}

type Verdict = "right" | "refused" | { readonly wrong: string };

async function verdictOf(one: Case): Promise<Verdict> {
  const plan = await planEdit({ format: one.form.format, input: one.input }, (path) => {
    const revision = one.revisions.find((known) => known.path === path);
    return revision === undefined
      ? { kind: "missing" }
      : { kind: "file", bytes: Buffer.from(textOf(revision, revision.before)) };
  });
  if (plan.kind === "failed") return "refused";
  for (const file of plan.files)
    if (!one.revisions.some(({ path }) => path === file.path)) return { wrong: `${file.path} was not meant` };
  for (const [index, revision] of one.revisions.entries()) {
    const hunks = one.written[index]?.hunks ?? [];
    const file = plan.files.find(({ path }) => path === revision.path);
    const bytes = file === undefined ? textOf(revision, revision.before) : Buffer.from(file.after ?? []).toString();
    // Where the mark between two hunks is lost, the text says one.
    const readings = one.damages.includes(MARK_DAMAGE) ? [hunks, ...joined(hunks)] : [hunks];
    if (!readings.some((reading) => mayBe(bytes, revision, reading, one.form)))
      return { wrong: difference(bytes, revision, hunks) };
  }
  return "right";
}

/** The hunks with two neighbours as one, for each pair of them. */
const joined = (hunks: readonly HunkLines[]): HunkLines[][] =>
  hunks
    .slice(1)
    .map((hunk, index) => [...hunks.slice(0, index), [...(hunks[index] ?? []), ...hunk], ...hunks.slice(index + 2)]);

function difference(bytes: string, revision: Revision, hunks: readonly HunkLines[]): string {
  const should = stated(revision.before, asAtHome(hunks, revision));
  const name = should === undefined ? "nothing can be done; before" : "as stated";
  return createTwoFilesPatch(name, "done", textOf(revision, should ?? revision.before), bytes);
}

/** A result is right when it does what the hunks say, where they were taken from or where they stand to the letter. */
function mayBe(bytes: string, revision: Revision, hunks: readonly HunkLines[], form: Form): boolean {
  const isPatch = form.format === "unified" || form.format === "apply_patch";
  const home = asAtHome(hunks, revision);
  const results = [
    stated(revision.before, home),
    stated(
      revision.before,
      home.map((hunk) => withBlanksInPlace(revision.before, hunk)),
    ),
    ...(isPatch ? [] : [stated(revision.before, home, { blanksCount: "none" })]),
    ...(isPatch ? [] : [literally(revision.before, hunks), literally(revision.before, hunks, { edge: "\n" })]),
    ...[hunks, hunks.map(withoutOuterBlanks)].flatMap((some) => [
      stated(revision.before, placed(revision.before, some, trimmedEnd)),
      stated(revision.before, asAtHome(placed(revision.before, some, trimmed), revision)),
    ]),
  ];
  // Both sides of a block have the blanks of its context, so that which of two equal lines got them is not known.
  const shown = (text: string): string => (isPatch ? text : text.replace(/[ \t]+(?=\r?\n)/g, ""));
  return results.some((lines) => lines !== undefined && shown(textOf(revision, lines)) === shown(bytes));
}

const trimmedEnd = (line: string): string => line.trimEnd();
const trimmed = (line: string): string => line.trim();

/** Added lines at the depth of the file, where the whole hunk was written at another. */
function asAtHome(hunks: readonly HunkLines[], { before }: Revision): HunkLines[] {
  return hunks.map((hunk) => {
    const [moved] = hunk
      .filter(({ at, text }) => at !== undefined && text.trim() !== "" && indentOf(text) !== indentOf(before[at] ?? ""))
      .toSorted((one, other) => indentOf(one.text).length - indentOf(other.text).length);
    if (moved === undefined) return hunk;
    const [from, to] = [indentOf(moved.text), indentOf(before[moved.at ?? 0] ?? "")];
    return hunk.map((line) => (line.sign === "+" ? { ...line, text: shiftedBack(line.text, from, to) } : line));
  });
}

const indentOf = (text: string): string => /^[ \t]*/.exec(text)?.[0] ?? "";

function shiftedBack(text: string, from: string, to: string): string {
  if (text.trim() === "") return text;
  if (text.startsWith(from)) return to + text.slice(from.length);
  if (from.endsWith(to)) return text.slice(from.length - to.length);
  return to.slice(0, to.length - from.length) + text;
}

test(`${RUNS} edits, damaged as models damage them, are done right or refused`, { timeout: 3_600_000 }, async () => {
  const committed = committedRevisions();
  const counts = { right: 0, refused: 0, wrong: 0, plain: 0, plainRight: 0 };
  const wrong: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const one = caseOf(SEED * 1_000_003 + run, committed);
    if (one === undefined) continue;
    const verdict = await verdictOf(one);
    const isPlain = one.damages.length === 0;
    if (isPlain) counts.plain++;
    if (isPlain && verdict === "right") counts.plainRight++;
    if (typeof verdict === "string") {
      counts[verdict]++;
      continue;
    }
    counts.wrong++;
    wrong.push(`run ${run}, ${one.form.format}: ${one.damages.join(", ")}\n${one.input}\n=> ${verdict.wrong}`);
  }
  console.log(`edits fuzz: ${JSON.stringify(counts)}, ${committed.length} revisions of this repository`);
  // The shortest tell most.
  expect(wrong.toSorted((one, other) => one.length - other.length).slice(0, WRONG_SHOWN)).toEqual([]);
  // A reader that refuses everything would pass as well.
  expect(counts.right).toBeGreaterThan(counts.refused);
});

test("the judge lets no result pass that lacks a hunk, an added line or a deletion", () => {
  let judged = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomOf(seed);
    const revision = generatedRevision(random);
    const hunks = hunksOf(revision, random);
    const form = random.pick(FORMS);
    const right = stated(revision.before, hunks);
    if (right === undefined || !form.says(hunks)) continue;
    expect(mayBe(textOf(revision, right), revision, hunks, form)).toBe(true);
    const lacking = [
      hunks.slice(1),
      hunks.map((hunk) => withoutLast(hunk, "+")),
      hunks.map((hunk) => withoutLast(hunk, "-")),
    ];
    for (const less of lacking) {
      const result = stated(revision.before, less);
      if (result === undefined || result.join("\n") === right.join("\n")) continue;
      judged++;
      expect(mayBe(textOf(revision, result), revision, hunks, form)).toBe(false);
    }
  }
  expect(judged).toBeGreaterThan(500);
});

/** The hunk with its last added line left out, or with its last deleted line kept. */
function withoutLast(hunk: HunkLines, sign: "+" | "-"): HunkLines {
  const last = hunk.findLastIndex((line) => line.sign === sign);
  const line = hunk[last];
  if (line === undefined) return hunk;
  return hunk.toSpliced(last, 1, ...(sign === "-" ? [{ ...line, sign: " " as const }] : []));
}
