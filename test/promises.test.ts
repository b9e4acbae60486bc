import { expect, test } from "vitest";
import { countPromises, promisesPage } from "./promises/page.ts";
import type { Row } from "./promises/row.ts";
import { GROUPS } from "./promises/table.ts";

/** The ids of the feature list, as first and last of each run. */
const SEED_IDS: readonly [family: string, first: number, last: number][] = [
  ["CW", 1, 12],
  ["CW", 20, 25],
  ["CW", 30, 37],
  ["CW", 40, 41],
  ["CW", 50, 66],
  ["CW", 70, 73],
  ["CW", 80, 83],
  ["CW", 90, 94],
  ["CA", 1, 2],
  ["CA", 10, 14],
  ["CA", 20, 23],
  ["CA", 30, 31],
  ["CA", 40, 41],
  ["CA", 50, 51],
  ["CA", 60, 62],
  ["CD", 1, 3],
  ["CD", 10, 12],
  ["CD", 20, 30],
  ["CD", 40, 40],
  ["CD", 50, 51],
  ["CD", 60, 70],
  ["BC", 1, 5],
  ["BC", 10, 12],
  ["BC", 20, 24],
  ["BC", 30, 34],
  ["BC", 40, 40],
  ["BC", 50, 57],
  ["BC", 60, 63],
  ["BC", 70, 75],
  ["CL", 1, 2],
  ["CL", 10, 14],
  ["CL", 20, 23],
  ["CL", 30, 41],
  ["CL", 50, 50],
  ["CL", 60, 62],
  ["FT", 1, 78],
];

const rows: readonly Row[] = GROUPS.flatMap((group) => group.rows);

test("every id of the feature list has one row, and no row is without", () => {
  const ids = SEED_IDS.flatMap(([family, first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => `${family}-${String(first + index).padStart(2, "0")}`),
  );
  expect(ids.filter((id) => !id.startsWith("FT-"))).toHaveLength(173);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test("a row that stands for another names one that stands for itself", () => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const loose = rows.filter((row) => row.status === "same" && (byId.get(row.as)?.status ?? "same") === "same");
  expect(loose).toEqual([]);
});

test("a row that is built says in which state, one that is not says what is missing, in a sentence of its own", () => {
  for (const row of rows) {
    if (row.status === "same") continue;
    expect(row.from.length, row.id).toBeGreaterThan(0);
    expect(row.what, row.id).toMatch(/\.$/);
    if (row.status !== "kept") expect(row.missing, row.id).toMatch(/\.$/);
  }
});

test("the page counts what the table has", () => {
  const { kept, partly, absent } = countPromises(GROUPS);
  expect(kept + partly + absent).toBe(rows.length);
  const page = promisesPage(GROUPS);
  expect(page).toContain(`${kept} kept, ${partly} partly, ${absent} absent`);
  for (const { id } of rows) expect(page).toContain(`| ${id} |`);
});
