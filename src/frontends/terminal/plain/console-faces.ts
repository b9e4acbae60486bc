import type { Approver, Asker } from "../../../core/ports/person.ts";
import type { ApprovalReach } from "../settle-approval.ts";
import { consoleApprover } from "./console-approver.ts";
import { consoleAsker } from "./console-asker.ts";
import type { PromptInput } from "./prompt-input.ts";

/** Who answers at a plain prompt. @param onQuestion  before a question is put */
export function consoleFaces(
  input: PromptInput,
  reach: ApprovalReach,
  onQuestion: () => void,
): { readonly approver: Approver; readonly asker: Asker } {
  const approver = consoleApprover(input, reach);
  const asker = consoleAsker(input);
  return {
    approver: {
      approve(request, signal) {
        onQuestion();
        return approver.approve(request, signal);
      },
    },
    asker: {
      isThere: true,
      ask(question, signal) {
        onQuestion();
        return asker.ask(question, signal);
      },
    },
  };
}
