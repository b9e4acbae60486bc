import { expect, test } from "vitest";
import { isBelowAnother } from "../inside.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { inFewPlaces } from "./meant-below.ts";

const file = (path: string): HiddenPath => ({ path, kind: "file" });
const each = <T>(count: number, make: (index: number) => readonly T[]): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();

/** The folders that are closed, and whether all that is meant is covered in no more places than may be. */
function closedOf(all: readonly HiddenPath[], others: Readonly<Record<string, number>>) {
  const placed = inFewPlaces({ all, others: new Map(Object.entries(others)) }, ["/w"]);
  const covers = new Set(placed.map(({ path }) => path));
  const isCovered = ({ path }: HiddenPath): boolean => covers.has(path) || isBelowAnother(path, covers);
  expect(all.filter((one) => !isCovered(one))).toEqual([]);
  expect(placed.filter((one) => one.path.split("/").length > 3).length).toBeLessThanOrEqual(500);
  return placed.filter(({ kind }) => kind === "folder").map(({ path }) => path);
}

test("where too much is meant folders are closed as deep as that fits: the one around all of them stays open", () => {
  const all = each(300, (p) => [`.env`, `.npmrc`, `test/k.pem`].map((name) => file(`/w/packages/p${p}/${name}`)));
  const others = each(300, (p) => [
    [`/w/packages/p${p}`, 3],
    [`/w/packages/p${p}/src`, 40],
  ]);
  const closed = closedOf(all, { "/w/packages": 300, ...Object.fromEntries(others) });
  expect(closed).toHaveLength(200);
  expect(closed).not.toContain("/w/packages");
});

test("a folder that holds little else is closed before one that holds a lot", () => {
  const all = [
    ...each(400, (one) => [file(`/w/keys/k${one}.pem`)]),
    ...each(101, (one) => [file(`/w/a/d${one}/.env`)]),
  ];
  expect(closedOf(all, { "/w/keys": 1, "/w/a": 101, "/w/a/d1": 90 })).toEqual(["/w/keys"]);
});

test("what lies in the folder that is worked in is covered by itself, and so is what can be", () => {
  const all = [...each(600, (one) => [file(`/w/.env.${one}`)]), file("/w/a/.env")];
  expect(closedOf(all, {})).toEqual([]);
  expect(closedOf(all.slice(-1), {})).toEqual([]);
});

test("what is too much for the folders at the top as well is closed there", () => {
  const all = each(550, (one) => [file(`/w/d${one}/a/.env`), file(`/w/d${one}/b/.env`)]);
  expect(closedOf(all, {})).toHaveLength(550);
});
