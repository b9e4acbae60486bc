import { readGivenFile } from "../../adapters/given-file.ts";
import { errorCode } from "../../base/error-text.ts";
import { Headroom } from "../../core/batch/headroom.ts";
import { hashOf } from "../../core/batch/item.ts";
import { lanesOf } from "../../core/batch/job.ts";
import { type BatchLimit, reachedLimit } from "../../core/batch/limits.ts";
import { Pace } from "../../core/batch/progress.ts";
import { BEGUN_MAX } from "../../core/batch/stays.ts";
import { type WorkEnd, workQueue } from "../../core/batch/work-queue.ts";
import type { QueueCounts } from "../../core/ports/queue.ts";
import type { House } from "../open-house.ts";
import { systemClock } from "../system-clock.ts";
import { type AnswerParts, answerItem } from "./answer-item.ts";
import type { KnownBatch } from "./batch-store.ts";
import { type BatchDescription, schemaOf } from "./job-file.ts";
import { laneModels } from "./lane-models.ts";
import { OWN_LIMITS, ownLimits, settleTerms, type Told } from "./own-terms.ts";

export interface BatchProgress {
  readonly counts: QueueCounts;
  readonly perSecond: number | undefined;
  readonly secondsLeft: number | undefined;
}

export interface BatchRun extends Told {
  readonly signal: AbortSignal;
  /** Called about once a second. */
  onProgress(progress: BatchProgress): void;
}

/** What the model of the first lane has said before. */
type Given = NonNullable<AnswerParts["given"]>;

/** A limit of the job, or of the person's settings. */
export type ReachedLimit = BatchLimit | (typeof OWN_LIMITS)[keyof typeof OWN_LIMITS];

export type BatchEnd = WorkEnd & { readonly counts: QueueCounts; readonly limit?: ReachedLimit };

const PROGRESS_MS = 1_000;

/** Works on what a batch has open until nothing is, a limit is reached or the signal aborts. */
export async function workOnBatch(house: House, batch: KnownBatch, run: BatchRun, given?: Given): Promise<BatchEnd> {
  const { queue, description } = batch;
  const { job } = description;
  await settleTerms(house, description, run);
  const headroom = new Headroom();
  const parts = { ...(await answerParts(house, description, headroom)), ...(given === undefined ? {} : { given }) };
  const pace = new Pace();
  const begunMs = systemClock.now();
  let counts = await queue.counts();
  const reached = limitOfRun(house, description, counts);
  let limit: ReachedLimit | undefined;
  const over = new AbortController();
  const look = async (): Promise<void> => {
    counts = await queue.counts();
    const begun = await queue.begun(BEGUN_MAX);
    const nowMs = systemClock.now();
    pace.note(counts, begun, nowMs);
    limit = reached(counts, nowMs - begunMs);
    run.onProgress({ counts, perSecond: pace.perSecond(), secondsLeft: pace.secondsLeft(counts) });
  };
  const looks = (async () => {
    while (!over.signal.aborted) {
      // The queue's own trouble is told by whoever works on it.
      await look().catch(() => {});
      await systemClock.sleep(PROGRESS_MS, over.signal);
    }
  })();
  try {
    const end = await workQueue({
      queue,
      work: (item, signal) => answerItem(item, parts, signal),
      clock: systemClock,
      signal: run.signal,
      widthMax: job.concurrency,
      startsPerMinute: job.limits.requestsPerMinute,
      attemptsMax: job.limits.attempts,
      headroom,
      stop: () => limit,
    });
    await noticeChange(description, run);
    counts = await queue.counts();
    return { ...end, counts, ...(limit === undefined ? {} : { limit }) };
  } finally {
    over.abort();
    await looks;
  }
}

/** The job's limits are of the whole batch, the person's of what a run adds to it. */
function limitOfRun(house: House, { job }: BatchDescription, { spent: before }: QueueCounts) {
  const own = ownLimits(house);
  return (counts: QueueCounts, elapsedMs: number): ReachedLimit | undefined => {
    const { spent } = counts;
    const added = {
      costUsd: spent.costUsd - before.costUsd,
      inputTokens: spent.inputTokens - before.inputTokens,
      outputTokens: spent.outputTokens - before.outputTokens,
      replies: spent.replies - before.replies,
    };
    const ofOwn = reachedLimit(own, { ...counts, spent: added }, elapsedMs) as keyof typeof OWN_LIMITS | undefined;
    return reachedLimit(job.limits, counts, elapsedMs) ?? (ofOwn && OWN_LIMITS[ofOwn]);
  };
}

async function answerParts(house: House, description: BatchDescription, headroom: Headroom): Promise<AnswerParts> {
  const { ports } = await house.looseTools();
  await house.redaction.ready();
  const { job, recipeHash } = description;
  return {
    job,
    recipeHash,
    lanes: lanesOf(job) as AnswerParts["lanes"],
    schema: schemaOf(description)?.schema,
    workspace: ports.workspace,
    call: ({ name, input }, signal) => house.callTool(name, input, { signal }),
    agent: async (prompt, signal) => (await import("./agent-item.ts")).runAgentItem(house, prompt, signal),
    plan: async (item, signal) => (await import("./plan-item.ts")).runPlanItem(house, item, signal),
    model: laneModels(house, description, headroom),
  };
}

/** A job file that somebody changed meanwhile has had no effect. */
async function noticeChange({ file, fileHash }: BatchDescription, { onNotice }: BatchRun): Promise<void> {
  let source: string;
  try {
    source = readGivenFile(file);
  } catch (error) {
    // It may be gone, or on another machine.
    if (errorCode(error) === undefined) throw error;
    return;
  }
  if ((await hashOf(source)) !== fileHash)
    onNotice(`${file} was changed while it ran, which had no effect; run it again to take the change.`);
}
