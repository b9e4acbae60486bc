import type { Estate } from "../graph/estate.ts";
import type { EdgeKind, GraphEdge, GraphNode } from "../model.ts";
import { failure, type QueryResult } from "./answer.ts";
import { callPaths } from "./call-paths.ts";
import type { Diagram } from "./flow-diagram.ts";
import { message, NodeIds } from "./mermaid.ts";

export interface SequenceOptions {
  readonly diagramsMax: number;
  /** Shortest chain worth a diagram, in calls. */
  readonly edgesMin: number;
}

const BETWEEN_PROGRAMS: ReadonlySet<EdgeKind> = new Set<EdgeKind>(["executes", "calls", "links", "xctls", "starts"]);
const CHAIN_MAX = 40;
/** Steps of the search for long chains; a larger estate shows the longest found within them. */
const STEPS_MAX = 200_000;

interface Chain {
  readonly edges: readonly GraphEdge[];
}

/** The longest call chains of a file or folder, longest first: between programs, or between paragraphs of a single program. */
export function sequenceDiagrams(
  estate: Estate,
  path: string,
  options: SequenceOptions,
): readonly Diagram[] | QueryResult {
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const between = chainsOf(programLinks(estate, files), options);
  const chains = between.length > 0 ? between : chainsOf(unitLinks(estate, files), options);
  return chains.slice(0, options.diagramsMax).map((chain, index) => diagram(estate, chain, index + 1));
}

/** The shortest ways from one named thing to each place that touches or calls another, as diagrams. */
export function pathDiagrams(
  estate: Estate,
  [from, to]: readonly [string, string],
  { diagramsMax, navigation }: { readonly diagramsMax: number; readonly navigation: boolean },
): { readonly diagrams: readonly Diagram[]; readonly notes: readonly string[] } | QueryResult {
  const [starts, targets] = [estate.find(from), estate.find(to)];
  for (const [name, nodes] of [[from, starts] as const, [to, targets] as const])
    if (nodes.length === 0) return failure(`Nothing in the estate is called ${name}`);
  const ways = callPaths(estate, starts, { targets, navigation });
  if (ways.length === 0)
    return {
      diagrams: [],
      notes: [`No way leads from ${from} to ${to}${navigation ? "" : "; --navigation also follows XCTL and START"}`],
    };
  const diagrams = ways.slice(0, diagramsMax).map((edges, index) => diagram(estate, { edges }, index + 1));
  const hidden = ways.length - diagrams.length;
  return { diagrams, notes: hidden > 0 ? [`${hidden} more ways lead there: --max ${ways.length} shows all.`] : [] };
}

type Links = Map<string, { readonly to: string; readonly edge: GraphEdge }[]>;

function addLink(links: Links, from: string, to: string, edge: GraphEdge): void {
  const list = links.get(from);
  if (!list) links.set(from, [{ to, edge }]);
  else if (!list.some((link) => link.to === to)) list.push({ to, edge });
}

function programLinks(estate: Estate, files: ReadonlySet<string>): Links {
  const links: Links = new Map();
  for (const edge of estate.graph.edges) {
    // RETURN TRANSID comes back to the same conversation: it is no call.
    if (
      !BETWEEN_PROGRAMS.has(edge.kind) ||
      edge.detail?.["command"] === "RETURN" ||
      !files.has(edge.from.slice(0, edge.from.indexOf("#")))
    )
      continue;
    const from = estate.node(edge.from);
    if (!from) continue;
    const target = estate.node(edge.to);
    const source = ownerOf(estate, from);
    const to = target ? ownerOf(estate, target) : undefined;
    if (to !== source) addLink(links, source.id, to?.id ?? `?${edge.name.toUpperCase()}`, edge);
  }
  return links;
}

/** Steps stand for themselves, so that a job's chains start at the step that runs the program. */
const ownerOf = (estate: Estate, node: GraphNode): GraphNode =>
  node.kind === "step" || node.kind === "transaction" ? node : (estate.programOf(node) ?? node);

