/** The first of a ranking: whoever shares the last place of what was asked for stands in it, too. */
export interface First<Row> {
  readonly rows: readonly Row[];
  /** That places are shared, to be put behind what is said of the ranking; empty where none of note is. */
  readonly shared: string;
}

/** @param measured  in the order of what `sizeOf` gives */
export function firstOf<Row>(
  measured: readonly Row[],
  wanted: number,
  sizeOf: (row: Row) => number | string | undefined,
): First<Row> {
  const last = measured[wanted - 1];
  if (last === undefined) return { rows: measured, shared: "" };
  const alike = measured.filter((row) => sizeOf(row) === sizeOf(last)).length;
  const rows = measured.filter((row, index) => index < wanted || sizeOf(row) === sizeOf(last));
  if (rows.length === wanted) return { rows, shared: "" };
  return {
    rows,
    shared: `, where ${alike} share ${wanted === 1 ? "the first place" : `place ${rows.length - alike + 1}`}`,
  };
}
