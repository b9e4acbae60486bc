/** A name with the place that proves it; `line` starts at 1. */
export interface Placed {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** One value of a row. */
export type Cell = string | number | Placed;

/** One list of a report; every row has a cell for each column. */
export interface Table {
  /** A word that stays: names sheets and anchors. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** What is approximate, or why it is empty. */
  readonly note: string;
}

/** A program, job, dataset … of the estate's map. */
export interface MapNode extends Placed {
  readonly id: string;
  readonly kind: string;
}

/** What one does with another; several statements that do the same are one. */
export interface MapEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly resolved: string;
}

/** The estate's map: who runs, calls, copies, reads and writes whom. */
export interface EstateMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** Everything that is printed, in whatever format. */
export interface Report {
  readonly title: string;
  readonly files: readonly { readonly path: string; readonly language: string }[];
  readonly tables: readonly Table[];
  readonly map: EstateMap;
}

export const textOfCell = (cell: Cell): string => (typeof cell === "object" ? cell.text : String(cell));

export const placeOfCell = (cell: Cell): string => (typeof cell === "object" ? `${cell.file}:${cell.line}` : "");
