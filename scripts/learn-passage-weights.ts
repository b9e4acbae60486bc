// `node scripts/learn-passage-weights.ts QUESTIONS.jsonl [--write]`: learns how passages are weighed from questions whose answering lines are
// known. A row is {"in": FOLDER, "ask": QUESTION, "lines": ["PATH:FROM-TO", …]}; a folder that is not absolute lies beside the file. It says
// for each folder how often one of the first passages quotes such a line: with the weights that it started from, with those that the other
// folders taught, with those that all taught. `--write` puts these into src/engines/passages/weigh/weights.ts; `--go-on` starts from what was
// learnt before, which few new questions then cannot outvote.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { searchText } from "../src/adapters/models/offline/answers/quoting/search-passages.ts";
import { readRestriction } from "../src/adapters/models/offline/reading/restriction.ts";
import type { Passage, RankedPassage } from "../src/engines/passages/passage.ts";
import { createPassageRanking } from "../src/engines/passages/rank-passages.ts";
import { isQuotable, splitPassages } from "../src/engines/passages/split-passages.ts";
import type { FeatureName } from "../src/engines/passages/weigh/features.ts";
import { WEIGHTS } from "../src/engines/passages/weigh/weights.ts";

interface Row {
  readonly in: string;
  readonly ask: string;
  readonly lines: readonly string[];
}

type Vector = readonly (readonly [feature: number, value: number])[];

/** A question with what was seen of each passage that came into question, and which of them answer. */
interface Example {
  readonly folder: string;
  readonly candidates: readonly { readonly features: Vector; readonly isRight: boolean }[];
}

const WEIGHTS_FILE = "src/engines/passages/weigh/weights.ts";
const ROUNDS = 150;
const STEP = 0.05;
const STEP_MIN = 0.001;
/** Of each question so many passages are learnt from, the best by the weights that it started from, and all that answer. */
const LEARNT_FROM_MAX = 120;
const FIRST = [1, 3, 5] as const;

const NAMES = Object.keys(WEIGHTS) as FeatureName[];
const INDEXES = new Map(NAMES.map((name, index) => [name, index]));
const FIXED = NAMES.indexOf("worth of its words, as a logarithm");

const [file = "", ...flags] = process.argv.slice(2);
const goesOn = flags.includes("--go-on");
const START = NAMES.map((name) => WEIGHTS[name][goesOn ? 1 : 0]);
/** How much a weight must gain on average over the questions to move away from where it started. */
const HOLD = goesOn ? 0.15 : 0.05;
const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Row);
const folders = [...new Set(rows.map((row) => row.in))];
const examples = folders.flatMap((folder) => examplesOf(folder));
const learnt = learn(examples);
console.log(`${examples.length} questions; the lines stand in the first ${FIRST.join(", ")} passages of`);
for (const folder of folders) {
  const own = examples.filter((one) => one.folder === folder);
  const others = learn(examples.filter((one) => one.folder !== folder));
  console.log(
    `${folder}: ${own.length}; ${said(own, START)} at first, ${said(own, others)} left out, ${said(own, learnt)} learnt`,
  );
}
console.log(`all: ${said(examples, START)} at first, ${said(examples, learnt)} learnt`);
if (flags.includes("--write")) write(learnt);

function examplesOf(folder: string): readonly Example[] {
  const root = resolve(dirname(file), folder);
  const paths = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  const split = paths.filter(isQuotable).map((path) => splitPassages(path, readFileSync(resolve(root, path), "utf8")));
  return rows.filter((row) => row.in === folder).map((row) => ({ folder, candidates: candidatesOf(row, split) }));
}

