import type { Estate } from "../graph/estate.ts";
import type { GraphNode } from "../model.ts";
import { answer, byPlace, failure, type Line, type QueryResult } from "./answer.ts";

export const DEAD_KINDS = [
  "unreachable",
  "after-leave",
  "unlikely",
  "trivial-exit",
  "unreferenced",
  "unknown",
] as const;
export type DeadKind = (typeof DEAD_KINDS)[number];

export interface DeadItem {
  readonly kind: DeadKind;
  readonly node: GraphNode;
  readonly line: number;
  readonly reason: string;
}

export interface DeadCodeOptions {
  readonly exclude?: readonly string[];
  readonly only?: readonly string[];
}

const HEADINGS: Readonly<Record<DeadKind, string>> = {
  unreachable: "Unreachable paragraphs and sections",
  "after-leave": "Statements after a leaving verb",
  unlikely: "Reached only past branches that all leave",
  "trivial-exit": "EXIT labels that nothing uses",
  unreferenced: "Unreferenced programs, copybooks and screens",
  unknown: "Not decided: code is missing",
};

/** What nothing reaches, with the reason, and what looks dead but is not, with the reason. */
export function deadCode(estate: Estate, path: string, options: DeadCodeOptions = {}): QueryResult {
  if (options.exclude && options.only)
    return failure("Give either the kinds to leave out or the only kinds to show, not both");
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const wanted = (node: GraphNode): boolean =>
    options.only ? options.only.includes(node.kind) : !options.exclude?.includes(node.kind);
  const items = findDeadCode(estate, files).filter((item) => wanted(item.node));
  const sections = DEAD_KINDS.map((kind) => ({
    heading: HEADINGS[kind],
    lines: items
      .filter((item) => item.kind === kind)
      .map(
        (item): Line => ({
          text: `${estate.title(item.node)} (${item.node.kind}): ${item.reason}`,
          file: item.node.file,
          line: item.line,
        }),
      )
      .sort(byPlace),
  })).filter((section) => section.lines.length > 0);
  const kept = keptAlive(estate, files);
  if (kept.length > 0) sections.push({ heading: "Not called dead, though nothing performs it", lines: kept });
  const sure = items.filter((item) => item.kind === "unreachable" || item.kind === "unreferenced").length;
  return answer(`Dead code in ${path}`, {
    values: [["Dead items", sure]],
    sections,
    notes: sure === 0 ? ["No dead code detected"] : [],
  });
}

/** Every finding of the files, in the order of the graph's nodes. */
export function findDeadCode(estate: Estate, files: ReadonlySet<string>): DeadItem[] {
  const items: DeadItem[] = [];
  const outside = estateKnowledge(estate);
  for (const node of estate.graph.nodes) {
    const home = node.id.slice(0, node.id.indexOf("#"));
    if (!files.has(home)) continue;
    if (node.detail?.["reach"] !== undefined) unitFindings(estate, node, items);
    else if (node.owner === undefined || node.kind === "map") unreferenced(estate, node, outside, items);
  }
  return items;
}

function unitFindings(estate: Estate, node: GraphNode, items: DeadItem[]): void {
  const program = estate.programOf(node);
  // A copybook's paragraphs live in the programs that copy it.
  if (!program || program.kind === "copybook") return;
  const { detail = {} } = node;
  const isDead = detail["reach"] === "none";
  if (isDead) items.push(deadUnit(estate, node, program));
  else {
    for (const line of firstOfRuns((detail["afterLeave"] as readonly number[] | undefined) ?? []))
      items.push({
        kind: "after-leave",
        node,
        line,
        reason: `the statement on line ${line} follows a verb that leaves`,
      });
    const above = onlyFallenFrom(estate, node);
    if (above)
      items.push({
        kind: "unlikely",
        node,
        line: node.start,
        reason: `only ${above.name} could fall into it, and all its branches leave`,
      });
  }
}

