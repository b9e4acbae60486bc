import type { DataItem, Program } from "../program.ts";

const ITEMS_MAX = 200_000;

/** Gives a contained program the GLOBAL items of the programs around it; the nearest of a name comes first. */
export function inheritItems(program: Program): void {
  for (let outer = program.outer; outer; outer = outer.outer) {
    const globals = outer.items.flatMap((item, index) => (item.isGlobal && !item.origin ? [index] : []));
    const taken = globals.slice(0, ITEMS_MAX);
    const first = program.items.length;
    const moved = new Map(taken.map((index, at) => [index, first + at]));
    for (const index of taken) take(program, outer.items[index] as DataItem, (old) => moved.get(old) ?? -1);
  }
}

/** @param placeOf  where an item of the containing program stands in this one; -1 for one that is not taken */
function take(program: Program, item: DataItem, placeOf: (index: number) => number): void {
  const place = program.items.length;
  program.items.push({
    ...item,
    origin: item,
    parent: placeOf(item.parent),
    redefines: placeOf(item.redefines),
    renamed: item.renamed.map(placeOf),
    children: item.children.map(placeOf).filter((child) => child >= 0),
  });
  const list = program.inherited.get(item.word);
  if (list) list.push(place);
  else if (item.word !== 0) program.inherited.set(item.word, [place]);
}
