import type { DataItem } from "../program.ts";
import { elementaryLength, readPicture } from "./picture.ts";

/** Gives every item its byte offset in its record, its length, and the size of all its occurrences. Children precede nothing: order is source order. */
export function layOut(items: readonly DataItem[]): void {
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as DataItem;
    if (item.parent < 0 && item.level !== 88 && item.level !== 66)
      place(items, index, item.redefines >= 0 ? (items[item.redefines]?.offset ?? 0) : 0, { usage: "", depth: 0 });
    if (item.level === 66) cover(items, item);
  }
}

/** RENAMES covers all bytes from its first item to the end of its last. */
function cover(items: readonly DataItem[], item: DataItem): void {
  const first = items[item.renamed[0] ?? -1];
  const last = items[item.renamed.at(-1) ?? -1];
  if (!first || !last) return;
  item.offset = first.offset;
  item.length = Math.max(0, last.offset + last.size - first.offset);
}

const DEPTH_MAX = 60;

/** What an item has from the groups around it. */
interface Above {
  readonly usage: string;
  readonly depth: number;
}

/** Places `index` at `offset` and returns the bytes it takes there (0 for a redefinition, which takes none of its own). */
function place(items: readonly DataItem[], index: number, offset: number, above: Above): number {
  const item = items[index] as DataItem;
  const { depth } = above;
  const usage = item.usage || above.usage;
  item.offset = offset;
  if (item.level === 88 || item.level === 66) return 0;
  const isGroup = item.children.some((child) => (items[child]?.level ?? 88) < 66);
  if (!isGroup || depth > DEPTH_MAX)
    item.length = elementaryLength(readPicture(item.picture), usage || "DISPLAY", item.isSeparateSign);
  else item.length = placeChildren(items, item, offset, { usage, depth });
  // Slack behind the last item keeps every occurrence on the boundary of the first.
  if (isGroup && item.occursMax > 1 && depth <= DEPTH_MAX)
    item.length = roundUp(item.length, widestBoundary(items, item, usage, depth));
  if (usage !== "") item.usage = usage;
  item.size = item.length * item.occursMax;
  return item.size;
}

function placeChildren(items: readonly DataItem[], item: DataItem, offset: number, { usage, depth }: Above): number {
  let at = offset;
  let furthest = offset;
  for (const childIndex of item.children) {
    const child = items[childIndex] as DataItem;
    const original = child.redefines >= 0 ? items[child.redefines] : undefined;
    const start = original ? original.offset : roundUp(at, firstBoundary(items, child, usage, depth));
    const size = place(items, childIndex, start, { usage, depth: depth + 1 });
    if (!original) at = start + size;
    furthest = Math.max(furthest, start + size);
  }
  return furthest - offset;
}

const roundUp = (at: number, boundary: number): number => Math.ceil(at / boundary) * boundary;

/** Where an item must start: SYNCHRONIZED binary and floating items on their natural boundary, a group with its first item. */
function firstBoundary(items: readonly DataItem[], item: DataItem, inherited: string, depth: number): number {
  const usage = item.usage || inherited;
  const first = items[item.children.find((child) => (items[child]?.level ?? 88) < 66) ?? -1];
  if (first && depth <= DEPTH_MAX) return firstBoundary(items, first, usage, depth + 1);
  return ownBoundary(item, usage);
}

function widestBoundary(items: readonly DataItem[], item: DataItem, inherited: string, depth: number): number {
  const usage = item.usage || inherited;
  let widest = ownBoundary(item, usage);
  if (depth > DEPTH_MAX) return widest;
  for (const index of item.children) {
    const child = items[index];
    if (child && child.level < 66) widest = Math.max(widest, widestBoundary(items, child, usage, depth + 1));
  }
  return widest;
}

function ownBoundary(item: DataItem, usage: string): number {
  if (!item.isSync) return 1;
  if (usage !== "BINARY" && usage !== "COMP-1" && usage !== "COMP-2" && usage !== "INDEX" && usage !== "POINTER")
    return 1;
  const length = elementaryLength(readPicture(item.picture), usage, false);
  return length >= 4 ? (usage === "COMP-2" ? 8 : 4) : Math.max(1, length);
}
