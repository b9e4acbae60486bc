import type { Looking } from "../../../looking.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { isEstate } from "../../answer.ts";
import { CALL_PAIRS } from "../constructs/call-pairs.ts";
import { CLUSTERS } from "../constructs/clusters.ts";
import { DATA_USERS } from "../constructs/data/data-users.ts";
import { FILE_USES } from "../constructs/data/file-uses.ts";
import { LONGER_FIELD } from "../constructs/data/longer-field.ts";
import { RECORD_LAYOUT } from "../constructs/data/record-layout.ts";
import { REJECTS } from "../constructs/data/rejects.ts";
import { TABLE_COLUMNS } from "../constructs/data/table-columns.ts";
import { UNUSED } from "../constructs/data/unused.ts";
import { DATA_PASSING } from "../constructs/data-passing.ts";
import { DIFFERENCE } from "../constructs/difference.ts";
import { CONCURRENT_UPDATE } from "../constructs/failures/concurrent-update.ts";
import { EMPTY_INPUT } from "../constructs/failures/empty-input.ts";
import { OPEN_FAILURE } from "../constructs/failures/open-failure.ts";
import { FIELD_WRITERS } from "../constructs/field-writers.ts";
import { FUNCTION_KEYS } from "../constructs/function-keys.ts";
import { HANDOVER } from "../constructs/handover.ts";
import { NEXT_ID } from "../constructs/next-id.ts";
import { PAGING } from "../constructs/paging.ts";
import { PRODUCED } from "../constructs/produced.ts";
import { RECORD_USERS } from "../constructs/record-users.ts";
import { SCREEN_CONTENT } from "../constructs/screen-content.ts";
import { STATES } from "../constructs/states.ts";
import { USER_KINDS } from "../constructs/user-kinds.ts";
import { HARD_CODED } from "../constructs/values/hard-coded.ts";
import { LIMITS } from "../constructs/values/limits.ts";
import { MONEY } from "../constructs/values/money.ts";
import { TOTALS } from "../constructs/values/totals.ts";
import { ABENDS } from "./abends.ts";
import { CLEAR_TEXT } from "./clear-text.ts";
import { COMPILING } from "./compiling.ts";
import { answerByDossier, type Dossier, isOnlyChange } from "./dossier.ts";
import { FAILED_STEP } from "./failed-step.ts";
import { FOREIGN_KEYS } from "./foreign-keys.ts";
import { GENERATIONS } from "./generations.ts";
import { INVALID_KEY } from "./invalid-key.ts";
import { MENU_OPTION } from "./menu-option.ts";
import { NUMBERED_CODE } from "./numbered-code.ts";
import { PARM_USE } from "./parm-use.ts";
import { PROGRAM_LIST } from "./program-list.ts";
import { RERUN } from "./rerun.ts";
import { RETURN_CODES } from "./return-codes.ts";
import { SCHEDULES } from "./schedules.ts";
import { TRANSACTION_TABLE } from "./transaction-table.ts";
import { WHO_MAY } from "./who-may.ts";

const DOSSIERS: readonly Dossier[] = [
  DATA_USERS,
  FIELD_WRITERS,
  LIMITS,
  MONEY,
  LONGER_FIELD,
  CALL_PAIRS,
  TOTALS,
  HARD_CODED,
  USER_KINDS,
  PAGING,
  UNUSED,
  TABLE_COLUMNS,
  REJECTS,
  RECORD_LAYOUT,
  FILE_USES,
  RECORD_USERS,
  SCREEN_CONTENT,
  CLUSTERS,
  OPEN_FAILURE,
  EMPTY_INPUT,
  PRODUCED,
  DIFFERENCE,
  CONCURRENT_UPDATE,
  DATA_PASSING,
  STATES,
  FUNCTION_KEYS,
  HANDOVER,
  NEXT_ID,
  SCHEDULES,
  PROGRAM_LIST,
  TRANSACTION_TABLE,
  ABENDS,
  NUMBERED_CODE,
  RETURN_CODES,
  GENERATIONS,
  RERUN,
  FAILED_STEP,
  PARM_USE,
  CLEAR_TEXT,
  FOREIGN_KEYS,
  INVALID_KEY,
  WHO_MAY,
  MENU_OPTION,
  COMPILING,
];

/** What is asked of running a mainframe application. @param parts  of the prompt: one alone, or all where the first asks what tells the others as well */
export function* answerOperations(
  parts: readonly string[],
  whole: string,
  context: Context,
): Looking<QueryAnswer | undefined> {
  if (!isEstate(context.folder) || isOnlyChange(whole)) return undefined;
  return yield* answerByDossier(DOSSIERS, parts, whole, context);
}
