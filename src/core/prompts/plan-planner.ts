import { leanSchema } from "../context/lean-schema.ts";
import { AGENT_STEP, type Plan, type PlanStep, THINK_STEP } from "../protocol/plan.ts";
import type { ToolSpec } from "../protocol/tool-spec.ts";

const FORM = `{"goal": "…", "steps": [
  {"id": "read", "title": "Read the settings", "tool": "read_file", "params": {"path": "settings.json"}, "needs": []},
  {"id": "fix", "title": "…", "tool": "edit_file", "params": {"path": "…", "old_string": "…", "new_string": "…"}, "needs": ["read"], "check": "npm test"}
]}`;

const RULES = `- id: letters, digits, - and _; each its own. needs: ids of the steps that must be completed before; steps without needs in common run in parallel.
- tool: one of the tools below with params that fit its schema; or "${THINK_STEP}" with params {"prompt"} to reason over outputs of earlier steps; or "${AGENT_STEP}" with params {"prompt", "tools": [names]} where what to do depends on what is found. An ${AGENT_STEP} step runs alone unless its params say what it may touch, "reads": [paths] and "writes": [paths]: then it runs beside steps that touch nothing of that, makes no commands, and touches nothing else.
- A string in params may use \${steps.ID.output} of a step it needs, or \${steps.ID.output.FIELD} when that output is JSON.
- Parameters that you cannot know yet (the exact text of a file you have not seen) must come from an earlier step, or the work belongs into an ${AGENT_STEP} step.
- check (optional): a command that succeeds only when the step has done its work. "idempotent": true when running the step twice does no harm.
- As few steps as do the work; end with a check of the whole. When an answer to the user is wanted, the last step is a "${THINK_STEP}" step that gives it.`;

/** What a planner is told; the goal is the last message of the user. */
export function plannerSystem(base: string, tools: readonly ToolSpec[]): string {
  return `${base}

# Now you plan
Do not do the task. Look first where you do not know: calls that only read and search are run for you now, any other is refused. Plan for what you have seen, not for what may be; it needs no step of its own.
Then answer with a plan, as one JSON object and nothing else:
${FORM}
${RULES}

# Tools for steps
${toolList(tools)}`;
}

export function plannerCorrection(problems: readonly string[]): string {
  return `That is not a plan that can be run:\n${problems.map((problem) => `- ${problem}`).join("\n")}\nAnswer with the whole corrected JSON object alone.`;
}

export const CUT_OFF = "The answer was cut off before its end; make it shorter and complete.";

export interface ReplanInput {
  readonly plan: Plan;
  readonly failed: PlanStep;
  /** Outputs of the steps it needs, by id. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly tools: readonly ToolSpec[];
}

const NEIGHBOURS = 3;
const OUTPUT_CHARS_MAX = 2_000;

export function replannerSystem(base: string, tools: readonly ToolSpec[]): string {
  return `${base}

# Now you mend a plan
A step of a plan has failed. Answer with one JSON object and nothing else:
{"action": "modify" | "add" | "skip" | "alternative" | "replan", "reason": "one sentence", "steps": [...]}
- modify: steps holds the failed step mended; it keeps its id and is tried again.
- add: steps are done first, then the failed step is tried again.
- skip: the step is not needed after all; no steps. "dependents": "cancel" skips those that need it as well.
- alternative: steps take the place of the failed one.
- replan: steps replace everything that has not begun.
Steps have this form, as in the plan:
${FORM}
${RULES}

# Tools for steps
${toolList(tools)}`;
}

/** The failure, three steps to either side, and what the step had to work with (CA-51). */
export function replanPrompt({ plan, failed, outputs }: ReplanInput): string {
  const index = plan.steps.findIndex((step) => step.id === failed.id);
  const near = plan.steps.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
  const inputs = [...outputs].map(([id, text]) => `Output of ${id}:\n${cut(text)}`);
  return [
    `Goal: ${plan.goal}`,
    `Step ${failed.id} failed in attempt ${failed.attempts}:\n${cut(failed.error ?? "")}`,
    `The step:\n${JSON.stringify(outline(failed), undefined, 1)}`,
    `Steps around it:\n${near.map((step) => `- ${step.id} (${step.status}): ${JSON.stringify(outline(step))}`).join("\n")}`,
    `All steps: ${plan.steps.map((step) => `${step.id} ${step.status}`).join(", ")}`,
    ...inputs,
  ].join("\n\n");
}

/** What a think step is asked. */
export function thinkPrompt(goal: string, prompt: string, outputs: ReadonlyMap<string, string>): string {
  const inputs = [...outputs].map(([id, text]) => `Output of step ${id}:\n${cut(text)}`);
  return [
    `You work on one step of a plan for this goal: ${goal}`,
    ...inputs,
    `The step:\n${prompt}`,
    "Answer with its result alone.",
  ].join("\n\n");
}

/** What the agent of a step is asked. */
export function agentPrompt(goal: string, prompt: string, outputs: ReadonlyMap<string, string>): string {
  const inputs = [...outputs].map(([id, text]) => `Output of step ${id}:\n${cut(text)}`);
  return [
    `You do one step of a plan for this goal: ${goal}`,
    ...inputs,
    `The step:\n${prompt}`,
    "Do this step only. When it is done, answer with its result; if it cannot be done, say so plainly.",
  ].join("\n\n");
}

function toolList(tools: readonly ToolSpec[]): string {
  return tools
    .map(({ name, description, schema }) => {
      const { properties = {}, required = [] } = leanSchema(schema);
      return `- ${name}: ${description} ${JSON.stringify(properties)}${required.length > 0 ? ` required: ${required.join(", ")}` : ""}`;
    })
    .join("\n");
}

function outline({ id, title, tool, params, needs, check }: PlanStep): unknown {
  return { id, title, tool, params, needs, ...(check === undefined ? {} : { check }) };
}

function cut(text: string): string {
  return text.length <= OUTPUT_CHARS_MAX
    ? text
    : `${text.slice(0, OUTPUT_CHARS_MAX)}\n… (${text.length} characters in all)`;
}
