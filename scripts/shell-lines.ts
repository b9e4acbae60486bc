/**
 * Judges lines of a shell that a generator makes, and has a real shell run those that are free in plan mode, until one leaves a mark.
 *
 *     nice node scripts/shell-lines.ts 100 200       the seeds from 100 to 199, 4,000 lines each
 */
import { tryShellLines } from "../test/run-shell-lines.ts";

const LINES = 4_000;
const [from = 0, to = from + 1] = process.argv.slice(2).map(Number);
for (let seed = from; seed < to; seed++) {
  const { free, marked } = tryShellLines(seed, LINES);
  console.log(`seed ${seed}: ${free} of ${LINES} lines free, ${marked.length} left a mark`);
  for (const line of marked) console.log(JSON.stringify(line));
}