function candidatesOf({ ask, lines }: Row, split: readonly (readonly Passage[])[]): Example["candidates"] {
  const { prompt, restriction } = readRestriction(ask);
  const ranking = createPassageRanking(searchText(prompt));
  for (const passages of split) if (restriction?.keeps(passages[0]?.path ?? "") ?? true) ranking.add(passages);
  const right = lines.map((place) => /^(.*):(\d+)-(\d+)$/.exec(place) ?? []);
  const isRight = ({ path, numbers, quote }: RankedPassage): boolean =>
    right.some(
      ([, at, from, to]) =>
        at === path && numbers.slice(...quote).some((line) => line >= Number(from) && line <= Number(to)),
    );
  return ranking
    .weighed()
    .map(({ passage, features }) => ({
      features: [...features].map(([name, value]) => [INDEXES.get(name) ?? 0, value] as const),
      isRight: isRight(passage),
    }))
    .sort((one, other) => scoreOf(other.features, START) - scoreOf(one.features, START))
    .filter(({ isRight: isAnswer }, rank) => isAnswer || rank < LEARNT_FROM_MAX);
}

/**
 * The weights under which the passages that answer are likeliest to come first: a softmax over each question's passages, climbed by Adam. How
 * sharp it is, is learnt beside them (the last of the parameters), so that the worth of words keeps its weight and the others stay on its scale.
 */
function learn(all: readonly Example[]): readonly number[] {
  const known = all.filter(({ candidates }) => candidates.some(({ isRight }) => isRight));
  const parameters = [...START, 1];
  const mean = parameters.map(() => 0);
  const square = parameters.map(() => 0);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [index, own] of slopeOf(known, parameters).entries()) {
      if (index === FIXED) continue;
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * own;
      square[index] = 0.999 * (square[index] ?? 0) + 0.001 * own * own;
      const step = (mean[index] ?? 0) / (1 - 0.9 ** round);
      const size = Math.sqrt((square[index] ?? 0) / (1 - 0.999 ** round)) + 1e-8;
      parameters[index] = (parameters[index] ?? 0) + ((STEP * (1 - round / ROUNDS) + STEP_MIN) * step) / size;
    }
  }
  return parameters.slice(0, -1);
}

function slopeOf(known: readonly Example[], parameters: readonly number[]): readonly number[] {
  const sharpness = parameters.at(-1) ?? 1;
  const slope = parameters.map((weight, index) => -2 * HOLD * (weight - (START[index] ?? weight)));
  for (const { candidates } of known) {
    const scores = candidates.map(({ features }) => scoreOf(features, parameters));
    const top = Math.max(...scores);
    const likely = scores.map((score) => Math.exp(sharpness * (score - top)));
    const all = likely.reduce((sum, one) => sum + one, 0);
    const right = likely.reduce((sum, one, index) => sum + (candidates[index]?.isRight ? one : 0), 0);
    for (const [at, { features, isRight }] of candidates.entries()) {
      const pull = ((isRight ? (likely[at] ?? 0) / right : 0) - (likely[at] ?? 0) / all) / known.length;
      for (const [index, value] of features) slope[index] = (slope[index] ?? 0) + pull * sharpness * value;
      slope[START.length] = (slope[START.length] ?? 0) + pull * (scores[at] ?? 0);
    }
  }
  return slope;
}

function scoreOf(features: Vector, weights: readonly number[]): number {
  return features.reduce((sum, [index, value]) => sum + (weights[index] ?? 0) * value, 0);
}

/** Of how many questions one of the first passages answers. */
function said(all: readonly Example[], weights: readonly number[]): string {
  const ranks = all.map(({ candidates }) =>
    candidates
      .map(({ features, isRight }) => ({ score: scoreOf(features, weights), isRight }))
      .sort((one, other) => other.score - one.score)
      .findIndex(({ isRight }) => isRight),
  );
  return FIRST.map((first) => ranks.filter((rank) => rank >= 0 && rank < first).length).join("/");
}

function write(weights: readonly number[]): void {
  const text = readFileSync(WEIGHTS_FILE, "utf8");
  const shown = NAMES.reduce(
    (all, name, index) =>
      all.replace(
        new RegExp(`("${name.replace(/[()]/g, "\\$&")}": \\[[^,]+, )[^\\]]+\\]`),
        `$1${Number((weights[index] ?? 0).toFixed(2))}]`,
      ),
    text,
  );
  writeFileSync(WEIGHTS_FILE, shown);
}
