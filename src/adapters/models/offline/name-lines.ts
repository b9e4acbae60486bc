import { type CitedLine, cite, type Role, roleOf } from "./cited-lines.ts";

export const ROWS_MAX = 40;

const HEADINGS: Record<Role, string> = {
  definition: "Defined",
  call: "Called",
  import: "Imported or copied",
  mention: "Mentioned",
};

/** What stands about a name, by the part that each line plays; `files` are those of that name. */
export function groupByRole(
  lines: readonly CitedLine[],
  name: string,
  { roles, title }: { readonly roles: readonly Role[]; readonly title: string },
  files: readonly CitedLine[] = [],
): string {
  const own = lines.filter((line) => isWholeName(line.text, name));
  const wanted = roles.flatMap((role) => {
    const rows = own.filter((line) => roleOf(line, name) === role);
    return rows.length === 0 ? [] : [`${HEADINGS[role]} (${rows.length}):\n${listRows(rows)}`];
  });
  if (wanted.length > 0) return [`${title}, by a text search:`, ...wanted].join("\n\n");
  if (files.length > 0)
    return `${title}: in the file of that name.\n${files.map(({ path }) => `- ${path}:1`).join("\n")}`;
  if (own.length === 0)
    return `Nothing here is named ${name}. Check the spelling, or search for a part of it: search "${name.slice(0, 5)}".`;
  return `${title}: no line shows that for certain. The name stands in these lines:\n${listRows(own)}`;
}

function isWholeName(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![A-Za-z0-9_-])${escaped}(?![A-Za-z0-9_-])`, "i").test(text);
}

export function listRows(rows: readonly CitedLine[]): string {
  const shown = rows.slice(0, ROWS_MAX).map(cite);
  if (rows.length > ROWS_MAX) shown.push(`- … ${ROWS_MAX} of ${rows.length} shown`);
  return shown.join("\n");
}
