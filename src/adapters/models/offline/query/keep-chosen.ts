import type { Folder } from "../folder.ts";
import { type Looking, lookAll } from "../looking.ts";
import type { Draft } from "./draft.ts";
import { wholeReport } from "./rows/found.ts";
import { firstOf } from "./rows/ranking.ts";
import type { Choice, Kind, Query, Row } from "./shape.ts";

/** "The three largest", "used the most": the first of the rows in that order; false where nothing tells it. */
export function* keepChosen(
  draft: Draft,
  kind: Kind,
  { head, clauses, asks, lines }: Query,
  folder: Folder,
): Looking<boolean> {
  const { choice, count: wanted = 1 } = head;
  if (lines) {
    const sized = yield* bySize(draft.rows, kind, folder);
    if (!sized) return false;
    draft.rows = sized
      .filter(({ size = 0 }) => (lines.isMore ? size > lines.count : size < lines.count))
      .toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0));
    draft.said.push(lines.said);
    return true;
  }
  if (choice === undefined && asks.has("size")) {
    const sized = yield* bySize(draft.rows, kind, folder);
    draft.rows = sized ?? draft.rows;
    return sized !== undefined;
  }
  if (choice === undefined) return true;
  const measured =
    choice.by === "size"
      ? yield* bySize(draft.rows, kind, folder)
      : choice.by === "degree" && clauses.length > 0
        ? byDegree(draft)
        : undefined;
  if (!measured) return false;
  const sign = choice.isLeast ? 1 : -1;
  const ordered = measured.toSorted((one, other) => sign * ((one.size ?? 0) - (other.size ?? 0)));
  const first = firstOf(ordered, wanted, ({ size = 0 }) => size);
  draft.said.push(`the ${wanted === 1 ? "" : `${wanted} `}${wordOf(choice)} of ${ordered.length}${first.shared}`);
  draft.rows = first.rows;
  return true;
}

function wordOf({ by, isLeast }: Choice): string {
  if (by === "degree") return isLeast ? "least" : "most";
  return isLeast ? "shortest" : "longest";
}

/** By how many different things stand in the relation to each; undefined where nothing does, for then nothing is the most. */
function byDegree({ rows, evidence }: Draft): readonly Row[] | undefined {
  const measured = rows.map((row) => {
    const size = new Set((evidence.get(row.name) ?? []).map(({ from }) => from.split("/")[0])).size;
    return { ...row, size, note: `by ${size}` };
  });
  return measured.some(({ size }) => size > 0) ? measured : undefined;
}

function* bySize(rows: readonly Row[], kind: Kind, folder: Folder): Looking<readonly Row[] | undefined> {
  const sizes = yield* sizesOf(kind, rows, folder);
  const measured = rows.flatMap((row): Row[] => {
    const size = sizes?.get(row.path);
    return size === undefined ? [] : [{ ...row, size, note: `${size} lines` }];
  });
  return measured.length === 0 && rows.length > 0 ? undefined : measured;
}

/** How many lines the files that parsers read have; undefined for what is no file. */
function* sizesOf(
  kind: Kind,
  wanted: readonly Row[],
  folder: Folder,
): Looking<ReadonlyMap<string, number> | undefined> {
  if (!/^(?:copybook|file|job|program|screen)$/.test(kind)) return undefined;
  const found = yield* wholeReport("citadel_get_file_stats", { path: "." }, folder);
  const rows = (found?.sections ?? [])
    .filter(({ title }) => title === "Longest files")
    .flatMap((section) => section.rows);
  const sizes = rows.flatMap((row) => {
    const [, lines, path] = /^(\d+) lines, [\w-]+ — (\S+):\d+/.exec(row) ?? [];
    return path === undefined ? [] : [[path, Number(lines)] as const];
  });
  const known = new Map(sizes);
  const missing = [...new Set(wanted.map(({ path }) => path))]
    .filter((path) => !known.has(path) && MEASURED.test(path))
    .slice(0, MEASURED_MAX);
  const counts = yield* lookAll(
    missing.map((path) => ({ name: "search_code", input: { pattern: "^", path, limit: 1 } })),
  );
  for (const [index, path] of missing.entries()) {
    const total = /\(shown \d+ of (\d+) matches/.exec(counts[index]?.text ?? "")?.[1];
    if (total !== undefined) known.set(path, Number(total));
  }
  return known;
}

/** Files whose length means something, where no parser tells it. */
const MEASURED = /\.(?:cbl|cob|cpy|copy|inc|dcl|jcl|prc|bms|sql|[cm]?[jt]sx?|py|java|go|rs|kt|cs|rb|php|sh|asm|pli)$/i;
const MEASURED_MAX = 60;
