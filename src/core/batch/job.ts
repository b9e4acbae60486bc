import * as z from "zod";
import { nearGuess } from "../../base/near-word.ts";
import { EFFORTS } from "../protocol/effort.ts";

/** Which things are worked on: exactly one of these. */
const ItemsSchema = z.union([
  z.strictObject({ glob: z.union([z.string(), z.array(z.string()).min(1)]) }),
  z.strictObject({ list: z.array(z.union([z.string(), z.number(), z.record(z.string(), z.unknown())])).min(1) }),
  z.strictObject({ jsonl: z.string() }),
  z.strictObject({
    code: z.strictObject({
      kind: z.union([z.string(), z.array(z.string()).min(1)]),
      path: z.string().optional(),
      name: z.string().optional(),
    }),
  }),
]);

const CallSchema = z.strictObject({ tool: z.string(), params: z.record(z.string(), z.unknown()).default({}) });

const CheckSchema = z.union([
  z.strictObject({ matches: z.string() }),
  z.strictObject({ lacks: z.string() }),
  z.strictObject({ charsMax: z.int().positive() }),
  z.strictObject({ call: CallSchema }),
]);

const RecipeSchema = z.union([
  z.strictObject({ prompt: z.string(), skill: z.string().optional(), system: z.string().optional() }),
  /** A file, or the plan itself: its steps, alone or in an object. */
  z.strictObject({
    plan: z.union([
      z.string(),
      z.array(z.unknown()).min(1),
      z.looseObject({ goal: z.string().optional(), steps: z.array(z.unknown()).min(1) }),
    ]),
  }),
]);

const LaneSchema = z.union([
  CallSchema,
  /** A whole run in a copy of the folder; the answer is what it changed. */
  z.strictObject({ agent: z.string() }),
  z.strictObject({ model: z.string(), effort: z.enum(EFFORTS).optional() }),
]);

/**
 * A job as its file says it: for each item the lanes are tried in their order until one gives an answer of the schema that passes the
 * checks. A lane is a call of a tool, a model, or a run of an agent; where the recipe is a plan, a lane's model is the one its steps ask; `{{name}}` in the recipe and in params stands for a field of the item.
 */
export const JobSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  items: ItemsSchema,
  recipe: RecipeSchema.optional(),
  schema: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
  checks: z.array(CheckSchema).default([]),
  lanes: z.array(LaneSchema).min(1).max(8).optional(),
  concurrency: z.int().min(1).max(256).default(8),
  limits: z
    .strictObject({
      cost: z.number().positive().optional(),
      tokens: z.number().positive().optional(),
      failures: z.int().positive().optional(),
      wallTime: z.number().positive().optional(),
      requestsPerMinute: z.number().positive().optional(),
      attempts: z.int().min(1).max(20).optional(),
      outputTokens: z.int().positive().optional(),
    })
    .default({}),
});

export type Job = z.infer<typeof JobSchema>;
export type JobItems = Job["items"];
export type JobCheck = Job["checks"][number];
export type JobCall = z.infer<typeof CallSchema>;
export type JobLane = z.infer<typeof LaneSchema>;

/** The plan that every item is, where the recipe is one. */
export function planOf({ recipe }: Pick<Job, "recipe">) {
  return recipe !== undefined && "plan" in recipe ? recipe.plan : undefined;
}

/** The words that every item is, where the recipe is a prompt. */
export function promptOf({ recipe }: Pick<Job, "recipe">) {
  return recipe !== undefined && "prompt" in recipe ? recipe : undefined;
}

/** The lanes, in which a job without any asks the model that is in use. */
export function lanesOf({ lanes }: Job): readonly (JobLane | { readonly model: undefined })[] {
  return lanes ?? [{ model: undefined }];
}

export type ReadJob =
  | { readonly kind: "job"; readonly job: Job }
  /** One sentence each: where, and what is wrong there. */
  | { readonly kind: "malformed"; readonly problems: readonly string[] };

/** A job out of the value that its file holds. */
export function readJob(value: unknown): ReadJob {
  const parsed = JobSchema.safeParse(value);
  if (!parsed.success)
    return { kind: "malformed", problems: parsed.error.issues.map((issue) => sentence(issue, value)) };
  const { recipe, lanes } = parsed.data;
  const asksModel = lanes?.some((lane) => "model" in lane) ?? true;
  if (asksModel && recipe === undefined)
    return { kind: "malformed", problems: ["recipe: a model is asked, so a prompt is needed, or a plan."] };
  return { kind: "job", job: parsed.data };
}

function sentence(issue: z.core.$ZodIssue, job: unknown): string {
  const at = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const allowed = keysAt(JobSchema, issue.path, job);
    const unknown = issue.keys.map((key) => {
      const guess = nearGuess(key, allowed);
      return `unknown key "${key}"${guess === undefined ? "." : `; ${guess}`}`;
    });
    return `${at === "" ? "the file" : at}: ${unknown.join(" ")} Allowed is ${allowed.join(", ")}.`;
  }
  if (issue.code === "invalid_union" && at === "items")
    return "items: give one of glob, list, jsonl or code (with kind), spelled so and nothing beside it.";
  if (issue.code === "invalid_union" && at === "recipe")
    return "recipe: give a prompt (with skill and system, if you like), or a plan: its file or its steps.";
  if (issue.code === "invalid_union" && /^lanes\.\d+$/.test(at))
    return `${at}: give a tool with its params, a model, or an agent with its prompt.`;
  if (issue.code === "invalid_union" && /^checks\.\d+$/.test(at))
    return `${at}: give one of matches, lacks, charsMax or call.`;
  return `${at === "" ? "the file" : at}: ${issue.message}.`;
}

/** The keys that the object at a path may have; of several forms those of the one that was meant. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[], value: unknown): readonly string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return keysAt(schema.unwrap(), path, value);
  if (schema instanceof z.ZodUnion) {
    const meant = schema.options.find((option) => hasOnlyUnknownKeys(option, value));
    return meant === undefined ? [] : keysAt(meant, path, value);
  }
  const [first, ...rest] = path;
  if (schema instanceof z.ZodObject && first === undefined) return Object.keys(schema.shape);
  const inner = (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[first ?? ""];
  if (schema instanceof z.ZodObject) return keysAt(schema.shape[String(first)], rest, inner);
  return schema instanceof z.ZodArray ? keysAt(schema.element, rest, inner) : [];
}

function hasOnlyUnknownKeys(schema: z.core.$ZodType, value: unknown): boolean {
  const parsed = z.safeParse(schema, value);
  return parsed.success || parsed.error.issues.every(({ code }) => code === "unrecognized_keys");
}
