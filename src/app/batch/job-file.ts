import { basename } from "node:path";
import { errorText } from "../../base/error-text.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { hashOf } from "../../core/batch/item.ts";
import { type Job, type JobLane, lanesOf, planOf, readJob } from "../../core/batch/job.ts";
import { draftPlan } from "../../core/plan/read-plan.ts";
import { structureProblems } from "../../core/plan/validate-plan.ts";
import type { Json } from "../../core/ports/queue.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { asksModel } from "../../core/protocol/plan.ts";
import { repeatsRepeated } from "../../engines/schema/pattern-cost.ts";
import { GUIDE_ID } from "../models/guide-id.ts";
import { knowsPrice } from "../models/known-price.ts";
import { type AnswerSchema, readAnswerSchema } from "../settings/answer-schema.ts";
import { readNamedFile } from "../settings/given-file.ts";
import type { Environment } from "../settings/locations.ts";
import { namedInJob } from "./named-in-job.ts";

/** A job as its batch keeps it, so that a worker elsewhere needs no file of it. */
export interface BatchDescription {
  readonly version: 1;
  readonly job: Job;
  /** The schema of answers as JSON; read from its file where the job names one. */
  readonly schema?: string;
  /** The folder of the coordinator: paths of the job start there. */
  readonly folder: string;
  readonly file: string;
  /** Of the file's text. */
  readonly fileHash: string;
  /** Of all that an answer depends on but the item. */
  readonly recipeHash: string;
  /** ISO 8601. */
  readonly at: string;
  /** By items: what a person said was wrong with an answer. */
  readonly corrections?: Readonly<Record<string, string>>;
  /** The recipe of which a person has seen the sample, or wanted none: all items may be worked on. */
  readonly proceeds?: string;
}

export interface JobFile extends BatchDescription {
  readonly name: string;
}

interface JobPlace {
  readonly folder: string;
  readonly workspace: Workspace;
  readonly environment: Environment;
  /** The model of a lane that names none. */
  readonly modelOf: () => Promise<string>;
  readonly now: number;
}

/**
 * The job that a file says, as YAML or JSON.
 * @throws {UserError} when it cannot be read or used
 */
export async function readJobFile(file: string, place: JobPlace): Promise<JobFile> {
  const { folder, workspace, environment, modelOf, now } = place;
  const source = readNamedFile("the job", file);
  const read = readJob(await parsed(file, source));
  if (read.kind === "malformed")
    throw new UserError(
      phrase`The job ${file} cannot be used: ${read.problems.join(" ")} Mend the file.`,
      EXIT.badInput,
    );
  const job = await withPlan(read.job, file, workspace);
  checkPatterns(file, job);
  const schema = await schemaText(job, workspace);
  const named: JobLane[] = [];
  for (const lane of lanesOf(job))
    named.push("model" in lane && lane.model === undefined ? { model: await modelOf() } : (lane as JobLane));
  const runs = named.some((lane) => "agent" in lane) ? await modelOf() : undefined;
  if (firstAsked(job, named[0], runs) === GUIDE_ID)
    throw new UserError(
      phrase`The job ${file} asks a language model and there is none; set a key, or name one with -m or in its lanes.`,
      EXIT.configuration,
    );
  await checkCostLimit(file, job, named, environment);
  const { recipe = null, checks } = job;
  return {
    version: 1,
    name: job.name ?? nameOf(file),
    job: { ...job, lanes: named },
    ...(schema === undefined ? {} : { schema }),
    folder,
    file,
    fileHash: await hashOf(source),
    recipeHash: await hashOf([recipe, checks, schema ?? null, named, ...(runs === undefined ? [] : [runs])]),
    at: new Date(now).toISOString(),
  };
}

