/**
 * Judges lines of a shell that a generator makes, and has a real shell run those that are free, by themselves and beside what a rule allows;
 * names those that leave a mark.
 *
 *     nice node scripts/shell-lines.ts 100 200       the seeds from 100 to 199, 4,000 lines each
 */
import { SITUATIONS, tryShellLines } from "../test/run-shell-lines.ts";

const LINES = 4_000;
const [from = 0, to = from + 1] = process.argv.slice(2).map(Number);
for (let seed = from; seed < to; seed++) {
  for (const situation of Object.keys(SITUATIONS) as (keyof typeof SITUATIONS)[]) {
    const { free, marked } = tryShellLines(seed, LINES, situation);
    console.log(`seed ${seed}, ${situation}: ${free} of ${LINES} lines free, ${marked.length} left a mark`);
    for (const line of marked) console.log(JSON.stringify(line));
  }
}
