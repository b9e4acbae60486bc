import { truncateLine, wrapStyled } from "../text/wrap.ts";
import { words } from "../words/words.ts";
import type { DialogSpace } from "./dialog.ts";

/** Where a reader is in rows that a screen has too little room for: whatever is decided on can be seen whole. */
export interface Pages {
  offset: number;
  room: number;
  all: number;
  /** Rows from the first on that were shown, without a gap, as they are wrapped at this width. */
  seen: number;
  width: number;
  /** Somebody decided before they saw all: told in place of where they are. */
  isHurried: boolean;
}

export const firstPage = (): Pages => ({ offset: 0, room: 0, all: 0, seen: 0, width: 0, isHurried: false });

/** Whether so many rows leave no place for a page of these and for where it is. */
export const isTooLow = (rows: readonly string[], rowsMax: number): boolean => rowsMax < Math.min(rows.length, 2);

/** In a window that is too low for what is asked nothing is asked. */
export const enlargeRows = ({ width, rowsMax, theme }: DialogSpace): readonly string[] =>
  wrapStyled(theme.paint("warn", words("approval.enlarge")), Math.max(1, width - 1)).slice(0, Math.max(1, rowsMax));

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
  if (pages.all !== rows.length || pages.width !== width) pages.seen = 0;
  pages.width = width;
  pages.all = rows.length;
  pages.room = rows.length <= most ? most : Math.max(1, most - 1);
  pages.offset = Math.max(0, Math.min(pages.offset, rows.length - pages.room));
  const { offset, room, all } = pages;
  const page = rows.slice(offset, offset + room);
  if (offset <= pages.seen) pages.seen = Math.max(pages.seen, offset + page.length);
  if (all <= room) return page;
  const where = words(pages.isHurried && pages.seen < all ? "approval.linesFirst" : "approval.lines", {
    from: offset + 1,
    to: offset + page.length,
    all,
  });
  return [...page, theme.paint("dim", truncateLine(where, width - 1))];
}
