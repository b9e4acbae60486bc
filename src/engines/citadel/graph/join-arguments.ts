import { type Graph, type GraphEdge, type GraphNode, type ItemPlace, pathOf } from "../model.ts";
import type { ItemIndex } from "./item-index.ts";

/**
 * Data items that are passed joined to those that receive them: CALL USING to the parameters of PROCEDURE DIVISION by
 * position, COMMAREA of LINK, XCTL, START and RETURN TRANSID to DFHCOMMAREA of the program that then runs.
 */
export function joinArguments(graph: Pick<Graph, "nodes" | "edges">, items: ItemIndex): GraphEdge[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const run = programsRun(graph.edges, nodes);
  const joined: GraphEdge[] = [];
  for (const edge of graph.edges) {
    if (edge.to === undefined || (!edge.detail?.["arguments"] && !edge.detail?.["commarea"])) continue;
    for (const id of run.get(edge.to) ?? [edge.to]) {
      const target = programOf(nodes, id);
      if (target) joined.push(...passed(edge, target, items));
    }
  }
  return [...joined, ...containers(graph.edges, items)];
}

/** What one program puts into a container of a channel, and what others get from the container of that name. */
function containers(edges: readonly GraphEdge[], items: ItemIndex): GraphEdge[] {
  const named = edges.flatMap((edge) => {
    const { command, operands, area } = edge.detail ?? {};
    const name = /^["'](.+)["']$/.exec(
      String((operands as Record<string, unknown> | undefined)?.["container"] ?? ""),
    )?.[1];
    const item = items.found(area as ItemPlace | undefined, pathOf(edge.from));
    return name !== undefined && item ? [{ edge, name, item, command, at: (area as ItemPlace).at }] : [];
  });
  const gets = named.filter(({ command }) => command === "GET");
  return named.flatMap(({ edge, name, item, command, at }) =>
    gets
      .filter((get) => command === "PUT" && get.name === name && get.item !== item)
      .map((get): GraphEdge => {
        const via = [{ file: get.edge.file, line: get.edge.line }];
        const detail = { join: "container", container: name, by: edge.from };
        const place = { file: edge.file, line: at, text: edge.text, via, detail };
        return {
          kind: "references",
          from: item.id,
          to: get.item.id,
          name: item.name,
          resolved: "propagated",
          ...place,
        };
      }),
  );
}

/** The programs of each transaction. */
function programsRun(edges: readonly GraphEdge[], nodes: ReadonlyMap<string, GraphNode>): Map<string, string[]> {
  const started = edges.filter(({ kind, from }) => kind === "executes" && nodes.get(from)?.kind === "transaction");
  const byStart = Map.groupBy(started, ({ from }) => from);
  return new Map([...byStart].map(([start, list]) => [start, list.flatMap(({ to }) => to ?? [])]));
}

function passed(edge: GraphEdge, target: GraphNode, items: ItemIndex): GraphEdge[] {
  const isCics = edge.detail?.["commarea"] !== undefined;
  const sent = isCics ? [edge.detail?.["commarea"]] : edge.detail?.["arguments"];
  const received = isCics ? [target.detail?.["commarea"]] : target.detail?.["parameters"];
  if (!Array.isArray(sent) || !Array.isArray(received)) return [];
  return sent.flatMap((place: ItemPlace | null, position): GraphEdge[] => {
    const from = items.found(place, pathOf(edge.from));
    const to = items.found(received[position], pathOf(target.id));
    if (!place || !from || !to || from === to) return [];
    const returns = edge.kind === "calls" || edge.kind === "links";
    const detail = { join: isCics ? "commarea" : "argument", position: position + 1, by: edge.from, returns };
    return [
      {
        kind: "references",
        from: from.id,
        to: to.id,
        name: from.name,
        file: edge.file,
        line: place.at,
        resolved: edge.resolved,
        via: [{ file: to.file, line: to.start }],
        text: edge.text,
        detail,
      },
    ];
  });
}

function programOf(nodes: ReadonlyMap<string, GraphNode>, id: string): GraphNode | undefined {
  for (let at = nodes.get(id); at; at = nodes.get(at.owner ?? "")) if (at.kind === "program") return at;
  return undefined;
}
