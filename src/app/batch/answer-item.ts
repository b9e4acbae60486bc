import { isObject } from "../../base/is-object.ts";
import { UserError } from "../../base/user-error.ts";
import {
  CORRECTION,
  filled,
  filledText,
  type ItemFields,
  type ItemPayload,
  MissingField,
  placeholdersIn,
  withCorrection,
} from "../../core/batch/item.ts";
import { type Job, type JobCall, type JobCheck, type JobLane, planOf } from "../../core/batch/job.ts";
import type { LaneModel, Reply, Said } from "../../core/batch/lane.ts";
import type { Attempt } from "../../core/batch/work-queue.ts";
import { type Json, NOTHING_SPENT, type Spent } from "../../core/ports/queue.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { readTextFile } from "../../tools/files/file-text.ts";
import { checkAnswer } from "../settings/answer-schema.ts";
import type { PlanItem } from "./plan-item.ts";

/** What an answered item keeps. */
export interface ItemAnswer {
  /** A value of the schema, or a text. */
  readonly answer: Json;
  /** The tool or the model that gave it. */
  readonly by: string;
  /** From 1. */
  readonly lane: number;
}

export interface AnswerParts {
  readonly job: Job;
  /** Of what these parts make answers by. */
  readonly recipeHash: string;
  readonly lanes: readonly JobLane[];
  /** The schema of answers, parsed. */
  readonly schema: unknown;
  readonly workspace: Workspace;
  call(
    call: { readonly name: string; readonly input: unknown },
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly failed: boolean }>;
  /** What the model of the first lane has said to an item before. */
  given?(itemId: string): Reply | undefined;
  /** A run of its own in a copy of the folder. */
  agent(prompt: string, signal: AbortSignal): Promise<Said | Attempt>;
  /** A plan in a copy of the folder. */
  plan(item: PlanItem, signal: AbortSignal): Promise<Said | Attempt>;
  /** @throws {UserError} */
  model(lane: Extract<JobLane, { readonly model: string }>): Promise<LaneModel>;
}

/** One lane at one item. */
interface Trial {
  readonly given?: Reply | undefined;
  readonly id: string;
  readonly fields: ItemFields;
  readonly parts: AnswerParts;
  readonly signal: AbortSignal;
}

interface Item {
  readonly id: string;
  readonly payload: Json;
  readonly carried?: Json;
}

/** Where an item stands between its lanes. */
interface Reached {
  readonly lane: number;
  /** Why the lanes before gave no answer. */
  readonly problems: readonly string[];
}

/** One lane's try at an item. */
export async function answerItem(item: Item, parts: AnswerParts, signal: AbortSignal): Promise<Attempt> {
  const { lane: index, problems } = (item.carried as Reached | undefined) ?? { lane: 0, problems: [] };
  const lane = parts.lanes[index];
  const { recipeHash = parts.recipeHash } = item.payload as unknown as ItemPayload;
  if (recipeHash !== parts.recipeHash) return { kind: "stop", problem: RENEWED, spent: NOTHING_SPENT };
  if (lane === undefined) return failed("the job has fewer lanes than when it was queued; run it again");
  const fields = await fieldsOf(item.payload as unknown as ItemPayload, parts);
  if (typeof fields === "string") return failed(fields);
  try {
    const said = await laneAnswer(lane, {
      id: item.id,
      fields,
      parts,
      signal,
      given: index === 0 ? parts.given?.(item.id) : undefined,
    });
    if (said.kind !== "answer" && said.kind !== "unfit") return said;
    const by = nameOf(lane, parts.job);
    if (said.kind === "answer")
      return { kind: "done", result: { answer: said.answer, by, lane: index + 1 }, spent: said.spent };
    const all = [...problems, `${by}: ${said.problem}`];
    if (index + 1 >= parts.lanes.length) return failed(all.join("; "), said.spent);
    const carried = { lane: index + 1, problems: all };
    return { kind: "escalate", problem: said.problem, carried, spent: said.spent };
  } catch (error) {
    if (error instanceof MissingField) return failed(error.message);
    // No key, no such tool: the next item would fare no better.
    if (error instanceof UserError) return { kind: "stop", problem: error.message, spent: NOTHING_SPENT };
    throw error;
  }
}

function nameOf(lane: JobLane, job: Job): string {
  if ("model" in lane) return planOf(job) === undefined ? lane.model : "plan";
  return "agent" in lane ? "agent" : lane.tool;
}

/** Why who has the former recipe of a batch goes no further. */
export const RENEWED = "Another run has given this batch another recipe; what is left is done by that one.";

const failed = (problem: string, spent: Spent = NOTHING_SPENT): Attempt => ({ kind: "failed", problem, spent });

const TEXT_CHARS_MAX = 1_000_000;

