import { condense } from "../context/condense-output.ts";
import { decide, leaveVerdict, type PermissionPolicy, takesQuestionsBack } from "../permissions/decide.ts";
import { decidedPaths, type PathLooks } from "../permissions/decided-paths.ts";
import type { Decision } from "../permissions/decision.ts";
import { declaredProcesses } from "../permissions/declared-processes.ts";
import { scheduledAccesses } from "../permissions/scheduled.ts";
import { type AgentEvent, type CallResult, failedResult, type ToolCall } from "../protocol/event.ts";
import type { ToolContext } from "../tool.ts";
import type { CallParts } from "./agent-parts.ts";
import { EventQueue } from "./event-queue.ts";
import {
  decideAgain,
  hookedCalls,
  isOtherThanShown,
  OTHERWISE_THAN_SHOWN,
  type PermittedCall,
  permit,
} from "./leave/permit-call.ts";
import { type PreparedCall, prepareCalls, type ReadyCall } from "./prepare-call.ts";
import { asOwnCommand } from "./seen-paths.ts";
import { type Shortened, sharing, withShare } from "./shared-room.ts";
import { toldBelow } from "./told-below.ts";
import { neverBegun, toldFailure, untilCancelled } from "./until-cancelled.ts";
import { heldBack, wavesOf } from "./waves.ts";

export interface CallsEnd {
  readonly results: readonly CallResult[];
  /** The final answer of a tool that ends the run. */
  readonly finish?: string;
}

/**
 * Settles every call of one reply: exactly one `call-end` each, in call order, whatever happens. Calls run together
 * as long as their declared accesses do not collide, commands that only read included; a colliding one waits for the wave before it,
 * and a command that may meet what an edit before it failed to change is not run.
 */
export async function* runCalls(calls: readonly ToolCall[], parts: CallParts): AsyncGenerator<AgentEvent, CallsEnd> {
  const results: CallResult[] = [];
  let finish: string | undefined;
  const prepared = await prepareCalls(calls, parts);
  for (const planned of await wavesOf(prepared, parts.policy())) {
    const wave = await heldBack(planned, { calls: prepared, results }, parts);
    const hooked = parts.hooks?.has("PreToolUse") ? yield* (await hookedCalls()).beforeCalls(wave, parts) : wave;
    // What a hook has changed may touch other things now.
    for (const part of hooked === wave ? [wave] : await wavesOf(hooked, parts.policy())) {
      const end = yield* runWave(part, withShare(parts, calls.length, results));
      results.push(...end.results);
      finish ??= end.finish;
    }
  }
  return { results, ...(finish === undefined ? {} : { finish }) };
}

interface Settled {
  readonly result: CallResult;
  readonly finish?: string;
  readonly shortened?: Shortened;
  /** What ran, as it was permitted. */
  readonly ran?: PermittedCall;
}

async function* runWave(wave: readonly PreparedCall[], parts: CallParts): AsyncGenerator<AgentEvent, CallsEnd> {
  const queue = new EventQueue<AgentEvent>();
  const settled: Promise<Settled>[] = [];
  for (const item of wave) {
    parts.ledger.countCall();
    parts.ledger.toolNames.add(item.call.name);
    if (item.kind === "refused") {
      settled.push(Promise.resolve({ result: item.result }));
      continue;
    }
    const { call, intent } = item;
    yield { type: "call-start", call, accesses: intent.accesses, display: intent.display };
    const permission = yield* permit(item, parts, queue, {
      decided,
      contextOf: (one, looks) => contextFor(one, parts, queue, looks),
    });
    settled.push(
      permission.kind === "refused"
        ? Promise.resolve({ result: permission.result })
        : performAlone(permission.item, parts, queue).then((end) => ({ ...end, ran: permission.item })),
    );
  }
  const all = Promise.all(settled).finally(() => queue.close());
  yield* queue.drain();
  const done = sharing(await all, parts.resultCharsMax);
  const results: CallResult[] = [];
  const told = new Set<string>();
  for (const [index, { result: given, ran, shortened }] of done.entries()) {
    if (shortened?.note) yield shortened.note;
    if (!given.failed) await noteSuccess(ran ?? wave[index], parts);
    const { text, ...noted } = await toldBelow(wave[index], given, parts, told);
    const result = text === "" ? given : { ...given, ...noted, text: given.text + text };
    results.push(result);
    yield { type: "call-end", result };
  }
  const finish = done.find((one) => one.finish !== undefined)?.finish;
  return { results, ...(finish === undefined ? {} : { finish }) };
}

/** A command that only reads, or was let do no more, changes nothing; what goes over the network is a look, too. */
async function noteSuccess(item: PreparedCall | PermittedCall | undefined, parts: CallParts): Promise<void> {
  const { ledger, policy } = parts;
  ledger.successCount++;
  if (item?.kind !== "ready" || ("looksOnly" in item && item.looksOnly)) return;
  const accesses = await scheduledAccesses(item.call.name, item.intent.accesses, policy());
  if (accesses.some(({ kind }) => kind === "write" || kind === "run" || kind === "foreign")) ledger.effectCount++;
}

