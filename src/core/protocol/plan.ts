import * as z from "zod";

export const PLAN_STATUSES = ["draft", "running", "blocked", "failed", "completed", "cancelled"] as const;
export const STEP_STATUSES = ["pending", "in_progress", "completed", "failed", "skipped", "blocked"] as const;
export const REVISION_ACTIONS = ["modify", "add", "skip", "alternative", "replan"] as const;

export type PlanStatus = (typeof PLAN_STATUSES)[number];
export type StepStatus = (typeof STEP_STATUSES)[number];
export type RevisionAction = (typeof REVISION_ACTIONS)[number];

/** Asks the model with the outputs of its needs; touches nothing. */
export const THINK_STEP = "think";
/** A run of its own with a narrow set of tools and its own limits. */
export const AGENT_STEP = "agent";

/** Bounds of one step, or of all steps together; what is absent is not bounded here. A name that is misspelt would bound nothing. */
export const PlanLimitsSchema = z.strictObject({
  seconds: z.number().positive().optional(),
  /** Model steps of an agent. */
  turns: z.int().positive().optional(),
  tokens: z.int().positive().optional(),
  costUsd: z.number().positive().optional(),
  /** How often a step may be started, or the plan be changed. */
  attempts: z.int().positive().optional(),
});
export type PlanLimits = z.infer<typeof PlanLimitsSchema>;

/** A command, or a call of any tool, whose success says that the step has succeeded. */
export const StepCheckSchema = z.union([
  z.string().min(1),
  z.looseObject({ tool: z.string().min(1), params: z.record(z.string(), z.unknown()) }),
]);
export type StepCheck = z.infer<typeof StepCheckSchema>;

export const PlanStepSchema = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be letters, digits, _ and - (64 at most)"),
  title: z.string(),
  tool: z.string().min(1),
  params: z.record(z.string(), z.unknown()),
  needs: z.array(z.string()),
  check: StepCheckSchema.optional(),
  status: z.enum(STEP_STATUSES),
  attempts: z.int().min(0),
  /** The beginning of the output; the whole is kept beside the plan when it is longer. */
  result: z.string().optional(),
  error: z.string().optional(),
  /** Doing it twice is the same as doing it once: an interrupted step may simply be run again. */
  idempotent: z.boolean().optional(),
  limits: PlanLimitsSchema.optional(),
  /** The output held secrets, which are not kept: later runs cannot use it. */
  masked: z.boolean().optional(),
  /** SHA-256 of the whole output, when `result` is only its beginning. */
  output: z.string().optional(),
  /** What the step was when it completed: a step that is still the same is not run again. */
  key: z.string().optional(),
  durationMs: z.number().optional(),
  /** Begun by a process that ended in the middle of it; nobody could say yet whether it was done. */
  interrupted: z.boolean().optional(),
});
export type PlanStep = z.infer<typeof PlanStepSchema>;

export function asksModel({ tool }: Pick<PlanStep, "tool">): boolean {
  return tool === THINK_STEP || tool === AGENT_STEP;
}

/** One line of what a revision changed. */
export const PlanDiffLineSchema = z.looseObject({
  op: z.enum(["add", "remove", "change"]),
  step: z.string(),
  field: z.string().optional(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});
export type PlanDiffLine = z.infer<typeof PlanDiffLineSchema>;

export const PlanRevisionSchema = z.looseObject({
  at: z.string(),
  reason: z.string(),
  action: z.enum(REVISION_ACTIONS),
  diff: z.array(PlanDiffLineSchema),
});
export type PlanRevision = z.infer<typeof PlanRevisionSchema>;

/** A plan as its file holds it. Unknown fields are kept. */
export const PlanSchema = z.looseObject({
  version: z.literal(1),
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "must be letters, digits, ., _ and - (100 at most)"),
  goal: z.string(),
  created: z.string(),
  status: z.enum(PLAN_STATUSES),
  steps: z.array(PlanStepSchema),
  revisions: z.array(PlanRevisionSchema),
  limits: PlanLimitsSchema.optional(),
  /** Why the plan is not completed, in one sentence. */
  error: z.string().optional(),
  /** What a person agreed to: the hash of the steps as they were. */
  approved: z.looseObject({ at: z.string(), steps: z.string() }).optional(),
  /** Number of the last journal entry that this file has in it. */
  journal: z.int().min(0).optional(),
});
export type Plan = z.infer<typeof PlanSchema>;
