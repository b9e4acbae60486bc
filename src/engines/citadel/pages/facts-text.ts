import type { EstatePage, PageCell } from "./page.ts";

/** Rows of one list that a model is told of. */
const ROWS_MAX = 60;

/** A page as facts for whoever words them: each on a line, with the places that show it. */
export function factsText({ kind, title, lead, sections }: EstatePage): string {
  const parts = sections.map((section) => {
    const rows = section.rows.slice(0, ROWS_MAX).map((row) => `- ${row.map(cellText).filter(Boolean).join(" | ")}`);
    if (section.rows.length > ROWS_MAX) rows.push(`- … ${section.rows.length - ROWS_MAX} more`);
    return `${section.title} (${section.rows.length}; ${section.columns.join(" | ")})\n${rows.join("\n")}`;
  });
  const values = lead.map(([name, value]) => `${name}: ${cellText(value)}`);
  return [`${kind} ${title}\n${values.join("\n")}`, ...parts].join("\n\n");
}

function cellText(cell: PageCell): string {
  if (typeof cell !== "object") return String(cell);
  if ("places" in cell) return cell.places.map(({ file, line }) => `${file}:${line}`).join(", ");
  return cell.place === undefined ? cell.text : `${cell.text} (${cell.place.file}:${cell.place.line})`;
}
