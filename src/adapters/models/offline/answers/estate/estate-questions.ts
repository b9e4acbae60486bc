import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { answerFieldBounds } from "../fields/field-bounds.ts";
import { answerFieldValues } from "../fields/field-values.ts";
import { answerFieldWidth } from "../fields/field-width.ts";
import { answerAttentionKey } from "./attention-keys.ts";
import { answerChain } from "./data-chain.ts";
import { answerDataHolder } from "./data-holder.ts";
import { answerDd } from "./dd-names.ts";
import { answerChecks } from "./dossiers/checks.ts";
import { answerDerivation } from "./dossiers/derivation.ts";
import { answerDoing } from "./dossiers/doing.ts";
import { answerJobOrder } from "./dossiers/job-order.ts";
import { answerStored } from "./dossiers/stored.ts";
import { answerMenu } from "./menus.ts";
import { answerOutcome } from "./outcomes.ts";
import { answerPageRows } from "./page-rows.ts";
import { answerStepConditions } from "./step-conditions.ts";

/** Questions that are read by their whole form, the one that fits first. @param own  as it was said; `part` in English */
export function* answerEstateQuestion(part: string, own: string, context: Context): Looking<QueryAnswer | undefined> {
  return (
    (yield* answerDd(own, context)) ??
    (yield* answerPageRows(part, context)) ??
    (yield* answerFieldWidth(part, context)) ??
    (yield* answerFieldValues(part, context)) ??
    (yield* answerFieldBounds(part, context)) ??
    (yield* answerDataHolder(part, context)) ??
    (yield* answerStored(own, context)) ??
    (yield* answerChecks(own, context)) ??
    (yield* answerStepConditions(own, context)) ??
    (yield* answerJobOrder(own, context)) ??
    (yield* answerDerivation(own, context)) ??
    (yield* answerOutcome(own, context)) ??
    (yield* answerChain(part, own, context)) ??
    (yield* answerAttentionKey(own, context)) ??
    (yield* answerMenu(own, context)) ??
    (yield* answerDoing(own, context))
  );
}
