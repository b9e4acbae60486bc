import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { OF_WAYMARK } from "../../reading/of-waymark.ts";
import { answerByDossier, type Dossier, isOnlyChange } from "../estate/operations/dossier.ts";
import { ABILITIES } from "./abilities.ts";
import { CAUGHT } from "./caught.ts";
import { COMPARED } from "./compared.ts";
import { ENDED } from "./ended.ts";
import { ERROR_KINDS } from "./error-kinds.ts";
import { FRAMING } from "./framing.ts";
import { IN_ORDER } from "./in-order.ts";
import { LOGGED } from "./logged.ts";
import { MATCHING } from "./matching.ts";
import { OPTIONS_READ } from "./options-read.ts";
import { isPackage } from "./own-code.ts";
import { UNKNOWN_CASE } from "./unknown-case.ts";
import { USED_BY } from "./used-by.ts";
import { VALIDATED } from "./validated.ts";
import { WORKFLOW_RUN } from "./workflow-run.ts";

const DOSSIERS: readonly Dossier[] = [
  VALIDATED,
  MATCHING,
  UNKNOWN_CASE,
  FRAMING,
  LOGGED,
  ERROR_KINDS,
  CAUGHT,
  IN_ORDER,
  COMPARED,
  ABILITIES,
  OPTIONS_READ,
  WORKFLOW_RUN,
  ENDED,
  USED_BY,
];

/** What is asked of a package of TypeScript, JavaScript or Python and its structure tells. @param parts  of the prompt: one alone, or all where the first asks what tells the others as well */
export function* answerPackage(
  parts: readonly string[],
  whole: string,
  context: Context,
): Looking<QueryAnswer | undefined> {
  if (!isPackage(context.folder) || isOnlyChange(whole) || OF_WAYMARK.test(whole)) return undefined;
  return yield* answerByDossier(DOSSIERS, parts, whole, context);
}
