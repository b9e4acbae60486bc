/**
 * Gives every program of this machine a program that a rule denies, in each way that programs are given others to start, and has those lines run
 * that nothing stops where nothing is asked; names the lines that started it.
 *
 *     nice node scripts/start-lines.ts 1 400 tar git     seed 1, 400 lines of each program; of all without names
 */
import { startPlace } from "../test/run-start-lines.ts";

const [seed = "1", lines = "200", ...names] = process.argv.slice(2);
using place = startPlace();
for (const starter of place.starters((name) => names.length === 0 || names.includes(name))) {
  const free = place.freeLines(starter, { seed: Number(seed), lines: Number(lines) });
  const started = free.length === 0 ? [] : place.run(free);
  if (started.length > 0) console.log([`${starter.program} (${free.length} free)`, ...started].join("\n  "));
}
