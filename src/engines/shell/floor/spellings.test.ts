import { describe, expect, test } from "vitest";
import { HOME, ROOT, type Spelled, spelledCommands } from "../../../../test/command-spellings.ts";
import { computedCommands, endingCommands } from "../../../../test/computed-spellings.ts";
import { classifyCommand } from "../classify-command.ts";

const COUNT = 2_500;
const COMPUTED = { count: 1_500, seed: 31 };
type Fate = "runs" | "asked" | "refused";

/** What a mode that asks for nothing makes of a command; judged, never run. */
function fateOf({ command }: Spelled): Fate {
  const { verdict, isFloor } = classifyCommand(command, { root: ROOT, home: HOME });
  return verdict === "deny" ? "refused" : isFloor ? "asked" : "runs";
}

type Fates = Readonly<Record<Fate, readonly string[]>>;

const fates = (kind: "losing" | "free", seed: number, hides: boolean): Fates =>
  fatesOf(spelledCommands(kind, { count: COUNT, seed, hides }));

function fatesOf(all: Iterable<Spelled>): Fates {
  const found: Record<Fate, string[]> = { runs: [], asked: [], refused: [] };
  for (const spelled of all) found[fateOf(spelled)].push(`[${spelled.ways.join(" > ")}] ${spelled.command}`);
  return found;
}

describe("commands in thousands of spellings", () => {
  test.each([11, 12, 13])("what must not be lost is lost in none (seed %d)", (seed) => {
    const { runs, asked, refused } = fates("losing", seed, true);
    expect(runs).toEqual([]);
    expect(asked.length + refused.length).toBe(COUNT);
  });

  test("the same done to what may be lost is left to the mode, where the line can be read", () => {
    const { runs, refused } = fates("free", 21, false);
    expect(refused).toEqual([]);
    expect(runs.length / COUNT).toBeGreaterThan(0.97);
  });

  test("where it is hidden it may be asked for, and is not refused", () => {
    const { runs, refused } = fates("free", 22, true);
    expect(refused).toEqual([]);
    expect(runs.length / COUNT).toBeGreaterThan(0.84);
  });

  test("what only running tells is not deleted or overwritten unasked", () => {
    expect(fatesOf(computedCommands("unknown", COMPUTED)).runs).toEqual([]);
  });

  test("names that a command is known to print below the folder are left to the mode", () => {
    const { runs, refused } = fatesOf(computedCommands("known", COMPUTED));
    expect(refused).toEqual([]);
    expect(runs.length / COMPUTED.count).toBeGreaterThan(0.95);
  });

  test("all processes, the machine, packages of the system and scheduled jobs are not ended unasked", () => {
    expect(fatesOf(endingCommands("ending", COMPUTED)).runs).toEqual([]);
  });

  test("their harmless neighbours are left to the mode", () => {
    const { asked, refused } = fatesOf(endingCommands("harmless", COMPUTED));
    expect(refused).toEqual([]);
    expect(asked.length / COMPUTED.count).toBeLessThan(0.02);
  });
});
