import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import type { LanguageFrontend, MemberLookup, SourceText } from "../src/engines/citadel/frontend.ts";
import { bms } from "../src/engines/citadel/languages/bms/bms.ts";
import { controlCards } from "../src/engines/citadel/languages/control-cards/control-cards.ts";
import { csd } from "../src/engines/citadel/languages/csd/csd.ts";
import { dclgen } from "../src/engines/citadel/languages/dclgen/dclgen.ts";
import { easytrieve } from "../src/engines/citadel/languages/easytrieve/easytrieve.ts";
import { hlasm } from "../src/engines/citadel/languages/hlasm/hlasm.ts";
import { ims } from "../src/engines/citadel/languages/ims/ims.ts";
import { jcl } from "../src/engines/citadel/languages/jcl/jcl.ts";
import { pli } from "../src/engines/citadel/languages/pli/pli.ts";
import { rexx } from "../src/engines/citadel/languages/rexx/rexx.ts";
import { scheduler } from "../src/engines/citadel/languages/scheduler/scheduler.ts";
import { sql } from "../src/engines/citadel/languages/sql/sql.ts";
import type { FileFacts } from "../src/engines/citadel/model.ts";

const ESTATE = join(import.meta.dirname, "fixtures/estate");
const FRONTENDS: readonly LanguageFrontend[] = [
  jcl,
  bms,
  csd,
  sql,
  ims,
  dclgen,
  pli,
  hlasm,
  rexx,
  easytrieve,
  scheduler,
  controlCards,
];
/** WAYMARK_FUZZ raises the number of mutations of each file; the default keeps the unit run short. */
const ROUNDS = Number(process.env["WAYMARK_FUZZ"] ?? 25);

const paths = globSync("**/*.*", { cwd: ESTATE })
  .map((path) => path.split(sep).join("/"))
  .sort();
const seeds = paths
  .filter((path) => FRONTENDS.some((frontend) => frontend.extensions.some((extension) => path.endsWith(extension))))
  .map((path): SourceText => ({ path, text: readFileSync(join(ESTATE, path), "utf8") }));

/** A small generator of numbers, so that every run mutates alike. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const SPLINTERS = [
  "//",
  "/*",
  "*/",
  "'",
  '"',
  "(",
  ")",
  ",",
  "&",
  "&&",
  "*.",
  "EXEC ",
  "DD *\n",
  "PROC\n",
  "\n",
  "\r\n",
  " ",
  "=",
  "END",
  ";",
  "-",
  "+",
  "\u0000",
  "\u00e9",
  "\ud83d",
  "x".repeat(300),
];

function mutate(text: string, random: (below: number) => number): string {
  let mutated = text;
  for (let count = random(6) + 1; count > 0; count--) {
    const at = random(mutated.length + 1);
    const length = random(12);
    switch (random(6)) {
      case 0:
        mutated = mutated.slice(0, at);
        break;
      case 1:
        mutated = mutated.slice(0, at) + mutated.slice(at + length);
        break;
      case 2:
        mutated = mutated.slice(0, at) + (SPLINTERS[random(SPLINTERS.length)] ?? "") + mutated.slice(at);
        break;
      case 3:
        mutated = mutated.slice(0, at) + String.fromCharCode(random(256)) + mutated.slice(at + 1);
        break;
      case 4:
        mutated = mutated.slice(0, at) + mutated.slice(random(mutated.length + 1));
        break;
      default:
        mutated = mutated.slice(0, 5000) + mutated.slice(at, at + 200) + mutated.slice(at);
    }
  }
  return mutated;
}

/** What holds for the facts of any text whatsoever. */
function faultsOf(facts: FileFacts, source: SourceText, lineCounts: ReadonlyMap<string, number>): string[] {
  const faults: string[] = [];
  const keys = new Set(facts.symbols.map((symbol) => symbol.key));
  const linesOf = (file: string | undefined) =>
    file === undefined || file === source.path ? source.text.split("\n").length : (lineCounts.get(file) ?? 0);
  if (keys.size !== facts.symbols.length) faults.push("a key twice");
  for (const symbol of facts.symbols) {
    if (symbol.start < 1 || symbol.end < symbol.start || symbol.end > linesOf(symbol.file))
      faults.push(`${symbol.key} has lines ${symbol.start}-${symbol.end}`);
    if (symbol.owner !== undefined && !keys.has(symbol.owner))
      faults.push(`${symbol.key} has no owner ${symbol.owner}`);
  }
  for (const reference of facts.references) {
    const shown = `${reference.kind} ${reference.name}`;
    if (reference.line < 1 || reference.line > linesOf(reference.file))
      faults.push(`${shown} at line ${reference.line}`);
    if (!keys.has(reference.from)) faults.push(`${shown} from nowhere: ${reference.from}`);
    if (reference.to !== undefined && !keys.has(reference.to)) faults.push(`${shown} to nowhere: ${reference.to}`);
    if (reference.name === "") faults.push(`${reference.kind} without a name at line ${reference.line}`);
  }
  return faults;
}

test.each(FRONTENDS)("whatever happens to a $language file, its facts stay inside it", (frontend) => {
  const own = seeds.filter((source) => frontend.extensions.some((extension) => source.path.endsWith(extension)));
  expect(own.length).toBeGreaterThan(0);
  const random = numbers(frontend.language.length * 7919);
  for (let round = 0; round < ROUNDS; round++) {
    const mutants = new Map(
      seeds.map((source): [string, SourceText] => [
        source.path,
        round % 2 === 0 ? source : { ...source, text: mutate(source.text, random) },
      ]),
    );
    const lineCounts = new Map(
      [...mutants].map(([path, source]): [string, number] => [path, source.text.split("\n").length]),
    );
    const members: MemberLookup = {
      find: (name) => {
        const path = paths.find(
          (candidate) => candidate.replace(/^.*\/|\.[^.]*$/g, "").toUpperCase() === name.toUpperCase(),
        );
        const source = mutants.get(path ?? "");
        return source && { source, others: [] };
      },
    };
    // A file read by another language's rules is garbage of a different kind.
    for (const source of round % 5 === 0 ? seeds : own) {
      const mutant = { path: source.path, text: mutate(source.text, random) };
      const faults = faultsOf(frontend.parse(mutant, members), mutant, lineCounts);
      expect(faults, JSON.stringify(mutant)).toEqual([]);
    }
  }
});
