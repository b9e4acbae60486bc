/** Elements between two stops. */
const STEP = 10_000;
/** Elements that are read and sorted at a stretch. */
const RUN = 5_000;

/**
 * What can be read only one by one, in order: read and sorted in parts, and stopped between.
 * @param compare  absent: by their texts, in half the time
 */
export function* sortedInParts<Element>(
  elements: Iterable<Element>,
  compare?: (one: Element, other: Element) => number,
): Generator<void, Element[], void> {
  const runs: Element[][] = [];
  let run: Element[] = [];
  for (const element of elements) {
    if (run.push(element) < RUN) continue;
    runs.push(run.sort(compare));
    run = [];
    yield;
  }
  runs.push(run.sort(compare));
  return yield* mergeSorted(runs, compare ? (one, other) => compare(one, other) <= 0 : (one, other) => one <= other);
}

/**
 * Sorted runs as one sorted list: what would be one long sort can be made run by run, and stopped between.
 * @param runs       each sorted; taken apart meanwhile
 * @param isInOrder  whether the first of two may stand before the second
 */
export function* mergeSorted<Element>(
  runs: readonly Element[][],
  isInOrder: (one: Element, other: Element) => boolean,
): Generator<void, Element[], void> {
  let left = [...runs];
  while (left.length > 1) {
    const merged: Element[][] = [];
    for (let at = 0; at < left.length; at += 2) {
      const [one, other] = [left[at] as Element[], left[at + 1]];
      merged.push(other === undefined ? one : yield* mergeTwo(one, other, isInOrder));
    }
    left = merged;
  }
  return left[0] ?? [];
}

function* mergeTwo<Element>(
  one: readonly Element[],
  other: readonly Element[],
  isInOrder: (one: Element, other: Element) => boolean,
): Generator<void, Element[], void> {
  const merged: Element[] = [];
  for (let first = 0, second = 0; merged.length < one.length + other.length; ) {
    const isFirst =
      second === other.length || (first < one.length && isInOrder(one[first] as Element, other[second] as Element));
    merged.push((isFirst ? one[first++] : other[second++]) as Element);
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
