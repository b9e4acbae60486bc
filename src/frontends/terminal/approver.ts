import type { Environment } from "../../app/settings/locations.ts";
import type { ApprovalAnswer, ApprovalRequest, Approver, Asker } from "../../core/ports/person.ts";
import type { TerminalApp } from "./app.ts";
import { createApproval } from "./dialogs/approval.ts";
import type { ApprovalChoice } from "./dialogs/approval-options.ts";
import { askInWords } from "./dialogs/ask-in-words.ts";
import { createHunkReview, type Hunk, joinHunks, type ReviewEnd, splitHunks } from "./dialogs/hunk-review.ts";
import { type ApprovalReach, asksForEdits, settleApproval } from "./settle-approval.ts";

/** Asks at the terminal: once, always in this session, always for good, part by part, no, or no with words. */
export function terminalApprover(app: TerminalApp, environment: Environment): Approver {
  const reach: ApprovalReach = {
    environment,
    agent: () => app.agent,
    say: (text) => app.view.say(text),
    warn: (text) => app.view.warn(text),
  };
  return {
    async approve(request, signal) {
      for (;;) {
        const hunks = request.display.kind === "diff" ? splitHunks(request.display.patch) : [];
        const means = { canReview: hunks.length > 1, asksForEdits: asksForEdits(reach) };
        const choice = await app.dialogs.ask<Exclude<ApprovalChoice, { kind: "words" }>>(
          (resolve, redraw) => createApproval(request, means, resolve, redraw),
          { signal },
        );
        if (choice.kind === "answer") return settleApproval(choice, reach);
        const reviewed = await review(request, hunks, app, signal);
        if (reviewed) return reviewed;
      }
    },
  };
}

/** @returns undefined when the person went back to the question */
async function review(
  { call, display }: ApprovalRequest,
  hunks: readonly Hunk[],
  app: TerminalApp,
  signal: AbortSignal,
): Promise<ApprovalAnswer | undefined> {
  if (display.kind !== "diff") return undefined;
  const end = await app.dialogs.ask<ReviewEnd>((resolve) => createHunkReview(hunks, resolve), {
    signal,
    isWanted: true,
  });
  if (signal.aborted) return { allowed: false, why: "cancelled before it was answered" };
  if (end.kind === "quit") return undefined;
  if (end.left.length === 0) return { allowed: true };
  const left = end.left.map(({ path, text }) => `${path} ${text.split("\n", 1)[0]}`).join("; ");
  if (end.taken.length === 0)
    return { allowed: false, why: `the user looked at every part of ${call.name} and took none` };
  const why = `The user took ${end.taken.length} of ${hunks.length} parts of this change. Left out, and not to be tried again unasked: ${left}.`;
  return { allowed: true, instead: { ...partialChange(joinHunks(end.taken)), why } };
}

/** The model's questions: a list to choose from, or an answer in words. */
export function terminalAsker(app: TerminalApp): Asker {
  return { isThere: true, ask: (question, signal) => askInWords(app.dialogs, question, { signal }) };
}

/** The call that makes a part of a change: a unified diff of the parts a person took. */
function partialChange(patch: string): { readonly name: string; readonly input: unknown } {
  return { name: "apply_diff", input: { diff: patch, format: "unified" } };
}
