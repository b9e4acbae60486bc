// `npm run cases [-- SET …] [--cases DIR] [-v]`: puts shared cases through the public library and counts the outcomes.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CASE_SETS } from "./cases/index.ts";

const args = process.argv.slice(2);
const isVerbose = args.includes("-v");
const casesAt = args.indexOf("--cases");
const named = args.filter((arg, index) => !arg.startsWith("-") && (casesAt === -1 || index !== casesAt + 1));

const folder = casesFolder(casesAt === -1 ? undefined : args[casesAt + 1]);
const unknown = named.filter((name) => !CASE_SETS.some((set) => set.name === name));
if (folder === undefined || unknown.length > 0) {
  console.error(
    folder === undefined
      ? "No folder of cases was found. Name it with --cases DIR."
      : `Unknown set ${unknown.join(", ")}. Known: ${CASE_SETS.map((set) => set.name).join(", ")}.`,
  );
  process.exit(2);
}

let unsafe = 0;
for (const set of CASE_SETS) {
  if (named.length > 0 && !named.includes(set.name)) continue;
  const report = await set.run(folder, isVerbose);
  console.log(`\n${set.name}`);
  if (report.groups) console.table(report.groups);
  for (const line of report.lines ?? []) console.log(line);
  if (isVerbose) for (const line of report.notes ?? []) console.log(line);
  console.log(`unsafe: ${report.wrongPlace}`);
  unsafe += report.wrongPlace;
}
process.exit(unsafe === 0 ? 0 : 1);

/** The folder given, or a folder `shared/cases` beside the checkout or above it. */
function casesFolder(given: string | undefined): string | undefined {
  const candidates = given === undefined ? ["../shared/cases", "../../shared/cases"] : [given];
  return candidates.map((candidate) => resolve(candidate)).find((candidate) => existsSync(candidate));
}
