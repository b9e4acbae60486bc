import { Worker } from "node:worker_threads";
import { Semaphore } from "../base/semaphore.ts";

/** Each is a process or a thread with memory of its own; a reply may ask for dozens, a client for thousands. */
const HEAVY_AT_ONCE_MAX = 2;

/** Searches, PDFs and large pages take turns, whoever asks. The time that a piece has begins with its turn. */
export const heavyWork = new Semaphore(HEAVY_AT_ONCE_MAX);

export interface WorkerLimits {
  readonly timeMs: number;
  readonly heapMb: number;
  /** What V8 takes for young objects; absent: as much as it likes. */
  readonly youngHeapMb?: number;
  /** For all that the thread holds: what a file unpacks to lies outside of its heap. Absent: the heap alone has a limit. */
  readonly memoryMb?: number;
  readonly signal: AbortSignal;
  /** Buffers of the request that go over to the thread instead of being copied: whoever gives them holds none afterwards. */
  readonly handedOver?: readonly ArrayBuffer[];
}

export type WorkerOutcome<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "late" | "too-much" | "ended" }
  | { readonly kind: "failed"; readonly error: unknown };

const LOOK_MS = 10;
const MB = 1_000_000;

/**
 * Gives one request to a thread of its own when its turn comes, which is ended whatever the request makes it do.
 * @param file     of a worker that finds the request as its `workerData` and posts one message
 * @throws the signal's reason when that aborts
 */
export const askWorker = <Answer>(file: URL, request: object, limits: WorkerLimits): Promise<WorkerOutcome<Answer>> =>
  heavyWork.run(limits.signal, () => askNow(file, request, limits));

async function askNow<Answer>(
  file: URL,
  request: object,
  { timeMs, heapMb, youngHeapMb, memoryMb, signal, handedOver = [] }: WorkerLimits,
): Promise<WorkerOutcome<Answer>> {
  const worker = new Worker(file, {
    workerData: request,
    transferList: [...handedOver],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(youngHeapMb === undefined ? {} : { maxYoungGenerationSizeMb: youngHeapMb }),
    },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<WorkerOutcome<Answer>>();
  const late = setTimeout(() => resolve({ kind: "late" }), timeMs);
  const look =
    memoryMb === undefined
      ? undefined
      : setInterval(async () => {
          if ((await takenMb(worker)) > memoryMb) resolve({ kind: "too-much" });
        }, LOOK_MS);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort);
  worker.once("message", (answer: Answer) => resolve({ kind: "answer", answer }));
  worker.once("error", (error) => resolve({ kind: "failed", error }));
  worker.once("exit", () => resolve({ kind: "ended" }));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    clearInterval(look);
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

/** All that the thread holds, what lies outside of its heap among it; nothing once it has ended. */
async function takenMb(worker: Worker): Promise<number> {
  try {
    const { used_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics();
    return (heap + outside) / MB;
  } catch {
    return 0;
  }
}

/**
 * Where the file of a worker lies: beside its user in the source, beside the entry in the bundle.
 * @param user  `import.meta.url` of who starts it
 */
export function workerFile(name: string, user: string): URL {
  if (user.endsWith(".ts")) return new URL(`./${name}.ts`, user);
  const folder = user.includes("/chunks/") ? "../" : "./";
  return new URL(`${folder}${name}.js`, user);
}
