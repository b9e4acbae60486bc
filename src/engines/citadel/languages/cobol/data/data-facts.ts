import type { FactsBuilder } from "../facts-builder.ts";
import type { DataItem, Program } from "../program.ts";
import { literalValue } from "../words/tokens.ts";

/**
 * Symbols of the data items that are written in this file itself, and of those that REPLACING names anew here;
 * the others of copybooks are in the copybooks' own facts.
 */
export function dataSymbols(builder: FactsBuilder, program: Program, programKey: string): void {
  const { buffer } = builder;
  const { items } = program;
  endGroups(items);
  for (const item of items) {
    if (item.word === 0 || item.origin || (item.source !== 0 && !isRenamed(builder, item))) continue;
    item.key = builder.uniqueKey(`${programKey}.${item.name.toUpperCase()}`, item.line);
  }
  for (const item of items) {
    if (item.key === undefined || item.origin) continue;
    const value = item.value >= 0 ? literalValue(buffer.text(item.value)) : undefined;
    const file = builder.fileOf(item.row);
    builder.symbol({
      key: item.key,
      kind: "data-item",
      name: item.name,
      owner: ownerKey(items, item) ?? programKey,
      ...(file !== undefined && { file }),
      start: item.line,
      end: item.endLine,
      detail: { ...detailOf(items, item, value), ...(file !== undefined && { renamed: true }) },
    });
  }
}

/** A group ends where the last of its items in the same file does. */
function endGroups(items: readonly DataItem[]): void {
  for (const item of items.toReversed()) {
    const parent = items[item.parent];
    if (parent && !item.origin && parent.source === item.source)
      parent.endLine = Math.max(parent.endLine, item.endLine);
  }
}

/** The name of a copied item does not stand in its copybook: REPLACING made it. */
const isRenamed = ({ buffer }: FactsBuilder, item: DataItem): boolean => buffer.end[item.row + 1] === -1;

function ownerKey(items: readonly DataItem[], item: DataItem): string | undefined {
  for (let at = item.parent; at >= 0; at = items[at]?.parent ?? -1) {
    const key = items[at]?.key;
    if (key !== undefined) return key;
  }
  return undefined;
}

function detailOf(items: readonly DataItem[], item: DataItem, value: string | undefined): Record<string, unknown> {
  const redefined = items[item.redefines];
  const detail: Record<string, unknown> = { level: item.level };
  if (item.picture !== "") detail["picture"] = item.picture;
  if (item.usage !== "") detail["usage"] = item.usage;
  if (item.level !== 88 && (item.level !== 66 || item.length > 0)) {
    detail["offset"] = item.offset;
    detail["length"] = item.length;
  }
  if (item.occursMax > 1) detail["occurs"] = item.occursMax;
  if (item.dependingOn !== "") {
    detail["dependingOn"] = item.dependingOn;
    detail["occursMin"] = item.occursMin;
  }
  if (redefined) detail["redefines"] = redefined.name;
  if (item.renames !== "") detail["renames"] = item.renames;
  if (value !== undefined) detail["value"] = value.length > 60 ? `${value.slice(0, 59)}…` : value;
  if (item.file !== "") detail["file"] = item.file;
  detail["area"] = item.area;
  return detail;
}
