import { type Cell, type Table, textOfCell } from "./model.ts";

/** How much of an estate a report holds. */
export interface ReportExtent {
  /** Characters of the rows of one table at most; what comes later is counted and left out. */
  readonly tableCharactersMax: number;
}

export const WHOLE: ReportExtent = { tableCharactersMax: Number.POSITIVE_INFINITY };
/** What a browser opens at once: more than the tables of some hundred thousand lines. */
export const PAGE: ReportExtent = { tableCharactersMax: 8 * 1024 * 1024 };

/** What a table is made of, as far as there is room: its first things, and how many there are. */
export class KeptRows<Item> {
  readonly items: Item[] = [];
  total = 0;
  private left: number;
  private readonly isBounded: boolean;
  private readonly rowOf: (item: Item) => readonly Cell[];

  constructor({ tableCharactersMax }: ReportExtent, rowOf: (item: Item) => readonly Cell[]) {
    this.left = tableCharactersMax;
    this.isBounded = Number.isFinite(tableCharactersMax);
    this.rowOf = rowOf;
  }

  /** @returns whether there was room for it */
  add(item: Item): boolean {
    this.total += 1;
    if (this.left <= 0) return false;
    this.items.push(item);
    if (this.isBounded) this.left -= charactersOf(this.rowOf(item));
    return true;
  }
}

const charactersOf = (row: readonly Cell[]): number =>
  row.reduce<number>((sum, cell) => sum + textOfCell(cell).length, 0);

/** The table as far as there is room, which then says how much was left out. */
export function keptTable(table: Table, extent: ReportExtent): Table {
  const kept = new KeptRows<readonly Cell[]>(extent, (row) => row);
  for (const row of table.rows) kept.add(row);
  return cutTable({ ...table, rows: kept.items }, kept.total);
}

/**
 * @param total  rows that there are, of which the table may have some only
 * @param which  these
 */
export function cutTable(table: Table, total: number, which = "the first ones"): Table {
  const { rows, note } = table;
  if (rows.length === total) return table;
  const cut = `Only ${rows.length} of ${total} rows are here, ${which}; waymark code report --format csv writes all.`;
  return { ...table, note: note === "" ? cut : `${note} ${cut}` };
}
