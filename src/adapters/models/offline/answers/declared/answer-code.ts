import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { answerBehaviour } from "../behaviour/answer-behaviour.ts";
import { answerPendingAtClose } from "../behaviour/pending-at-close.ts";
import { answerHandled } from "../facts/answer-handled.ts";
import { answerLatestRelease } from "../history/latest-release.ts";
import { answerReleaseNotes } from "../history/release-notes.ts";
import { answerMainPieces } from "../outlines/main-pieces.ts";
import { answerScan } from "../scans/answer-scan.ts";
import { answerWorkflowFacts } from "../workflow-facts.ts";
import { answerDefaults } from "./answer-defaults.ts";
import { answerMembers } from "./answer-members.ts";

/** What change logs, workflows, declarations, defaults and branches tell of a question; undefined where none does. */
export function* answerCode(part: string, context: Context): Looking<QueryAnswer | undefined> {
  return (
    (yield* answerLatestRelease(part, context)) ??
    (yield* answerReleaseNotes(part, context)) ??
    (yield* answerMainPieces(part, context)) ??
    (yield* answerWorkflowFacts(part, context)) ??
    (yield* answerScan(part, context)) ??
    (yield* answerDefaults(part, context)) ??
    (yield* answerMembers(part, context)) ??
    (yield* answerPendingAtClose(part, context)) ??
    (yield* answerHandled(part, context)) ??
    (yield* answerBehaviour(part, context))
  );
}