/** A plan is kept with the job, so that a worker elsewhere needs no file of it. @throws {UserError} where it is none */
async function withPlan(job: Job, file: string, workspace: Workspace): Promise<Job> {
  const given = planOf(job);
  if (given === undefined) return job;
  const isNamed = typeof given === "string";
  const named = isNamed ? given : file;
  const plan = isNamed ? await parsed(named, await namedInJob(named, workspace)) : given;
  const problems = planProblems(plan);
  if (problems.length > 0)
    throw new UserError(phrase`The plan in ${named} cannot be run: ${problems.join(" ")} Mend it.`, EXIT.badInput);
  return { ...job, recipe: { plan: plan as Exclude<typeof given, string> } };
}

export function planProblems(plan: unknown): readonly string[] {
  const draft = draftPlan(plan, { id: "plan", goal: "plan", created: "" });
  return draft.kind === "malformed" ? draft.problems : structureProblems(draft.plan);
}

/** The model that the first lane asks, where it asks one. */
function firstAsked(job: Job, first: JobLane | undefined, runs: string | undefined): string | undefined {
  if (first === undefined || "tool" in first) return undefined;
  if ("agent" in first) return runs;
  const plan = planOf(job);
  if (plan === undefined) return first.model;
  const draft = draftPlan(plan, { id: "plan", goal: "plan", created: "" });
  return draft.kind === "plan" && draft.plan.steps.some(asksModel) ? first.model : undefined;
}

/** What a queue keeps of it. */
export function describedJob({ name: _, ...description }: JobFile): Json {
  return JSON.parse(JSON.stringify(description)) as Json;
}

export function schemaOf({ schema }: Pick<BatchDescription, "schema">): AnswerSchema | undefined {
  return schema === undefined ? undefined : readAnswerSchema(schema);
}

/** A limit of cost that cannot hold is told before anything is spent. */
async function checkCostLimit(
  file: string,
  { limits }: Job,
  lanes: readonly JobLane[],
  environment: Environment,
): Promise<void> {
  if (limits.cost === undefined || limits.tokens !== undefined) return;
  for (const lane of lanes)
    if ("model" in lane && !(await knowsPrice(lane.model, { environment })))
      throw new UserError(
        phrase`The limit of cost in ${file} cannot hold: the price of ${lane.model} is not known; give limits.tokens, which can.`,
        EXIT.badInput,
      );
}

async function parsed(file: string, source: string): Promise<unknown> {
  try {
    if (/\.json$/i.test(file)) return parseForeignJson(source);
    return (await import("../../engines/text/bounded-yaml.ts")).parseBoundedYaml(source);
  } catch (error) {
    const why = errorText(error).replace(/\s+/g, " ").slice(0, 200);
    throw new UserError(phrase`The job ${file} is no YAML (${why}); mend the file.`, EXIT.badInput, { cause: error });
  }
}

async function schemaText({ schema }: Job, workspace: Workspace): Promise<string | undefined> {
  if (schema === undefined) return undefined;
  if (typeof schema !== "string") return readAnswerSchema(JSON.stringify(schema)).source;
  const isFile = !/^\s*\{/.test(schema);
  return readAnswerSchema(isFile ? await namedInJob(schema, workspace) : schema).source;
}

/** @throws {UserError} where a check cannot be held against an answer, or not in time */
export function checkPatterns(file: string, { checks }: Job): void {
  for (const check of checks) {
    const pattern = "matches" in check ? check.matches : "lacks" in check ? check.lacks : undefined;
    if (pattern === undefined) continue;
    if (repeatsRepeated(pattern))
      throw new UserError(
        phrase`The job ${file} has a check that repeats what is repeated (${pattern}), which an answer may keep busy for ever; write it without.`,
        EXIT.badInput,
      );
    try {
      new RegExp(pattern);
    } catch (error) {
      throw new UserError(
        phrase`The job ${file} has a check that is no regular expression (${errorText(error)}); mend it.`,
        EXIT.badInput,
        { cause: error },
      );
    }
  }
}

/** The name of its file, in letters that a batch may have. */
function nameOf(file: string): string {
  const plain = basename(file)
    .replace(/\.[^.]*$/, "")
    .replace(/[^\w-]+/g, "-")
    .slice(0, 64);
  return plain === "" ? "batch" : plain;
}
