import type { PageCell, PageData } from "../../../../engines/citadel/report/html.ts";

export type PageTable = PageData["tables"][number];
export type { PageCell, PageData };

/** What the page's one data element holds; undefined where a server has it. */
export function readData(): PageData | undefined {
  const text = document.getElementById("data")?.textContent;
  return text == null ? undefined : JSON.parse(text);
}

export const textOf = (cell: PageCell | undefined): string => (typeof cell === "object" ? cell[0] : String(cell ?? ""));
