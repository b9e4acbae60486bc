import { openCalls } from "../context/project-history.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import { runCalls } from "../loop/run-calls.ts";
import { RunLedger } from "../loop/run-ledger.ts";
import { agentPrompt } from "../prompts/plan-planner.ts";
import {
  type AgentEvent,
  type CallResult,
  failedResult,
  isRecorded,
  isTextPiece,
  type RecordedEvent,
  replyCalls,
  replyText,
  type ToolCall,
} from "../protocol/event.ts";
import { NO_USAGE, type Usage } from "../protocol/usage.ts";
import { judge } from "../strategies/judge.ts";
import { react } from "../strategies/react.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { withinTouches } from "./declared-touches.ts";
import type { StepEffects } from "./plan-store.ts";
import { endOfOutcome, type StepEnd, type StepWork } from "./step-work.ts";

const AGENT_TURNS_MAX = 30;
const LOOK_FIRST = "Look whether it was done before you do it again.";

/**
 * A run within the run: its own history, tools, limits and spending; what it spends counts for the whole as well. All of
 * it is noted, so that after a crash it goes on where it was: what it was told and did is not asked for again, and a
 * call that was under way is answered from its own notes.
 */
export async function* runAgentStep(work: StepWork): AsyncGenerator<AgentEvent, StepEnd> {
  const { parts } = work;
  const notes = new AgentNotes(work);
  const ledger = new RunLedger(parts.clock.now());
  addReplies(ledger, notes.history);
  const before = { usage: ledger.usage, costUsd: ledger.costUsd, steps: ledger.steps };
  const inner = innerParts(work, notes, ledger);
  try {
    if (notes.history.length === 0) yield await notes.add(firstPrompt(work));
    else yield goesOn(work, notes.history);
    const stopped = yield* settleOpenCalls(work, inner, notes);
    if (stopped) return stopped;
    const answer = finalAnswer(notes.history);
    if (answer !== undefined) return { kind: "completed", output: answer };
    const running = (parts.model.abilities.nativeTools ? react : judge)(inner);
    for (;;) {
      const next = await running.next();
      if (next.done) return endOfOutcome(next.value);
      yield* passOn(next.value, work, notes);
    }
  } finally {
    addSpending(parts.ledger, ledger, before);
  }
}

async function* passOn(event: AgentEvent, work: StepWork, notes: AgentNotes): AsyncGenerator<AgentEvent, void> {
  // Of several that speak at once nothing could be read: what one says beside others is shown when it is whole.
  if (isTextPiece(event) && !work.isAlone) return;
  yield isRecorded(event) && !isTextPiece(event) ? outside(await notes.add(event), work) : event;
}

/** The history of the agent, in memory and on disk. */
class AgentNotes {
  readonly history: RecordedEvent[];
  readonly #record: StepWork["record"];
  readonly #effects: StepEffects;
  readonly #calls = new Map<string, StepEffects>();

  constructor({ effects, record }: StepWork) {
    this.#effects = effects;
    this.#record = record;
    this.history = [...effects.agentEvents()];
  }

  /** @returns the event without secrets, as the model will meet it */
  async add(event: RecordedEvent): Promise<RecordedEvent> {
    const kept = await this.#record.maskEvent(event);
    this.#effects.noteAgent(kept);
    this.history.push(kept);
    return kept;
  }

  /** The effects of a call of the last reply; an id may come again in a later one. */
  effectsOf(callId: string): StepEffects {
    const replies = this.history.reduce((count, event) => count + (event.type === "reply" ? 1 : 0), 0);
    const key = `${replies}-${this.#record.hash(callId).slice(0, 16)}`;
    const known = this.#calls.get(key) ?? this.#effects.call(key);
    this.#calls.set(key, known);
    return known;
  }
}

function firstPrompt({ goal, params, outputs }: StepWork): RecordedEvent {
  return { type: "prompt", text: agentPrompt(goal, String(params["prompt"] ?? ""), outputs), origin: "engine" };
}

function innerParts(
  { step, params, parts, isAlone, accesses }: StepWork,
  notes: AgentNotes,
  ledger: RunLedger,
): AgentParts {
  const narrowed = withinTouches(
    narrowTools(parts, params["tools"]),
    isAlone ? undefined : accesses,
    parts.ports.workspace,
  );
  const tools = recordedTools(narrowed, notes);
  return {
    ...parts,
    history: notes.history,
    ledger,
    tools,
    // What the plan names is offered, whatever a session begins with.
    ...(Array.isArray(params["tools"]) ? { offer: () => [...tools.values()] } : {}),
    sessionId: `${parts.sessionId}-${step.id}`,
    ...(isAlone ? {} : { callPrefix: `${step.id}-` }),
    limits: {
      stepsMax: step.limits?.turns ?? AGENT_TURNS_MAX,
      wallTimeMs: 0,
      tokensMax: step.limits?.tokens ?? 0,
      costUsdMax: step.limits?.costUsd ?? 0,
      advice: `Raise \`limits\` of the step ${step.id}, or ask it for less.`,
    },
  };
}

function narrowTools(parts: AgentParts, wanted: unknown): AgentParts["tools"] {
  if (!Array.isArray(wanted)) return parts.tools;
  return new Map([...parts.tools].filter(([name]) => wanted.includes(name)));
}

