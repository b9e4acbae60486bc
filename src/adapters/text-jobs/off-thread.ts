import { Semaphore } from "../../base/semaphore.ts";
import type { OffThread } from "../../core/ports/off-thread.ts";
import { ToolFailure } from "../../core/tool.ts";
import { askWorker, workerFile } from "../ask-worker.ts";
import { buffersIn, type TextJob, textJob } from "./text-jobs.ts";

/** So much is gone through in less time than a thread takes to start. */
const HERE_CHARS_MAX = 300_000;
const TIME_MS = 120_000;
const HEAP_MB = 128;
/** Without a limit V8 lets young objects grow as long as it likes. */
const YOUNG_HEAP_MB = 16;

/** Large jobs wait for each other: the memory of several at once would add up. */
export function createOffThread(): OffThread {
  const turns = new Semaphore(1);
  return async <Answer>(job: string, request: object, { chars, signal }: Parameters<OffThread>[2]) => {
    const asked = { job, request } satisfies TextJob;
    if (chars <= HERE_CHARS_MAX) return textJob(asked) as Promise<Answer>;
    return turns.run(signal, () => askedInThread<Answer>(asked, signal));
  };
}

async function askedInThread<Answer>(asked: TextJob, signal: AbortSignal): Promise<Answer> {
  const handedOver = buffersIn(asked.request);
  const limits = { timeMs: TIME_MS, heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB, signal, handedOver };
  const outcome = await askWorker<Answer>(workerFile("text-job-worker", import.meta.url), asked, limits);
  switch (outcome.kind) {
    case "answer":
      return outcome.answer;
    case "late":
      throw new ToolFailure(`The change was not worked out within ${TIME_MS / 1000} s; give fewer edits at a time.`);
    case "failed":
      if ((outcome.error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw outcome.error;
      throw new ToolFailure(TOO_MUCH);
    case "too-much":
    case "ended":
      throw new ToolFailure(TOO_MUCH);
  }
}

const TOO_MUCH = `The change takes more than ${HEAP_MB} MB to work out; give fewer edits at a time, or use shell with sed.`;
