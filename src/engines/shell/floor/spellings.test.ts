import { describe, expect, test } from "vitest";
import { HOME, ROOT, type Spelled, spelledCommands } from "../../../../test/command-spellings.ts";
import { computedCommands, endingCommands } from "../../../../test/computed-spellings.ts";
import { rounds } from "../../../../test/rounds.ts";
import { classifyCommand } from "../classify-command.ts";

/** Of what must not run, before those that tell nothing more are left out. */
const COUNT = rounds(300);
const COMPUTED = { count: 900, seed: 31 };
/** Of what may: a share is told by fewer. */
const SAMPLE = 600;
const COMPUTED_SAMPLE = { count: rounds(180), seed: 31 };
type Fate = "runs" | "asked" | "refused";

/** What a mode that asks for nothing makes of a command; judged, never run. */
function fateOf({ command }: Spelled): Fate {
  const { verdict, isFloor } = classifyCommand(command, { root: ROOT, home: HOME });
  return verdict === "deny" ? "refused" : isFloor ? "asked" : "runs";
}

/** Those that show something that none before them did: one way around another, or, where there is one at most, a line. */
function* telling(all: Iterable<Spelled>): Generator<Spelled> {
  const shown = new Set<string>();
  for (const spelled of all) {
    const { ways, command } = spelled;
    const pairs = ways.length < 2 ? [command] : ways.map((way, index) => `${ways[index - 1] ?? ""} > ${way}`);
    if (pairs.every((pair) => shown.has(pair))) continue;
    for (const pair of pairs) shown.add(pair);
    yield spelled;
  }
}

type Fates = Readonly<Record<Fate, readonly string[]>>;

function fatesOf(all: Iterable<Spelled>): Fates {
  const found: Record<Fate, string[]> = { runs: [], asked: [], refused: [] };
  for (const spelled of all) found[fateOf(spelled)].push(`[${spelled.ways.join(" > ")}] ${spelled.command}`);
  return found;
}

function expectNoneRuns(all: readonly Spelled[]): void {
  expect(all.length).toBeGreaterThan(200);
  expect(fatesOf(all).runs).toEqual([]);
}

const LOSING_SEEDS = [11, 12, 13];
const LOSING = [
  ...telling(LOSING_SEEDS.flatMap((seed) => [...spelledCommands("losing", { count: COUNT, seed, hides: true })])),
];

describe("commands in thousands of spellings", () => {
  test.each(LOSING_SEEDS)("what must not be lost is lost in none (%#)", (seed) => {
    const share = LOSING_SEEDS.indexOf(seed);
    expectNoneRuns(LOSING.filter((_, index) => index % LOSING_SEEDS.length === share));
  });

  test("the same done to what may be lost is left to the mode, where the line can be read", () => {
    const { runs, refused } = fatesOf(spelledCommands("free", { count: SAMPLE, seed: 21, hides: false }));
    expect(refused).toEqual([]);
    expect(runs.length / SAMPLE).toBeGreaterThan(0.97);
  });

  test("where it is hidden it may be asked for, and is not refused", () => {
    const { runs, refused } = fatesOf(spelledCommands("free", { count: SAMPLE, seed: 22, hides: true }));
    expect(refused).toEqual([]);
    expect(runs.length / SAMPLE).toBeGreaterThan(0.84);
  });

  test("what only running tells is not deleted or overwritten unasked", () => {
    expectNoneRuns([...telling(computedCommands("unknown", COMPUTED))]);
  });

  test("names that a command is known to print below the folder are left to the mode", () => {
    const { runs, refused } = fatesOf(computedCommands("known", COMPUTED_SAMPLE));
    expect(refused).toEqual([]);
    expect(runs.length / COMPUTED_SAMPLE.count).toBeGreaterThan(0.95);
  });

  test("all processes, the machine, packages of the system and scheduled jobs are not ended unasked", () => {
    expectNoneRuns([...telling(endingCommands("ending", COMPUTED))]);
  });

  test("their harmless neighbours are left to the mode", () => {
    const { asked, refused } = fatesOf(endingCommands("harmless", COMPUTED_SAMPLE));
    expect(refused).toEqual([]);
    expect(asked.length / COMPUTED_SAMPLE.count).toBeLessThan(0.02);
  });
});
