import type { PermissionPolicy } from "../../permissions/decide.ts";
import {
  decidedPaths,
  isSameQuestion,
  isStillLet,
  type Leave,
  lookingOnce,
  type PathLooks,
} from "../../permissions/decided-paths.ts";
import type { Decision } from "../../permissions/decision.ts";
import { acceptingEdits, NOT_ALLOWED, refusalText } from "../../permissions/refusal.ts";
import type { Display } from "../../protocol/display.ts";
import { type AgentEvent, type CallResult, failedResult, type ToolCall } from "../../protocol/event.ts";
import type { ToolContext } from "../../tool.ts";
import type { CallParts } from "../agent-parts.ts";
import type { EventQueue } from "../event-queue.ts";
import type { PreparedCall, ReadyCall } from "../prepare-call.ts";
import { unseenTarget, unseenText } from "../seen-paths.ts";
import { neverBegun, toldFailure } from "../until-cancelled.ts";
import { changedBehind } from "./changed-behind.ts";

export type Permission =
  | { readonly kind: "refused"; readonly result: CallResult }
  /** What may run: the call itself, or what the person put in its place. */
  | { readonly kind: "allowed"; readonly item: PermittedCall };

export type PermittedCall = ReadyCall & {
  readonly why?: string;
  readonly looksOnly?: true;
  /** A person said yes to it as it is. */
  readonly isAgreed?: true;
  readonly leave: Leave;
  /** As a person saw it who was asked. */
  readonly shown?: Display;
};

const refused = (result: CallResult): Permission => ({ kind: "refused", result });

/** What leave is given by, and what a call works with that has it. */
export interface Judging {
  decided(item: ReadyCall, policy: PermissionPolicy): Promise<Decision>;
  contextOf(item: ReadyCall, looks: PathLooks): ToolContext;
}

/** All that is decided for one call goes by one look at each path. */
type LookingParts = CallParts & Judging & { readonly looks: PathLooks };

export async function* permit(
  item: ReadyCall,
  given: CallParts,
  queue: EventQueue<AgentEvent>,
  judging: Judging,
): AsyncGenerator<AgentEvent, Permission> {
  const { call, intent } = item;
  if (given.signal.aborted) return refused(neverBegun(call, given));
  const looks: PathLooks = new Map();
  const parts = { ...given, ...judging, looks, policy: () => lookingOnce(given.policy(), looks) };
  const decision = await parts.decided(item, parts.policy());
  if (decision.verdict === "allow") {
    // Where a person is asked, they see what would go.
    const unseen = parts.shown && (await unseenTarget(intent.accesses, parts.shown, parts.ports.workspace));
    if (unseen !== undefined) return refused(failedResult(call, unseenText(unseen)));
    return { kind: "allowed", item: { ...item, leave: { looks }, ...(decision.looksOnly && { looksOnly: true }) } };
  }
  if (decision.verdict === "deny") {
    yield deny(call, decision.reason, parts);
    return refused(failedResult(call, `${NOT_ALLOWED}${refusalText(decision)}`));
  }
  const behind = changedBehind(call, looks, parts.ports.processes);
  if (behind !== undefined) return refused(failedResult(call, behind));
  if (parts.hooks === undefined) return yield* askPerson(item, decision, parts, queue);
  const { answerInPlace } = await hookedCalls();
  const inPlace = await answerInPlace(item, decision, parts, (event) => queue.push(event));
  if (inPlace.kind === "settled") return permissionOf(inPlace.item, item, parts);
  if (inPlace.kind === "denied") {
    yield deny(call, inPlace.why, parts);
    return refused(failedResult(call, `${NOT_ALLOWED}${inPlace.why}`));
  }
  return yield* askPerson(item, decision, parts, queue);
}

