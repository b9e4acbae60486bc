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
  const receivers = new Map(partsOf(items, to).map((part) => [items[part]?.word, part]));
  for (const part of partsOf(items, from)) {
    const other = receivers.get(items[part]?.word);
    if (other === undefined || pairs.length >= PAIRS_MAX) continue;
    if (isGroup(items, part) && isGroup(items, other)) collect(items, part, other, pairs);
    else pairs.push([part, other]);
  }
}

const partsOf = (items: readonly DataItem[], group: number): readonly number[] =>
  items[group]?.children.filter((child) => takesPart(items[child])) ?? [];

function takesPart(item: DataItem | undefined): boolean {
  return item !== undefined && item.word !== 0 && item.level < 66 && item.redefines < 0 && item.occursMax <= 1;
}

const isGroup = (items: readonly DataItem[], index: number): boolean =>
  items[index]?.children.some((child) => (items[child]?.level ?? 88) < 66) ?? false;
