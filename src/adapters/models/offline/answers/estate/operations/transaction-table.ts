import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { programs, transactions } from "../../../query/rows/estate.ts";
import type { Row } from "../../../query/shape.ts";
import { answered } from "../../answer.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "./dossier.ts";
import { baseFirst, moduleOf, OF_BASE } from "./modules.ts";
import { purposesOf } from "./purposes.ts";

const TRANSACTIONS = "(?:cics )?(?:transactions?|tran|trans)(?: (?:ids?|codes?|identifiers?))?|transids?|tranids?";
const ASKS = new RegExp(
  [
    String.raw`\b(?:which|what|list|all|show|name|give me)\b(?: (?:are|me|all|the|of|our))* (?:${TRANSACTIONS})\b(?: (?:ids?|codes?))?(?:\W*$| (?:are|exist|do we|does the (?:app|application|system)|in |is there|and |with |of (?:the )?(?:base|online|whole|cics|app|system)|start))`,
    String.raw`\b(?:transaction|tran) (?:ids?|codes?)\b.*\b(?:programs?|screens?|list|table)\b`,
    String.raw`\b(?:which|what) program\b.*\b(?:each|every) (?:${TRANSACTIONS})\b|\b(?:each|every) (?:${TRANSACTIONS})\b.*\bprogram\b`,
  ].join("|"),
);
/** Of data called so, and of one transaction alone. */
const OF_DATA =
  /\b(?:posted|rejected|amounts?|types?|categor\w+|file|files|records?|reports?|daily|fields?|validated|stored|written|read|reads|table|tables|db2|many|page|month|day|account|card|customer|fit|fits|id assigned|add|adds?|added|delete[sd]?|update[sd]?)\b/;
const ROWS_MAX = 60;

/** "Which transactions are there, and which program does each start". */
export const TRANSACTION_TABLE: Dossier = {
  asks: (said) => ASKS.test(said) && !OF_DATA.test(said.replace(/\b(?:optional|base|data) modules?\b/g, "")),
  tells: /\b(?:programs?|each|they|screens?|maps?)\b/,
  *answer(said, _own, context) {
    const { folder } = context;
    const all = (yield* transactions(folder)).rows.filter(({ path }) => folder.keeps?.(path) ?? true);
    const own = OF_BASE.test(said) ? all.filter(({ path }) => moduleOf(path, folder) === "") : all;
    if (own.length === 0) return undefined;
    const rows = yield* rowTexts(baseFirst(own, folder), context);
    return {
      answer: {
        ...answered(whole("Transactions with the program that each starts, as their definitions say", rows, ROWS_MAX)),
        obeyed: "all",
      },
      groups: [{ kind: "transaction", rows: own, isMany: true }, ...context.before],
    };
  },
};

function* rowTexts(rows: readonly Row[], { folder }: Context): Looking<readonly string[]> {
  const known = new Map((yield* programs()).rows.map((row) => [row.name.toUpperCase(), row]));
  const started = rows.flatMap((row) => known.get(programOf(row)) ?? []);
  const purposes = yield* purposesOf(started);
  return rows.map((row) => {
    const program = known.get(programOf(row));
    const told = program === undefined ? "no source of it is here" : purposes.get(program.path)?.text;
    const module = moduleOf(row.path, folder);
    const about = [told, module === "" ? undefined : `of ${module}`].filter((one) => one !== undefined).join("; ");
    return `${row.name} -> ${programOf(row)}${about === "" ? "" : `: ${about}`} — ${row.path}:${row.line}`;
  });
}

const programOf = ({ note = "" }: Row): string => note.split(/\s+/)[1]?.toUpperCase() ?? "";
