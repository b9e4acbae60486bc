import { join } from "node:path";
import * as z from "zod";
import { type Plan, type PlanStep, PlanStepSchema } from "../../core/protocol/plan.ts";
import { readIfThere } from "./write-safely.ts";

export const JOURNAL_NAME = "journal.jsonl";

const state = PlanStepSchema.pick({
  status: true,
  attempts: true,
  result: true,
  error: true,
  masked: true,
  output: true,
  key: true,
  durationMs: true,
  interrupted: true,
});
/** How a step came on, and nothing of what it does: that stands in the plan, which a person reads. Null: the field is gone. */
const change = z.strictObject(
  Object.fromEntries(Object.entries(state.shape).map(([name, field]) => [name, field.nullish()])) as {
    [Name in keyof typeof state.shape]: z.ZodOptional<z.ZodNullable<(typeof state.shape)[Name]>>;
  },
);
const journalLine = z.looseObject({ n: z.int().min(0), step: z.strictObject({ id: z.string(), set: change }) });
type JournalLine = z.infer<typeof journalLine>;

/** The entries in their order; a last line that was not written whole, or is none of ours, never happened, nor what is after it. */
export function readJournal(folder: string): readonly JournalLine[] {
  const text = readIfThere(join(folder, JOURNAL_NAME)) ?? "";
  const lines: JournalLine[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const read = journalLine.safeParse(parsed(line));
    if (!read.success) break;
    lines.push(read.data);
  }
  return lines;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The plan with what was noted after its file was written. */
export function foldJournal(plan: Plan, lines: readonly JournalLine[]): Plan {
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  for (const { n, step: change } of lines) {
    const step = n > (plan.journal ?? 0) ? steps.get(change.id) : undefined;
    if (!step) continue;
    const fields = Object.entries({ ...step, ...change.set }).filter(([, value]) => value !== null);
    steps.set(change.id, Object.fromEntries(fields) as PlanStep);
  }
  return { ...plan, steps: plan.steps.map((step) => steps.get(step.id) ?? step) };
}