/** The same tools, each call of which notes what it does, or is answered from such notes. */
function recordedTools(tools: AgentParts["tools"], notes: AgentNotes): AgentParts["tools"] {
  const recording = (context: ToolContext): ToolContext => ({
    ...context,
    ...notes.effectsOf(context.callId).recording(context),
  });
  return new Map(
    [...tools].map(([name, tool]): [string, Tool] => {
      const preview = tool.preview?.bind(tool);
      const recorded: Tool = {
        ...tool,
        run: (input, context) => tool.run(input, recording(context)),
        ...(preview ? { preview: (input, context) => preview(input, recording(context)) } : {}),
      };
      return [name, recorded];
    }),
  );
}

/**
 * What was under way when the process ended is ended now. Where nobody can say whether it was done, the question stands:
 * nothing of it is noted, unless the agent is to be told.
 */
async function* settleOpenCalls(
  work: StepWork,
  inner: AgentParts,
  notes: AgentNotes,
): AsyncGenerator<AgentEvent, StepEnd | undefined> {
  const open = openCalls(notes.history);
  const reply = notes.history.findLast((event) => event.type === "reply");
  const calls = reply?.type === "reply" ? replyCalls(reply.content).filter(({ id }) => open.has(id)) : [];
  if (calls.length === 0) return undefined;
  // In this session's log each result belongs to a call of this session.
  const content = calls.map((call) => ({ kind: "call", call }) as const);
  yield { type: "reply", content, end: "calls", model: "plan", usage: NO_USAGE, costUsd: 0, durationMs: 0 };
  for (const call of calls) {
    const why = yield* settleCall(call, work, inner, notes);
    if (why !== undefined) return { kind: "undecided", why };
  }
  return undefined;
}

/** @returns why nobody can say whether it was done, where that is to stop the step */
async function* settleCall(
  call: ToolCall,
  work: StepWork,
  inner: AgentParts,
  notes: AgentNotes,
): AsyncGenerator<AgentEvent, string | undefined> {
  const why = mayHaveReached(call, notes.history) ? `its ${call.name} may have reached the network` : undefined;
  if (why !== undefined)
    return yield* leaveInDoubt(failedResult(call, `Interrupted before: ${why}.`), why, work, notes);
  for await (const event of runCalls([call], inner)) {
    if (event.type !== "call-end") {
      yield event;
      continue;
    }
    const { undecided } = notes.effectsOf(call.id);
    if (undecided !== undefined) return yield* leaveInDoubt(event.result, undecided, work, notes);
    yield await notes.add(event);
  }
  return undefined;
}

async function* leaveInDoubt(
  result: CallResult,
  why: string,
  { inDoubt }: StepWork,
  notes: AgentNotes,
): AsyncGenerator<AgentEvent, string | undefined> {
  const told: RecordedEvent = { type: "call-end", result: { ...result, text: `${result.text} ${LOOK_FIRST}` } };
  yield inDoubt === "tell" ? await notes.add(told) : told;
  return inDoubt === "tell" ? undefined : `its agent was at work, and ${why}`;
}

function mayHaveReached(call: ToolCall, history: readonly RecordedEvent[]): boolean {
  const start = history.findLast((event) => event.type === "call-start" && event.call.id === call.id);
  return start?.type === "call-start" && start.accesses.some((access) => access.kind === "network");
}

/** The answer of an agent whose end was noted, but not that of its step. */
function finalAnswer(history: readonly RecordedEvent[]): string | undefined {
  const last = history.findLast(({ type }) => type === "prompt" || type === "reply" || type === "call-end");
  if (last?.type !== "reply" || replyCalls(last.content).length > 0) return undefined;
  return replyText(last.content);
}

function goesOn({ step }: StepWork, history: readonly RecordedEvent[]): AgentEvent {
  const count = (type: RecordedEvent["type"]): number => history.filter((event) => event.type === type).length;
  const text = `${step.id}: its agent goes on where it was, after ${count("reply")} replies and ${count("call-end")} results.`;
  return { type: "note", topic: "plan", text };
}

/** In the log of the session the context of an agent is not that of the conversation. */
function outside(event: RecordedEvent, { step }: StepWork): RecordedEvent {
  if (event.type !== "compaction") return event;
  return { type: "note", topic: "compaction", text: `${step.id}: what its agent had done before was condensed.` };
}

function addReplies(ledger: RunLedger, history: readonly RecordedEvent[]): void {
  for (const event of history) {
    if (event.type !== "reply") continue;
    ledger.countStep();
    ledger.addReply(event.usage, event.costUsd, 0);
  }
}

interface Spent {
  readonly usage: Usage;
  readonly costUsd: number;
  readonly steps: number;
}

/** What was spent before this process is no part of this run. */
function addSpending(whole: RunLedger, part: RunLedger, before: Spent): void {
  const usage = {
    inputTokens: part.usage.inputTokens - before.usage.inputTokens,
    outputTokens: part.usage.outputTokens - before.usage.outputTokens,
    cacheReadTokens: part.usage.cacheReadTokens - before.usage.cacheReadTokens,
    cacheWriteTokens: part.usage.cacheWriteTokens - before.usage.cacheWriteTokens,
  };
  whole.steps += part.steps - before.steps;
  whole.addCalls(part);
  whole.addReply(usage, part.costUsd - before.costUsd, part.apiDurationMs);
}
