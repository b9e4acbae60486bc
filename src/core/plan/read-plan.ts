import type * as z from "zod";
import { isObject } from "../../base/is-object.ts";
import { nearWord } from "../../base/near-word.ts";
import { AGENT_STEP, type Plan, PlanSchema, type PlanStep, PlanStepSchema, THINK_STEP } from "../protocol/plan.ts";

export type ReadPlan =
  | { readonly kind: "plan"; readonly plan: Plan }
  /** One sentence each: what is wrong, where, what is allowed. */
  | { readonly kind: "malformed"; readonly problems: readonly string[] };

export type ReadSteps =
  | { readonly kind: "steps"; readonly steps: readonly PlanStep[] }
  | { readonly kind: "malformed"; readonly problems: readonly string[] };

type Json = Readonly<Record<string, unknown>>;

/** Names that people and models give the same thing; the first is ours. */
const STEP_FIELDS = {
  title: ["title", "description", "name", "summary"],
  tool: ["tool", "tool_name", "action"],
  params: ["params", "tool_params", "parameters", "arguments", "args", "input"],
  needs: ["needs", "dependencies", "depends_on", "dependsOn", "after"],
} as const;

/** A plan file as it is on disk, with what a hand may have left out filled in. */
export function readPlan(value: unknown): ReadPlan {
  if (!isObject(value)) return malformed("A plan is an object with a goal and a list of steps.");
  const read = readSteps(value["steps"], { keepState: true });
  if (read.kind === "malformed") return read;
  const parsed = PlanSchema.safeParse({ revisions: [], status: "draft", version: 1, ...value, steps: read.steps });
  return parsed.success
    ? { kind: "plan", plan: parsed.data }
    : malformed(...parsed.error.issues.map((issue) => sentence("the plan", issue)));
}

/** A draft out of what a planner or a person wrote: a list of steps, or an object that has one. */
export function draftPlan(value: unknown, given: { id: string; goal: string; created: string }): ReadPlan {
  const list = stepList(value);
  if (list === undefined)
    return malformed('A plan is {"goal": "…", "steps": […]}, or the list of steps alone; this is neither.');
  const read = readSteps(list, { keepState: false });
  if (read.kind === "malformed") return read;
  const own = isObject(value) ? value : {};
  const goal = typeof own["goal"] === "string" && own["goal"] !== "" ? own["goal"] : given.goal;
  const { steps: _, revisions: __, approved: ___, error: ____, journal: _____, plan: ______, ...rest } = own;
  const plan = { ...rest, version: 1, ...given, goal, status: "draft", steps: read.steps, revisions: [] };
  const parsed = PlanSchema.safeParse(plan);
  return parsed.success
    ? { kind: "plan", plan: parsed.data }
    : malformed(...parsed.error.issues.map((issue) => sentence("the plan", issue)));
}

/** The list of steps that a value is or holds. */
export function stepList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  if (isObject(value["plan"]) || Array.isArray(value["plan"])) return stepList(value["plan"]);
  const steps = value["steps"];
  return Array.isArray(steps) ? steps : undefined;
}

/** Steps in our form. Without `keepState` each is pending and has never been tried, whatever it says. */
export function readSteps(value: unknown, { keepState }: { readonly keepState: boolean }): ReadSteps {
  if (!Array.isArray(value)) return malformed("steps must be a list.");
  if (value.length === 0) return malformed("The list of steps is empty; give one at least.");
  const steps: PlanStep[] = [];
  const problems: string[] = [];
  for (const [index, item] of value.entries()) {
    if (!isObject(item)) {
      problems.push(`Step ${index + 1} is no object; a step is {"id", "title", "tool", "params", "needs"}.`);
      continue;
    }
    const misnamed = misnamedFields(item);
    if (misnamed.length > 0) {
      problems.push(...misnamed.map((problem) => `Step ${String(item["id"] ?? index + 1)} ${problem}`));
      continue;
    }
    const named = nameFields(item);
    const parsed = PlanStepSchema.safeParse(keepState ? named : withoutState(named));
    if (parsed.success) steps.push(parsed.data);
    else
      problems.push(...parsed.error.issues.map((issue) => sentence(`step ${String(named["id"] ?? index + 1)}`, issue)));
  }
  return problems.length > 0 ? { kind: "malformed", problems } : { kind: "steps", steps };
}

function nameFields(item: Json): Record<string, unknown> {
  const step: Record<string, unknown> = { status: "pending", attempts: 0, ...item };
  takeAliases(step, item);
  const id = step["id"];
  if (typeof id === "number") step["id"] = String(id);
  step["needs"] = [step["needs"] ?? []].flat().map(asId);
  const { title, tool } = step;
  step["title"] = typeof title === "string" ? title : String(step["id"] ?? "");
  if (title === undefined && tool === undefined) delete step["title"];
  step["tool"] = NO_TOOL.has(tool) ? THINK_STEP : tool;
  step["params"] ??= {};
  for (const name of ["check", "result", "error", "idempotent", "limits"]) if (step[name] === null) delete step[name];
  const isAsked = step["tool"] === THINK_STEP || step["tool"] === AGENT_STEP;
  if (isAsked && isObject(step["params"]) && step["params"]["prompt"] === undefined)
    step["params"] = { prompt: step["params"]["goal"] ?? step["title"] ?? "", ...step["params"] };
  return step;
}

/** Moves what stands under another name to the field of ours. */
function takeAliases(step: Record<string, unknown>, item: Json): void {
  for (const [name, aliases] of Object.entries(STEP_FIELDS)) {
    const alias = aliases.find((candidate) => item[candidate] !== undefined && item[candidate] !== null);
    for (const candidate of aliases) delete step[candidate];
    if (alias !== undefined) step[name] = item[alias];
  }
}

const KNOWN_FIELDS: readonly string[] = [...Object.keys(PlanStepSchema.shape), ...Object.values(STEP_FIELDS).flat()];

/**
 * Fields that a slip of the pen made of others: without its tool a step would only be thought about. What else a step has is kept,
 * where it is clear what the step does.
 */
function misnamedFields(item: Json): string[] {
  const hasTool = STEP_FIELDS.tool.some((name) => item[name] !== undefined);
  return Object.keys(item).flatMap((key) => {
    if (KNOWN_FIELDS.includes(key)) return [];
    const near = nearWord(key, KNOWN_FIELDS);
    if (near !== undefined && item[near] === undefined) return [`has ${key}, which is no field; did you mean ${near}?`];
    return hasTool ? [] : [`has ${key}, which is no field, and no tool (${THINK_STEP} only asks the model).`];
  });
}

const NO_TOOL: ReadonlySet<unknown> = new Set([undefined, "", "none", "null"]);

function asId(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function withoutState(step: Json): Json {
  const { result: _, error: __, output: ___, key: ____, durationMs: _____, ...rest } = step;
  return { ...rest, status: "pending", attempts: 0 };
}

function sentence(what: string, issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join(".");
  return `${field === "" ? what : `${field} of ${what}`} ${requirement(issue)}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function requirement(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("undefined") ? "is missing" : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "invalid_union":
      return 'must be a command or {"tool", "params"}';
    case "too_small":
      return `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
    case "unrecognized_keys":
      return `cannot have ${issue.keys.join(", ")}; there are seconds, turns, tokens, costUsd and attempts`;
    default:
      return issue.message;
  }
}

function malformed(...problems: readonly string[]): {
  readonly kind: "malformed";
  readonly problems: readonly string[];
} {
  return { kind: "malformed", problems };
}