/** The item's fields, `text` being that of its file or of its lines there, where it is asked for; or why there is none. */
export async function fieldsOf(payload: ItemPayload, parts: FieldParts): Promise<ItemFields | string> {
  const fields = await readFields(payload, parts);
  const { correction } = payload;
  return typeof fields === "string" || correction === undefined ? fields : { ...fields, [CORRECTION]: correction };
}

type FieldParts = Pick<AnswerParts, "job" | "lanes" | "workspace">;

async function readFields(
  { fields, fileHash }: ItemPayload,
  { job, lanes, workspace }: FieldParts,
): Promise<ItemFields | string> {
  const { path, start, end } = fields;
  if (typeof path !== "string") return fields;
  try {
    const file = await readTextFile(workspace, path);
    if (fileHash !== undefined && file.sha256 !== fileHash)
      return `${path} has changed since it was queued; run the batch again to take it as it is now`;
    const names = placeholdersIn([job.recipe, lanes, job.checks]);
    if (!names.has("text") || Object.hasOwn(fields, "text")) return fields;
    const text =
      typeof start === "number" && typeof end === "number"
        ? file.text
            .split("\n")
            .slice(start - 1, end)
            .join("\n")
        : file.text;
    if (text.length > TEXT_CHARS_MAX)
      return `${path} has ${text.length} characters; ${TEXT_CHARS_MAX} at most are sent`;
    return { ...fields, text };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return `${path} cannot be read: ${error.message}`;
  }
}

async function laneAnswer(lane: JobLane, trial: Trial): Promise<Said | Attempt> {
  const { fields, parts, signal, given } = trial;
  const plan = planOf(parts.job);
  if ("model" in lane && plan !== undefined) return planAnswer(plan, lane.model, trial);
  if ("model" in lane) return (await parts.model(lane)).ask(fields, (text) => fitting(text, trial), { signal, given });
  if ("agent" in lane) return parts.agent(withCorrection(filledText(lane.agent, fields), fields), signal);
  const called = await calledWith(lane, trial);
  return called.failed ? unfit(called.text) : fitting(called.text, trial);
}

/** Schema and checks are of what its last step put out. */
async function planAnswer(plan: unknown, model: string, trial: Trial): Promise<Said | Attempt> {
  const { id, fields, parts, signal } = trial;
  const { job, schema } = parts;
  const goal = `${job.name ?? "batch"}: ${id}`;
  const said = await parts.plan({ plan: filled(plan, fields), goal, model }, signal);
  if (said.kind !== "answer" || (schema === undefined && job.checks.length === 0)) return said;
  const answer = said.answer as Readonly<Record<string, Json>>;
  const judged = await fitting(String(answer["output"]), trial);
  if (judged.kind !== "answer") return { ...judged, spent: said.spent };
  return { ...said, answer: { ...answer, output: judged.answer } };
}

const calledWith = ({ tool, params }: JobCall, { fields, parts, signal }: Trial) =>
  parts.call({ name: tool, input: filled(params, fields) }, signal);

const unfit = (problem: string): Said => ({ kind: "unfit", problem, spent: NOTHING_SPENT });

/** The answer in a text, where it is of the schema and passes the checks. */
async function fitting(text: string, trial: Trial): Promise<Said> {
  const { fields, parts } = trial;
  const { job, schema } = parts;
  const checked = schema === undefined ? { json: JSON.stringify(text.trim()) } : checkAnswer(schema, text);
  if ("problem" in checked) return unfit(checked.problem);
  const answer = JSON.parse(checked.json) as Json;
  const said = typeof answer === "string" ? answer : checked.json;
  if (said === "") return unfit("the answer is empty");
  const known = { ...fields, ...(isObject(answer) ? answer : {}), answer: said };
  for (const check of job.checks) {
    const problem = await problemOf(check, said, { ...trial, fields: known });
    if (problem !== undefined) return unfit(problem);
  }
  return { kind: "answer", answer, spent: NOTHING_SPENT };
}

async function problemOf(check: JobCheck, answer: string, trial: Trial): Promise<string | undefined> {
  if ("matches" in check) {
    const pattern = filledText(check.matches, literally(trial.fields));
    return new RegExp(pattern).test(answer) ? undefined : `the answer does not match ${pattern}`;
  }
  if ("lacks" in check) {
    const pattern = filledText(check.lacks, literally(trial.fields));
    return new RegExp(pattern).test(answer) ? `the answer matches ${pattern}` : undefined;
  }
  if ("charsMax" in check) {
    const isLong = answer.length > check.charsMax;
    return isLong ? `the answer has ${answer.length} characters, ${check.charsMax} at most` : undefined;
  }
  const called = await calledWith(check.call, trial);
  return called.failed ? `the check ${check.call.tool} failed: ${called.text}` : undefined;
}

/** A field in a pattern is looked for as it is written. */
const literally = (fields: ItemFields): ItemFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (typeof value === "string" ? value : JSON.stringify(value)).replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"),
    ]),
  );
