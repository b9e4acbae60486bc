import { firstNames } from "../../cut-lists.ts";
import type { Section } from "../../result-text.ts";

/** The files that cut lists speak of, those with most places first: what somebody who makes the change opens. */
export function filesOf(sections: readonly Section[]): string {
  const rows = sections.flatMap((section) => section.rows);
  const counts = new Map<string, number>();
  for (const row of rows) {
    const path = /([^\s:]+):\d+\S*$/.exec(row)?.[1];
    if (path !== undefined) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  if (rows.length <= 10 || counts.size < 2) return "";
  const named = [...counts].toSorted(([, one], [, other]) => other - one).map(([path, count]) => `${path} (${count})`);
  const isWhole = sections.every(({ rows: own, total }) => own.length >= Number(total));
  return `Files with such places (${isWhole ? named.length : `more than ${named.length}`}): ${firstNames(named, 30)}`;
}
