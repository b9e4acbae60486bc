import type { PageCell, PageData } from "../../engines/citadel/report/html.ts";

export type PageTable = PageData["tables"][number];
export type { PageCell, PageData };

/** Reads what the page's one data element holds. */
export const readData = (): PageData => JSON.parse(document.getElementById("data")?.textContent ?? "{}");

export const textOf = (cell: PageCell | undefined): string => (typeof cell === "object" ? cell[0] : String(cell ?? ""));
