import * as z from "zod";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { planOf, readJob } from "../../core/batch/job.ts";
import type { Json } from "../../core/ports/queue.ts";
import { readAnswerSchema } from "../settings/answer-schema.ts";
import { type BatchDescription, checkPatterns, planProblems } from "./job-file.ts";

const KeptSchema = z.object({
  version: z.literal(1),
  job: z.unknown(),
  schema: z.string().optional(),
  folder: z.string(),
  file: z.string(),
  fileHash: z.string(),
  recipeHash: z.string(),
  at: z.string(),
  corrections: z.record(z.string(), z.string()).optional(),
  proceeds: z.string().optional(),
});

/**
 * What a queue keeps of a batch that was begun. Whoever reaches the server writes there, so it is held to all that a job file is.
 * @throws {UserError} where it cannot be used
 */
export function describedAs(name: string, kept: Json | undefined): BatchDescription {
  const parsed = KeptSchema.safeParse(kept);
  if (!parsed.success)
    throw new UserError(phrase`The batch "${name}" says nothing of its job; run its job file again.`, EXIT.badInput);
  const { schema, corrections, proceeds, ...description } = parsed.data;
  const { file } = description;
  const read = readJob(description.job);
  const plan = read.kind === "job" ? planOf(read.job) : undefined;
  const problems =
    read.kind === "malformed"
      ? read.problems
      : plan === undefined
        ? []
        : planProblems(typeof plan === "string" ? {} : plan);
  if (read.kind === "malformed" || problems.length > 0)
    throw new UserError(phrase`The job ${file} cannot be used: ${problems.join(" ")} Mend the file.`, EXIT.badInput);
  checkPatterns(file, read.job);
  return {
    ...description,
    job: read.job,
    ...(schema === undefined ? {} : { schema: readAnswerSchema(schema).source }),
    ...(corrections === undefined ? {} : { corrections }),
    ...(proceeds === undefined ? {} : { proceeds }),
  };
}

/** The same where another takes its place: one that cannot be used is as if it were not there. */
export function formerDescription(name: string, kept: Json | undefined): BatchDescription | undefined {
  try {
    return describedAs(name, kept);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
