import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openCodeIndex } from "../src/adapters/code-index/code-intelligence.ts";
import { EDGE_KINDS, type GraphEdge } from "../src/engines/citadel/model.ts";
import { readEstateTruth, scoreEstate } from "./estate-truth.ts";

const ESTATE = join(import.meta.dirname, "fixtures/estate");
const cacheFolder = mkdtempSync(join(tmpdir(), "waymark-estate-"));
afterAll(() => rmSync(cacheFolder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const index = openCodeIndex({ root: ESTATE, cacheFolder });
const graph = await index.graph({ signal });

test("the built graph of the estate has precision and recall 1.0 for every kind of edge", () => {
  const score = scoreEstate(graph, readEstateTruth());
  expect(score.misses).toEqual([]);
  expect(Object.keys(score.kinds).length).toBeGreaterThan(20);
});

test("every edge cites a line of its file, and the line or those beside it hold the name", () => {
  const texts = new Map(graph.files.map(({ path }) => [path, readFileSync(join(ESTATE, path), "latin1").split("\n")]));
  const wrong: string[] = [];
  let judged = 0;
  for (const edge of graph.edges) {
    const lines = texts.get(edge.file);
    if (!lines || edge.line < 1 || edge.line > lines.length) {
      wrong.push(`${edge.file}:${edge.line} is no line: ${edge.kind} ${edge.name}`);
      continue;
    }
    if (edge.kind === "falls-through") continue;
    judged += 1;
    const cited = lines
      .slice(edge.line - 1, edge.line + STATEMENT_LINES)
      .join(" ")
      .toUpperCase();
    if (!namesIn(edge).some((name) => cited.includes(name)))
      wrong.push(`${edge.file}:${edge.line} ${edge.kind} ${edge.name}`);
  }
  expect(wrong).toEqual([]);
  expect(judged).toBeGreaterThan(150);
  expect(graph.edges.every((edge) => EDGE_KINDS.includes(edge.kind))).toBe(true);
});

/** A statement may go on over some lines. */
const STATEMENT_LINES = 8;

/** What the cited line may call the target: its name, or the record, cursor, variable, symbol or referback that stands for it. */
function namesIn({ name, detail, text }: GraphEdge): string[] {
  const standIns = ["record", "cursor", "variable"].map((key) => detail?.[key]);
  const symbols = text.match(/&\w+/g) ?? [];
  const referback = detail?.["dd"] === undefined ? [] : ["DSN=*."];
  return [name, name.replace(/^.*\./, ""), ...standIns, ...symbols, ...referback].flatMap((word) =>
    typeof word === "string" && word !== "" ? word.toUpperCase() : [],
  );
}

test("ids are unique and edges end at nodes", () => {
  const ids = new Set(graph.nodes.map((node) => node.id));
  expect(ids.size).toBe(graph.nodes.length);
  expect(graph.edges.filter((edge) => !ids.has(edge.from) || (edge.to !== undefined && !ids.has(edge.to)))).toEqual([]);
});
