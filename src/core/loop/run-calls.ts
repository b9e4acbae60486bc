import { boundOutput, isPaged } from "../context/bound-output.ts";
import { decide } from "../permissions/decide.ts";
import { declaredProcesses } from "../permissions/declared-processes.ts";
import type { AgentEvent, CallResult, ToolCall } from "../protocol/event.ts";
import { type ToolContext, ToolFailure, type ToolOutput } from "../tool.ts";
import type { CallParts, ContextKeeper } from "./agent-parts.ts";
import { EventQueue } from "./event-queue.ts";
import { failedResult, type PreparedCall, prepareCall } from "./prepare-call.ts";
import { wavesOf } from "./waves.ts";

type ReadyCall = Extract<PreparedCall, { kind: "ready" }>;

/** How long a cancelled tool may take to stop by itself before its result is given up. */
const CANCEL_GRACE_MS = 3_000;
/** How many calls of one reply run; the model is told to send the others again. */
const CALLS_MAX = 64;

export interface CallsEnd {
  readonly results: readonly CallResult[];
  /** The final answer of a tool that ends the run. */
  readonly finish?: string;
}

/**
 * Settles every call of one reply: exactly one `call-end` each, in call order, whatever happens. Calls run together
 * as long as their declared accesses do not collide, commands that only read included; a colliding one waits for the wave before it.
 */
export async function* runCalls(calls: readonly ToolCall[], parts: CallParts): AsyncGenerator<AgentEvent, CallsEnd> {
  const results: CallResult[] = [];
  let finish: string | undefined;
  const prepared: PreparedCall[] = [];
  for (const [index, call] of calls.entries())
    prepared.push(index < CALLS_MAX ? await prepareCall(call, parts) : tooMany(call));
  for (const wave of await wavesOf(prepared, parts.policy())) {
    const end = yield* runWave(wave, parts);
    results.push(...end.results);
    finish ??= end.finish;
  }
  return { results, ...(finish === undefined ? {} : { finish }) };
}

function tooMany(call: ToolCall): PreparedCall {
  const text = `Not done: one reply may make ${CALLS_MAX} calls. Send this one again with the next.`;
  return { kind: "refused", call, result: failedResult(call, text) };
}

interface Settled {
  readonly result: CallResult;
  readonly finish?: string;
}

async function* runWave(wave: readonly PreparedCall[], parts: CallParts): AsyncGenerator<AgentEvent, CallsEnd> {
  const queue = new EventQueue<AgentEvent>();
  const settled: Promise<Settled>[] = [];
  for (const item of wave) {
    parts.ledger.callCount++;
    parts.ledger.toolNames.add(item.call.name);
    if (item.kind === "refused") {
      settled.push(Promise.resolve({ result: item.result }));
      continue;
    }
    const { call, intent } = item;
    yield { type: "call-start", call, accesses: intent.accesses, display: intent.display };
    const permission = yield* permit(item, parts, queue);
    settled.push(
      permission.kind === "refused"
        ? Promise.resolve({ result: permission.result })
        : performKept(permission.item, parts, queue),
    );
  }
  const all = Promise.all(settled).finally(() => queue.close());
  yield* queue.drain();
  const done = await all;
  for (const { result } of done) yield { type: "call-end", result };
  const finish = done.find((one) => one.finish !== undefined)?.finish;
  return { results: done.map((one) => one.result), ...(finish === undefined ? {} : { finish }) };
}

type Permission =
  | { readonly kind: "refused"; readonly result: CallResult }
  /** What may run: the call itself, or what the person put in its place. */
  | { readonly kind: "allowed"; readonly item: PermittedCall };

type PermittedCall = ReadyCall & { readonly why?: string };

const refused = (result: CallResult): Permission => ({ kind: "refused", result });

async function* permit(
  item: ReadyCall,
  parts: CallParts,
  queue: EventQueue<AgentEvent>,
): AsyncGenerator<AgentEvent, Permission> {
  const { call, tool, input, intent } = item;
  if (parts.signal.aborted) return refused(failedResult(call, "Cancelled before it started."));
  const decision = await decide(call.name, intent, parts.policy());
  if (decision.verdict === "allow") return { kind: "allowed", item };
  if (decision.verdict === "deny") {
    yield { type: "approval", callId: call.id, allowed: false, why: decision.reason };
    return refused(
      failedResult(call, `Not allowed: ${decision.reason}. Do not retry it; find another way or say what you need.`),
    );
  }
  try {
    const display = tool.preview ? await tool.preview(input, contextFor(item, parts, queue)) : intent.display;
    const answer = await parts.approver.approve({ call, display, decision }, parts.signal);
    const why = answer.allowed ? (answer.instead?.why ?? answer.remember ?? "once") : answer.why;
    yield { type: "approval", callId: call.id, allowed: answer.allowed, why };
    if (!answer.allowed) return refused(failedResult(call, `Not allowed: ${answer.why}`));
    return answer.instead ? await substitute(item, answer.instead, parts) : { kind: "allowed", item };
  } catch (error) {
    return refused(failedResult(call, failureText(error, parts)));
  }
}

