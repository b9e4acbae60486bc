import type { Estate } from "../../graph/estate.ts";
import type { GraphNode } from "../../model.ts";
import type { Line } from "../answer.ts";
import { type FlowIndex, itemId, itemName } from "../flow-index.ts";
import { findHolders } from "./data-to-convert.ts";
import { describe } from "./item-text.ts";

/** Bytes of a record, counted from its begin. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Other records of the datasets, files and queues that hold some items: what of them lies on the same bytes, and what is moved
 * there. A program that writes a file from a layout of its own names nothing of the layout that the others copy.
 * @param items  as the estate declares them
 * @param ids    of the items, as `FlowIndex` knows them
 */
export function otherLayouts(
  estate: Estate,
  flows: FlowIndex,
  items: readonly GraphNode[],
  ids: readonly string[],
): Line[] {
  const holders = findHolders(estate, flows, ids);
  const known = new Set(holders.map(({ holder }) => holder.id));
  const found = new Map<string, readonly Line[]>();
  for (const { holder, target } of holders) {
    const spans = items.flatMap((item) => spanIn(estate, item, holder) ?? []);
    const records = spans.length === 0 ? [] : recordsOf(estate, target).filter(({ id }) => !known.has(id));
    for (const record of records) {
      const parts = partsOn(estate, record, spans);
      if (parts.length === 0) found.set(record.id, [unnamed(record, target)]);
      for (const item of parts.filter(({ id }) => !found.has(id)))
        found.set(item.id, linesOf(flows, item, record, target));
    }
  }
  return [...found.values()].flat();
}

/** Where an item lies in a group that it is a part of. */
function spanIn(estate: Estate, item: GraphNode, holder: GraphNode): Span | undefined {
  for (let node: GraphNode | undefined = item; node; node = estate.node(node.owner))
    if (node.id === holder.id) return spanOf(item, holder);
  return undefined;
}

function spanOf({ detail }: GraphNode, record: GraphNode): Span | undefined {
  const offset = detail?.["offset"];
  const length = detail?.["length"];
  if (typeof offset !== "number" || typeof length !== "number") return undefined;
  const start = offset - Number(record.detail?.["offset"] ?? 0);
  return { start, end: start + length };
}

/** What programs read into and write from a dataset, through the files of programs and of CICS that are it. */
export function recordsOf(estate: Estate, target: GraphNode): GraphNode[] {
  const files = estate.to(target.id).flatMap(({ from }) => estate.node(from) ?? []);
  const doors = [target, ...files.filter(({ kind }) => kind === "file")];
  const edges = doors.flatMap(({ id }) => estate.from(id)).filter(({ detail }) => detail?.["join"] === "record");
  return [...new Map(edges.map(({ to }) => [to, estate.node(to)])).values()].filter((node) => node !== undefined);
}

/** The smallest items of a record that share bytes with some spans of it. */
function partsOn(estate: Estate, record: GraphNode, spans: readonly Span[]): GraphNode[] {
  const partsBelow = (item: GraphNode): GraphNode[] => {
    const parts = estate.ownedBy(item.id).filter(({ kind }) => kind === "data-item");
    if (parts.length > 0) return parts.flatMap(partsBelow);
    const own = spanOf(item, record);
    return own && spans.some(({ start, end }) => own.start < end && start < own.end) ? [item] : [];
  };
  return partsBelow(record);
}

function linesOf(flows: FlowIndex, item: GraphNode, record: GraphNode, target: GraphNode): Line[] {
  const whole = item.id === record.id ? "" : ` in ${record.name}`;
  const received = flows.into(itemId({ ...item, line: item.start })).filter(({ from }) => from !== "");
  // Each source once, at its first line.
  const sources = new Map(received.map(({ from, use }) => [from, use] as const).reverse());
  return [
    { text: `${item.name}${whole}, of ${target.name}${placeIn(item, record)}`, file: item.file, line: item.start },
    ...[...sources].reverse().map(([from, { file, line }]) => ({
      text: `receives ${itemName(from)}`,
      file,
      line,
      depth: 1,
    })),
  ];
}

/** A layout that has other names around the bytes was not written with these in mind. */
function unnamed({ name, file, start: line }: GraphNode, target: GraphNode): Line {
  return { text: `${name}, of ${target.name}: no named item of it lies there`, file, line };
}

function placeIn(item: GraphNode, record: GraphNode): string {
  const { detail: { offset: _, ...detail } = {} } = item;
  return `${describe({ ...item, detail })} at offset ${spanOf(item, record)?.start ?? 0} of the record`;
}
