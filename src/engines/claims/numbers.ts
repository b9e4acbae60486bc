import type { GraphEdge, GraphNode } from "../citadel/model.ts";
import type { FactBase } from "./facts.ts";
import { kindsOf } from "./nouns.ts";
import type { Statement } from "./statement.ts";
import { type Verb, verbForm } from "./verbs.ts";

type Count = Extract<Statement, { kind: "does-count" }>;

/** How many of something a thing has; empty where nobody counts that. */
export function numbersOf(facts: FactBase, of: GraphNode, noun: string): readonly number[] {
  const { detail = {} } = of;
  const numeric = (key: string, more = 0): number[] => {
    const value = detail[key];
    return typeof value === "number" ? [value + more] : [];
  };
  switch (noun) {
    case "line":
      return linesOf(facts, of);
    case "byte":
      return numeric("length");
    case "statement":
      return numeric("statements");
    case "decision":
      return numeric("decisions");
    case "caller":
      return countedBy(facts, of, "call");
    case "copier":
      return countedBy(facts, of, "copy");
  }
  const kinds = kindsOf(noun);
  if (!kinds) return [];
  return [facts.partsOf(of).filter(({ kind }) => kinds.includes(kind)).length];
}

function linesOf(facts: FactBase, of: GraphNode): readonly number[] {
  const own = of.end - of.start + 1;
  const file = facts.file(of.file);
  const isAlone = facts.estate.inFile(of.file).every((node) => node === of || node.kind !== of.kind);
  return file && of.owner === undefined && isAlone ? [...new Set([own, file.lines])] : [own];
}

function countedBy(facts: FactBase, of: GraphNode, word: string): readonly number[] {
  const verb = verbForm(word)?.verb;
  return verb ? [new Set(roots(facts, of, facts.edgesOf(of, verb, "by")).map(({ id }) => id)).size] : [];
}

/** The programs, jobs … whose edges these are. */
function roots(facts: FactBase, of: GraphNode, edges: readonly GraphEdge[]): GraphNode[] {
  return edges.flatMap((edge) => {
    const root = facts.chain(facts.estate.node(edge.from)).at(-1);
    return root && root !== of ? [root] : [];
  });
}

/** What is counted by `calls 2 programs` and `is called by 3 programs`: things, and the edges that show them. */
export function countDone(
  facts: FactBase,
  of: GraphNode,
  { verb, direction, noun }: Pick<Count, "direction" | "noun"> & { readonly verb: Verb },
): { readonly count: number; readonly edges: readonly GraphEdge[] } | undefined {
  const kinds = kindsOf(noun);
  const edges = facts.edgesOf(of, verb, direction);
  if (noun === "place") return { count: new Set(edges.map(({ file, line }) => `${file}:${line}`)).size, edges };
  if (!kinds) return undefined;
  if (direction === "by") {
    const parts = edges.filter((edge) => ofKind(facts, edge, kinds, of) !== undefined);
    return { count: new Set(parts.map((edge) => ofKind(facts, edge, kinds, of)?.id)).size, edges: parts };
  }
  const done = edges.filter((edge) => {
    const target = facts.estate.node(edge.to);
    return target ? kinds.includes(target.kind) : facts.isOutside(edge, kinds);
  });
  return { count: new Set(done.map((edge) => edge.to ?? edge.name.toUpperCase())).size, edges: done };
}

function ofKind(facts: FactBase, edge: GraphEdge, kinds: readonly string[], of: GraphNode): GraphNode | undefined {
  return facts.chain(facts.estate.node(edge.from)).find((node) => node !== of && kinds.includes(node.kind));
}
