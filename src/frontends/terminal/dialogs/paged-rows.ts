import { truncateLine } from "../text/wrap.ts";
import { words } from "../words/words.ts";
import type { DialogSpace } from "./dialog.ts";

/** Where a reader is in rows that a screen has too little room for: whatever is decided on can be seen whole. */
export interface Pages {
  offset: number;
  room: number;
  all: number;
}

export const firstPage = (): Pages => ({ offset: 0, room: 0, all: 0 });

const PAGING: Readonly<Record<string, number>> = { pageup: -1, pagedown: 1 };

/** @returns false where the key turns no page, or there is one page alone */
export function turnPage(pages: Pages, key: string): boolean {
  const step = PAGING[key];
  if (step === undefined || pages.all <= pages.room) return false;
  pages.offset += step * pages.room;
  return true;
}

/** The rows of the page, and below them which they are, where they are not all. */
export function pagedRows(
  rows: readonly string[],
  rowsMax: number,
  pages: Pages,
  { width, theme }: DialogSpace,
): readonly string[] {
  const most = Math.max(1, rowsMax);
  pages.all = rows.length;
  pages.room = rows.length <= most ? most : Math.max(1, most - 1);
  pages.offset = Math.max(0, Math.min(pages.offset, rows.length - pages.room));
  const { offset, room, all } = pages;
  const seen = rows.slice(offset, offset + room);
  if (all <= room) return seen;
  const where = words("approval.lines", { from: offset + 1, to: offset + seen.length, all });
  return [...seen, theme.paint("dim", truncateLine(where, width - 1))];
}
