import type { ItemPlace } from "../../../model.ts";
import { ItemNames } from "../data/item-names.ts";
import type { FactsBuilder } from "../facts-builder.ts";
import type { Program } from "../program.ts";

/** Where the items are declared that stand at some rows, and the line of each row; null for what is no declared item. */
export function itemPlaces(builder: FactsBuilder, program: Program, rows: readonly number[]): (ItemPlace | null)[] {
  const names = new ItemNames(builder.buffer, program);
  return rows.map((row) => {
    const item = names.find(row, builder.buffer.count);
    return item < 0 ? null : placeOf(builder, program, item, row);
  });
}

/** The area that a transaction's caller passes, as CICS gives it to a program. */
export function commareaPlace(builder: FactsBuilder, program: Program): ItemPlace | undefined {
  const word = builder.buffer.lexicon.internText("DFHCOMMAREA");
  const item = program.byName.get(word)?.[0];
  return item === undefined ? undefined : placeOf(builder, program, item, program.items[item]?.row ?? 0);
}

/** The records of a file, which share its area. */
export function recordPlaces(builder: FactsBuilder, program: Program, file: string): ItemPlace[] {
  const places: ItemPlace[] = [];
  program.items.forEach((item, index) => {
    const isRecord = item.parent < 0 && item.level === 1 && item.word > 0 && item.file === file.toUpperCase();
    if (isRecord && !item.origin) places.push(placeOf(builder, program, index, item.row));
  });
  return places;
}

function placeOf(builder: FactsBuilder, program: Program, index: number, row: number): ItemPlace {
  const item = program.items[index];
  const place = { name: item?.name ?? "", line: item?.line ?? 0, at: builder.buffer.line[row] as number };
  const file = builder.buffer.sources[item?.source ?? 0]?.path;
  return item && item.source > 0 && file !== undefined ? { ...place, file } : place;
}
