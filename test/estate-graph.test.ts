import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openCodeIndex } from "../src/adapters/code-index/code-intelligence.ts";
import { EDGE_KINDS, type GraphEdge } from "../src/engines/citadel/model.ts";
import { judgeCitations } from "./citations.ts";
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
  const { judged, wrong } = judgeCitations(graph, ESTATE);
  expect(wrong).toEqual([]);
  expect(judged).toBeGreaterThan(150);
  expect(graph.edges.every((edge) => EDGE_KINDS.includes(edge.kind))).toBe(true);
});

test("a wrong citation is noticed", () => {
  const edge = graph.edges.find(({ kind, file }) => kind === "calls" && file.endsWith(".cbl")) as GraphEdge;
  const moved = [
    { ...edge, line: 1 },
    { ...edge, line: 10_000 },
  ];
  expect(judgeCitations({ ...graph, edges: moved }, ESTATE).wrong).toHaveLength(3);
});

test("ids are unique and edges end at nodes", () => {
  const ids = new Set(graph.nodes.map((node) => node.id));
  expect(ids.size).toBe(graph.nodes.length);
  expect(graph.edges.filter((edge) => !ids.has(edge.from) || (edge.to !== undefined && !ids.has(edge.to)))).toEqual([]);
});
