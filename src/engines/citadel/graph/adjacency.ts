import type { GraphEdge } from "../model.ts";

/** Tells `add` the ids at which an edge is found. */
type IdsOf = (edge: GraphEdge, add: (id: string) => void) => void;

/**
 * The edges at each node, in their order. As numbers in two lists: an array for each of a hundred thousand nodes takes
 * more memory than the edges. Made when it is first asked.
 */
export class Adjacency {
  private readonly edges: readonly GraphEdge[];
  private readonly idsOf: IdsOf;
  private made:
    | { readonly rows: ReadonlyMap<string, number>; readonly starts: Int32Array; readonly found: Int32Array }
    | undefined;

  constructor(edges: readonly GraphEdge[], idsOf: IdsOf) {
    this.edges = edges;
    this.idsOf = idsOf;
  }

  of(id: string): readonly GraphEdge[] {
    this.made ??= this.make();
    const { rows, starts, found } = this.made;
    const row = rows.get(id);
    if (row === undefined) return [];
    const edges: GraphEdge[] = [];
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1)
      edges.push(this.edges[found[at] as number] as GraphEdge);
    return edges;
  }

  private make(): NonNullable<Adjacency["made"]> {
    const rows = new Map<string, number>();
    const counts: number[] = [];
    for (const edge of this.edges)
      this.idsOf(edge, (id) => {
        const row = rows.get(id);
        if (row === undefined) rows.set(id, counts.push(1) - 1);
        else (counts[row] as number) += 1;
      });
    const starts = new Int32Array(counts.length + 1);
    for (const [row, count] of counts.entries()) starts[row + 1] = (starts[row] as number) + count;
    const found = new Int32Array(starts[counts.length] as number);
    const next = starts.slice(0, counts.length);
    for (const [at, edge] of this.edges.entries())
      this.idsOf(edge, (id) => {
        const row = rows.get(id) as number;
        found[next[row] as number] = at;
        (next[row] as number) += 1;
      });
    return { rows, starts, found };
  }
}
