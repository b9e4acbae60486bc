import { COBOL_SOURCES, stemOf } from "../../file-names.ts";
import { type Looking, together } from "../../looking.ts";
import type { Context } from "../../query/draft.ts";
import { transactions } from "../../query/rows/estate.ts";
import type { Noun, Query } from "../../query/shape.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import { type Answer, answered, cited, listed, search } from "../answer.ts";

const IN_CODE = String.raw`\bTRANSID *\(|\bTRAN-?(?:ID|SACTION-ID)\b.*\bVALUE\b|\bVALUE\b.*\bTRAN-?ID\b`;
const IN_TEXT = String.raw`\b[Tt](?:ransactions?|RANSACTIONS?) +(?:id +|code +)?['"\x60]?[A-Z][A-Z0-9]{3}\b`;

/** Where no definition here tells which program a transaction starts: lines of programs and comments that name transactions. */
export function* answerNamedTransactions(query: Query, context: Context): Looking<Answer | undefined> {
  const clause = query.clauses.find(({ relation }) => relation === "run" || relation === "call");
  if (query.head.kinds[0] !== "transaction" || !clause || query.asks.has("count")) return undefined;
  if ((yield* transactions(context.folder)).rows.length > 0) return undefined;
  const [code, text] = yield* together([
    search(IN_CODE, { glob: COBOL_SOURCES }),
    search(IN_TEXT, { ignore_case: false }),
  ]);
  const ofText = (text?.lines ?? []).filter(
    ({ path, text: said }) => isComment(path, said) || /\.(?:md|rst|txt|adoc)$/i.test(path),
  );
  const lines = [...(code?.lines ?? []), ...ofText];
  const unique = [...new Map(lines.map((line) => [`${line.path}:${line.line}`, line])).values()];
  const own = unique.filter((line) => isOf(clause.other, line));
  if (own.length === 0) return undefined;
  return {
    ...answered(
      "No definition of a transaction is here, so which program one starts is not certain.",
      listed("Lines that name one", own.map(cited)),
    ),
    obeyed: "all",
  };
}

/** What stands in a program or in its words; of no program that is named, any. */
function isOf({ names, words }: Noun, { path, text }: CitedLine): boolean {
  const named = names.map((name) => name.toUpperCase());
  if (named.length === 0) return words.length === 0;
  const stem = stemOf(path).toUpperCase();
  return named.some((name) => stem === name || text.toUpperCase().includes(name));
}
