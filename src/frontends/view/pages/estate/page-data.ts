import type { PageCell, PageData } from "../../../../engines/citadel/report/html.ts";

import { inWords } from "../say.ts";
import { reportPhrases } from "./report-phrases.ts";

export type PageTable = PageData["tables"][number];
export type { PageCell, PageData };

/** The data with the words of its tables in the language of the page. */
export const inPageWords = (data: PageData): PageData => ({
  ...data,
  tables: data.tables.map((table) => ({
    ...table,
    title: told(table.title),
    columns: table.columns.map(told),
    note: told(table.note),
  })),
});

const told = (text: string): string => reportPhrases(text).map(inWords).join(" ");

/** What the page's one data element holds; undefined where a server has it. */
export function readData(): PageData | undefined {
  const text = document.getElementById("data")?.textContent;
  return text == null ? undefined : JSON.parse(text);
}

export const textOf = (cell: PageCell | undefined): string => (typeof cell === "object" ? cell[0] : String(cell ?? ""));
