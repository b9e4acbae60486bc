/**
 * Judges lines of the programs that may run unasked, made of all that each may take for an option, and has the programs that are there read
 * those that are free where nothing can be written; names what each did beyond that.
 *
 *     nice node scripts/option-lines.ts 1 4000 grep 'git log'     seed 1, up to 4,000 free lines of each program; all without names
 */
import { probedPrograms } from "../test/option-lines.ts";
import { optionPlace } from "../test/run-option-lines.ts";

const SHOWN_MAX = 8;
const [seed = "1", lines = "2000", ...rest] = process.argv.slice(2);
const [looks, names] = [rest.includes("--looks"), rest.filter((word) => word !== "--looks")];
const isMeant = (name: string): boolean => names.length === 0 || names.includes(name);
const { there, lacking } = probedPrograms({ isMeant, asksHelp: true });
console.log(`not on this machine: ${lacking.join(" ")}`);
using place = optionPlace();
for (const probed of there) {
  const free = place.freeLines(probed, { seed: Number(seed), lines: Number(lines) });
  const { marks, looksFor } = place.run(free, looks);
  console.log(`${probed.words.join(" ")}: ${free.length} lines free, ${marks.length} marks`);
  for (const [did, of] of Map.groupBy(marks, (mark) => mark.did))
    console.log(
      `  ${did} (${of.length}): ${of
        .slice(0, SHOWN_MAX)
        .map(({ line }) => line)
        .join(" | ")}`,
    );
  if (looks) console.log(`  looks for: ${[...looksFor].map(([file, line]) => `${file} <${line}>`).join(", ")}`);
}
