import type { Found, Looking } from "./looking.ts";
import type { Restriction } from "./reading/restriction.ts";

const PLACE = /^(?:\(\S+ is set at )?(\S[^:\n]*?):\d+:\s?|— (\S+?):\d+$/;
const HEADING = /^(## .*?) \((?:(\d+) of )?(\d+)( shown)?\)$/;

/** What work makes of the files that are kept alone, whether it asked for nothing else, and whether a list was cut. */
export function* ofKeptFiles<Value>(
  work: Looking<Value>,
  { keeps }: Restriction,
): Looking<{ readonly value: Value; readonly isRestricted: boolean; readonly wasCut: boolean }> {
  let isSearched = false;
  let isOther = false;
  let wasCut = false;
  let state = work.next();
  while (!state.done) {
    const wanted = state.value;
    isSearched ||= wanted.some(({ name }) => isOfLines(name));
    isOther ||= wanted.some(({ name }) => name === "shell");
    const found = yield wanted;
    wasCut ||= found.some((one, index) => isOfLines(wanted[index]?.name ?? "") && hasCut(one));
    state = work.next(
      found.map((one, index) => (isOfLines(wanted[index]?.name ?? "") ? withoutRows(one, keeps) : one)),
    );
  }
  return { value: state.value, isRestricted: isSearched && !isOther, wasCut };
}

/** Whether what a tool gives is a line for each place. */
const isOfLines = (tool: string): boolean =>
  tool === "search_code" || tool === "find_passages" || tool.startsWith("citadel_");

/** Rows that cite another file go, and are no longer counted. */
function withoutRows(found: Found, keeps: (path: string) => boolean): Found {
  const rows: string[] = [];
  let heading = -1;
  for (const row of keptPassages(found.text, keeps).split("\n")) {
    const [, searched, cited] = PLACE.exec(row) ?? [];
    const path = searched ?? cited;
    if (path !== undefined && !keeps(path)) {
      if (heading >= 0) rows[heading] = oneFewer(rows[heading] ?? "");
      continue;
    }
    if (row.startsWith("## ")) heading = rows.length;
    rows.push(row);
  }
  return { ...found, text: rows.join("\n") };
}

/** Passages of another file go as a whole. */
function keptPassages(text: string, keeps: (path: string) => boolean): string {
  const isKept = (block: string): boolean => keeps(/^## (\S.*?):\d+-\d+(?: {2}|$)/m.exec(block)?.[1] ?? "");
  return text
    .split(/^(?=## )/m)
    .filter((block) => !/^## \S.*?:\d+-\d+/.test(block) || isKept(block))
    .join("");
}

function oneFewer(heading: string): string {
  const [, title, shown, total, said = ""] = HEADING.exec(heading) ?? [];
  if (title === undefined) return heading;
  const less = (count: string | undefined): number => Math.max(0, Number(count) - 1);
  return `${title} (${shown === undefined ? "" : `${less(shown)} of `}${less(total)}${said})`;
}

/** Whether a list in it was cut, so that its count is also of what is left out. */
const hasCut = ({ text }: Found): boolean => /^\(shown \d+ of |^## .* \(\d+ of \d+/m.test(text);
