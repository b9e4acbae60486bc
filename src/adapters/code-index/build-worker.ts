import { Worker } from "node:worker_threads";
import { errorCode, errorText } from "../../base/error-text.ts";
import { workerFile } from "../ask-worker.ts";
import { OUT_OF_MEMORY, type WorkerStart } from "./build-place.ts";

export interface BuildWorkerOptions {
  /** Heap that one worker may take. */
  readonly workerHeapMb?: number | undefined;
  /** Time that one batch may take; absent: as long as it takes. */
  readonly batchMsMax?: number | undefined;
}

/** What V8 takes of itself is four times that, in each worker, and saves no time: what a file leaves behind is little. */
const YOUNG_HEAP_MB = 24;
/** Twice what the largest source takes. Below 2 GB V8 cleans up when what lives has doubled; above, when it is four times as much. */
const OLD_HEAP_MB = 2000;

/** A worker ended before it answered: out of memory, or by an error that nothing caught. */
export class WorkerCrash {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A thread that turns batches of tasks into rows, in files of its own. It never throws: a crash is an answer. */
export class IndexWorker<Task, Row> {
  /** Whether its parsers were loaded. */
  hasStarted = false;
  private readonly worker: Worker;
  private readonly batchMsMax: number | undefined;
  private crash: WorkerCrash | undefined;
  private isReady: Promise<void>;
  private answer: (answer: readonly Row[] | WorkerCrash) => void = () => {};

  constructor(start: WorkerStart, { workerHeapMb = OLD_HEAP_MB, batchMsMax }: BuildWorkerOptions) {
    this.batchMsMax = batchMsMax;
    this.worker = new Worker(workerFile("code-index-worker", import.meta.url), {
      workerData: start,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB, maxOldGenerationSizeMb: workerHeapMb },
    });
    this.isReady = new Promise((resolve) => {
      const fail = (message: string): void => {
        this.crash ??= new WorkerCrash(message);
        resolve();
        this.answer(this.crash);
      };
      this.worker.on("error", (error) =>
        fail(errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY" ? OUT_OF_MEMORY : errorText(error)),
      );
      this.worker.on("exit", () => fail("its thread ended"));
      this.worker.on("message", (rows: readonly Row[]) => {
        // The first message, an empty one, says that it is ready.
        if (this.hasStarted) this.answer(rows);
        this.hasStarted = true;
        resolve();
      });
    });
  }

  /** One batch at a time. */
  async work(batch: readonly Task[]): Promise<readonly Row[] | WorkerCrash> {
    await this.isReady;
    if (this.crash) return this.crash;
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<readonly Row[] | WorkerCrash>((resolve) => {
      this.answer = resolve;
      const { batchMsMax } = this;
      if (batchMsMax !== undefined)
        timer = setTimeout(() => {
          this.crash = new WorkerCrash(`it took longer than ${batchMsMax / 1000} s`);
          resolve(this.crash);
          void this.worker.terminate();
        }, batchMsMax);
      this.worker.postMessage(batch);
    });
    return answered.finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

/** Runs work with workers that an abort ends, and that are ended after it. */
export async function withWorkers<T>(
  workers: readonly Pick<IndexWorker<never, never>, "close">[],
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const stop = (): void => void workers.map((worker) => worker.close());
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    const result = await work();
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener("abort", stop);
    await Promise.all(workers.map((worker) => worker.close()));
  }
}
