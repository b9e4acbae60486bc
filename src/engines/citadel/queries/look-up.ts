import type { Estate } from "../graph/estate.ts";
import type { FileFacts, GraphEdge, GraphNode } from "../model.ts";
import { failure, type QueryResult } from "./answer.ts";

/** Kinds that have a body one can read: what other languages call functions. */
export const UNIT_KINDS: ReadonlySet<string> = new Set([
  "program",
  "section",
  "paragraph",
  "entry",
  "function",
  "method",
  "class",
  "job",
  "step",
  "procedure",
  "module",
]);

/** The facts of one file; a message that helps when there are none. */
export function factsOf(estate: Estate, path: string): FileFacts | QueryResult {
  const clean = path.replace(/^\.\/+/, "");
  const facts = estate.facts.get(clean) ?? onlyMatch(estate, clean);
  return facts ?? failure(`No analysed file ${path}. ${similar(estate, clean)}`.trim());
}

export const isFailure = (value: FileFacts | QueryResult): value is QueryResult =>
  "kind" in value && !("path" in value);

/** A file by its bare name, when only one has it. */
function onlyMatch(estate: Estate, path: string): FileFacts | undefined {
  const wanted = path.toLowerCase();
  const found = [...estate.facts.values()].filter(
    (facts) => facts.path.toLowerCase() === wanted || facts.path.toLowerCase().endsWith(`/${wanted}`),
  );
  return found.length === 1 ? found[0] : undefined;
}

function similar(estate: Estate, path: string): string {
  const name = (path.split("/").pop() ?? path).toLowerCase();
  const found = [...estate.facts.keys()].filter((file) =>
    (file.split("/").pop() ?? "").toLowerCase().includes(name.replace(/\.[^.]*$/, "")),
  );
  return found.length > 0 ? `Did you mean ${found.slice(0, 5).join(", ")}?` : "";
}

/** The functions, paragraphs, programs … of a file, in source order. */
export function unitsOf(estate: Estate, path: string): GraphNode[] {
  return estate.graph.nodes
    .filter((node) => UNIT_KINDS.has(node.kind) && (node.file === path || node.id.startsWith(`${path}#`)))
    .sort((left, right) => left.start - right.start || right.end - left.end);
}

/** `PERFORM X THRU Y`, `MOVE`-resolved targets and the like in words. */
export function edgeText(estate: Estate, edge: GraphEdge): string {
  const target = estate.node(edge.to);
  const name =
    target && target.name.toUpperCase() !== edge.name.toUpperCase() ? `${edge.name} (${target.name})` : edge.name;
  const range = edge.thru === undefined ? "" : ` THRU ${edge.thru}`;
  return `${edge.kind} ${name}${range}${resolutionText(edge)}`;
}

export function resolutionText(edge: GraphEdge): string {
  const variable = edge.detail?.["variable"];
  const possible = edge.detail?.["possible"] ? "possibly, " : "";
  switch (edge.resolved) {
    case "exact":
      return edge.candidates ? ` [or what implements it, ${edge.candidates.length} here]` : "";
    case "propagated":
      return ` [${possible}through ${variable ?? "a value"}${edge.via ? ` from ${edge.via.map((place) => `${place.file}:${place.line}`).join(", ")}` : ""}]`;
    case "table":
      return ` [${possible}from a table]`;
    case "candidate":
      return ` [one of ${edge.candidates?.length ?? 0}]`;
    case "by-name":
      return " [by its name]";
    case "external":
      return " [external]";
    case "unresolved":
      return ` [unresolved: ${edge.reason ?? "not found"}]`;
  }
}
