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
import { type EstateTruth, type GraphLike, readEstateTruth, scoreEstate } from "./estate-truth.ts";

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

const paths = globSync("**/*.*", { cwd: ESTATE })
  .map((path) => path.split(sep).join("/"))
  .sort();
const sources = new Map(
  paths.map((path): [string, SourceText] => [path, { path, text: readFileSync(join(ESTATE, path), "utf8") }]),
);
const FOLDERS = { copybook: /^(?:cpy|dcl|asm)\//, procedure: /^proc\//, "control-card": /^ctl\// } as const;
const members: MemberLookup = {
  find(name, kind) {
    const hits = paths.filter(
      (path) => FOLDERS[kind].test(path) && path.replace(/^.*\/|\.[^.]*$/g, "").toUpperCase() === name.toUpperCase(),
    );
    const source = sources.get(hits[0] ?? "");
    return source && { source, others: hits.slice(1) };
  },
};
const languageOf = (path: string) =>
  FRONTENDS.find((frontend) => frontend.extensions.some((extension) => path.endsWith(extension)));

/** What one file alone can show: joins over files are the graph's. */
const ownTruth = (): EstateTruth => ({
  ...readEstateTruth(),
  edges: readEstateTruth().edges.filter((edge) => !edge.joined),
});

/** The facts of every file that a language of this list reads, as a graph without resolution across files. */
function factsGraph(): GraphLike {
  const nodes: { id: string; name: string }[] = [];
  const edges: GraphLike["edges"][number][] = [];
  for (const source of sources.values()) {
    const facts = languageOf(source.path)?.parse(source, members);
    for (const symbol of facts?.symbols ?? []) nodes.push({ id: `${source.path}#${symbol.key}`, name: symbol.name });
    for (const { kind, from, name, file, line, thru } of facts?.references ?? [])
      edges.push({
        kind,
        from: `${source.path}#${from}`,
        name,
        file: file ?? source.path,
        line,
        ...(thru && { thru }),
      });
  }
  return { nodes, edges };
}

test("every edge of the estate's JCL, CICS, DB2, IMS and other mainframe files is found, and no other", () => {
  const score = scoreEstate(factsGraph(), ownTruth(), (file) => languageOf(file) !== undefined);
  expect(score.misses).toEqual([]);
  expect(Object.keys(score.kinds).length).toBeGreaterThan(12);
});

test("a lost edge and an invented one are both reported", () => {
  const truth = ownTruth();
  const graph = factsGraph();
  const [first, ...rest] = graph.edges;
  const invented = { kind: "calls", from: "X", name: "Y", file: "jcl/POSTJOB.jcl", line: 1 };
  const { misses } = scoreEstate(
    { nodes: graph.nodes, edges: [...rest, invented] },
    truth,
    (file) => languageOf(file) !== undefined,
  );
  expect(misses).toHaveLength(2);
  expect(misses.join("\n")).toContain("+ calls X -> Y jcl/POSTJOB.jcl:1");
  expect(misses.join("\n")).toContain(`${first?.file}:${first?.line}`);
});

const WRITTEN_OUT = new Set([
  "calls",
  "copies",
  "performs",
  "goto",
  "executes",
  "links",
  "includes",
  "inserts",
  "defines",
]);

test("the truth cites lines that hold the name, unless it came through symbols or values", () => {
  const truth = readEstateTruth();
  const judged = truth.edges.filter(
    (edge) => WRITTEN_OUT.has(edge.kind) && !edge.indirect && !/propagated|table/.test(edge.resolved ?? ""),
  );
  const wrong = judged.filter((edge) => {
    const lines = sources.get(edge.file)?.text.split("\n") ?? [];
    const cited = lines
      .slice(edge.line - 1, edge.endLine ?? edge.line)
      .join(" ")
      .toUpperCase();
    return ![edge.to].flat().some((name) => cited.includes(name.toUpperCase()));
  });
  expect(wrong).toEqual([]);
  expect(judged.length).toBeGreaterThan(80);
});
