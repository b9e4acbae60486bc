import type { CallParts } from "../loop/agent-parts.ts";
import { failedResult, type PreparedCall, prepareCall, type ReadyCall } from "../loop/prepare-call.ts";
import type { Decision } from "../permissions/decision.ts";
import type { Occasion } from "../ports/hooks.ts";
import type { TodoItem } from "../protocol/display.ts";
import type { AgentEvent, CallResult } from "../protocol/event.ts";
import { askHooks, suggestionsOf } from "./ask-hooks.ts";
import { decideWith } from "./decide-with.ts";

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

async function beforeCall(item: ReadyCall, parts: CallParts, tell: (event: AgentEvent) => void): Promise<PreparedCall> {
  const answer = await askHooks({ event: "PreToolUse", call: callOf(item) }, parts, tell);
  const { block, permission, input } = answer;
  const refusal = block ?? (answer.halt === undefined ? undefined : `the run ends: ${answer.halt}`);
  const verdict = refusal === undefined ? permission : ({ verdict: "deny", reason: refusal } as const);
  const changed = input === undefined || verdict?.verdict === "deny" ? item : await withInput(item, input, parts);
  if (changed.kind === "refused") return changed;
  const told = [changed.told, ...answer.context].filter((text) => text !== undefined).join("\n");
  return { ...changed, ...(told === "" ? {} : { told }), ...(verdict && { hookVerdict: verdict }) };
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
    const { verdict } = await decideWith(meant, permission, parts.policy());
    if (verdict === "allow") return { kind: "settled", item: meant };
  }
  // Whoever brings the person here is not waited for.
  if (!parts.policy().isAlone)
    void askHooks(notificationOf(`${item.call.name}: ${decision.reason}`, "permission_prompt"), parts, tell);
  return { kind: "open" };
}

export const notificationOf = (message: string, kind: string): Occasion => ({
  event: "Notification",
  subject: kind,
  fields: { message, notification_type: kind },
});
