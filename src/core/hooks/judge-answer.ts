import type { CallParts } from "../loop/agent-parts.ts";
import { type PreparedCall, prepareCall, type ReadyCall } from "../loop/prepare-call.ts";
import { refusalText } from "../permissions/refusal.ts";
import type { HookAnswer } from "../ports/hooks.ts";
import type { ApprovalAnswer } from "../ports/person.ts";
import type { AgentEvent } from "../protocol/event.ts";
import { decideWith } from "./decide-with.ts";

/** What a person's answer comes to: a no, or leave for a call, which may be another one than was asked about. */
export type JudgedAnswer =
  | { readonly kind: "denied"; readonly why: string; readonly said?: string }
  | { readonly kind: "meant"; readonly item: PreparedCall; readonly said: string; readonly why?: string };

type Tell = (event: AgentEvent) => void;

/**
 * A call that an answer puts in place of another one goes the road of every call: guards are asked about it, and what a rule, a mode or
 * the floor denies stays denied. A question is none any more, as the person has just answered. A mode that was made stricter while they
 * were asked counts for what they were asked about, too.
 */
export async function judgeAnswer(
  asked: ReadyCall,
  answer: ApprovalAnswer,
  parts: CallParts,
  tell: Tell,
): Promise<JudgedAnswer> {
  if (!answer.allowed) {
    const { why, said } = answer;
    return { kind: "denied", why, ...(said === undefined ? {} : { said }) };
  }
  const { instead, remember = "once" } = answer;
  if (instead === undefined) {
    const now = await decideWith(asked, asked.hookVerdict, parts.policy());
    if (now.verdict === "deny") return { kind: "denied", why: refusalText(now) };
    return { kind: "meant", item: asked, said: remember };
  }
  const { name, input, why } = instead;
  const item = await prepareCall({ ...asked.call, name, input }, parts);
  const meant = { kind: "meant", item, said: why, why } as const;
  if (item.kind === "refused") return meant;
  const decision = await decideWith(item, await guardsWord(item, parts, tell), parts.policy());
  return decision.verdict === "deny" ? { kind: "denied", why: refusalText(decision) } : meant;
}

/** Arguments of theirs are not heeded: the last word on what is done is the person's. */
async function guardsWord(item: ReadyCall, parts: CallParts, tell: Tell): Promise<HookAnswer["permission"]> {
  if (!parts.hooks?.has("PreToolUse")) return undefined;
  const { askBefore } = await import("./hooked-calls.ts");
  const { block, permission } = await askBefore(item, [""], parts, tell);
  return block === undefined ? permission : { verdict: "deny", reason: block };
}
