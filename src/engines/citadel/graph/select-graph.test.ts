import { expect, test } from "vitest";
import { LANGUAGES, LanguageFinder } from "../languages/index.ts";
import type { Graph, GraphEdge, GraphNode } from "../model.ts";
import { buildGraph, type EstateFile } from "./build-graph.ts";
import type { GraphSelection } from "./select-graph.ts";
import { streamGraph } from "./stream-graph.ts";

const line = (text: string): string => `       ${text}\n`;
const COPYBOOK = ["01  ACCT-REC.", "    05  ACCT-ID   PIC X(8).", "    05  ACCT-AMT  PIC 9(5)."].map(line).join("");

/** Programs in a row, each with the copybook, items of its own and a call of the next by reference. */
function estate(programs: number): EstateFile[] {
  const texts = new Map([["cpy/ACCT.cpy", COPYBOOK]]);
  for (let at = 0; at < programs; at += 1) {
    const call = at + 1 < programs ? [`    CALL 'PGM${at + 1}' USING WS-KEY ACCT-REC.`] : [];
    const text = [
      "IDENTIFICATION DIVISION.",
      `PROGRAM-ID. PGM${at}.`,
      "DATA DIVISION.",
      "WORKING-STORAGE SECTION.",
      "01  WS-KEY  PIC X(8).",
      "COPY ACCT.",
      "LINKAGE SECTION.",
      "01  LK-KEY  PIC X(8).",
      "01  LK-REC  PIC X(13).",
      "PROCEDURE DIVISION USING LK-KEY LK-REC.",
      "MAIN-PART.",
      "    MOVE LK-KEY TO WS-KEY.",
      "    MOVE WS-KEY TO ACCT-ID.",
      ...call,
      "    GOBACK.",
    ];
    texts.set(`app${at % 2}/PGM${at}.cbl`, text.map(line).join(""));
  }
  const finder = new LanguageFinder(LANGUAGES);
  const find = (name: string) => {
    const text = texts.get(`cpy/${name}.cpy`);
    return text === undefined ? undefined : { source: { path: `cpy/${name}.cpy`, text }, others: [] };
  };
  return [...texts].flatMap(([path, text]) => {
    const facts = finder.byPath(path)?.parse({ path, text }, { find });
    return facts ? [{ facts, sha256: "" }] : [];
  });
}

/** As the index reads them: without data, or of those that have some. */
const reader =
  (files: readonly EstateFile[]) =>
  (withData: boolean): EstateFile[] => {
    if (withData) return [...files];
    return files.map(({ facts, sha256 }) => {
      const { dataFlow: _, ...rest } = facts;
      return { facts: { ...rest, symbols: facts.symbols.filter(({ kind }) => kind !== "data-item") }, sha256 };
    });
  };

const strangeIn = (selection: GraphSelection): unknown[] =>
  [...streamGraph(reader(files), selection, [])].flatMap((part) => (part.list === "strange" ? [part] : []));

function selected(files: readonly EstateFile[], selection: GraphSelection): Pick<Graph, "nodes" | "edges"> {
  const [nodes, edges]: [GraphNode[], GraphEdge[]] = [[], []];
  for (const part of streamGraph(reader(files), selection, [])) {
    if (part.list === "nodes") nodes.push(...part.items);
    if (part.list === "edges") edges.push(...part.items);
  }
  return { nodes, edges };
}

const sorted = (items: readonly object[]): string[] => items.map((item) => JSON.stringify(item)).sort();
const files = estate(7);
const whole = buildGraph(files);

test("in parts it is the same graph", () => {
  const parts = selected(files, {});
  expect(sorted(parts.nodes)).toEqual(sorted(whole.nodes));
  expect(sorted(parts.edges)).toEqual(sorted(whole.edges));
  expect(parts.edges.some(({ detail }) => detail?.["join"] === "argument")).toBe(true);
});

test("each selection gives what a look through the whole graph gives", () => {
  for (const kinds of [["calls"], ["data-item"], ["references", "program"], ["copies", "paragraph"]]) {
    const parts = selected(files, { kinds });
    expect(sorted(parts.nodes)).toEqual(sorted(whole.nodes.filter(({ kind }) => kinds.includes(kind))));
    expect(sorted(parts.edges)).toEqual(sorted(whole.edges.filter(({ kind }) => kinds.includes(kind))));
  }
  for (const path of ["app1", "cpy/ACCT.cpy", "app0/PGM2.cbl"]) {
    const isThere = ({ file }: { readonly file: string }): boolean => file === path || file.startsWith(`${path}/`);
    const parts = selected(files, { files: [path] });
    expect(sorted(parts.nodes)).toEqual(sorted(whole.nodes.filter(isThere)));
    expect(sorted(parts.edges)).toEqual(sorted(whole.edges.filter(isThere)));
  }
});

test("from a name goes what its node and what belongs to it does", () => {
  const own = whole.nodes.filter(({ id }) => id.startsWith("app1/PGM3.cbl#"));
  const ids = new Set(own.map(({ id }) => id));
  const parts = selected(files, { from: ["pgm3"] });
  expect(sorted(parts.nodes)).toEqual(sorted(own));
  expect(sorted(parts.edges)).toEqual(sorted(whole.edges.filter(({ from }) => ids.has(from))));
  expect(selected(files, { from: ["PGM3"], kinds: ["calls"] }).edges.map(({ name }) => name)).toEqual(["PGM4"]);
});

test("a name to begin at that no node has is all there is, with what it was meant to be", () => {
  const strange = { list: "strange", items: [{ name: "PGM33", near: "PGM3" }] };
  for (const kinds of [undefined, ["calls"], ["data-item"]])
    expect([...streamGraph(reader(files), { from: ["PGM2", "PGM33"], ...(kinds && { kinds }) }, [])]).toEqual([
      strange,
    ]);
});

test("every name of the graph, and every id, is one to begin at, whatever kinds are asked for", () => {
  for (const { id, name } of whole.nodes)
    for (const from of [[id], [name.toLowerCase()]])
      expect([strangeIn({ from }), strangeIn({ from, kinds: ["calls"] })], name).toEqual([[], []]);
});