/** The person's own version of a call runs under the id of the model's. */
async function substitute(
  { call }: ReadyCall,
  instead: { readonly name: string; readonly input: unknown; readonly why: string },
  parts: CallParts,
): Promise<Permission> {
  const prepared = await prepareCall({ ...call, name: instead.name, input: instead.input }, parts);
  if (prepared.kind === "refused") return refused(prepared.result);
  return { kind: "allowed", item: { ...prepared, call, why: instead.why } };
}

/** A call that writes or runs is taken between two snapshots, so that it can be undone. */
async function performKept(item: PermittedCall, parts: CallParts, queue: EventQueue<AgentEvent>): Promise<Settled> {
  const { snapshots } = parts;
  const { accesses } = item.intent;
  if (!snapshots || !accesses.some(({ kind }) => kind === "write" || kind === "run"))
    return perform(item, parts, queue);
  const tell = (text: string | undefined): void => {
    if (text !== undefined) queue.push({ type: "status", text });
  };
  tell(await snapshots.before(item.call.id, accesses));
  const settled = await perform(item, parts, queue);
  tell(await snapshots.after(item.call.id));
  return settled;
}

async function perform(item: PermittedCall, parts: CallParts, queue: EventQueue<AgentEvent>): Promise<Settled> {
  const { call, tool, input } = item;
  const startedMs = parts.clock.now();
  const durationMs = (): number => parts.clock.now() - startedMs;
  try {
    const output = await untilCancelled(tool.run(input, contextFor(item, parts, queue)), parts);
    const { note, ...bounded } = await condense(output, call, { ...parts, onNote: (told) => queue.push(told) });
    if (note) queue.push(note);
    const result: CallResult = {
      callId: call.id,
      name: call.name,
      failed: output.failed ?? false,
      display: output.display,
      durationMs: durationMs(),
      ...bounded,
      ...(item.why === undefined ? {} : { text: `${item.why}\n${bounded.text}` }),
    };
    return { result, ...(output.finish === undefined ? {} : { finish: output.finish }) };
  } catch (error) {
    return { result: failedResult(call, failureText(error, parts), durationMs()) };
  }
}

async function condense(
  output: ToolOutput,
  call: ToolCall,
  parts: CallParts,
): Promise<Awaited<ReturnType<ContextKeeper["condense"]>>> {
  if (parts.context) return parts.context.condense(output, call, parts);
  if (output.handle) return { text: output.text, handle: output.handle };
  return isPaged(output) ? { text: output.text } : boundOutput(output.text, parts.outputs);
}

/** A tool that ignores the signal cannot hold the run: its result is given up after a grace. */
async function untilCancelled<Value>(work: Promise<Value>, { signal, clock }: CallParts): Promise<Value> {
  let giveUp: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    giveUp = () => {
      const over = new AbortController();
      void work.then(ignore, ignore).then(() => over.abort());
      void clock
        .sleep(CANCEL_GRACE_MS, over.signal)
        .then(() => reject(new ToolFailure("Cancelled; it may have had an effect.")));
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    if (giveUp) signal.removeEventListener("abort", giveUp);
  }
}

function ignore(): void {}

/** Made for previews, which only a person sees, and for calls that were permitted: both may open what the call declared. */
function contextFor({ call, intent }: ReadyCall, parts: CallParts, queue: EventQueue<AgentEvent>): ToolContext {
  return {
    ...parts.ports,
    workspace: parts.ports.workspace.allowing(intent.accesses),
    processes: declaredProcesses(parts.ports.processes, intent.accesses),
    callId: call.id,
    signal: parts.signal,
    progress: (text) => queue.push({ type: "call-progress", callId: call.id, text }),
  };
}

function failureText(error: unknown, { signal }: CallParts): string {
  if (error instanceof ToolFailure) return error.message;
  if (signal.aborted) return "Cancelled; it may have had an effect.";
  const message = error instanceof Error ? error.message : String(error);
  return `Execution error: ${message}. This is a fault of the tool, not of your arguments; try another way.`;
}