async function* askPerson(
  item: ReadyCall,
  decision: Decision,
  parts: LookingParts,
  queue: EventQueue<AgentEvent>,
): AsyncGenerator<AgentEvent, Permission> {
  const { call } = item;
  try {
    const preview = () => previewOf(item, parts.contextOf(item, parts.looks));
    const display = await preview();
    const changed = decidedPaths(parts.looks, call.name).filter(({ use }) => use !== "read");
    const request = {
      ...{ call, display, decision },
      ...(await allowedMode(item, parts)),
      ...(changed.some(({ lifts }) => lifts.includes("protected")) && { startsPrograms: true as const }),
    };
    // An answer may change what holds, which makes no other question of what was shown.
    const under = parts.policy();
    const answer = await parts.approver.approve(request, parts.signal);
    const { judgeAnswer } = await import("../../hooks/judge-answer.ts");
    const judged = await judgeAnswer(item, answer, parts, (event) => queue.push(event));
    if (judged.kind === "denied") {
      yield deny(call, judged.why, parts, judged.said);
      return refused(failedResult(call, `${NOT_ALLOWED}${judged.why}`));
    }
    if (judged.item === item) {
      const isAsShown =
        isSameQuestion(await parts.decided(item, under), decision) &&
        JSON.stringify(await preview()) === JSON.stringify(display);
      if (!isAsShown) return refused(failedResult(call, OTHERWISE_THAN_SHOWN));
    }
    yield { type: "approval", callId: call.id, allowed: true, why: judged.said };
    const shown = judged.item === item ? { shown: display } : {};
    return agreed(await permissionOf(judged.item, { ...judged, ...shown, call }, parts), item);
  } catch (error) {
    return refused(failedResult(call, toldFailure(item, error, parts)));
  }
}

/** Where nobody can answer: the mode that would not ask. */
async function allowedMode({ hookVerdict: _, ...item }: ReadyCall, { policy, decided }: LookingParts) {
  const now = policy();
  if (!now.isAlone || now.mode !== "default") return {};
  const { verdict } = await decided(item, acceptingEdits(now));
  return verdict === "allow" ? { allowingMode: "acceptEdits" as const } : {};
}

export const OTHERWISE_THAN_SHOWN =
  "Nothing was done: what it touches became another while the person was asked, who saw it as it was. Look at it again.";

/** In plan mode nothing is denied that could be done: it is a plan that is asked for. */
function deny(
  { id: callId, name, input }: ToolCall,
  why: string,
  { ledger, policy }: CallParts,
  said?: string,
): AgentEvent {
  if (policy().mode !== "plan")
    ledger.denials.push({ callId, name, input, why, ...(said === undefined ? {} : { said }) });
  return { type: "approval", callId, allowed: false, why };
}

/** Leave for a prepared call, as what it was asked as. */
async function permissionOf(
  prepared: PreparedCall,
  { call, why, shown }: Pick<PermittedCall, "call" | "why" | "shown">,
  { looks, policy, decided }: LookingParts,
): Promise<Permission> {
  if (prepared.kind === "refused") return refused(prepared.result);
  const leave = { looks, asked: await decided(prepared, policy()) };
  return {
    kind: "allowed",
    item: { ...prepared, call, leave, ...(why === undefined ? {} : { why }), ...(shown && { shown }) },
  };
}

/** What the person was asked about, and not what they or a hook of theirs put in its place. */
const agreed = (permission: Permission, asked: ReadyCall): Permission =>
  permission.kind === "allowed" && permission.item.input === asked.input
    ? { ...permission, item: { ...permission.item, isAgreed: true } }
    : permission;

/**
 * What a call waited for, or what was kept before it, may have made another of what it names: it is decided anew immediately before it acts, and
 * what is another question by then is not answered.
 */
export async function decideAgain(
  item: PermittedCall,
  { policy, ports }: CallParts,
  { decided }: Pick<Judging, "decided">,
) {
  const looks: PathLooks = new Map();
  const now = await decided(item, lookingOnce(policy(), looks));
  const behind = item.leave.asked && changedBehind(item.call, looks, ports.processes);
  if (behind !== undefined) return { kind: "refused", why: behind } as const;
  if (isStillLet(item.call.name, item.leave, now, looks))
    return { kind: "let", looks, bounds: now.looksOnly ? ({ looksOnly: true } as const) : {} } as const;
  const why = now.verdict === "deny" ? `${NOT_ALLOWED}${refusalText(now)}` : `${BECAME_ANOTHER} (${now.reason})`;
  return { kind: "refused", why } as const;
}

const BECAME_ANOTHER =
  "Nothing was done: since this was allowed, what it touches became another, about which a person is asked. Make the call again if it is still meant";

const previewOf = async ({ tool, input, intent }: ReadyCall, context: ToolContext): Promise<Display> =>
  (await tool.preview?.(input, context)) ?? intent.display;

export async function isOtherThanShown(item: PermittedCall, context: ToolContext): Promise<boolean> {
  return item.shown !== undefined && JSON.stringify(await previewOf(item, context)) !== JSON.stringify(item.shown);
}

/** Not loaded where no hook is set. */
export const hookedCalls = () => import("../../hooks/hooked-calls.ts");
