import type { DataItem, Program } from "../program.ts";

const PAIRS_MAX = 2000;

/**
 * The items that MOVE, ADD or SUBTRACT CORRESPONDING pairs: equal names below both groups, at least one of each pair
 * elementary; redefinitions, tables, renamings and conditions take no part.
 * @returns  pairs of sending and receiving item
 */
export function correspondingPairs({ items }: Program, from: number, to: number): [number, number][] {
  const pairs: [number, number][] = [];
  collect(items, from, to, pairs);
  return pairs;
}

function collect(items: readonly DataItem[], from: number, to: number, pairs: [number, number][]): void {
  const receivers = new Map<number, number>();
  for (const child of items[to]?.children ?? [])
    if (takesPart(items[child])) receivers.set(items[child]?.word ?? 0, child);
  for (const child of items[from]?.children ?? []) {
    const item = items[child];
    const other = item && takesPart(item) ? receivers.get(item.word) : undefined;
    if (other === undefined || pairs.length >= PAIRS_MAX) continue;
    if (isGroup(items, child) && isGroup(items, other)) collect(items, child, other, pairs);
    else pairs.push([child, other]);
  }
}

function takesPart(item: DataItem | undefined): boolean {
  return item !== undefined && item.word !== 0 && item.level < 66 && item.redefines < 0 && item.occursMax <= 1;
}

const isGroup = (items: readonly DataItem[], index: number): boolean =>
  items[index]?.children.some((child) => (items[child]?.level ?? 88) < 66) ?? false;
