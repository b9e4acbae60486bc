import { partialChange } from "../../app/session/partial-change.ts";
import type { Environment } from "../../app/settings/locations.ts";
import { allowForGood } from "../../app/settings/write-setting.ts";
import { errorText } from "../../base/error-text.ts";
import type { ApprovalAnswer, ApprovalRequest, Approver, Asker } from "../../core/ports/person.ts";
import type { TerminalApp } from "./app.ts";
import { cleanText } from "./clean-event.ts";
import { type ApprovalChoice, createApproval } from "./dialogs/approval.ts";
import { createHunkReview, type Hunk, joinHunks, type ReviewEnd, splitHunks } from "./dialogs/hunk-review.ts";
import { createPicker } from "./dialogs/picker.ts";

/** Asks at the terminal: once, always in this session, always for good, part by part, no, or no with words. */
export function terminalApprover(app: TerminalApp, environment: Environment): Approver {
  return {
    async approve(request, signal) {
      for (;;) {
        const hunks = request.display.kind === "diff" ? splitHunks(request.display.patch) : [];
        const choice = await app.dialogs.ask<ApprovalChoice>(
          (resolve) => createApproval(request, hunks.length > 1, resolve),
          { signal },
        );
        if (choice.kind === "answer") {
          if (choice.forGood !== undefined) await keepRule(choice.forGood, app, environment);
          return choice.answer;
        }
        const reviewed = await review(request, hunks, app, signal);
        if (reviewed) return reviewed;
      }
    },
  };
}

async function keepRule(rule: string, app: TerminalApp, environment: Environment): Promise<void> {
  try {
    app.view.say(`\`${rule}\` is allowed from now on, by \`${await allowForGood(rule, environment)}\`.`);
  } catch (error) {
    app.view.warn(`The rule holds in this session only: ${errorText(error)}`);
  }
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
  return {
    ask({ question, options }, signal) {
      const items = options.map((option) => ({ label: cleanText(option), option }));
      return app.dialogs.ask<string | undefined>(
        (resolve) =>
          createPicker({
            title: cleanText(question),
            items,
            takesText: true,
            onChoice: (choice) => resolve(typeof choice === "string" ? choice : choice?.option),
          }),
        { signal },
      );
    },
  };
}
