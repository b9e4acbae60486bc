import { Worker } from "node:worker_threads";
import type { PdfText } from "../../core/ports/documents.ts";
import { workerFile } from "../worker-file.ts";

export interface PdfRequest {
  readonly bytes: Uint8Array;
  /** Counted from 1. */
  readonly from: number;
  readonly to: number;
}

/** A file of another's making is parsed: a thread of its own can be ended, whatever the file makes it do. */
const TIME_MS = 60_000;
const HEAP_MB = 512;
/** Beyond what the file itself takes several times over; what unpacks to more lies outside of the thread's heap, so that it is looked for. */
const MEMORY_MB_MAX = 96;
const FILE_TIMES_MAX = 4;
const LOOK_MS = 10;
const BYTES_MAX = 100_000_000;
const MB = 1_000_000;

/** The text of pages, by pdf.js in a thread of its own with limits of time and memory. Rejects only when `signal` aborts. */
export async function readPdf(
  bytes: Uint8Array,
  range: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<PdfText> {
  if (bytes.length > BYTES_MAX)
    return {
      kind: "refused",
      why: `it has ${Math.round(bytes.length / 1e6)} MB (${BYTES_MAX / 1e6} at most); split it`,
    };
  signal.throwIfAborted();
  const worker = new Worker(workerFile("pdf-worker", import.meta.url), {
    workerData: { bytes, ...range } satisfies PdfRequest,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<PdfText>();
  const late = setTimeout(
    () => resolve(refused(`it was not read within ${TIME_MS / 1000} s; name fewer pages`)),
    TIME_MS,
  );
  const memoryMb = MEMORY_MB_MAX + (FILE_TIMES_MAX * bytes.length) / MB;
  const look = setInterval(async () => {
    if ((await takenMb(worker)) > memoryMb)
      resolve(refused(`it takes more than ${Math.round(memoryMb)} MB to read; split it, or name fewer pages`));
  }, LOOK_MS);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort);
  worker.once("message", resolve);
  worker.once("error", (error) => resolve(refused(reasonOf(error))));
  worker.once("exit", () => resolve(refused("its reader ended")));
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

function refused(why: string): PdfText {
  return { kind: "refused", why };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_WORKER_OUT_OF_MEMORY" ? `it takes more than ${HEAP_MB} MB to read; split it` : message;
}
