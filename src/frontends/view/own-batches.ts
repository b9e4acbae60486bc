import { existsSync } from "node:fs";
import { endLine } from "../../app/batch/batch-lines.ts";
import { type KnownBatch, knownBatch, openBatchStore, withQueueFaults } from "../../app/batch/batch-store.ts";
import type { BatchEnd, BatchRun } from "../../app/batch/run-batch.ts";
import type { House } from "../../app/open-house.ts";
import { spoken, spokenError } from "../../app/words/spoken.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { BatchWork } from "./wire.ts";

export interface BatchPlace {
  readonly house: House;
  /** Opens the house anew, as it is now. */
  readonly look: () => Promise<House>;
  /** The address of the server that holds the queues; the house's own folder where absent. */
  readonly queue?: string | undefined;
}

interface RunWanted {
  readonly sample?: number | undefined;
  readonly renew?: boolean | undefined;
  /** By the batch service of the first model. */
  readonly providerBatch?: boolean | undefined;
}

interface Work {
  readonly stop: AbortController;
  readonly told: string[];
  isRunning: boolean;
  hasFailed: boolean;
  ended: Promise<void>;
}

/** Lines that are kept of a run. */
const TOLD_MAX = 20;

/** Batches that are worked on by this process, because a page said so. */
export class OwnBatches {
  readonly #place: BatchPlace;
  readonly #works = new Map<string, Work>();

  constructor(place: BatchPlace) {
    this.#place = place;
  }

  workOn(name: string): BatchWork | undefined {
    const work = this.#works.get(name);
    if (work === undefined) return undefined;
    const { isRunning, hasFailed, told } = work;
    return { isRunning, hasFailed, told };
  }

  /** The job of another folder, or of another machine, is not begun from here: what is queued is worked on. */
  runsJob({ description }: KnownBatch): boolean {
    return description.folder === this.#place.house.cwd && existsSync(description.file);
  }

  /** Works on it until it is through or stopped. @returns once its items are queued @throws {UserError} when it cannot begin */
  async start(batch: KnownBatch, wanted: RunWanted): Promise<void> {
    const { name } = batch;
    if (this.#works.get(name)?.isRunning)
      throw new UserError(phrase`${name} is worked on from here already; stop that first.`, EXIT.usage);
    const begun = Promise.withResolvers<void>();
    const work: Work = {
      ...{ stop: new AbortController(), told: [], isRunning: true, hasFailed: false },
      ended: Promise.resolve(),
    };
    this.#works.set(name, work);
    work.ended = this.#run(batch, wanted, work, begun);
    await begun.promise;
  }

  /** @throws {UserError} when nothing is under way */
  stop(name: string): void {
    const work = this.#works.get(name);
    if (!work?.isRunning)
      throw new UserError(
        phrase`${name} is not worked on from here; end the \`waymark batch run\` that does.`,
        EXIT.usage,
      );
    work.stop.abort();
  }

  /** Stops all of them; what they held goes back into its queue. */
  async close(): Promise<void> {
    for (const { stop } of this.#works.values()) stop.abort();
    await Promise.all([...this.#works.values()].map(({ ended }) => ended));
  }

  /** What goes wrong before it begins is told to whoever started it; later it stands among what is told of the work. */
  async #run(batch: KnownBatch, wanted: RunWanted, work: Work, begun: PromiseWithResolvers<void>): Promise<void> {
    const tell = (words: Words): void => void work.told.splice(0, work.told.push(spoken(words)) - TOLD_MAX);
    const run: BatchRun = { signal: work.stop.signal, onNotice: tell, onProgress: () => {} };
    try {
      const house = await this.#place.look();
      try {
        await withQueueFaults(async () => {
          const opened = await this.#opened(house, batch, { ...run, ...wanted });
          begun.resolve();
          if (opened.name !== batch.name) tell(phrase`${batch.description.file} is the batch "${opened.name}" by now.`);
          const end = await this.#worked(house, opened, run, wanted);
          work.hasFailed = end.kind === "limit" || end.kind === "stuck";
          tell(endLine(end, opened.name) ?? phrase`Nothing is open any more.`);
        });
      } finally {
        await house.close();
      }
    } catch (error) {
      work.hasFailed = true;
      tell(spokenError(error));
      begun.reject(error);
    } finally {
      work.isRunning = false;
    }
  }

  async #worked(house: House, batch: KnownBatch, run: BatchRun, { providerBatch }: RunWanted): Promise<BatchEnd> {
    if (!providerBatch) return (await import("../../app/batch/run-batch.ts")).workOnBatch(house, batch, run);
    const { workInServiceBatches } = await import("../../app/batch/provider-batch.ts");
    return workInServiceBatches(house, batch, await openBatchStore(house, this.#place.queue), run);
  }

  async #opened(house: House, batch: KnownBatch, options: BatchRun & RunWanted): Promise<KnownBatch> {
    const { queue } = this.#place;
    const { sample, renew: renews, providerBatch: _, ...run } = options;
    if (this.runsJob(batch)) {
      const { beginBatch } = await import("../../app/batch/begin-batch.ts");
      return beginBatch(house, batch.description.file, { ...run, queue, sample, renews });
    }
    return knownBatch(await openBatchStore(house, queue), batch.name);
  }
}
