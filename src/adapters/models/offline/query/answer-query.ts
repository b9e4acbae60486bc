import { type Answer, answered, cited, notNarrowed } from "../answers/answer.ts";
import { answerNamedTransactions } from "../answers/estate/named-transactions.ts";
import { isAside } from "../aside.ts";
import { firstNames, firstRows } from "../cut-lists.ts";
import type { Looking } from "../looking.ts";
import { asksYesOrNo } from "../reading/question-form.ts";
import type { Context, Found } from "./draft.ts";
import { readHistory } from "./history.ts";
import { isOne } from "./keep-related.ts";
import { countedKind } from "./kinds.ts";
import { clausePhrase } from "./phrases.ts";
import { runQuery } from "./run-query.ts";
import type { Edge, Group, Query, Row } from "./shape.ts";

/** The answer to a part that is a query, and what it was about. */
export interface QueryAnswer {
  readonly answer: Answer;
  readonly groups: readonly Group[];
}

const ROWS_MAX = 40;
const EVIDENCE_MAX = 2;
const UNREAD_MAX = 2;

/** Answers a query from the rows that it selects; undefined where look-ups cannot tell which those are. */
export function* answerQuery(query: Query, part: string, context: Context): Looking<QueryAnswer | undefined> {
  const history = yield* readHistory(query, context);
  if (history) {
    const { title, rows, total, groups } = history;
    const list = rows.length === 0 ? `${title}.` : [`${title}:`, ...bounded(rows, total)].join("\n");
    const answer = {
      ...answered(`${yesOrNo(part, total)}${list}`),
      obeyed: "all" as const,
      isOfKeptFiles: history.isOfKeptFiles === true,
    };
    return { answer, groups };
  }
  const named = yield* answerNamedTransactions(query, context);
  if (named) return { answer: named, groups: [] };
  const found = yield* runQuery(query, context);
  // Neither yes nor no can be said of what was not regarded; and what leaves out most of a question answers another.
  if (!found || (found.unread.length > 0 && asksYesOrNo(part)) || found.unread.length > UNREAD_MAX) return undefined;
  const { kind, rows, others } = found;
  // All files are no answer to what is asked of "dead code": the one word that tells which is dropped.
  const isOfAll = kind === "file" && found.clauses.length === 0 && rows.length === found.total;
  if (found.unread.length > 0 && isOfAll) return undefined;
  // A manifest declares none: how it is done may stand in a document all the same.
  if (kind === "command" && found.all.length === 0) return undefined;
  const unread = [...found.unread, ...orderUntold(query, part, rows)];
  return {
    answer: {
      ...answered(notNarrowed(unread), ...found.taken, foundText(query, part, found)),
      obeyed: "all",
    },
    groups: [{ kind, rows, isMany: /s$/i.test(query.head.text) }, ...others, ...context.before],
  };
}

/** What stands in several files has no order of its own: the words that ask for one. */
const orderUntold = ({ asks }: Query, part: string, rows: readonly Row[]): readonly string[] =>
  asks.has("order") && new Set(rows.map(({ path }) => path)).size > 1
    ? [/\bin (?:what|which) order\b|\bem que ordem\b/i.exec(part)?.[0] ?? "order"]
    : [];

const yesOrNo = (part: string, count: number): string => (!asksYesOrNo(part) ? "" : count > 0 ? "Yes: " : "No: ");

function foundText(query: Query, part: string, found: Found): string {
  const { kind, rows, total, isWhole, evidence, outside } = found;
  const clauses = found.clauses.map(({ clause, other }) => clausePhrase(clause, other, rows.length < 2));
  const said = [clauses.join(" and "), ...found.said].filter((one) => one !== "");
  const aside = rows.filter(({ path }) => isAside(path)).length;
  if (aside > 0 && aside < rows.length) said.push(`${aside} of them in tests, examples or samples`);
  const phrase = said.join(", ");
  const restricted = phrase === "" ? "" : `${phrase.startsWith("the ") ? "," : ""} ${phrase}`;
  const isOfWhole = found.clauses.some(({ clause }) => clause.role === "suffers" && isOne(clause.other));
  const of = total > rows.length && query.head.choice === undefined && !isOfWhole ? ` (of ${total})` : "";
  const verdict = yesOrNo(part, rows.length);
  const counted = countedKind(rows.length, kind, found.adjectives);
  const none = found.all.length === 0 ? ", for there is none at all in the files here" : "";
  const title = `${verdict}${verdict === "" ? counted : counted.replace(/^No/, "no")}${restricted}${of}${none}`;
  const listed = rows.map((row) => rowText(row, evidence.get(row.name) ?? []));
  const more = isWhole ? "" : "\nA look-up was cut: there may be more than it gave.";
  const besides = [outsideText(outside, query), ...found.besides.map((one) => `\n${one}`)].join("");
  const considered =
    found.considered.length > CONSIDERED_MAX ? [] : found.considered.map((row) => `- ${rowText(row, [])}`);
  if (listed.length === 0)
    return `${[`${title}${considered.length > 0 ? ":" : "."}`, ...considered].join("\n")}${besides}${more}`;
  return `${[`${title}:`, ...bounded(listed, listed.length)].join("\n")}${besides}${more}`;
}

const bounded = (rows: readonly string[], total: number): readonly string[] =>
  firstRows(
    rows.map((row) => `- ${row}`),
    ROWS_MAX,
    { total },
  );

function rowText(row: Row, evidence: readonly Edge[]): string {
  const { name, path, line, note, kind } = row;
  // What stands where the row itself stands shows nothing more.
  const places = [...new Map(evidence.map((edge) => [`${edge.path}:${edge.line}`, edge])).entries()].filter(
    ([place]) => place !== `${path}:${line}`,
  );
  const shown = places.map(([place, edge]) => [edge.note, `(${place})`].filter(Boolean).join(" "));
  const isOfData = (kind === "dataset" || kind === "table") && shown.length > 0;
  const told = [isOfData ? undefined : note, shown.length > 0 ? firstNames(shown, EVIDENCE_MAX) : undefined]
    .filter(Boolean)
    .join("; ");
  if (kind === "test" && name !== path) return cited({ path, line, text: name });
  if (name === path) return `${path}:${line}${told === "" ? "" : `  ${told}`}`;
  return `${name}${told === "" ? "" : `${told.startsWith("->") ? "" : ":"} ${told}`}${path === "" || isOfData ? "" : ` — ${path}:${line}`}`;
}

/** So many are shown where none of them is it. */
const CONSIDERED_MAX = 5;
const OUTSIDE_MAX = 8;

/** What the clause leads to that is no row of this folder, such as a utility. */
function outsideText(outside: readonly Edge[], { head, clauses }: Query): string {
  if (head.qualities.length > 0 || clauses.length !== 1 || clauses[0]?.other.quantity === "any" || outside.length === 0)
    return "";
  const names = [...new Map(outside.map((edge) => [edge.to, `${edge.to} (${edge.path}:${edge.line})`])).values()];
  return `\nBesides, what is no source of this folder: ${firstNames(names, OUTSIDE_MAX)}.`;
}
