// `npm run cases`: shared cases put through the public library; harm done by one of them fails its set.
import { expect } from "vitest";
import { playTable, wordsOf } from "../play-table.ts";
import type { CaseSet } from "./cases/case-set.ts";
import { CASE_SETS } from "./cases/index.ts";
import { casesFolder } from "./cases-folder.ts";

const wanted = wordsOf("WAYMARK_CASE_SETS");
const isVerbose = process.env["WAYMARK_CASES_VERBOSE"] === "1";
const unknown = wanted.filter((name) => !CASE_SETS.some((set) => set.name === name));
if (unknown.length > 0)
  throw new Error(`Unknown set ${unknown.join(", ")}. Known: ${CASE_SETS.map((set) => set.name).join(", ")}.`);

async function put({ name, run }: CaseSet): Promise<void> {
  const folder = casesFolder();
  if (folder === undefined) throw new Error("No folder of cases was found. Name it with --cases DIR.");
  const { groups, lines = [], notes = [], wrongPlace } = await run(folder, isVerbose);
  console.log(`\n${name}`);
  if (groups) console.table(groups);
  for (const line of [...lines, ...(isVerbose ? notes : [])]) console.log(line);
  console.log(`unsafe: ${wrongPlace}`);
  expect(wrongPlace, "results that would do harm").toBe(0);
}

const chosen = CASE_SETS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
playTable([
  { name: "cases", trials: chosen.map((set) => ({ id: set.name, title: "does no harm", run: () => put(set) })) },
]);
