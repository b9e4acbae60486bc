/**
 * How well a query fits a text whose characters it names in order; higher is better, undefined when it does not.
 * Beginnings of words and runs count most, then a match in the last path component, then shortness.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  if (query === "") return 0;
  const inPath = text.indexOf(query);
  if (inPath < 0) return subsequenceScore(query, text);
  const nameStart = text.lastIndexOf("/", text.length - 2) + 1;
  const inName = inPath >= nameStart ? inPath : text.indexOf(query, nameStart);
  if (inName >= 0) return 1000 - (inName - nameStart) * 2 - text.length * 0.5 + (inName === nameStart ? 200 : 0);
  return 600 - inPath - text.length * 0.5;
}

function subsequenceScore(query: string, text: string): number | undefined {
  let score = 0;
  let from = 0;
  let previous = -2;
  for (let index = 0; index < query.length; index++) {
    const at = text.indexOf(query[index] ?? "", from);
    if (at < 0) return undefined;
    if (at === previous + 1) score += 8;
    else if (at === 0 || "/._- ".includes(text[at - 1] ?? "")) score += 6;
    else score -= Math.min(4, at - from);
    previous = at;
    from = at + 1;
  }
  return score - text.length * 0.2;
}

/** The best fits first; ties keep their order. */
export function fuzzyFilter<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): readonly Item[] {
  const wanted = query.toLowerCase();
  return items
    .flatMap((item) => {
      const score = fuzzyScore(wanted, textOf(item).toLowerCase());
      return score === undefined ? [] : [{ item, score }];
    })
    .sort((left, right) => right.score - left.score)
    .map(({ item }) => item);
}
