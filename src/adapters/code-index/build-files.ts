import { availableParallelism } from "node:os";
import type { BuildPlace } from "./build-place.ts";
import { type BuildWorkerOptions, IndexWorker, WorkerCrash, withWorkers } from "./build-worker.ts";
import type { FileEntry } from "./entry.ts";
import type { FileBuilder } from "./file-builder.ts";
import type { ListedFile } from "./list-files.ts";

export interface BuildProgress {
  readonly filesDone: number;
  readonly files: number;
  readonly bytesDone: number;
  readonly bytes: number;
}

export interface BuildOptions extends BuildWorkerOptions {
  readonly signal: AbortSignal;
  readonly workersFromBytes: number;
  readonly take: (entries: readonly FileEntry[]) => void;
  readonly progress: (progress: BuildProgress) => void;
}

const BATCH_BYTES = 1024 * 1024;
const BATCH_FILES = 100;
const WORKERS_MAX = 16;
/** Ten times what the largest sources take on a busy machine. */
const BATCH_MS_MAX = 60_000;
/** Of those only as many are parsed as a turn lasts. */
const TURN_FILES = 1_000;

let packs = 0;
const packName = (): string => `${Date.now().toString(36)}-${process.pid}-${packs++}.pack`;

type BuildWorker = IndexWorker<string, FileEntry>;
const buildWorker = (place: BuildPlace, options: BuildWorkerOptions): BuildWorker =>
  new IndexWorker({ kind: "build", place, pack: packName() }, { batchMsMax: BATCH_MS_MAX, ...options });

/** Parses files, on all cores when they are many, and hands on their entries as they come. */
export class FileBuilds {
  /** This thread's own, kept from one build to the next with the parsers that it has loaded. */
  private builder: FileBuilder | undefined;

  /** @returns how many of them workers parsed; the others were parsed by this thread */
  async build(place: BuildPlace, files: readonly ListedFile[], options: BuildOptions): Promise<number> {
    const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    const counter = new Counter(files, bytes, options);
    if (bytes >= options.workersFromBytes && availableParallelism() > 1)
      await this.buildWithWorkers(place, files, counter, options);
    else
      await this.buildHere(
        place,
        files.map((file) => file.path),
        counter,
        options,
      );
    return counter.filesByWorkers;
  }

  close(): void {
    this.builder?.close();
    this.builder = undefined;
  }

  private async here(place: BuildPlace): Promise<FileBuilder> {
    if (this.builder) await this.builder.renew(place);
    else {
      const { createFileBuilder } = await import("./file-builder.ts");
      this.builder = await createFileBuilder(place, packName());
    }
    return this.builder;
  }

  private async buildHere(
    place: BuildPlace,
    paths: readonly string[],
    counter: Counter,
    options: BuildOptions,
  ): Promise<void> {
    const builder = await this.here(place);
    const heavy: string[] = [];
    for (let at = 0; at < paths.length; ) {
      const some = builder.buildSome(paths.slice(at, at + TURN_FILES));
      at += some.count;
      heavy.push(...some.heavy);
      counter.take(builder.flush());
      await new Promise(setImmediate);
      options.signal.throwIfAborted();
    }
    await this.buildLost(place, heavy, counter, options);
  }

  private async buildWithWorkers(
    place: BuildPlace,
    files: readonly ListedFile[],
    counter: Counter,
    options: BuildOptions,
  ): Promise<void> {
    const batches = batchesOf(files);
    const count = Math.min(availableParallelism(), WORKERS_MAX, batches.length);
    const lost: string[] = [];
    const workers = Array.from({ length: count }, () => buildWorker(place, options));
    const feed = async (worker: BuildWorker): Promise<void> => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        const entries = await worker.work(batch);
        if (entries instanceof WorkerCrash) {
          lost.push(...batch);
          return;
        }
        counter.take(entries, { byWorker: true });
      }
    };
    await withWorkers(workers, options.signal, () => Promise.all(workers.map(feed)));
    await this.buildLost(place, [...lost, ...batches.flat()], counter, options);
  }

  /**
   * The files of workers that broke down, one by one and in a worker of their own: what breaks it once more is reported as
   * a problem of that file.
   */
  private async buildLost(
    place: BuildPlace,
    lost: readonly string[],
    counter: Counter,
    options: BuildOptions,
  ): Promise<void> {
    const left = [...lost].reverse();
    while (left.length > 0) {
      const worker = buildWorker(place, options);
      const crash = await withWorkers([worker], options.signal, async () => {
        for (let path = left.pop(); path !== undefined; path = left.pop()) {
          const entries = await worker.work([path]);
          if (entries instanceof WorkerCrash) return { path, reason: entries.message, hadStarted: worker.hasStarted };
          counter.take(entries, { byWorker: true });
        }
        return undefined;
      });
      if (!crash) return;
      // No worker starts at all: this thread does their work.
      if (!crash.hadStarted) return this.buildAnyhow(place, [...left, crash.path], counter);
      const builder = await this.here(place);
      builder.fail(crash.path, `the parser broke down: ${crash.reason}`);
      counter.take(builder.flush());
    }
  }

  private async buildAnyhow(place: BuildPlace, paths: readonly string[], counter: Counter): Promise<void> {
    const builder = await this.here(place);
    for (const path of paths) builder.build(path);
    counter.take(builder.flush());
  }
}

class Counter {
  filesByWorkers = 0;
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

  take(entries: readonly FileEntry[], { byWorker = false } = {}): void {
    this.options.take(entries);
    if (byWorker) this.filesByWorkers += entries.length;
    this.filesDone += entries.length;
    for (const { path } of entries) this.bytesDone += this.sizes.get(path) ?? 0;
    const { filesDone, bytesDone, bytes } = this;
    this.options.progress({ filesDone, files: this.sizes.size, bytesDone, bytes });
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
