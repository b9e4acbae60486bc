import type { Row, RowGroup } from "./row.ts";

type Status = "kept" | "partly" | "absent";

const MARKS: Readonly<Record<Status, string>> = { kept: "✓", partly: "partly", absent: "absent" };

export function countPromises(groups: readonly RowGroup[]): Readonly<Record<Status, number>> {
  const counts = { kept: 0, partly: 0, absent: 0 };
  for (const row of rowsOf(groups)) counts[statusOf(row, groups)]++;
  return counts;
}

/** The table as a page for users: what holds, what holds in part, what is not there. */
export function promisesPage(groups: readonly RowGroup[]): string {
  const { kept, partly, absent } = countPromises(groups);
  const sections = groups.map(({ name, rows }) => {
    const lines = rows.map((row) => `| ${row.id} | ${row.title} | ${cell(row, groups)} |`);
    return `## ${name[0]?.toUpperCase()}${name.slice(1)}\n\n| id | promise | holds |\n|---|---|---|\n${lines.join("\n")}`;
  });
  return `# Promises

Each row that is kept, or kept in part, is played against the built program, from a new folder or one with a history, and what a user sees is
compared: \`npm run build && npx vitest run --project e2e test/promises\`. Ids that begin with \`FT-\` were plans of the systems that Waymark follows.

${kept} kept, ${partly} partly, ${absent} absent.

${sections.join("\n\n")}
`;
}

function cell(row: Row, groups: readonly RowGroup[]): string {
  const mark = MARKS[statusOf(row, groups)];
  if (row.status === "same") return `${mark}: as ${row.as}`;
  return (row.status === "kept" ? `${mark} ${row.what}` : `${mark}: ${row.missing}`).replaceAll("|", "\\|");
}

function statusOf(row: Row, groups: readonly RowGroup[]): Status {
  if (row.status !== "same") return row.status;
  const other = rowsOf(groups).find(({ id }) => id === row.as);
  if (other === undefined || other.status === "same")
    throw new Error(`${row.id} stands for ${row.as}, which is no row`);
  return other.status;
}

const rowsOf = (groups: readonly RowGroup[]): readonly Row[] => groups.flatMap(({ rows }) => rows);
