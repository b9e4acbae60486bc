import { afterAll, expect } from "vitest";
import { makePlace } from "../e2e/run-waymark.ts";
import { playTable, type Trial } from "../play-table.ts";
import type { BuiltRow, Row, RowGroup } from "./row.ts";
import { Stage, type State } from "./stage.ts";
import { type KeptPlace, makeUsedPlace } from "./used-place.ts";

let used: Promise<KeptPlace> | undefined;

/** Plays every row of the groups that is built, in each state that it names, as tests of this file. */
export function play(groups: readonly RowGroup[]): void {
  afterAll(async () => {
    (await used)?.remove();
    used = undefined;
  });
  playTable(groups.map(({ name, rows }) => ({ name, trials: rows.flatMap(trialsOf) })));
}

function trialsOf(row: Row): readonly Trial[] {
  if (row.status === "absent" || row.status === "same") return [];
  return row.from.map((state) => ({
    id: row.id,
    title: `${row.title} (${state})`,
    run: () => playRow(row, state),
  }));
}

async function playRow(row: BuiltRow, state: State): Promise<void> {
  expect.hasAssertions();
  const place = state === "fresh" ? makePlace() : await usedPlace();
  const stage = new Stage(expect, state, place);
  try {
    await row.run(stage);
  } finally {
    await stage.clear();
    if (state === "fresh") place.remove();
  }
}

async function usedPlace(): Promise<KeptPlace> {
  used ??= makeUsedPlace();
  const place = await used;
  place.restore();
  return place;
}
