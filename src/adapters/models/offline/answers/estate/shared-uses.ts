import { firstNames, firstRows } from "../../cut-lists.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context, Found } from "../../query/draft.ts";
import { countedKind } from "../../query/kinds.ts";
import { readQuery } from "../../query/read-query.ts";
import { runQuery } from "../../query/run-query.ts";
import type { Row } from "../../query/shape.ts";
import { readShared, type SharedQuestion } from "../../reading/shared-question.ts";
import { answered } from "../answer.ts";

const ROWS_MAX = 40;
const EVIDENCE_MAX = 2;

/** "Which copybooks do both batch and online use": what both of two queries select, with what shows it of each. */
export function* answerShared(part: string, context: Context): Looking<QueryAnswer | undefined> {
  const asked = readShared(part);
  if (!asked) return undefined;
  const one = yield* sideOf(asked, asked.sides[0], context);
  const other = one && (yield* sideOf(asked, asked.sides[1], context));
  if (!one || one.kind !== other?.kind) return undefined;
  const keys = new Set(other.rows.map(keyOf));
  const both = one.rows.filter((row) => keys.has(keyOf(row)));
  const listed = both.map((row) => rowText(row, asked, [one, other]));
  const [first, second] = asked.sides;
  const title = `${countedKind(both.length, one.kind)} that both ${first} and ${second} ${asked.verb} (${one.rows.length} and ${other.rows.length} by themselves)`;
  const texts = [
    ...new Set([...one.taken, ...other.taken]),
    [both.length === 0 ? `${title}.` : `${title}:`, ...firstRows(listed, ROWS_MAX, { total: both.length })].join("\n"),
    outsideText(one, other),
    one.isWhole && other.isWhole ? "" : "A look-up was cut: there may be more than it gave.",
  ];
  return {
    answer: { ...answered(...texts), obeyed: "all" },
    groups: [{ kind: one.kind, rows: both, isMany: true }, ...context.before],
  };
}

/** What one of the groups does; undefined where that cannot be told wholly. */
function* sideOf({ noun, verb }: SharedQuestion, side: string, context: Context): Looking<Found | undefined> {
  const does = /s$/.test(side) ? "do" : "does";
  const query = readQuery(`which ${noun} ${does} ${side} ${verb}?`);
  const found = query && query.clauses.length > 0 ? yield* runQuery(query, context) : undefined;
  return found && found.unread.length === 0 ? found : undefined;
}

const keyOf = ({ name, path }: Row): string => `${name} ${path}`;

function rowText(row: Row, { sides }: SharedQuestion, found: readonly Found[]): string {
  const shown = found.map(({ evidence }, index) => {
    const uses = (evidence.get(row.name) ?? []).map(({ from, path, line }) => `${from} (${path}:${line})`);
    return `${sides[index]}: ${firstNames([...new Set(uses)], EVIDENCE_MAX)}`;
  });
  return `- ${row.name}: ${shown.join("; ")}${row.path === "" ? "" : ` — ${row.path}:${row.line}`}`;
}

/** What both lead to that is no source of this folder. */
function outsideText(one: Found, other: Found): string {
  const names = new Set(other.outside.map(({ to }) => to));
  const both = [...new Map(one.outside.filter(({ to }) => names.has(to)).map((edge) => [edge.to, edge])).values()];
  if (both.length === 0) return "";
  return `Besides, what is no source of this folder: ${firstNames(
    both.map(({ to, path, line }) => `${to} (${path}:${line})`),
    ROWS_MAX,
  )}.`;
}
