import { AGENT_STEP, type Plan, type PlanStep, type StepCheck, THINK_STEP } from "../protocol/plan.ts";
import { type Tool, ToolFailure } from "../tool.ts";
import { touchesProblems } from "./declared-touches.ts";
import { allNeedsOf, findCircle } from "./order.ts";
import { findReferences, isWholeReference, mapStrings } from "./references.ts";

/** The tool that runs a check given as a command. */
export const COMMAND_TOOL = "shell";

/** What may stand where a reference will put a value that is not known yet. */
const STAND_INS: readonly unknown[] = ["x", 1, true, [], {}];
const WHOLE_REFERENCES_MAX = 2;

type Tools = ReadonlyMap<string, Tool>;

/** Everything that keeps a plan from being run as it is, one sentence each; empty when it can be. */
export function validatePlan(plan: Plan, tools: Tools): readonly string[] {
  return [...structureProblems(plan), ...plan.steps.flatMap((step) => stepProblems(step, tools))];
}

/** What is wrong with the plan whatever tools there are: ids, needs, circles, references. */
export function structureProblems({ steps }: Pick<Plan, "steps">): readonly string[] {
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const { id } of steps) {
    if (ids.has(id)) problems.push(`Two steps have the id ${id}; each needs its own.`);
    ids.add(id);
  }
  const needs = new Map(steps.map((step) => [step.id, step.needs]));
  for (const step of steps) {
    for (const need of step.needs) {
      if (need === step.id) problems.push(`Step ${step.id} needs itself.`);
      else if (!ids.has(need)) problems.push(`Step ${step.id} needs ${need}, and there is no such step.`);
    }
    problems.push(...referenceProblems(step, needs));
  }
  const circle = problems.length === 0 ? findCircle(steps) : undefined;
  if (circle) problems.push(`Steps need each other in a circle: ${circle.join(" → ")}.`);
  return problems;
}

function referenceProblems(step: PlanStep, needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const { references, malformed } = findReferences(step.params);
  const inCheck = findReferences(step.check);
  const problems = [...malformed, ...inCheck.malformed].map(
    (source) => `Step ${step.id}: ${source} cannot be read; write \${steps.ID.output} or \${steps.ID.output.FIELD}.`,
  );
  let all: ReadonlySet<string> | undefined;
  // A check may look at what its own step put out.
  for (const reference of [...references, ...inCheck.references.filter((one) => one.step !== step.id)]) {
    if (step.needs.includes(reference.step)) continue;
    all ??= allNeedsOf(step.id, needs);
    if (!all.has(reference.step) || reference.step === step.id)
      problems.push(`Step ${step.id} uses ${reference.source} but does not need ${reference.step}; add it to needs.`);
  }
  return problems;
}

/** What is wrong with one step by the tools that there are. */
export function stepProblems(step: PlanStep, tools: Tools): readonly string[] {
  const problems = [...callProblems(step.tool, step.params, tools), ...checkProblems(step.check, tools)];
  return problems.map((problem) => `Step ${step.id}: ${problem}`);
}

function checkProblems(check: StepCheck | undefined, tools: Tools): readonly string[] {
  if (check === undefined) return [];
  const { tool, params } = checkCall(check);
  return callProblems(tool, params, tools).map((problem) => `its check: ${problem}`);
}

/** A check as a call. */
export function checkCall(check: StepCheck): {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
} {
  return typeof check === "string" ? { tool: COMMAND_TOOL, params: { command: check } } : check;
}

function callProblems(name: string, params: Readonly<Record<string, unknown>>, tools: Tools): readonly string[] {
  if (name === THINK_STEP || name === AGENT_STEP) return askProblems(name, params, tools);
  const tool = tools.get(name);
  if (!tool) return [unknownTool(name, tools)];
  const problem = parseProblem(tool, params);
  return problem === undefined ? [] : [problem];
}

export function unknownTool(name: string, tools: Tools): string {
  const known = [...tools.keys(), THINK_STEP, AGENT_STEP];
  const near = known.find((candidate) => isNear(candidate, name.toLowerCase()));
  return `Unknown tool: ${name}.${near === undefined ? "" : ` Did you mean ${near}?`} Use one of ${known.join(", ")}.`;
}

/** One slip of the pen away, or the beginning of it. */
function isNear(known: string, name: string): boolean {
  if (name.length < 3) return false;
  if (known.startsWith(name) || name.startsWith(known)) return true;
  let same = 0;
  while (same < known.length && known[same] === name[same]) same++;
  const [one, other] = [known.slice(same), name.slice(same)];
  return one.slice(1) === other || one === other.slice(1) || one.slice(1) === other.slice(1);
}

function askProblems(name: string, params: Readonly<Record<string, unknown>>, tools: Tools): readonly string[] {
  const { prompt, tools: wanted } = params;
  if (typeof prompt !== "string" || prompt.trim() === "") return [`${name} needs a prompt, a text.`];
  if (name === THINK_STEP) return [];
  if (wanted !== undefined && !Array.isArray(wanted)) return ["tools of an agent step must be a list of names."];
  const unknown = (wanted ?? []).flatMap((tool) =>
    typeof tool === "string" && tools.has(tool) ? [] : [unknownTool(String(tool), tools)],
  );
  return [...unknown, ...touchesProblems(params)];
}

/** A call whose every value is known is checked in full; with references, as far as any value of them could be right. */
function parseProblem(tool: Tool, params: unknown): string | undefined {
  const wholes = new Set<string>();
  const noteWhole = (text: string): string => {
    if (isWholeReference(text)) wholes.add(text);
    return text;
  };
  mapStrings(params, noteWhole);
  if (wholes.size > WHOLE_REFERENCES_MAX) return undefined;
  let problem: string | undefined;
  for (const chosen of combinations([...wholes])) {
    try {
      tool.parse(mapStrings(params, (text) => (chosen.has(text) ? chosen.get(text) : text)));
      return undefined;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      problem ??= error.message;
    }
  }
  return problem;
}

function combinations(names: readonly string[]): readonly ReadonlyMap<string, unknown>[] {
  return names.reduce<readonly ReadonlyMap<string, unknown>[]>(
    (all, name) => all.flatMap((one) => STAND_INS.map((value) => new Map([...one, [name, value]]))),
    [new Map()],
  );
}
