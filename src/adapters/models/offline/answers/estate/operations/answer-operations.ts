import { asksForChange } from "../../../../../../core/prompts/asks-for-change.ts";
import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { plain } from "../../../reading/tokens.ts";
import { isEstate } from "../../answer.ts";
import type { Dossier } from "./dossier.ts";
import { FAILED_STEP } from "./failed-step.ts";
import { GENERATIONS } from "./generations.ts";
import { PARM_USE } from "./parm-use.ts";
import { PROGRAM_LIST } from "./program-list.ts";
import { RERUN } from "./rerun.ts";
import { RETURN_CODES } from "./return-codes.ts";
import { SCHEDULES } from "./schedules.ts";
import { TRANSACTION_TABLE } from "./transaction-table.ts";

const DOSSIERS: readonly Dossier[] = [
  SCHEDULES,
  PROGRAM_LIST,
  TRANSACTION_TABLE,
  RETURN_CODES,
  GENERATIONS,
  RERUN,
  FAILED_STEP,
  PARM_USE,
];

/** What is asked of running a mainframe application. @param parts  of the prompt: one alone, or all where the first asks what tells the others as well */
export function* answerOperations(
  parts: readonly string[],
  whole: string,
  context: Context,
): Looking<QueryAnswer | undefined> {
  if (!isEstate(context.folder) || asksForChange(whole)) return undefined;
  const said = parts.map((part) => plain(inEnglish(part)));
  // "INTCALC - what is the PARM for": a name before a question is only what it is about.
  const [first = "", ...others] = said.slice(said.findIndex((part) => !/^\W*[\w#@$.-]+\W*$/.test(part)));
  for (const dossier of DOSSIERS) {
    const isWhole = others.every((part) => dossier.asks(part) || dossier.tells.test(part));
    if (!isWhole || !dossier.asks(first)) continue;
    const found = yield* dossier.answer(plain(inEnglish(whole)), whole, context);
    if (found) return found;
  }
  return undefined;
}
