import { readGivenFile } from "../../adapters/given-file.ts";
import { errorCode } from "../../base/error-text.ts";
import type { Words } from "../../base/phrase.ts";
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

export interface BatchProgress {
  readonly counts: QueueCounts;
  readonly perSecond: number | undefined;
  readonly secondsLeft: number | undefined;
}

export interface BatchRun {
  readonly signal: AbortSignal;
  /** Called about once a second. */
  onProgress(progress: BatchProgress): void;
  /** What a person should know. */
  onNotice(words: Words): void;
}

/** What the model of the first lane has said before. */
type Given = NonNullable<AnswerParts["given"]>;

export type BatchEnd = WorkEnd & { readonly counts: QueueCounts; readonly limit?: BatchLimit };

const PROGRESS_MS = 1_000;

/** Works on what a batch has open until nothing is, a limit is reached or the signal aborts. */
export async function workOnBatch(house: House, batch: KnownBatch, run: BatchRun, given?: Given): Promise<BatchEnd> {
  const { queue, description } = batch;
  const { job } = description;
  const headroom = new Headroom();
  const parts = { ...(await answerParts(house, description, headroom)), ...(given === undefined ? {} : { given }) };
  const pace = new Pace();
  const begunMs = systemClock.now();
  let counts = await queue.counts();
  let limit: BatchLimit | undefined;
  const over = new AbortController();
  const look = async (): Promise<void> => {
    counts = await queue.counts();
    const begun = await queue.begun(BEGUN_MAX);
    const nowMs = systemClock.now();
    pace.note(counts, begun, nowMs);
    limit = reachedLimit(job.limits, counts, nowMs - begunMs);
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
