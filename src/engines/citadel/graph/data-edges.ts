import { type FileFacts, type GraphEdge, type GraphNode, nodeId, USE_COLUMNS, type UsedItem } from "../model.ts";

/**
 * One edge for each unit, item and way of use, at the first line that shows it.
 * @param idOf  the node of an item
 */
export function* dataUses(
  { path, dataFlow }: FileFacts,
  idOf: (item: UsedItem) => string | undefined,
): Generator<GraphEdge> {
  if (!dataFlow) return;
  const { uses, units, items, files } = dataFlow;
  const seen = new Set<string>();
  for (let at = 0; at < uses.length; at += USE_COLUMNS) {
    const item = items[uses[at + 3] as number];
    const unit = units[uses[at] as number];
    if (!item || unit === undefined) continue;
    const place = { file: files[uses[at + 1] as number] ?? path, line: uses[at + 2] as number };
    for (const access of ACCESSES[(uses[at + 4] as number) & 3] ?? []) {
      const key = `${uses[at]}:${uses[at + 3]}:${access}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield useEdge(item, idOf(item), { from: nodeId(path, unit), ...place, access });
    }
  }
}

function useEdge(
  { name, file: declaredIn, line: declaredAt }: UsedItem,
  to: string | undefined,
  { from, file, line, access }: Pick<GraphEdge, "from" | "file" | "line"> & { readonly access: string },
): GraphEdge {
  const found =
    to === undefined
      ? {
          resolved: "unresolved" as const,
          reason: `declared at ${declaredIn}:${declaredAt}, which is not in the graph`,
        }
      : { to, resolved: "exact" as const };
  return { kind: "references", from, name, file, line, ...found, text: `${access}s ${name}`, detail: { access } };
}

/** By the number of an access in a row of uses. */
const ACCESSES = [[], ["read"], ["write"], ["read", "write"]] as const;

/** Items by where they are declared, for the programs that copy them. */
export class DeclaredItems {
  private readonly byPlace = new Map<string, { readonly id: string; readonly name: string }[]>();

  add({ id, name, file, start, detail }: GraphNode): void {
    if (detail?.["renamed"] === true) return;
    const key = `${file}:${start}`;
    const list = this.byPlace.get(key);
    if (list) list.push({ id, name });
    else this.byPlace.set(key, [{ id, name }]);
  }

  /** The copybook's own item at that place; REPLACING may have given it another name here. */
  at(item: UsedItem): string | undefined {
    const found = this.byPlace.get(`${item.file}:${item.line}`);
    const named = found?.find((node) => node.name.toUpperCase() === item.name.toUpperCase());
    return (named ?? found?.[0])?.id;
  }
}
