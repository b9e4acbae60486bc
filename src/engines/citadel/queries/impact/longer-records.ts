import type { Estate } from "../../graph/estate.ts";
import type { Line } from "../answer.ts";
import { idOf, type Layouts } from "./layouts.ts";

/**
 * Records that get another length, with what in them then lies elsewhere.
 * @param layouts  as they would be
 * @param ids      of the items that change
 */
export function longerRecords(estate: Estate, layouts: Layouts, ids: readonly string[]): Line[] {
  const records = ids.flatMap((id) => layouts.chain(id).at(-1) ?? []);
  return [...new Map(records.map((node) => [node.id, node])).values()].flatMap((record): Line[] => {
    const [was, is] = [Number(record.detail?.["length"]), layouts.form(idOf(record))?.bytes];
    if (is === undefined || !(was !== is) || Number.isNaN(was)) return [];
    const { file, start: line } = record;
    const moved = layouts.parts(idOf(record), undefined).flatMap(({ node, start }): Line[] => {
      const offset = Number(node?.detail?.["offset"]) - Number(record.detail?.["offset"] ?? 0);
      if (!node || Number.isNaN(offset) || offset === start) return [];
      return [{ text: `${node.name}: offset ${offset} -> ${start}`, file: node.file, line: node.start, depth: 1 }];
    });
    return [{ text: `${estate.title(record)}: ${was} -> ${is} bytes`, file, line }, ...moved];
  });
}