function deadUnit(estate: Estate, node: GraphNode, program: GraphNode): DeadItem {
  const missing = program.detail?.["missingProcedureCopybooks"] as readonly string[] | undefined;
  const callers = estate.to(node.id).filter((edge) => edge.kind === "performs" || edge.kind === "goto");
  const fromDead =
    callers.length > 0
      ? `only unreachable code refers to it (${callers
          .slice(0, 3)
          .map((edge) => `${edge.file}:${edge.line}`)
          .join(", ")})`
      : "nothing performs it, goes to it or falls into it";
  if (missing)
    return {
      kind: "unknown",
      node,
      line: node.start,
      reason: `${fromDead}, but ${missing.join(", ")} could not be read`,
    };
  if (node.detail?.["trivial"] && callers.length === 0)
    return { kind: "trivial-exit", node, line: node.start, reason: "an EXIT label outside of every range" };
  return { kind: "unreachable", node, line: node.start, reason: fromDead };
}

function onlyFallenFrom(estate: Estate, node: GraphNode): GraphNode | undefined {
  const incoming = estate.to(node.id).filter((edge) => edge.detail?.["taken"] !== false);
  if (node.detail?.["reach"] !== "fallen-into" || incoming.length !== 1 || incoming[0]?.kind !== "falls-through")
    return undefined;
  const above = estate.node(incoming[0].from);
  return above?.detail?.["branchesLeave"] ? above : undefined;
}

/** The first line of each run of statements, so that one dead stretch is one finding. */
function firstOfRuns(lines: readonly number[]): number[] {
  return lines.filter((line, index) => index === 0 || line > (lines[index - 1] as number) + 3);
}

interface Knowledge {
  readonly hasRunners: boolean;
  readonly unknownCalls: number;
}

function estateKnowledge(estate: Estate): Knowledge {
  return {
    hasRunners: estate.graph.nodes.some((node) => node.kind === "job" || node.kind === "transaction"),
    unknownCalls: estate.graph.edges.filter(
      (edge) =>
        edge.resolved === "unresolved" &&
        // A known value whose program is missing reaches nothing that is here.
        edge.detail?.["variable"] !== undefined &&
        edge.via === undefined &&
        (edge.kind === "calls" || edge.kind === "links" || edge.kind === "xctls"),
    ).length,
  };
}

function unreferenced(estate: Estate, node: GraphNode, outside: Knowledge, items: DeadItem[]): void {
  const isOutside = (from: string): boolean => from !== node.id && !from.startsWith(`${node.id}/`);
  const used = [node, ...estate.ownedBy(node.id)].some(
    (part) =>
      (part.kind === node.kind || part.kind === "entry") &&
      estate
        .to(part.id)
        .some((edge) => isOutside(edge.from) && estate.node(edge.from)?.owner !== node.id && edge.kind !== "defines"),
  );
  if (used) return;
  if (node.kind === "copybook") {
    items.push({ kind: "unreferenced", node, line: node.start, reason: "no program copies it" });
  } else if (node.kind === "map") {
    items.push({ kind: "unreferenced", node, line: node.start, reason: "no program sends or receives it" });
  } else if (node.kind === "program" && outside.hasRunners) {
    const count = outside.unknownCalls;
    const calls = count === 1 ? "1 call with an unknown target" : `${count} calls with unknown targets`;
    const doubt = count > 0 ? `; ${calls} could still reach it` : "";
    items.push({
      kind: "unreferenced",
      node,
      line: node.start,
      reason: `no job, transaction or program runs it${doubt}`,
    });
  }
}

const ALIVE: Readonly<Record<string, string>> = {
  declarative: "a declarative: the run time enters it on an error or event",
  handler: "a HANDLE or WHENEVER label: CICS or SQL jumps to it",
  altered: "an ALTER makes a GO TO lead here",
};

function keptAlive(estate: Estate, files: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  for (const node of estate.graph.nodes) {
    const reason = ALIVE[String(node.detail?.["reach"])];
    if (reason && files.has(node.id.slice(0, node.id.indexOf("#"))))
      lines.push({ text: `${estate.title(node)}: ${reason}`, file: node.file, line: node.start });
  }
  return lines.sort(byPlace);
}
