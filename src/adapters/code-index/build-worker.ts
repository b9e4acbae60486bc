import { Worker } from "node:worker_threads";
import { errorText } from "../../base/error-text.ts";
import type { BuildPlace, WorkerStart } from "./build-place.ts";
import type { FileEntry } from "./entry.ts";

export interface BuildWorkerOptions {
  /** Heap that one worker may take; V8's own limit when absent. */
  readonly workerHeapMb?: number | undefined;
}

/** A worker ended before it answered: out of memory, or by an error that nothing caught. */
export class WorkerCrash {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

type Answer = readonly FileEntry[] | WorkerCrash;

/** A thread that parses batches of files into a pack of its own. It never throws: a crash is an answer. */
export class BuildWorker {
  /** Whether its parsers were loaded. */
  hasStarted = false;
  private readonly worker: Worker;
  private crash: WorkerCrash | undefined;
  private isReady: Promise<void>;
  private answer: (answer: Answer) => void = () => {};

  constructor(place: BuildPlace, pack: string, { workerHeapMb }: BuildWorkerOptions) {
    this.worker = new Worker(workerUrl(), {
      workerData: { place, pack } satisfies WorkerStart,
      ...(workerHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: workerHeapMb } }),
    });
    this.isReady = new Promise((resolve) => {
      const fail = (message: string): void => {
        this.crash ??= new WorkerCrash(message);
        resolve();
        this.answer(this.crash);
      };
      this.worker.on("error", (error) => fail(errorText(error)));
      this.worker.on("exit", () => fail("its thread ended"));
      this.worker.on("message", (entries: readonly FileEntry[]) => {
        // The first message, an empty one, says that it is ready.
        if (this.hasStarted) this.answer(entries);
        this.hasStarted = true;
        resolve();
      });
    });
  }

  /** One batch at a time. */
  async build(paths: readonly string[]): Promise<Answer> {
    await this.isReady;
    if (this.crash) return this.crash;
    return new Promise((resolve) => {
      this.answer = resolve;
      this.worker.postMessage(paths);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

/** The worker's file beside this one in the source, beside the entry in the bundle. */
function workerUrl(): URL {
  if (import.meta.url.endsWith(".ts")) return new URL("./code-index-worker.ts", import.meta.url);
  const folder = import.meta.url.includes("/chunks/") ? "../" : "./";
  return new URL(`${folder}code-index-worker.js`, import.meta.url);
}
