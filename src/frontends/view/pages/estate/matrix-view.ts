import { say } from "../say.ts";
import { h } from "./dom.ts";
import { type PageCell, type PageTable, textOf } from "./page-data.ts";
import type { SourceView } from "./source-view.ts";

const COLUMNS_MAX = 80;
const ROWS_MAX = 400;

/** Programs against what they touch; each mark leads to its line. Columns of the table: program, access, resource, kind. */
export function matrixView(table: PageTable, source: SourceView): HTMLElement {
  const kinds = [...new Set(table.rows.map((row) => textOf(row[3])))].sort();
  const place = h("div", { className: "scroll" });
  const draw = (kind: string): void => place.replaceChildren(matrix(table, kind, source));
  const select = h(
    "select",
    { ariaLabel: say`Kind of the matrix` },
    ...kinds.map((value) => h("option", { value, textContent: value })),
  );
  select.onchange = () => draw(select.value);
  if (kinds[0] !== undefined) draw(kinds[0]);
  return h(
    "section",
    { id: "matrix" },
    h("h2", { textContent: say`CRUD matrix` }),
    h("div", { className: "bar" }, select),
    place,
  );
}

function matrix(table: PageTable, kind: string, source: SourceView): HTMLElement {
  const programs = new Map<
    string,
    { readonly head: PageCell; readonly cells: Map<string, { access: string; at: PageCell }> }
  >();
  const resources = new Set<string>();
  for (const [program = "", access, resource = "", rowKind] of table.rows) {
    if (textOf(rowKind) !== kind) continue;
    const name = textOf(resource);
    resources.add(name);
    const row = programs.get(textOf(program)) ?? { head: program, cells: new Map() };
    row.cells.set(name, { access: textOf(access), at: resource });
    programs.set(textOf(program), row);
  }
  const columns = [...resources].sort().slice(0, COLUMNS_MAX);
  const heads = columns.map((name) => h("th", { className: "tall", title: name }, h("span", { textContent: name })));
  const rows = [...programs.values()]
    .slice(0, ROWS_MAX)
    .map(({ head, cells }) =>
      h("tr", {}, h("th", {}, source.cell(head)), ...columns.map((name) => mark(cells.get(name), source))),
    );
  return h("table", { className: "matrix" }, h("thead", {}, h("tr", {}, h("th"), ...heads)), h("tbody", {}, ...rows));
}

function mark(cell: { readonly access: string; readonly at: PageCell } | undefined, source: SourceView): HTMLElement {
  if (!cell || typeof cell.at !== "object") return h("td");
  return h(
    "td",
    { className: `mark ${/[CUD]/.test(cell.access) ? "writes" : "reads"}` },
    source.link(cell.access, cell.at[1], cell.at[2]),
  );
}
