import { availableParallelism } from "node:os";
import { processName } from "../process-identity.ts";
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
/** A larger file may hold up whoever waits for this thread, and what its tree took would stay. */
const HERE_BYTES_MAX = 128 * 1024;
/** Of those only as many are parsed as a turn lasts. */
const TURN_FILES = 1_000;

let packs = 0;
const packName = (): string => `${Date.now().toString(36)}-${processName()}-${packs++}.pack`;

/** Memory that one worker may take: for what it makes of sources, and for the syntax trees of a parser. */
interface Room {
  readonly workerHeapMb: number;
  readonly treeMb: number;
}

/** Enough for batches of ordinary sources. What needs more is parsed alone: as many as there are cores work side by side. */
const SHARED_ROOM: Room = { workerHeapMb: 64, treeMb: 32 };
/**
 * For one file at a time: COBOL of 8 MB takes half of the heap, and larger files than 4 MB are not parsed into trees. What takes more was made to
 * do so, and is told as a file that cannot be read.
 */
const LONE_ROOM: Room = { workerHeapMb: 112, treeMb: 160 };
const LARGE_BYTES = 512 * 1024;

/** A source that would fill the room of those side by side. To try it there costs as much as to read it. */
const isLarge = ({ sizeBytes }: ListedFile): boolean => sizeBytes > LARGE_BYTES;

type BuildWorker = IndexWorker<string, FileEntry>;

/** Of the worker that had this file. */
interface Crash {
  readonly path: string;
  readonly reason: string;
  readonly hadStarted: boolean;
}

interface OneByOne {
  readonly counter: Counter;
  readonly options: BuildOptions;
  readonly room: Room;
  readonly crashed: (crash: Crash) => void | Promise<void>;
}

function buildWorker(place: BuildPlace, { treeMb, ...room }: Room, options: BuildWorkerOptions): BuildWorker {
  const { workerHeapMb = room.workerHeapMb, batchMsMax = BATCH_MS_MAX } = options;
  return new IndexWorker({ kind: "build", place, pack: packName(), treeMb }, { workerHeapMb, batchMsMax });
}

/** Parses files, on all cores when they are many, and hands on their entries as they come. */
export class FileBuilds {
  /** This thread's own, kept from one build to the next with the parsers that it has loaded. */
  private builder: FileBuilder | undefined;

  /** @returns how many of them workers parsed; the others were parsed by this thread */
  async build(place: BuildPlace, files: readonly ListedFile[], options: BuildOptions): Promise<number> {
    const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    const counter = new Counter(files, bytes, options);
    const shared = files.filter((file) => !isLarge(file));
    const lone = files.filter(isLarge).map(({ path }) => path);
    if (bytes >= options.workersFromBytes && availableParallelism() > 1)
      lone.push(...(await this.buildWithWorkers(place, shared, counter, options)));
    else await this.buildHere(place, shared, counter, options);
    await this.buildAlone(place, lone, counter, options);
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
    files: readonly ListedFile[],
    counter: Counter,
    options: BuildOptions,
  ): Promise<void> {
    const builder = await this.here(place);
    const [paths, heavy] = [true, false].map((isHere) =>
      files.filter(({ sizeBytes }) => sizeBytes <= HERE_BYTES_MAX === isHere).map(({ path }) => path),
    ) as [string[], string[]];
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

  /** @returns those that broke a worker when they had it for themselves */
  private async buildWithWorkers(
    place: BuildPlace,
    files: readonly ListedFile[],
    counter: Counter,
    options: BuildOptions,
  ): Promise<readonly string[]> {
    const batches = batchesOf(files);
    const count = Math.min(availableParallelism(), WORKERS_MAX, batches.length);
    const lost: string[] = [];
    const lone: string[] = [];
    const workers = Array.from({ length: count }, () => buildWorker(place, SHARED_ROOM, options));
    const feed = async (worker: BuildWorker, at: number): Promise<void> => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        const entries = await worker.work(batch);
        if (!(entries instanceof WorkerCrash)) {
          counter.take(entries, { byWorker: true });
          continue;
        }
        (batch.length === 1 && worker.hasStarted ? lone : lost).push(...batch);
        if (!worker.hasStarted || options.signal.aborted) return;
        await worker.close();
        worker = buildWorker(place, SHARED_ROOM, options);
        workers[at] = worker;
      }
    };
    await withWorkers(workers, options.signal, () => Promise.all(workers.map(feed)));
    await this.buildLost(place, [...lost, ...batches.flat()], counter, options);
    return lone;
  }

  /**
   * The files of workers that broke down, one by one, so that each is known that breaks one once more. That is parsed alone then, with more
   * room: so it depends on the file alone whether it is read, or reported as a problem.
   */
  private async buildLost(
    place: BuildPlace,
    lost: readonly string[],
    counter: Counter,
    options: BuildOptions,
  ): Promise<void> {
    const alone: string[] = [];
    const crashed = ({ path }: Crash): void => void alone.push(path);
    await this.buildOneByOne(place, lost, { counter, options, room: SHARED_ROOM, crashed });
    await this.buildAlone(place, alone, counter, options);
  }

  private async buildAlone(
    place: BuildPlace,
    paths: readonly string[],
    counter: Counter,
    options: BuildOptions,
  ): Promise<void> {
    const crashed = async ({ path, reason }: Crash): Promise<void> => {
      const builder = await this.here(place);
      builder.fail(path, `the parser broke down: ${reason}`);
      counter.take(builder.flush());
    };
    await this.buildOneByOne(place, paths, { counter, options, room: LONE_ROOM, crashed });
  }

  private async buildOneByOne(
    place: BuildPlace,
    paths: readonly string[],
    { counter, options, room, crashed }: OneByOne,
  ): Promise<void> {
    const left = [...paths].reverse();
    while (left.length > 0) {
      const crash = await this.buildUntilCrash(buildWorker(place, room, options), left, counter, options);
      if (!crash) return;
      // No worker starts at all: this thread does their work.
      if (!crash.hadStarted) return this.buildAnyhow(place, [...left, crash.path], counter);
      await crashed(crash);
    }
  }

  /** Parses files from the last to the first, each taken out of the list, until one breaks the worker. */
  private buildUntilCrash(
    worker: BuildWorker,
    left: string[],
    counter: Counter,
    { signal }: BuildOptions,
  ): Promise<Crash | undefined> {
    return withWorkers([worker], signal, async () => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        const entries = await worker.work([path]);
        if (entries instanceof WorkerCrash) return { path, reason: entries.message, hadStarted: worker.hasStarted };
        counter.take(entries, { byWorker: true });
      }
      return undefined;
    });
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

  sizeOf(path: string): number {
    return this.sizes.get(path) ?? 0;
  }

  take(entries: readonly FileEntry[], { byWorker = false } = {}): void {
    this.options.take(entries);
    if (byWorker) this.filesByWorkers += entries.length;
    this.filesDone += entries.length;
    for (const { path } of entries) this.bytesDone += this.sizeOf(path);
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
