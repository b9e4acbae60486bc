import { expect, test } from "vitest";
import { probedPrograms } from "./option-lines.ts";
import { missing } from "./optional-programs.ts";
import { randomOf } from "./random.ts";
import { inTurn } from "./rounds.ts";
import { optionPlace } from "./run-option-lines.ts";

/** `nice node scripts/option-lines.ts 1 1000` tries more of them, with all that each program says of itself. */
const SEED = 1;
const OPTIONS_OF_EACH = 6;
const LINES_OF_EACH = 8;
/** Beside others that want the processor each line is a program that waits its turn. */
const TIMEOUT_MS = 300_000;

test.skipIf(missing("bwrap") ?? missing("strace"))(
  "no option of a program that runs unasked has it write, start or read elsewhere, whatever the tables say of it",
  () => {
    using place = optionPlace();
    const controls = [
      "cat .env",
      "sort -o M a.txt",
      "rm b.txt",
      "env true",
      "git branch new",
      "head out",
      "echo > .env",
      "git log -p",
      "git show kept",
      "cat private/x.txt",
    ];
    expect(
      place
        .run([...controls, "cat a.txt"])
        .marks.map(({ line }) => line)
        .sort(),
    ).toEqual(expect.arrayContaining(controls.sort()));
    const { there, lacking } = probedPrograms();
    if (lacking.length > 0) console.warn(`Not tried, because they are not here: ${lacking.join(" ")}.`);
    const { pick } = randomOf(SEED);
    const some = there.map(({ words, options }) => ({
      words,
      options: Array.from({ length: OPTIONS_OF_EACH }, () => pick(options)),
    }));
    const tried = inTurn(5, some);
    const lines = tried.flatMap((one) => place.freeLines(one, { seed: SEED, lines: LINES_OF_EACH }));
    // Lines of which few are free would prove nothing.
    expect(lines.length).toBeGreaterThan(4 * tried.length);
    expect(place.run(lines).marks).toEqual([]);
  },
  TIMEOUT_MS,
);