async function performHooked(item: PermittedCall, parts: CallParts, queue: EventQueue<AgentEvent>): Promise<Settled> {
  if (parts.hooks === undefined) return performKept(item, parts, queue);
  const tasksBefore = parts.ports.todos.read();
  const { result, ...settled } = await performKept(item, parts, queue);
  const { afterCall } = await hookedCalls();
  return { ...settled, result: await afterCall(item, { result, tasksBefore }, parts, (event) => queue.push(event)) };
}

/** Waits for the calls of other runs that it may not meet. */
async function performAlone(item: PermittedCall, parts: CallParts, queue: EventQueue<AgentEvent>): Promise<Settled> {
  const { gate, policy, signal } = parts;
  if (gate === undefined) return performHooked(item, parts, queue);
  const accesses = await scheduledAccesses(item.call.name, item.intent.accesses, policy());
  const leave = await gate.enter(accesses, signal);
  return performHooked(item, parts, queue).finally(leave);
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
  tell(await snapshots.after(item.call.id, { isRefused: settled.result.failed && !parts.signal.aborted }));
  return settled;
}

async function perform(item: PermittedCall, parts: CallParts, queue: EventQueue<AgentEvent>): Promise<Settled> {
  const { call, tool, input } = item;
  if (parts.signal.aborted) return { result: neverBegun(call, parts) };
  const startedMs = parts.clock.now();
  const durationMs = (): number => parts.clock.now() - startedMs;
  try {
    const now = await decideAgain(item, parts, { decided });
    if (now.kind === "refused") return { result: failedResult(call, now.why, durationMs()) };
    const context = contextFor({ ...item, ...now.bounds }, parts, queue, now.looks);
    if (await isOtherThanShown(item, context)) return { result: failedResult(call, OTHERWISE_THAN_SHOWN) };
    const work = () => tool.run(input, context);
    const output = await untilCancelled(asOwnCommand(item, parts.ports.workspace, work), parts);
    const noting = { ...parts, onNote: (told: AgentEvent) => queue.push(told) };
    const { note, isForRoom, ...bounded } = await condense(output, call, noting);
    if (note && !isForRoom) queue.push(note);
    const result: CallResult = {
      callId: call.id,
      name: call.name,
      failed: output.failed ?? false,
      display: output.display,
      durationMs: durationMs(),
      ...bounded,
      ...(output.found === undefined ? {} : { found: output.found }),
      ...(output.images === undefined ? {} : { images: output.images }),
      ...(output.background && { background: output.background }),
      text: withNotes(item, bounded.text),
    };
    const shortened = isForRoom && { made: result.text, whole: withNotes(item, output.text), ...(note && { note }) };
    return {
      result,
      ...(shortened && { shortened }),
      ...(output.finish === undefined ? {} : { finish: output.finish }),
    };
  } catch (error) {
    return { result: failedResult(call, withNotes(item, toldFailure(item, error, parts)), durationMs()) };
  }
}

/** What the model is told of the call stands above what the call gave. */
function withNotes({ told, why }: PermittedCall, text: string): string {
  return [told, why, text].filter((part) => part !== undefined).join("\n");
}

/** By the policy, and by what a hook said of it. */
async function decided(item: ReadyCall, policy: PermissionPolicy): Promise<Decision> {
  const { call, intent, hookVerdict } = item;
  if (hookVerdict === undefined) return decide(call.name, intent, policy);
  return (await import("../hooks/decide-with.ts")).decideWith(item, hookVerdict, policy);
}

/** Made for dry runs, of which the model is told nothing, and for calls that were permitted: both may open what the call declared. */
export function contextFor(
  item: ReadyCall & Partial<Pick<PermittedCall, "looksOnly" | "isAgreed" | "leave">>,
  parts: CallParts,
  queue: Pick<EventQueue<AgentEvent>, "push">,
  looks: PathLooks,
): ToolContext {
  const { call, intent, looksOnly, isAgreed, leave } = item;
  const opensAsked = leave?.asked !== undefined || takesQuestionsBack(parts.policy());
  const bounds = {
    ...(looksOnly && { looksOnly }),
    ...(isAgreed && { isAgreed }),
    ...(opensAsked && { opensAsked }),
  };
  const { workspace, search } = parts.ports;
  const places = decidedPaths(looks, call.name);
  return {
    ...parts.ports,
    workspace: workspace.allowing(intent.accesses, places),
    search: { search: (query, signal) => search.search({ ...query, decided: places }, signal) },
    processes: declaredProcesses(parts.ports.processes, intent.accesses, bounds),
    callId: call.id,
    signal: parts.signal,
    ...(parts.resultCharsMax === undefined ? {} : { resultCharsMax: parts.resultCharsMax }),
    progress: (text) => queue.push({ type: "call-progress", callId: call.id, text }),
    mayLeave: (exception) =>
      leaveVerdict(call.name, intent, exception, {
        policy: parts.policy(),
        isAnswered: parts.hooks?.has("PermissionRequest") === true,
      }),
  };
}
