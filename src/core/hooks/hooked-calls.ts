import type { CallParts } from "../loop/agent-parts.ts";
import { type PreparedCall, prepareCall, type ReadyCall } from "../loop/prepare-call.ts";
import { unseenTarget, unseenText } from "../loop/seen-paths.ts";
import type { Decision } from "../permissions/decision.ts";
import { type HookAnswer, NO_ANSWER, type Occasion } from "../ports/hooks.ts";
import type { TodoItem } from "../protocol/display.ts";
import { type AgentEvent, type CallResult, failedResult } from "../protocol/event.ts";
import { askHooks, suggestionsOf } from "./ask-hooks.ts";
import { decideWith } from "./decide-with.ts";
import { stricterWord } from "./read-report.ts";

/** Calls that are about to be made, as the hooks want them: refused, asked about, or with other arguments, which are judged anew. */
export async function* beforeCalls(
  wave: readonly PreparedCall[],
  parts: CallParts,
): AsyncGenerator<AgentEvent, readonly PreparedCall[]> {
  const events: AgentEvent[] = [];
  const hooked = await Promise.all(
    wave.map((item) => (item.kind === "ready" ? beforeCall(item, parts, (event) => events.push(event)) : item)),
  );
  yield* events;
  return hooked;
}

type Tell = (event: AgentEvent) => void;
type Word = HookAnswer["permission"];

/**
 * What hooks say of one call. Where one of them gives it other arguments the others are asked about these: what a guard of commands has not seen
 * is not made. Each gives others once, so that this ends.
 */
async function beforeCall(item: ReadyCall, parts: CallParts, tell: Tell): Promise<PreparedCall> {
  let meant: PreparedCall = item;
  let word: Word;
  const context: string[] = [];
  const changedBy: string[] = [];
  for (let isSettled = false; !isSettled && meant.kind === "ready"; ) {
    const answer = await askBefore(meant, changedBy, parts, tell);
    context.push(...answer.context);
    word = wordOf(answer, word);
    const { input, inputBy } = answer;
    isSettled = input === undefined || inputBy === undefined || word?.verdict === "deny";
    if (input !== undefined && word?.verdict !== "deny") meant = await withInput(meant, input, parts);
    changedBy.push(inputBy ?? "");
  }
  if (meant.kind === "refused") return meant;
  const told = [meant.told, ...context].filter((text) => text !== undefined).join("\n");
  return { ...meant, ...(told === "" ? {} : { told }), ...(word && { hookVerdict: word }) };
}

/** @param changedBy  whose arguments these are by now; not empty where they are not the model's any more */
export function askBefore(
  item: ReadyCall,
  changedBy: readonly string[],
  parts: CallParts,
  tell: Tell,
): Promise<HookAnswer> {
  const occasion = { event: "PreToolUse", call: callOf(item) } as const;
  return askHooks(changedBy.length === 0 ? occasion : { ...occasion, changedBy }, parts, tell);
}

/** The word so far and that of an answer; what was allowed before other arguments came was not these. */
function wordOf({ block, halt, permission, input }: HookAnswer, before: Word): Word {
  const refusal = block ?? (halt === undefined ? undefined : `the run ends: ${halt}`);
  if (refusal !== undefined) return { verdict: "deny", reason: refusal };
  return stricterWord(before?.verdict === "allow" && input !== undefined ? undefined : before, permission);
}

/** The call with the arguments that a hook gave it, on the road of every call. */
export async function withInput({ call, told }: ReadyCall, input: unknown, parts: CallParts): Promise<PreparedCall> {
  const { repairs: _, ...plain } = call;
  const prepared = await prepareCall({ ...plain, input }, parts);
  if (prepared.kind === "refused") {
    const text = `A hook changed the arguments to ${JSON.stringify(input)}, which cannot be used. ${prepared.result.text}`;
    return { kind: "refused", call, result: failedResult(call, text) };
  }
  const news = `(a hook changed the arguments: ${JSON.stringify(prepared.call.input)})`;
  return { ...prepared, told: [told, prepared.told, news].filter((text) => text !== undefined).join("\n") };
}

