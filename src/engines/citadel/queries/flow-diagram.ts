import type { Estate } from "../graph/estate.ts";
import type { GraphEdge, GraphNode, NodeKind } from "../model.ts";
import { failure, type QueryResult } from "./answer.ts";
import { factsOf, isFailure, UNIT_KINDS } from "./look-up.ts";
import { label, NodeIds } from "./mermaid.ts";

export interface FlowOptions {
  /** Paragraph to start from; only what it reaches is drawn. */
  readonly start?: string;
  /** Also programs, files, tables and maps. */
  readonly external: boolean;
}

export interface Diagram {
  readonly kind: "diagram";
  readonly title: string;
  readonly mermaid: string;
  readonly text: string;
}

const UNITS_MAX = 5_000;
const ARROWS_MAX = 20_000;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly edge: GraphEdge;
}

/** The control flow of a file's programs: PERFORM solid, GO TO and fall-through dashed, everything outside by its shape. */
export function flowDiagram(estate: Estate, path: string, options: FlowOptions): Diagram | QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const units = estate.graph.nodes.filter((node) => node.id.startsWith(`${facts.path}#`) && isDrawn(node));
  const start =
    options.start === undefined
      ? undefined
      : units.find((node) => node.name.toUpperCase() === options.start?.toUpperCase());
  if (options.start !== undefined && !start)
    return failure(
      `No paragraph ${options.start} in ${facts.path}. It has: ${units
        .map((node) => node.name)
        .slice(0, 60)
        .join(", ")}`,
    );
  const inside = new Set(units.map((node) => node.id));
  const arrowsFrom = (id: string): Arrow[] => arrowsOf(estate, id, inside, options.external);
  const kept = start && reachable(start.id, arrowsFrom);
  const wanted = kept ? units.filter((node) => kept.has(node.id)) : units;
  const arrows: Arrow[] = [];
  const drawn = wanted.slice(0, UNITS_MAX).filter(({ id }) => {
    if (arrows.length >= ARROWS_MAX) return false;
    arrows.push(...arrowsFrom(id).slice(0, ARROWS_MAX));
    return true;
  });
  const part = drawn.length < wanted.length ? `, ${drawn.length} of its ${wanted.length} paragraphs` : "";
  const title = `${facts.path}${start ? ` from ${start.name}` : ""}${part}`;
  return {
    kind: "diagram",
    title,
    mermaid: mermaidFlow(estate, drawn, arrows, inside),
    text: textFlow(estate, drawn, arrows),
  };
}

const isDrawn = (node: GraphNode): boolean =>
  UNIT_KINDS.has(node.kind) &&
  node.kind !== "program" &&
  node.kind !== "class" &&
  node.kind !== "module" &&
  !(node.kind === "entry" && node.name !== "(main)");

function arrowsOf(estate: Estate, from: string, inside: ReadonlySet<string>, external: boolean): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const edge of estate.from(from)) {
    const isInside = edge.to !== undefined && inside.has(edge.to);
    if (
      (!isInside && !external) ||
      edge.kind === "copies" ||
      edge.detail?.["taken"] === false ||
      edge.detail?.["access"] !== undefined ||
      (edge.to === undefined && edge.name.startsWith("EXEC "))
    )
      continue;
    const to = edge.to ?? `?${edge.name.toUpperCase()}`;
    const key = `${to}>${edge.kind}>${edge.thru ?? ""}`;
    if (!arrows.has(key)) arrows.set(key, { from, to, edge });
  }
  return [...arrows.values()];
}

function reachable(start: string, arrowsFrom: (id: string) => readonly Arrow[]): Set<string> {
  const seen = new Set([start]);
  // A set gives what is added while it is gone through.
  for (const from of seen)
    for (const { to, edge } of arrowsFrom(from)) {
      const through = edge.detail?.["thruTo"];
      seen.add(to);
      if (typeof through === "string") seen.add(`${from.slice(0, from.indexOf("#"))}#${through}`);
    }
  return seen;
}

function mermaidFlow(
  estate: Estate,
  units: readonly GraphNode[],
  arrows: readonly Arrow[],
  inside: ReadonlySet<string>,
): string {
  const ids = new NodeIds();
  const lines = ["flowchart TD"];
  for (const unit of units) lines.push(`  ${ids.of(unit.id)}["${label(unit.name)}"]`);
  const declared = new Set(units.map((unit) => unit.id));
  for (const { to, edge } of arrows) {
    if (declared.has(to)) continue;
    declared.add(to);
    const node = estate.node(to);
    lines.push(`  ${ids.of(to)}${shape(node?.kind ?? kindOf(edge), label(node?.name ?? edge.name))}`);
  }
  for (const { from, to, edge } of arrows)
    lines.push(`  ${ids.of(from)} ${arrowOf(edge, inside.has(to))} ${ids.of(to)}`);
  return `${lines.join("\n")}\n`;
}

function arrowOf(edge: GraphEdge, isInside: boolean): string {
  const range = edge.thru === undefined ? "" : ` THRU ${edge.thru}`;
  if (edge.kind === "performs") return range === "" ? "-->" : `-->|"${label(range.trim())}"|`;
  if (edge.kind === "falls-through") return '-.->|"falls through"|';
  if (edge.kind === "goto") return `-.->|"${label(String(edge.detail?.["verb"] ?? "GO TO"))}"|`;
  return isInside
    ? `-->|"${label(edge.kind)}"|`
    : `-.->|"${label(`${edge.kind}${edge.resolved === "unresolved" ? "?" : ""}`)}"|`;
}

function kindOf(edge: GraphEdge): NodeKind {
  switch (edge.kind) {
    case "calls":
    case "links":
    case "xctls":
      return "program";
    case "sends":
    case "receives":
      return "map";
    case "selects":
    case "inserts":
      return "table";
    case "reads":
    case "writes":
    case "updates":
    case "deletes":
    case "opens":
    case "closes":
      return "file";
    default:
      return "paragraph";
  }
}

function shape(kind: NodeKind, text: string): string {
  if (kind === "program" || kind === "function" || kind === "transaction" || kind === "entry") return `(["${text}"])`;
  if (kind === "file" || kind === "table" || kind === "dataset" || kind === "cursor") return `[("${text}")]`;
  return kind === "map" || kind === "mapset" ? `{{"${text}"}}` : `["${text}"]`;
}

function textFlow(estate: Estate, units: readonly GraphNode[], arrows: readonly Arrow[]): string {
  const byUnit = Map.groupBy(arrows, ({ from }) => from);
  const lines: string[] = [];
  for (const unit of units) {
    lines.push(`${unit.name}  ${unit.file}:${unit.start}`);
    const out = byUnit.get(unit.id) ?? [];
    out.forEach(({ edge, to }, index) => {
      const branch = index === out.length - 1 ? "└─" : "├─";
      const range = edge.thru === undefined ? "" : ` THRU ${edge.thru}`;
      lines.push(`  ${branch} ${edge.kind} ${estate.node(to)?.name ?? edge.name}${range}  ${edge.file}:${edge.line}`);
    });
  }
  return `${lines.join("\n")}\n`;
}
