import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { extensionOf } from "../../engines/citadel/languages/extensions.ts";
import type { BuildPlace, WorkerStart } from "./build-place.ts";
import type { FileEntry } from "./entry.ts";
import type { ListedFile } from "./list-files.ts";

export interface BuildProgress {
  readonly filesDone: number;
  readonly files: number;
  readonly bytesDone: number;
  readonly bytes: number;
}

export interface BuildOptions {
  readonly signal: AbortSignal;
  readonly workersFromBytes: number;
  readonly take: (entries: readonly FileEntry[]) => void;
  readonly progress: (progress: BuildProgress) => void;
}

const BATCH_BYTES = 1024 * 1024;
const BATCH_FILES = 100;
const WORKERS_MAX = 16;
/** How long this thread parses before others get a turn. */
const TURN_MS = 40;

let packs = 0;
const packName = (): string => `${Date.now().toString(36)}-${process.pid}-${packs++}.pack`;

/** Parses files, on all cores when they are many, and hands on their entries as they come. */
export async function buildFiles(
  place: BuildPlace,
  files: readonly ListedFile[],
  options: BuildOptions,
): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const counter = new Counter(files, bytes, options);
  if (bytes >= options.workersFromBytes && availableParallelism() > 1)
    await buildWithWorkers(place, files, counter, options);
  else await buildHere(place, files, counter, options);
}

class Counter {
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly bytes: number;
  private readonly options: BuildOptions;
  private filesDone = 0;
  private bytesDone = 0;

  constructor(files: readonly ListedFile[], bytes: number, options: BuildOptions) {
    this.sizes = new Map(files.map((file) => [file.path, file.sizeBytes]));
    this.bytes = bytes;
    this.options = options;
  }

  take(entries: readonly FileEntry[]): void {
    this.options.take(entries);
    this.filesDone += entries.length;
    for (const { path } of entries) this.bytesDone += this.sizes.get(path) ?? 0;
    const { filesDone, bytesDone, bytes } = this;
    this.options.progress({ filesDone, files: this.sizes.size, bytesDone, bytes });
  }
}

async function buildHere(
  place: BuildPlace,
  files: readonly ListedFile[],
  counter: Counter,
  { signal }: BuildOptions,
): Promise<void> {
  const { createFileBuilder } = await import("./file-builder.ts");
  const builder = await createFileBuilder(place, packName());
  try {
    let entries: FileEntry[] = [];
    let turnEndMs = performance.now() + TURN_MS;
    for (const { path } of files) {
      entries.push(builder.build(path));
      if (performance.now() < turnEndMs) continue;
      builder.flush();
      counter.take(entries);
      entries = [];
      await new Promise(setImmediate);
      signal.throwIfAborted();
      turnEndMs = performance.now() + TURN_MS;
    }
    builder.flush();
    counter.take(entries);
  } finally {
    builder.close();
  }
}

async function buildWithWorkers(
  place: BuildPlace,
  files: readonly ListedFile[],
  counter: Counter,
  { signal }: BuildOptions,
): Promise<void> {
  const batches = batchesOf(files);
  const count = Math.min(availableParallelism(), WORKERS_MAX, batches.length);
  const workers = Array.from({ length: count }, () => startWorker(place));
  const stop = (): void => void workers.map((worker) => worker.terminate());
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.all(workers.map((worker) => feed(worker, batches, counter)));
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", stop);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function batchesOf(files: readonly ListedFile[]): string[][] {
  const batches: string[][] = [];
  let bytes = BATCH_BYTES;
  for (const { path, sizeBytes } of files) {
    const last = batches.at(-1);
    if (last && bytes < BATCH_BYTES && last.length < BATCH_FILES) last.push(path);
    else {
      batches.push([path]);
      bytes = 0;
    }
    bytes += sizeBytes;
  }
  return batches.reverse();
}

function startWorker(place: BuildPlace): Worker {
  return new Worker(workerUrl(), { workerData: { place, pack: packName() } satisfies WorkerStart });
}

/** The worker's file beside this one in the source, beside the entry in the bundle. */
function workerUrl(): URL {
  if (import.meta.url.endsWith(".ts")) return new URL("./code-index-worker.ts", import.meta.url);
  const folder = import.meta.url.includes("/chunks/") ? "../" : "./";
  return new URL(`${folder}code-index-worker.js`, import.meta.url);
}

/** Gives a worker one batch after another; resolves when there are none left. */
function feed(worker: Worker, batches: string[][], counter: Counter): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => resolve());
    worker.on("message", (entries: readonly FileEntry[]) => {
      if (entries.length > 0) counter.take(entries);
      const batch = batches.pop();
      if (batch) worker.postMessage(batch);
      else resolve();
    });
  });
}

/** The extensions that occur, so that only the languages needed are loaded. */
export const extensionsOf = (paths: readonly string[]): string[] => [...new Set(paths.map(extensionOf))];
