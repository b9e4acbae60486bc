import { memberName } from "../file-facts.ts";
import type { Estate } from "../graph/estate.ts";
import { type GraphEdge, type GraphNode, nodeId } from "../model.ts";
import { answer, byPlace, failure, type Line, type QueryResult } from "./answer.ts";
import type { FlowIndex, FlowUse } from "./flow-index.ts";
import { factsOf, isFailure, resolutionText } from "./look-up.ts";

/**
 * Who performs, calls, copies, runs or uses a thing, over the whole estate.
 * @param path  the file that holds it, or undefined for every thing of that name
 * @param name  a program, paragraph, copybook, table, map, data item …; without regard to case
 */
export function findCallers(
  estate: Estate,
  path: string | undefined,
  name: string,
  flows: () => FlowIndex,
): QueryResult {
  let file: string | undefined;
  if (path !== undefined && path !== "." && !isFolder(estate, path)) {
    const facts = factsOf(estate, path);
    if (isFailure(facts)) return facts;
    file = facts.path;
  }
  const nodes = targetsNamed(estate, name, file);
  const edges = new Set([...nodes.flatMap((node) => estate.to(node.id)), ...byWrittenName(estate, name, nodes)]);
  const items = nodes.filter((node) => node.kind === "data-item");
  const lines: Line[] = withoutTwice(estate, edges).map((edge) => callerLine(estate, edge));
  if (items.length > 0) for (const line of uses(estate, items, flows())) lines.push(line);
  const title = `Callers of ${name}`;
  if (nodes.length === 0 && lines.length === 0)
    return failure(`${name} is not known${file ? ` in ${file}` : ""}: no node has that name`);
  if (lines.length === 0) return answer(title, { notes: [`No callers found for '${name}'`] });
  return answer(title, {
    sections: [{ heading: "Callers", lines: lines.sort(byPlace) }],
    notes: [`Total: ${lines.length} caller${lines.length === 1 ? "" : "s"}`],
  });
}

/** A copybook's own statement is left out where it is told for the programs that copy it. */
function withoutTwice(estate: Estate, edges: Iterable<GraphEdge>): GraphEdge[] {
  const all = [...edges];
  const place = ({ kind, file, line }: GraphEdge): string => `${kind} ${file}:${line}`;
  const isOwn = ({ from, file }: GraphEdge): boolean => from.startsWith(`${file}#`);
  const copied = new Set(all.filter((edge) => !isOwn(edge)).map(place));
  const isCopybook = ({ from }: GraphEdge): boolean => {
    const node = estate.node(from);
    return node !== undefined && estate.programOf(node)?.kind === "copybook";
  };
  // What a unit falls into only in a PERFORM that ends with it is never come to that way.
  const isNever = ({ kind, detail }: GraphEdge): boolean => kind === "falls-through" && detail?.["taken"] === false;
  return all.filter((edge) => !isNever(edge) && !(isOwn(edge) && isCopybook(edge) && copied.has(place(edge))));
}

/** Where programs read and set data items, each place once. */
function uses(estate: Estate, items: readonly GraphNode[], flows: FlowIndex): Line[] {
  const found = new Map<string, Line>();
  for (const item of items) {
    const here = estate.inFile(item.file).filter((node) => node.kind === "data-item");
    for (const id of flows.idsOf(item, here)) {
      for (const use of flows.uses(id)) {
        if (use.isRead) note(found, estate, use, "reads");
        if (use.isWritten) note(found, estate, use, "writes");
      }
    }
  }
  return [...found.values()];
}

function note(found: Map<string, Line>, estate: Estate, use: FlowUse, access: string): void {
  const unit = estate.node(nodeId(use.facts.path, use.unit));
  const who = unit ? estate.title(unit) : use.unit;
  const key = `${who} ${use.file}:${use.line} ${access}`;
  if (!found.has(key)) found.set(key, { text: `${who} (${access}, ${use.kind})`, file: use.file, line: use.line });
}

function isFolder(estate: Estate, path: string): boolean {
  return !estate.facts.has(path) && estate.filesUnder(path).length > 0;
}

function targetsNamed(estate: Estate, name: string, file: string | undefined): readonly GraphNode[] {
  const found =
    file === undefined
      ? estate.named(name)
      : estate.named(name).filter((node) => node.file === file || node.id.startsWith(`${file}#`));
  if (found.length > 0) return found;
  const stem = name.toUpperCase();
  // A copybook or program by its member's name.
  return estate.graph.nodes.filter(
    (node) =>
      node.owner === undefined &&
      (node.kind === "program" || node.kind === "copybook") &&
      memberName(node.file) === stem,
  );
}

/** References by that name which reach no node: unknown programs, missing copybooks, external services. */
function byWrittenName(estate: Estate, name: string, nodes: readonly GraphNode[]): GraphEdge[] {
  if (nodes.length > 0) return [];
  return estate.graph.edges.filter((edge) => edge.to === undefined && edge.name.toUpperCase() === name.toUpperCase());
}

function callerLine(estate: Estate, edge: GraphEdge): Line {
  const from = estate.node(edge.from);
  const who = !from
    ? edge.from
    : from.kind === "program" || from.kind === "copybook"
      ? `${from.name} (file level)`
      : estate.title(from);
  return { text: `${who} (${edge.kind})${resolutionText(edge)}: ${edge.text}`, file: edge.file, line: edge.line };
}
