import { expect, test } from "vitest";
import { missing } from "./optional-programs.ts";
import { rounds } from "./rounds.ts";
import { startPlace } from "./run-start-lines.ts";

/** `nice node scripts/start-lines.ts 1 400` tries every program of the machine, and more lines of each. */
const SEED = 1;
const LINES_OF_EACH = rounds(30);
/** Of those that start others a few that most machines have. */
const TRIED = /^(?:tar|env|xargs|find|sort|git|make|zip|nice|timeout|perl|split|flock|script)$/;
/** Beside others that want the processor each line is a program that waits its turn. */
const TIMEOUT_MS = 180_000;

test.skipIf(missing("bwrap"))(
  "no program starts another that a rule denies, by whatever words, options or variables it is told, where nothing is asked",
  () => {
    using place = startPlace();
    const controls = [
      "zzmark",
      "env -i $(command -v zzmark)",
      "find . -maxdepth 0 -exec zzmark {} +",
      "TAR_OPTIONS=--to-command=zzmark tar xf a.tar",
      "git -c alias.x='!zzmark' x",
    ];
    expect(place.run([...controls, "echo zzmark", "cat a.txt"])).toEqual(controls);
    const starters = place.starters((program) => TRIED.test(program));
    const free = starters.flatMap((starter) => place.freeLines(starter, { seed: SEED, lines: LINES_OF_EACH }));
    // Lines of which none is free would prove nothing.
    expect(free.length).toBeGreaterThan(starters.length);
    expect(place.run(free)).toEqual([]);
  },
  TIMEOUT_MS,
);
