import type { Estate } from "../../graph/estate.ts";
import type { GraphEdge, GraphNode } from "../../model.ts";
import type { Line, Section } from "../answer.ts";
import { resolutionText } from "../look-up.ts";

/** How far a change is followed through callers. */
const DEPTH_MAX = 12;

const COPIES: ReadonlySet<string> = new Set(["copies", "includes"]);
const NAVIGATION: ReadonlySet<string> = new Set(["xctls", "starts"]);

/** Programs that are touched without being compiled anew, by id, with the line that shows it. */
export type Users = Map<string, Line>;

/** Everything that uses the roots, and their users, in tiers: what is compiled anew, what is tested, and what screens lead to. */
export function followUsers(
  estate: Estate,
  roots: readonly GraphNode[],
  { users, navigation }: { readonly users: Users; readonly navigation: boolean },
): Section[] {
  const walk = new Walk(estate, roots, navigation);
  let front: readonly Reached[] = roots.map((node) => ({ node, tier: "Recompile" }));
  const recompiled = [...front];
  // First all that copies it: a program that also receives the value is compiled anew all the same.
  for (let depth = 0; depth < DEPTH_MAX && front.length > 0; depth += 1) {
    front = front.flatMap((reached) => walk.users(reached, COPIES));
    recompiled.push(...front);
  }
  front = [...recompiled, ...walk.touched(users)];
  for (let depth = 0; depth < DEPTH_MAX && front.length > 0; depth += 1)
    front = front.flatMap((reached) => walk.users(reached));
  return [...walk.groups]
    .sort(([left], [right]) => ORDER.indexOf(left) - ORDER.indexOf(right))
    .map(([heading, lines]) => ({ heading, lines }));
}

interface Reached {
  readonly node: GraphNode;
  readonly tier: string;
}

class Walk {
  readonly groups = new Map<string, Line[]>();
  private readonly estate: Estate;
  private readonly navigation: boolean;
  private readonly seen: Set<string>;

  constructor(estate: Estate, roots: readonly GraphNode[], navigation: boolean) {
    this.estate = estate;
    this.navigation = navigation;
    this.seen = new Set(roots.map((node) => node.id));
    for (const { kind, name, file, start } of roots)
      if (kind === "program" || kind === "copybook")
        add(this.groups, "Recompile", { text: `${name} (changed or recompiled)`, file, line: start });
  }

  /** Tells the users of a thing that were not reached before. */
  users({ node, tier }: Reached, kinds?: ReadonlySet<string>): Reached[] {
    const fresh: Reached[] = [];
    for (const { node: user, edge } of usersOf(this.estate, node)) {
      if (kinds && !kinds.has(edge.kind)) continue;
      const reached = tierOf(edge, tier);
      if (this.seen.has(user.id) || (reached === NAVIGATED && !this.navigation)) continue;
      this.seen.add(user.id);
      fresh.push({ node: user, tier: reached });
      const heading = reached === "Retest" ? `Retest: ${kindText(user)}` : reached;
      if (isToldByPart(this.estate, user, edge)) continue;
      const text = `${this.estate.title(user)} ${edge.kind} ${edge.name}${resolutionText(edge)}`;
      add(this.groups, heading, { text, file: edge.file, line: edge.line, depth: 0 });
    }
    return fresh;
  }

  /** Tells the programs that are touched but not compiled anew. */
  touched(users: Users): Reached[] {
    return [...users].flatMap(([id, line]) => {
      const node = this.estate.node(id);
      if (!node || this.seen.has(id)) return [];
      this.seen.add(id);
      add(this.groups, `Retest: ${kindText(node)}`, { ...line, text: `${node.name} has its value: ${line.text}` });
      return [{ node, tier: "Retest" }];
    });
  }
}

const NAVIGATED = "Reached by navigation";
const ORDER = [
  "Recompile",
  "Retest: programs",
  "Retest: paragraphs",
  "Retest: jobs and steps",
  "Retest: transactions",
  "Retest: others",
  NAVIGATED,
];

/** What copies a thing is compiled anew with it; what a transfer leads from stays what it is. */
function tierOf({ kind }: GraphEdge, tier: string): string {
  if (tier === NAVIGATED || NAVIGATION.has(kind)) return NAVIGATED;
  return tier === "Recompile" && COPIES.has(kind) ? "Recompile" : "Retest";
}

/** A job is named with its step that does it. */
function isToldByPart(estate: Estate, user: GraphNode, { from }: GraphEdge): boolean {
  const part = estate.node(from);
  return part !== undefined && part.id !== user.id && part.kind === "step" && kindText(user) === kindText(part);
}

function kindText(node: GraphNode): string {
  // A scheduler's entries stand for themselves; those of a program belong to it.
  if (node.kind === "entry" && node.owner === undefined) return "jobs and steps";
  if (node.kind === "program" || node.kind === "function" || node.kind === "method" || node.kind === "class")
    return "programs";
  if (node.kind === "paragraph" || node.kind === "section" || node.kind === "entry") return "paragraphs";
  if (node.kind === "job" || node.kind === "step" || node.kind === "procedure") return "jobs and steps";
  return node.kind === "transaction" ? "transactions" : "others";
}

function usersOf(estate: Estate, node: GraphNode): { node: GraphNode; edge: GraphEdge }[] {
  const found: { node: GraphNode; edge: GraphEdge }[] = [];
  const edges = [...estate.to(node.id)];
  // Whoever uses an entry point or a mapset's maps uses the whole.
  for (const part of estate.ownedBy(node.id))
    if (part.kind === "entry" || part.kind === "map")
      edges.push(...estate.to(part.id).filter((edge) => edge.kind !== "falls-through"));
  for (const edge of edges) {
    const from = estate.node(edge.from);
    if (!from || edge.kind === "defines" || edge.kind === "falls-through") continue;
    found.push({ node: from, edge });
    const program = estate.programOf(from);
    if (program && program !== from && program.id !== estate.programOf(node)?.id) found.push({ node: program, edge });
  }
  return found;
}

function add(groups: Map<string, Line[]>, heading: string, line: Line): void {
  const list = groups.get(heading);
  if (list) list.push(line);
  else groups.set(heading, [line]);
}
