import { elementaryLength, readPicture } from "./picture.ts";
import type { DataItem } from "./program.ts";

/** Gives every item its byte offset in its record, its length, and the size of all its occurrences. Children precede nothing: order is source order. */
export function layOut(items: readonly DataItem[]): void {
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as DataItem;
    if (item.parent < 0 && item.level !== 88 && item.level !== 66)
      place(items, index, item.redefines >= 0 ? (items[item.redefines]?.offset ?? 0) : 0, "");
  }
}

const DEPTH_MAX = 60;

/** Places `index` at `offset` and returns the bytes it takes there (0 for a redefinition, which takes none of its own). */
function place(items: readonly DataItem[], index: number, offset: number, inherited: string, depth = 0): number {
  const item = items[index] as DataItem;
  const usage = item.usage || inherited;
  item.offset = offset;
  if (item.level === 88 || item.level === 66) return 0;
  const isGroup = item.children.some((child) => (items[child]?.level ?? 88) < 66);
  if (!isGroup || depth > DEPTH_MAX)
    item.length = elementaryLength(readPicture(item.picture), usage || "DISPLAY", item.isSeparateSign);
  else item.length = placeChildren(items, item, offset, usage, depth);
  if (usage !== "") item.usage = usage;
  item.size = item.length * item.occursMax;
  return item.size;
}

function placeChildren(
  items: readonly DataItem[],
  item: DataItem,
  offset: number,
  usage: string,
  depth: number,
): number {
  let at = offset;
  let furthest = offset;
  for (const childIndex of item.children) {
    const child = items[childIndex] as DataItem;
    const original = child.redefines >= 0 ? items[child.redefines] : undefined;
    const start = original ? original.offset : align(child, at, offset, usage);
    const size = place(items, childIndex, start, usage, depth + 1);
    if (!original) at = start + size;
    furthest = Math.max(furthest, start + size);
  }
  return furthest - offset;
}

/** SYNCHRONIZED binary and floating items start on their natural boundary. */
function align(item: DataItem, at: number, base: number, inherited: string): number {
  if (!item.isSync) return at;
  const usage = item.usage || inherited;
  if (usage !== "BINARY" && usage !== "COMP-1" && usage !== "COMP-2" && usage !== "INDEX" && usage !== "POINTER")
    return at;
  const length = elementaryLength(readPicture(item.picture), usage, false);
  const boundary = length >= 4 ? (usage === "COMP-2" ? 8 : 4) : length;
  const slack = boundary > 1 ? (boundary - ((at - base) % boundary)) % boundary : 0;
  return at + slack;
}
