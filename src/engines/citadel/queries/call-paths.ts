import type { Estate } from "../graph/estate.ts";
import type { EdgeKind, GraphEdge, GraphNode } from "../model.ts";

/** Edges over which control goes on, or that touch data. A fall-through goes on as well. */
const WAYS: ReadonlySet<EdgeKind> = new Set<EdgeKind>([
  "executes",
  "calls",
  "links",
  "performs",
  "goto",
  "falls-through",
  "reads",
  "writes",
  "updates",
  "deletes",
  "selects",
  "inserts",
  "sends",
  "receives",
]);
const NAVIGATION: ReadonlySet<EdgeKind> = new Set<EdgeKind>(["xctls", "starts"]);
const NODES_MAX = 200_000;

/**
 * The shortest ways of control from one thing to each place that touches or calls another: transactions and jobs to their
 * programs, through paragraphs and calls, to a table, file, dataset, map or program.
 * @param navigation  also over XCTL and START, which lead from every screen to every other
 * @returns           one way for each last place, the shortest first
 */
export function callPaths(
  estate: Estate,
  starts: readonly GraphNode[],
  { targets, navigation }: { readonly targets: readonly GraphNode[]; readonly navigation: boolean },
): (readonly GraphEdge[])[] {
  const wanted = new Set(targets.map(({ id }) => id));
  const came = new Map<string, GraphEdge | undefined>(starts.map(({ id }) => [id, undefined]));
  const found: (readonly GraphEdge[])[] = [];
  for (let front = starts; front.length > 0 && came.size < NODES_MAX; ) {
    const edges = front.flatMap((node) => leaving(estate, node, navigation));
    const next: GraphNode[] = [];
    for (const { edge, to } of edges) {
      const isEnd = (id: string | undefined): boolean => id !== undefined && wanted.has(id);
      const ends = isEnd(to.id)
        ? [[]]
        : datasets(estate, to, came)
            .filter((end) => isEnd(end.to))
            .map((end) => [end]);
      found.push(...ends.map((end) => [...wayTo(came, edge.from), edge, ...end]));
      if (came.has(to.id)) continue;
      came.set(to.id, edge);
      next.push(to);
    }
    front = next;
  }
  return found;
}

/** What a program's file is on this way: by CICS, or by the DD of a step that lies on it. */
const datasets = (estate: Estate, node: GraphNode, came: ReadonlyMap<string, unknown>): GraphEdge[] =>
  node.kind !== "file"
    ? []
    : estate.from(node.id).filter(({ detail }) => detail?.["step"] === undefined || came.has(String(detail["step"])));

/** What control does from a node. RETURN TRANSID comes back to the same conversation: it leads nowhere else. */
function leaving(estate: Estate, node: GraphNode, navigation: boolean): { edge: GraphEdge; to: GraphNode }[] {
  const own = estate
    .from(node.id)
    .filter(
      ({ kind, detail }) =>
        (WAYS.has(kind) || (navigation && NAVIGATION.has(kind))) &&
        detail?.["command"] !== "RETURN" &&
        detail?.["taken"] !== false,
    );
  // Of two ways to one paragraph the call is told.
  const [falls, calls] = [own.filter(isFall), own.filter((edge) => !isFall(edge))];
  return [...calls, ...entries(estate, node), ...falls].flatMap((edge) => {
    const to = estate.node(edge.to);
    return to ? [{ edge, to }] : [];
  });
}

const isFall = ({ kind }: GraphEdge): boolean => kind === "falls-through";

/** Where control begins in a whole: at the entries of a program, the first paragraph of a section, the steps of a job. */
function entries(estate: Estate, node: GraphNode): GraphEdge[] {
  const parts = estate.ownedBy(node.id);
  const first = node.kind === "section" ? parts.find(({ kind }) => kind === "paragraph") : undefined;
  const begun = parts.filter(
    ({ kind, detail }) => kind === "step" || kind === "entry" || detail?.["reach"] === "entry",
  );
  return [...(first ? [first] : []), ...begun].map((part) => ({
    kind: "performs",
    from: node.id,
    to: part.id,
    name: part.name,
    file: part.file,
    line: part.start,
    resolved: "exact",
    text: part.name,
  }));
}

function wayTo(came: ReadonlyMap<string, GraphEdge | undefined>, id: string): GraphEdge[] {
  const way: GraphEdge[] = [];
  for (let edge = came.get(id); edge; edge = came.get(edge.from)) way.unshift(edge);
  return way;
}
