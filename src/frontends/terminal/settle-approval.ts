import type { Environment } from "../../app/settings/locations.ts";
import { allowForGood } from "../../app/settings/write-setting.ts";
import { spokenError } from "../../app/words/spoken.ts";
import type { PermissionMode } from "../../core/permissions/decide.ts";
import type { ApprovalAnswer } from "../../core/ports/person.ts";
import type { ApprovalChoice } from "./dialogs/approval-options.ts";
import { words } from "./words/words.ts";

/** What a decision can reach beyond the call that it is about. */
export interface ApprovalReach {
  readonly environment: Environment;
  /** Undefined as long as no session is there. */
  readonly agent: () => { permissionMode: PermissionMode } | undefined;
  readonly say: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Edits are asked about because of the mode. */
export const asksForEdits = ({ agent }: ApprovalReach): boolean => agent()?.permissionMode === "default";

/** Does what was decided beside the answer: a rule for good, a mode for the session. */
export async function settleApproval(
  { answer, forGood, acceptsEdits }: Extract<ApprovalChoice, { kind: "answer" }>,
  { environment, agent, say, warn }: ApprovalReach,
): Promise<ApprovalAnswer> {
  const settled = agent();
  if (acceptsEdits && settled) settled.permissionMode = "acceptEdits";
  if (forGood === undefined) return answer;
  try {
    say(words("approval.kept", { rule: forGood, file: await allowForGood(forGood, environment) }));
    return answer;
  } catch (error) {
    warn(words("approval.notKept", { why: spokenError(error) }));
    return { allowed: true, remember: forGood };
  }
}
