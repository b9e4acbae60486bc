import { createTerminalSanitizer } from "../../../engines/terminal-text/output-sanitizer.ts";
import { truncateLine, wrapStyled } from "../text/wrap.ts";

declare const DRAWN: unique symbol;
/** A row that has passed the gate: what a screen keeps and writes. */
export type DrawnRow = string & { readonly [DRAWN]: true };

const HARMLESS = /^[\x20-\x7e]*$/;

/**
 * What of a row reaches the terminal: its text and its colours. What a view forgot to make harmless in a name, a goal or a title acts on
 * nothing: no sequence, no control, no line end, nothing that reorders or hides text. Every row of a screen goes through here.
 */
export function drawnRow(row: string): DrawnRow {
  if (HARMLESS.test(row)) return row as DrawnRow;
  const sanitizer = createTerminalSanitizer({ color: true });
  return (sanitizer.push(row) + sanitizer.end()).replace(/[\t\n]/g, " ") as DrawnRow;
}

/** No wider than the screen: what is cut of a row that has passed has passed. */
export const cutRow = (row: DrawnRow, columns: number): DrawnRow => truncateLine(row, columns) as DrawnRow;

/** The same, with what does not fit in further rows. */
export const wrappedRow = (row: DrawnRow, columns: number): readonly DrawnRow[] =>
  wrapStyled(row, columns) as readonly string[] as readonly DrawnRow[];
