import { say } from "../say.ts";
import { h } from "./dom.ts";
import { type PageCell, type PageTable, textOf } from "./page-data.ts";
import type { SourceView } from "./source-view.ts";

const ROWS_SHOWN = 200;
/** A table with so many different values in a column offers no choice of them. */
const CHOICES_MAX = 40;

/** A text of more characters gets a wide column. */
const LONG = 40;

type Row = readonly PageCell[];

/** A table that one can search, narrow by a column's values and sort. */
export function tableView(table: PageTable, source: SourceView): HTMLElement {
  const body = h("tbody");
  const count = h("span", { className: "count" });
  const more = h("button", { className: "more" });
  const search = h("input", {
    type: "search",
    placeholder: say`Search: ${table.title} …`,
    ariaLabel: say`Search`,
  });
  const chosen = new Map<number, string>();
  let order: { readonly column: number; readonly sign: 1 | -1 } | undefined;
  let shown = ROWS_SHOWN;

  const draw = (): void => {
    const rows = sorted(table.rows.filter(matcher(search.value, chosen)), order);
    const part = rows.slice(0, shown).map((row) => h("tr", {}, ...row.map((cell) => cellElement(cell, source))));
    body.replaceChildren(...part);
    count.textContent =
      rows.length === table.rows.length ? say`${rows.length} rows` : say`${rows.length} of ${table.rows.length} rows`;
    more.hidden = rows.length <= shown;
    more.textContent = say`Show ${Math.min(ROWS_SHOWN, rows.length - shown)} more`;
  };
  const restart = (): void => {
    shown = ROWS_SHOWN;
    draw();
  };
  search.oninput = restart;
  more.onclick = () => {
    shown += ROWS_SHOWN;
    draw();
  };
  const heads = table.columns.map((title, column) =>
    h(
      "th",
      {},
      h("button", {
        textContent: title,
        onclick: () => {
          order = { column, sign: order?.column === column && order.sign === 1 ? -1 : 1 };
          restart();
        },
      }),
    ),
  );
  draw();
  const choices = table.columns.flatMap((title, column) => chooser({ table, title, column }, chosen, restart));
  return h(
    "section",
    {},
    h("h2", { textContent: table.title }),
    h("p", { className: "note", textContent: table.note }),
    h("div", { className: "bar" }, search, ...choices, count),
    h("div", { className: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body)),
    more,
  );
}

function cellElement(cell: PageCell, source: SourceView): HTMLElement {
  return h(
    "td",
    { className: typeof cell === "number" ? "number" : textOf(cell).length > LONG ? "long" : "" },
    source.cell(cell),
  );
}

function matcher(words: string, chosen: ReadonlyMap<number, string>): (row: Row) => boolean {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return (row) => {
    for (const [column, value] of chosen) if (textOf(row[column]) !== value) return false;
    if (wanted.length === 0) return true;
    const text = row.map(textOf).join("\n").toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

function sorted(
  rows: readonly Row[],
  order: { readonly column: number; readonly sign: 1 | -1 } | undefined,
): readonly Row[] {
  if (!order) return rows;
  const { column, sign } = order;
  return [...rows].sort((left, right) => {
    const [one, other] = [left[column], right[column]];
    const by =
      typeof one === "number" && typeof other === "number" ? one - other : textOf(one).localeCompare(textOf(other));
    return sign * by;
  });
}

function chooser(
  { table, title, column }: { readonly table: PageTable; readonly title: string; readonly column: number },
  chosen: Map<number, string>,
  changed: () => void,
): HTMLElement[] {
  const values = new Set(table.rows.map((row) => (typeof row[column] === "number" ? "" : textOf(row[column]))));
  values.delete("");
  if (values.size < 2 || values.size > CHOICES_MAX || table.rows.length < values.size * 2) return [];
  const options = [...values].sort().map((value) => h("option", { value, textContent: value }));
  const select = h(
    "select",
    { ariaLabel: title },
    h("option", { value: "", textContent: say`${title}: all` }),
    ...options,
  );
  select.onchange = () => {
    if (select.value === "") chosen.delete(column);
    else chosen.set(column, select.value);
    changed();
  };
  return [select];
}
