import { expect, test } from "vitest";
import { NOTHING_SPENT, type QueueCounts } from "../ports/queue.ts";
import { openOf, Pace } from "./progress.ts";

/** Numbers that look random and are the same each time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Batch {
  readonly items: number;
  readonly width: number;
  /** How long one attempt takes, and whether it was in vain. */
  attempt(random: () => number): { readonly takesMs: number; readonly fails: boolean };
}

const LOOK_MS = 1_000;
const MIDDLE = [0.1, 0.9] as const;

/**
 * Plays a batch in made time, an attempt after another, with waits that double. What fails waits beside the others.
 * @returns by which share of the time that was left each look in its middle was off, as a median
 */
function offBy({ items, width, attempt }: Batch, seed: number): number {
  const random = numbersFrom(seed);
  const workers = Array.from({ length: width }, () => 0);
  const stays: { readonly fromMs: number; readonly untilMs: number }[] = [];
  const waiting: { readonly dueMs: number; readonly fromMs: number; readonly tries: number }[] = [];
  let begun = 0;
  while (begun < items || waiting.length > 0) {
    workers.sort((left, right) => left - right);
    const freeMs = workers[0] ?? 0;
    waiting.sort((left, right) => left.dueMs - right.dueMs);
    const [first] = waiting;
    const isDue = first !== undefined && (first.dueMs <= freeMs || begun >= items);
    const next = isDue ? (waiting.shift() ?? first) : { dueMs: 0, fromMs: freeMs, tries: 0 };
    if (!isDue) begun++;
    const { takesMs, fails } = attempt(random);
    const endMs = Math.max(freeMs, next.dueMs) + takesMs;
    workers[0] = endMs;
    if (fails) {
      const waitMs = 1_000 * 2 ** next.tries * (0.5 + random() / 2);
      waiting.push({ dueMs: endMs + waitMs, fromMs: next.fromMs, tries: next.tries + 1 });
    } else stays.push({ fromMs: next.fromMs, untilMs: endMs });
  }
  const endMs = Math.max(...stays.map(({ untilMs }) => untilMs));
  const pace = new Pace();
  const off: number[] = [];
  for (let atMs = 0; atMs < endMs; atMs += LOOK_MS) {
    const underWay = stays.flatMap((stay, id) => (stay.fromMs <= atMs && stay.untilMs > atMs ? [`${id}`] : []));
    const done = stays.filter(({ untilMs }) => untilMs <= atMs).length;
    const states = { queued: items - done - underWay.length, leased: underWay.length, done, failed: 0, dead: 0 };
    const counts: QueueCounts = { states, spent: NOTHING_SPENT };
    pace.note(counts, underWay, atMs);
    const left = pace.secondsLeft(counts);
    if (left !== undefined && openOf(counts) > 0 && done / items >= MIDDLE[0] && done / items <= MIDDLE[1])
      off.push(Math.abs((left * 1_000) / (endMs - atMs) - 1));
  }
  return off.toSorted((left, right) => left - right)[Math.floor(off.length / 2)] ?? Number.NaN;
}

const KINDS: readonly (readonly [name: string, off: number, batch: Batch])[] = [
  ["seconds, with hangs and waits", 0.15, { items: 6_000, width: 24, attempt: (random) => faulty(random, 75) }],
  ["minutes, with hangs and waits", 0.05, { items: 30_000, width: 24, attempt: (random) => faulty(random, 75) }],
  ["a hundred, of which a few take long", 0.25, { items: 120, width: 8, attempt: (random) => skewed(random) }],
  ["answers of half a minute", 0.15, { items: 60, width: 8, attempt: (random) => lasting(20_000 + 20_000 * random()) }],
  ["nothing that lasts", 0.02, { items: 6_000, width: 24, attempt: (random) => lasting(60 + 30 * random()) }],
];

const lasting = (takesMs: number) => ({ takesMs, fails: false });

function faulty(random: () => number, usualMs: number) {
  const draw = random();
  if (draw < 0.003) return { takesMs: 1_000 + usualMs, fails: true };
  return { takesMs: usualMs, fails: draw < 0.05 };
}

const skewed = (random: () => number) => lasting(300 + 12_000 * random() ** 6);

const SEEDS = 13;

test.each(KINDS)("the time that is left is told, also where a few are late: %s", (_, most, batch) => {
  const off = Array.from({ length: SEEDS }, (_, seed) => offBy(batch, seed + 1)).toSorted(
    (left, right) => left - right,
  );
  expect(off[(SEEDS - 1) / 2]).toBeLessThan(most);
});

test("what is open is never told to be through, and what is through has no time left", () => {
  const pace = new Pace();
  const counts = (done: number, leased: number): QueueCounts => ({
    states: { queued: 0, leased, done, failed: 0, dead: 0 },
    spent: NOTHING_SPENT,
  });
  for (let second = 0; second < 20; second++)
    pace.note(counts(10 * Math.min(second, 5), 2), ["a", "b"], second * LOOK_MS);
  expect(pace.secondsLeft(counts(50, 2))).toBeGreaterThanOrEqual(1);
  for (const second of [20, 21]) pace.note(counts(60, 0), [], second * LOOK_MS);
  expect(pace.secondsLeft(counts(60, 0))).toBe(0);
});
