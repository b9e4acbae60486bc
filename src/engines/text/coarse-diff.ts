export interface Gap {
  /** From 0, end exclusive. */
  readonly old: readonly [from: number, to: number];
  readonly made: readonly [from: number, to: number];
}

/**
 * Where two lists of lines differ, in a time that grows as they do: a line that stands once in each holds its place, and of what lies between
 * two of those all is taken to differ but its ends.
 */
export function coarseGaps(old: readonly string[], made: readonly string[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let [oldFrom, madeFrom] = [0, 0];
  for (const [oldAt, madeAt] of [...heldPairs(old, made), [old.length, made.length] as const]) {
    if (oldAt < oldFrom) continue;
    while (oldFrom < oldAt && madeFrom < madeAt && old[oldFrom] === made[madeFrom]) {
      oldFrom++;
      madeFrom++;
    }
    let [oldTo, madeTo] = [oldAt, madeAt];
    while (oldTo > oldFrom && madeTo > madeFrom && old[oldTo - 1] === made[madeTo - 1]) {
      oldTo--;
      madeTo--;
    }
    if (oldTo > oldFrom || madeTo > madeFrom) gaps.push({ old: [oldFrom, oldTo], made: [madeFrom, madeTo] });
    [oldFrom, madeFrom] = [oldAt + 1, madeAt + 1];
  }
  return gaps;
}

type Pair = readonly [oldAt: number, madeAt: number];

/** The longest row of lines that stand once in each list and in the same order in both. */
function heldPairs(old: readonly string[], made: readonly string[]): readonly Pair[] {
  const inMade = placesOnce(made);
  const pairs = [...placesOnce(old)].flatMap(([line, oldAt]): Pair[] => {
    const madeAt = inMade.get(line);
    return oldAt === undefined || madeAt === undefined ? [] : [[oldAt, madeAt]];
  });
  // Of each length the row that ends first, and what stands before each of its ends.
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, [, madeAt]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < madeAt) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1]);
    ends[low] = at;
  }
  const row: Pair[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) row.push(pairs[at] ?? [0, 0]);
  return row.reverse();
}

/** Where each line stands; undefined of one that comes again. */
function placesOnce(lines: readonly string[]): ReadonlyMap<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? undefined : at);
  return places;
}
