import type { AgentParts } from "../loop/agent-parts.ts";
import { scheduledAccesses } from "../permissions/scheduled.ts";
import { thinkPrompt } from "../prompts/plan-planner.ts";
import type { AgentEvent } from "../protocol/event.ts";
import { AGENT_STEP, type PlanStep, THINK_STEP } from "../protocol/plan.ts";
import { ToolFailure } from "../tool.ts";
import { askAlone } from "./ask-alone.ts";
import { declaredTouches, touchesProblems } from "./declared-touches.ts";
import { substitute } from "./references.ts";
import { runAgentStep } from "./run-agent-step.ts";
import {
  callTool,
  cutError,
  endOfOutcome,
  type PreparedStep,
  type StepEnd,
  type StepWork,
  withTimeLimit,
} from "./step-work.ts";
import { checkCall, unknownTool } from "./validate-plan.ts";

/** Finds out what a step would do. @returns the reason where it cannot even be tried */
export async function prepareStep(
  step: PlanStep,
  parts: AgentParts,
  outputOf: (id: string) => string | undefined,
): Promise<PreparedStep | { readonly problem: string }> {
  const resolved = substitute(step.params, outputOf);
  if (resolved.kind === "missing") return { problem: resolved.message };
  const params = resolved.value as Readonly<Record<string, unknown>>;
  if (step.tool === THINK_STEP) return { step, params, accesses: [], scheduled: [], isAlone: false };
  if (step.tool === AGENT_STEP) {
    // What an agent will touch is not known before, unless it says so: then nothing else goes on meanwhile.
    const [problem] = touchesProblems(params);
    if (problem !== undefined) return { problem };
    const touches = declaredTouches(params);
    const accesses = touches ?? [];
    return { step, params, accesses, scheduled: accesses, isAlone: touches === undefined };
  }
  const tool = parts.tools.get(step.tool);
  if (!tool) return { problem: unknownTool(step.tool, parts.tools) };
  try {
    const { accesses } = tool.intent(tool.parse(params));
    return {
      step,
      params,
      accesses,
      scheduled: await scheduledAccesses(step.tool, accesses, parts.policy()),
      isAlone: false,
    };
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
  return result.failed ? { kind: "failed", error: `The check failed: ${cutError(result.text)}` } : undefined;
}

async function* doStep(work: StepWork): AsyncGenerator<AgentEvent, StepEnd> {
  if (work.step.tool === THINK_STEP) return yield* think(work);
  if (work.step.tool === AGENT_STEP) return yield* runAgentStep(work);
  const { step, params, parts, effects } = work;
  const { result, output } = yield* callTool(step.tool, params, parts, effects.recording(parts.ports));
  if (effects.undecided !== undefined) return { kind: "undecided", why: effects.undecided };
  if (parts.signal.aborted) return { kind: "cancelled" };
  if (!result.failed) return { kind: "completed", output };
  const { said } = parts.ledger.denials.find(({ callId }) => callId === result.callId) ?? {};
  if (said === "") return { kind: "refused" };
  return {
    kind: "failed",
    error: said === undefined ? cutError(result.text) : `The user said no, and: ${cutError(said)}`,
  };
}

async function* think({ goal, params, parts, outputs }: StepWork): AsyncGenerator<AgentEvent, StepEnd> {
  const prompt = thinkPrompt(goal, String(params["prompt"] ?? ""), outputs);
  const messages = [{ role: "user", text: prompt }] as const;
  const answer = yield* askAlone({ system: parts.system, messages, prompt }, { ...parts, history: [] });
  if (answer.kind === "answer") return { kind: "completed", output: answer.text };
  return endOfOutcome(answer.outcome);
}
