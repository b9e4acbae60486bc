import { afterAll, expect } from "vitest";
import { makePlace } from "../e2e/run-waymark.ts";
import { playTable, type Trial } from "../play-table.ts";
import { inTurn } from "../rounds.ts";
import type { BuiltRow, Row, RowGroup } from "./row.ts";
import { Stage, type State } from "./stage.ts";
import { type KeptPlace, makeUsedPlace } from "./used-place.ts";

let used: Promise<KeptPlace> | undefined;

/** Plays every row of the groups that is built, in one of the states that it names, and in each of them by `npm run soak`, as tests of this file. */
export function play(groups: readonly RowGroup[]): void {
  afterAll(async () => {
    (await used)?.remove();
    used = undefined;
  });
  playTable(groups.map(({ name, rows }) => ({ name, trials: rows.filter(isBuilt).flatMap(trialsOf) })));
}

const isBuilt = (row: Row): row is BuiltRow => row.status !== "absent" && row.status !== "same";

/** What a history could change is the same for all rows, so the ones are played without it, the others with it, in turn. */
const trialsOf = (row: BuiltRow, at: number): readonly Trial[] =>
  inTurn(row.from.length, row.from, at).map((state) => ({
    id: row.id,
    title: `${row.title} (${state})`,
    run: () => playRow(row, state),
  }));

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
