import type { GraphNode, NodeKind } from "../model.ts";

/** What a name was found to mean. */
export interface Target {
  readonly node: GraphNode;
  /** Equally named ones that were not taken. */
  readonly others: readonly GraphNode[];
  /** All that may be meant, where it is not certain. */
  readonly candidates?: readonly GraphNode[];
  /** Why it is not certain. */
  readonly reason?: string;
}

/** Kinds that exist by being named: a dataset in a DD, a table in SQL. */
const IMPLICIT: readonly NodeKind[] = ["dataset", "table"];

/**
 * What a name is where nothing has it, by the kinds that it may be. The file of a CICS command is one, whichever dataset
 * the definitions of the region make it.
 */
export function implicitKind([kind, other]: readonly NodeKind[]): NodeKind | undefined {
  if (kind === "file" && other === "dataset") return kind;
  return kind !== undefined && IMPLICIT.includes(kind) ? kind : undefined;
}

/** A file of which only CICS commands tell. */
export const isUndefinedFile = ({ kind, detail }: GraphNode): boolean =>
  kind === "file" && detail?.["implicit"] === true;

export const undefinedFile = (node: GraphNode): Target => ({
  node,
  others: [],
  reason: "no definition here says which dataset the file is",
});
