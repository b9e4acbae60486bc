import type { DataItem, Program } from "../program.ts";

const ITEMS_MAX = 200_000;

/** Gives a contained program the GLOBAL items of the programs around it; the nearest of a name comes first. */
export function inheritItems(program: Program): void {
  for (let outer = program.outer; outer; outer = outer.outer) {
    const moved = new Map<number, number>();
    const own = outer.items.length;
    for (let index = 0; index < own && program.items.length + moved.size < ITEMS_MAX; index += 1) {
      const item = outer.items[index] as DataItem;
      if (item.isGlobal && item.origin === undefined) moved.set(index, program.items.length + moved.size);
    }
    const at = (index: number): number => moved.get(index) ?? -1;
    for (const [index, place] of moved) {
      const item = outer.items[index] as DataItem;
      program.items.push({
        ...item,
        origin: item,
        parent: at(item.parent),
        redefines: at(item.redefines),
        renamed: item.renamed.map(at),
        children: item.children.map(at).filter((child) => child >= 0),
      });
      if (item.word === 0) continue;
      const list = program.inherited.get(item.word);
      if (list) list.push(place);
      else program.inherited.set(item.word, [place]);
    }
  }
}
