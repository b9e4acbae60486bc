import type { AgentParts } from "../loop/agent-parts.ts";
import { RunLedger } from "../loop/run-ledger.ts";
import type { Access } from "../permissions/accesses.ts";
import { agentPrompt, thinkPrompt } from "../prompts/plan-planner.ts";
import { type AgentEvent, isRecorded, type RecordedEvent } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import { AGENT_STEP, type PlanStep, THINK_STEP } from "../protocol/plan.ts";
import { judge } from "../strategies/judge.ts";
import { react } from "../strategies/react.ts";
import { ToolFailure } from "../tool.ts";
import { askAlone } from "./ask-alone.ts";
import type { StepEffects } from "./plan-store.ts";
import { substitute } from "./references.ts";
import { callTool, withTimeLimit } from "./step-work.ts";
import { checkCall, unknownTool } from "./validate-plan.ts";

/** A step that is ready to be done: its references are replaced, and what it touches is known. */
export interface PreparedStep {
  readonly step: PlanStep;
  readonly params: Readonly<Record<string, unknown>>;
  readonly accesses: readonly Access[];
  /** Nothing else may run beside it. */
  readonly isAlone: boolean;
}

export interface StepWork extends PreparedStep {
  readonly goal: string;
  readonly parts: AgentParts;
  readonly effects: StepEffects;
  /** Outputs of the steps it needs. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly outputOf: (id: string) => string | undefined;
}

export type StepEnd =
  | { readonly kind: "completed"; readonly output: string }
  | { readonly kind: "failed"; readonly error: string }
  /** It was begun, and nobody can say whether it was done. */
  | { readonly kind: "undecided"; readonly why: string }
  | { readonly kind: "cancelled" };

const ERROR_CHARS_MAX = 2_000;
const AGENT_TURNS_MAX = 30;

/** Finds out what a step would do. @returns the reason where it cannot even be tried */
export function prepareStep(
  step: PlanStep,
  parts: AgentParts,
  outputOf: (id: string) => string | undefined,
): PreparedStep | { readonly problem: string } {
  const resolved = substitute(step.params, outputOf);
  if (resolved.kind === "missing") return { problem: resolved.message };
  const params = resolved.value as Readonly<Record<string, unknown>>;
  if (step.tool === THINK_STEP) return { step, params, accesses: [], isAlone: false };
  // What an agent will touch is not known before, so nothing else goes on meanwhile.
  if (step.tool === AGENT_STEP) return { step, params, accesses: [], isAlone: true };
  const tool = parts.tools.get(step.tool);
  if (!tool) return { problem: unknownTool(step.tool, parts.tools) };
  try {
    return { step, params, accesses: tool.intent(tool.parse(params)).accesses, isAlone: false };
  } catch (error) {
    if (error instanceof ToolFailure) return { problem: error.message };
    throw error;
  }
}

/** Does the step and then its check. Yields its events; the caller notes how it ended. */
export async function* runPlanStep(work: StepWork): AsyncGenerator<AgentEvent, StepEnd> {
  const limit = withTimeLimit(work.parts, work.step.limits?.seconds);
  try {
    const end = yield* doStep({ ...work, parts: limit.parts });
    if (limit.isOver() && end.kind !== "completed")
      return { kind: "failed", error: `It took longer than the ${work.step.limits?.seconds} seconds it may take.` };
    if (end.kind !== "completed" || work.step.check === undefined) return end;
    const failure = yield* runCheck(work, end.output);
    return failure === undefined ? end : failure;
  } finally {
    limit.end();
  }
}

/** @returns undefined when the check holds, or there is none */
export async function* runCheck(
  { step, parts, outputOf }: Pick<StepWork, "step" | "parts" | "outputOf">,
  output: string | undefined,
): AsyncGenerator<AgentEvent, StepEnd | undefined> {
  if (step.check === undefined) return undefined;
  const { tool, params } = checkCall(step.check);
  const resolved = substitute(params, (id) => (id === step.id ? output : outputOf(id)));
  if (resolved.kind === "missing") return { kind: "failed", error: `The check could not be run: ${resolved.message}` };
  const { result } = yield* callTool(tool, resolved.value, parts, parts.ports);
  if (parts.signal.aborted) return { kind: "cancelled" };
  return result.failed ? { kind: "failed", error: `The check failed: ${cut(result.text)}` } : undefined;
}

async function* doStep(work: StepWork): AsyncGenerator<AgentEvent, StepEnd> {
  if (work.step.tool === THINK_STEP) return yield* think(work);
  if (work.step.tool === AGENT_STEP) return yield* runAgent(work);
  const { step, params, parts, effects } = work;
  const { result, output } = yield* callTool(step.tool, params, parts, effects.recording(parts.ports));
  if (effects.undecided !== undefined) return { kind: "undecided", why: effects.undecided };
  if (parts.signal.aborted) return { kind: "cancelled" };
  return result.failed ? { kind: "failed", error: cut(result.text) } : { kind: "completed", output };
}

async function* think({ goal, params, parts, outputs }: StepWork): AsyncGenerator<AgentEvent, StepEnd> {
  const prompt = thinkPrompt(goal, String(params["prompt"] ?? ""), outputs);
  const messages = [{ role: "user", text: prompt }] as const;
  const answer = yield* askAlone({ system: parts.system, messages, prompt }, { ...parts, history: [] });
  if (answer.kind === "answer") return { kind: "completed", output: answer.text };
  return endOfOutcome(answer.outcome);
}

/** A run within the run: its own history, tools, limits and spending; what it spends counts for the whole as well. */
async function* runAgent(work: StepWork): AsyncGenerator<AgentEvent, StepEnd> {
  const { goal, step, params, parts, outputs, effects } = work;
  const history: RecordedEvent[] = [];
  const prompt: RecordedEvent = {
    type: "prompt",
    text: agentPrompt(goal, String(params["prompt"] ?? ""), outputs),
    origin: "engine",
  };
  history.push(prompt);
  yield prompt;
  const ledger = new RunLedger(parts.clock.now());
  const inner: AgentParts = {
    ...parts,
    history,
    ledger,
    tools: narrowTools(parts, params["tools"]),
    ports: effects.marking(parts.ports),
    sessionId: `${parts.sessionId}-${step.id}`,
    limits: {
      stepsMax: step.limits?.turns ?? AGENT_TURNS_MAX,
      wallTimeMs: 0,
      tokensMax: step.limits?.tokens ?? 0,
      costUsdMax: step.limits?.costUsd ?? 0,
    },
  };
  const running = (parts.model.abilities.nativeTools ? react : judge)(inner);
  try {
    for (;;) {
      const next = await running.next();
      if (next.done) return endOfOutcome(next.value);
      if (isRecorded(next.value)) history.push(next.value);
      yield next.value;
    }
  } finally {
    addSpending(parts.ledger, ledger);
  }
}

function narrowTools(parts: AgentParts, wanted: unknown): AgentParts["tools"] {
  if (!Array.isArray(wanted)) return parts.tools;
  return new Map([...parts.tools].filter(([name]) => wanted.includes(name)));
}

function addSpending(whole: RunLedger, part: RunLedger): void {
  whole.steps += part.steps;
  whole.callCount += part.callCount;
  whole.addReply(part.usage, part.costUsd, part.apiDurationMs);
  for (const name of part.toolNames) whole.toolNames.add(name);
}

function endOfOutcome(outcome: Outcome): StepEnd {
  switch (outcome.kind) {
    case "done":
      return { kind: "completed", output: outcome.text };
    case "cancelled":
      return { kind: "cancelled" };
    case "limit":
    case "failed":
    case "model-failed":
      return { kind: "failed", error: cut(outcome.text) };
  }
}

function cut(text: string): string {
  return text.length <= ERROR_CHARS_MAX ? text : `${text.slice(0, ERROR_CHARS_MAX)}…`;
}
