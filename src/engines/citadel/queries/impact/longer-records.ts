import type { Estate } from "../../graph/estate.ts";
import type { GraphNode } from "../../model.ts";
import type { Line } from "../answer.ts";
import { idOf, type Layouts } from "./layouts.ts";

/** Items of a record that move by as many bytes, one behind the other. */
interface Shift {
  readonly first: GraphNode;
  readonly from: number;
  readonly to: number;
  items: number;
}

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
    const text = `${estate.title(record)}: ${was} -> ${is} bytes`;
    return [{ text, file, line }, ...shiftsIn(layouts, record).map(shiftLine)];
  });
}

function shiftsIn(layouts: Layouts, record: GraphNode): Shift[] {
  const shifts: Shift[] = [];
  for (const { node, start: to } of layouts.parts(idOf(record), undefined)) {
    const from = Number(node?.detail?.["offset"]) - Number(record.detail?.["offset"] ?? 0);
    if (!node || Number.isNaN(from) || from === to) continue;
    const last = shifts.at(-1);
    if (last && last.to - last.from === to - from) last.items += 1;
    else shifts.push({ first: node, from, to, items: 1 });
  }
  return shifts;
}

/** A long record has hundreds of items behind one that grows: the first tells where they all go. */
function shiftLine({ first, from, to, items }: Shift): Line {
  const others = items === 1 ? "" : `; the next ${items - 1} named items move by ${to - from} as well`;
  return { text: `${first.name}: offset ${from} -> ${to}${others}`, file: first.file, line: first.start, depth: 1 };
}