/** The result of a call as the hooks want the model to read it. */
export async function afterCall(
  item: ReadyCall,
  { result, tasksBefore }: { readonly result: CallResult; readonly tasksBefore: readonly TodoItem[] },
  parts: CallParts,
  tell: (event: AgentEvent) => void,
): Promise<CallResult> {
  const event = result.failed ? "PostToolUseFailure" : "PostToolUse";
  const { text, durationMs } = result;
  const fields = {
    duration_ms: Math.round(durationMs),
    ...(result.failed ? { error: text, is_interrupt: parts.signal.aborted } : { tool_response: { text } }),
  };
  const answer = await askHooks({ event, call: callOf(item), fields }, parts, tell);
  const { output = text, block, context } = answer;
  const ofTasks = await tellTasks(tasksBefore, parts, tell);
  const said = [...(block === undefined ? [] : [block]), ...context, ...ofTasks].map(
    (words) => `(a hook says: ${words})`,
  );
  return said.length === 0 && output === text ? result : { ...result, text: [output, ...said].join("\n") };
}

/** What the list of things to do has become by a call, told to the hooks. @returns what the model is to be told of it */
export async function tellTasks(
  before: readonly TodoItem[],
  parts: CallParts,
  tell: (event: AgentEvent) => void,
): Promise<readonly string[]> {
  const done = (items: readonly TodoItem[]): readonly string[] =>
    items.flatMap(({ status, text }) => (status === "completed" ? [text] : []));
  const after = parts.ports.todos.read();
  const said: string[] = [];
  for (const [event, known, now] of [
    ["TaskCreated", before.map(({ text }) => text), after.map(({ text }) => text)],
    ["TaskCompleted", done(before), done(after)],
  ] as const) {
    for (const text of parts.hooks?.has(event) ? now.filter((one) => !known.includes(one)) : []) {
      const fields = { task_id: String(now.indexOf(text) + 1), task_subject: text };
      const { block, context } = await askHooks({ event, fields }, parts, tell);
      said.push(...(block === undefined ? [] : [block]), ...context);
    }
  }
  return said;
}

export const callOf = ({ call, intent }: ReadyCall): NonNullable<Occasion["call"]> => ({
  ...call,
  accesses: intent.accesses,
});

/** What became of a question before a person is asked it. */
export type AnsweredInPlace =
  | { readonly kind: "open" }
  | { readonly kind: "denied"; readonly why: string }
  | { readonly kind: "settled"; readonly item: PreparedCall };

/** A question about a call goes to the hooks first, and those that tell a person of it are told. */
export async function answerInPlace(
  item: ReadyCall,
  decision: Decision,
  parts: CallParts,
  tell: (event: AgentEvent) => void,
): Promise<AnsweredInPlace> {
  const fields = { permission_reason: decision.reason, permission_suggestions: suggestionsOf(decision.proposal) };
  const answer = await askHooks({ event: "PermissionRequest", call: callOf(item), fields }, parts, tell);
  const { permission, block = permission?.verdict === "deny" ? permission.reason : undefined } = answer;
  if (block !== undefined) return { kind: "denied", why: `a hook refused it: ${block}` };
  const meant = answer.input === undefined ? item : await withInput(item, answer.input, parts);
  if (permission?.verdict === "allow") {
    if (meant.kind === "refused") return { kind: "settled", item: meant };
    // Arguments that come with an answer were seen by none that is asked before a call.
    const guards = answer.input === undefined ? NO_ANSWER : await askBefore(meant, [answer.inputBy ?? ""], parts, tell);
    if (guards.block !== undefined) return { kind: "denied", why: `a hook refused it: ${guards.block}` };
    const { verdict } = await decideWith(meant, stricterWord(permission, guards.permission), parts.policy());
    if (verdict === "allow") return { kind: "settled", item: await unlessUnseen(meant, parts) };
  }
  // Whoever brings the person here is not waited for.
  if (!parts.policy().isAlone)
    void askHooks(notificationOf(`${item.call.name}: ${decision.reason}`, "permission_prompt"), parts, tell);
  return { kind: "open" };
}

/** A hook does not see what would go, as a person does who is asked. */
async function unlessUnseen(item: ReadyCall, { shown, ports }: CallParts): Promise<PreparedCall> {
  const unseen = shown && (await unseenTarget(item.intent.accesses, shown, ports.workspace));
  if (unseen === undefined) return item;
  return { kind: "refused", call: item.call, result: failedResult(item.call, unseenText(unseen)) };
}

export const notificationOf = (message: string, kind: string): Occasion => ({
  event: "Notification",
  subject: kind,
  fields: { message, notification_type: kind },
});
