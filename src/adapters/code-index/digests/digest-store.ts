import { availableParallelism } from "node:os";
import type { FileDigest } from "../../../engines/citadel/queries/business/digest-shape.ts";
import type { DigestSource } from "../../../engines/citadel/queries/business/digest-source.ts";
import { processName } from "../../process-identity.ts";
import { IndexWorker, WorkerCrash, withWorkers } from "../build-worker.ts";
import { type FileEntry, plainEntry } from "../entry.ts";
import type { IndexPlace } from "../index-place.ts";
import { DigestReader, type DigestRow, factsOf } from "./digest-file.ts";
import type { DigestPlace } from "./make-digests.ts";

const BATCH_BYTES = 256 * 1024;
const BATCH_FILES = 100;
const WORKERS_MAX = 16;
/** Facts that are digested by workers; below, their start costs more than they save. */
const WORKERS_FROM_BYTES = 4 * 1024 * 1024;
/** How long this thread works before others get a turn. */
const TURN_MS = 40;
const WITH_CODE: ReadonlySet<string> = new Set(["cobol", "copybook"]);

let files = 0;
const fileName = (): string => `${Date.now().toString(36)}-${processName()}-${files++}`;

/** The digests of an index: made when they are first asked for, then kept on disk. */
export class DigestStore {
  private readonly index: IndexPlace;
  private readonly folder: string;
  private reader: DigestReader | undefined;

  /** @param folder  of the index */
  constructor(index: IndexPlace, folder: string) {
    this.index = index;
    this.folder = folder;
  }

  /**
   * The digests of some files, those that were missing made now.
   * @param all     every entry of the index
   * @param forget  is told the entries whose facts are lost
   * @throws the signal's reason; what was made until then is kept
   */
  async source(
    entries: readonly FileEntry[],
    { all, forget }: { readonly all: readonly FileEntry[]; readonly forget: (lost: readonly FileEntry[]) => void },
    signal: AbortSignal,
  ): Promise<DigestSource> {
    this.reader ??= new DigestReader(this.folder);
    const { reader } = this;
    const missing = entries.filter((entry) => hasDigest(entry) && !reader.has(factsOf(entry)));
    if (missing.length > 0) {
      const { root, encoding } = this.index;
      const hashes = new Map(all.map(({ path, sha256 }) => [path, sha256]));
      await this.make({ root, encoding, folder: this.folder, name: "", hashes }, missing, signal);
      forget(missing.filter((entry) => !reader.has(factsOf(entry))));
    }
    const byPath = new Map(entries.map((entry) => [entry.path, entry]));
    return {
      paths: entries.map(({ path }) => path),
      languageOf: (path) => byPath.get(path)?.language,
      digest: (path): FileDigest | undefined => {
        const entry = byPath.get(path);
        return entry && reader.read(factsOf(entry));
      },
    };
  }

  private async make(place: DigestPlace, missing: readonly FileEntry[], signal: AbortSignal): Promise<void> {
    const batches = batchesOf(missing);
    const bytes = missing.reduce((sum, { length }) => sum + length, 0);
    const count = Math.min(availableParallelism(), WORKERS_MAX, batches.length);
    if (bytes < (this.index.workersFromBytes ?? WORKERS_FROM_BYTES) || count < 2)
      return await this.makeHere(place, batches, signal);
    const workers = Array.from(
      { length: count },
      () =>
        new IndexWorker<FileEntry, DigestRow>({ kind: "digest", place: { ...place, name: fileName() } }, this.index),
    );
    const lost: FileEntry[][] = [];
    const feed = async (worker: IndexWorker<FileEntry, DigestRow>): Promise<void> => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        const rows = await worker.work(batch.map(plainEntry));
        if (rows instanceof WorkerCrash) {
          lost.push(batch);
          return;
        }
        this.reader?.take(rows);
      }
    };
    await withWorkers(workers, signal, () => Promise.all(workers.map(feed)));
    await this.makeHere(place, [...lost, ...batches], signal);
  }

  private async makeHere(place: DigestPlace, batches: readonly FileEntry[][], signal: AbortSignal): Promise<void> {
    if (batches.length === 0) return;
    const { DigestMaker } = await import("./make-digests.ts");
    const maker = new DigestMaker({ ...place, name: fileName() });
    let turnEndMs = performance.now() + TURN_MS;
    try {
      for (const entry of batches.flat()) {
        this.reader?.take(maker.make([entry]));
        if (performance.now() < turnEndMs) continue;
        await new Promise(setImmediate);
        signal.throwIfAborted();
        turnEndMs = performance.now() + TURN_MS;
      }
    } finally {
      maker.close();
    }
  }

  close(): void {
    this.reader?.close();
    this.reader = undefined;
  }
}

/** Others name no data and decide nothing. */
const hasDigest = ({ dataLength, language }: FileEntry): boolean => dataLength > 0 || WITH_CODE.has(language);

/** The first files last, as they are taken from the end. */
function batchesOf(entries: readonly FileEntry[]): FileEntry[][] {
  const batches: FileEntry[][] = [];
  let bytes = BATCH_BYTES;
  for (const entry of entries) {
    const last = batches.at(-1);
    if (last && bytes < BATCH_BYTES && last.length < BATCH_FILES) last.push(entry);
    else {
      batches.push([entry]);
      bytes = 0;
    }
    bytes += entry.length;
  }
  return batches.reverse();
}