function unitLinks(estate: Estate, files: ReadonlySet<string>): Links {
  const links: Links = new Map();
  for (const edge of estate.graph.edges)
    if (
      (edge.kind === "performs" || edge.kind === "calls") &&
      edge.to !== undefined &&
      files.has(edge.from.slice(0, edge.from.indexOf("#")))
    )
      addLink(links, edge.from, edge.to, edge);
  return links;
}

/** The longest simple paths, one for each pair of ends; starts are what nothing calls, then whatever those did not reach. */
function chainsOf(links: Links, options: SequenceOptions): Chain[] {
  const targets = new Set([...links.values()].flatMap((list) => list.map((link) => link.to)));
  const roots = [...links.keys()].filter((id) => !targets.has(id));
  const search: Search = { links, best: new Map(), reached: new Set(), steps: 0, edgesMin: options.edgesMin };
  const budget = Math.ceil(STEPS_MAX / Math.max(1, roots.length));
  for (const start of [...roots, ...links.keys()]) {
    if (search.reached.has(start)) continue;
    search.steps = budget;
    walk(search, start, [], new Set([start]));
  }
  return [...search.best.values()].sort((left, right) => right.edges.length - left.edges.length);
}

interface Search {
  readonly links: Links;
  readonly best: Map<string, Chain>;
  readonly reached: Set<string>;
  readonly edgesMin: number;
  steps: number;
}

function walk(search: Search, id: string, path: GraphEdge[], seen: Set<string>): void {
  search.reached.add(id);
  search.steps -= 1;
  const next = (search.links.get(id) ?? []).filter((link) => !seen.has(link.to));
  if (next.length === 0 || path.length >= CHAIN_MAX || search.steps <= 0) {
    const key = `${path[0]?.from}>${id}`;
    if (path.length >= search.edgesMin && path.length > (search.best.get(key)?.edges.length ?? 0))
      search.best.set(key, { edges: [...path] });
    return;
  }
  for (const { to, edge } of next) {
    seen.add(to);
    path.push(edge);
    walk(search, to, path, seen);
    path.pop();
    seen.delete(to);
    if (search.steps <= 0) return;
  }
}

function diagram(estate: Estate, chain: Chain, number: number): Diagram {
  const ids = new NodeIds();
  const lines = ["sequenceDiagram"];
  const text: string[] = [];
  const declared = new Set<string>();
  const participant = (key: string, title: string): string => {
    const id = ids.of(key);
    if (!declared.has(id)) {
      declared.add(id);
      lines.push(`  participant ${id} as ${message(title)}`);
    }
    return id;
  };
  const isBetween =
    chain.edges.every((edge) => BETWEEN_PROGRAMS.has(edge.kind)) &&
    !chain.edges.every((edge) => edge.kind === "performs");
  const ends = chain.edges.map((edge) => {
    const from = estate.node(edge.from);
    const to = estate.node(edge.to);
    const source = from && isBetween ? ownerOf(estate, from) : from;
    const target = to && isBetween ? ownerOf(estate, to) : to;
    return {
      edge,
      from: participant(source?.id ?? edge.from, source ? `${source.name} (${source.file})` : edge.from),
      to: participant(
        target?.id ?? `?${edge.name.toUpperCase()}`,
        target ? `${target.name} (${target.file})` : `${edge.name} (not in the estate)`,
      ),
      names: `${source?.name ?? edge.from} -> ${target?.name ?? edge.name}`,
    };
  });
  for (const { edge, from, to, names } of ends) {
    lines.push(`  ${from}->>${to}: ${message(`${edge.kind} ${edge.name} at ${edge.file}:${edge.line}`)}`);
    text.push(`${"  ".repeat(text.length)}${names} (${edge.kind})  ${edge.file}:${edge.line}`);
  }
  for (const { edge, from, to } of [...ends].reverse())
    if (edge.kind !== "xctls") lines.push(`  ${to}-->>${from}: return`);
  return {
    kind: "diagram",
    title: `Call chain ${number}, ${chain.edges.length} calls`,
    mermaid: `${lines.join("\n")}\n`,
    text: `${text.join("\n")}\n`,
  };
}
