import { chooseModel } from "../models/choose-model.ts";
import type { House } from "../open-house.ts";
import { type KnownBatch, openBatchStore } from "./batch-store.ts";
import { type FilledBatch, type FillOptions, fillBatch } from "./fill-batch.ts";
import { readJobFile } from "./job-file.ts";

interface BeginOptions extends FillOptions {
  /** The address of the server that holds the queue; the house's own folder where absent. */
  readonly queue?: string | undefined;
}

/** The batch of a job file with all its items, or so many, in the queue. @throws {UserError} when it cannot be begun */
export async function beginBatch(house: House, file: string, options: BeginOptions): Promise<KnownBatch> {
  const { fill } = await readyBatch(house, file, options.queue);
  return fill(options);
}

/** A job file as it is now, whose items can be put more than once: so many of them first, then all. */
export interface ReadyBatch {
  /** @throws {UserError} as {@link fillBatch} */
  fill(options: FillOptions): Promise<FilledBatch>;
}

/** @throws {UserError} when the job cannot be read or used, or the queue cannot be opened */
export async function readyBatch(house: House, file: string, queue: string | undefined): Promise<ReadyBatch> {
  const modelOf = async (): Promise<string> => (await chooseModel(house.settings)).model.id;
  const { environment } = house.settings;
  const { workspace } = (await house.looseTools()).ports;
  const job = await readJobFile(file, { folder: house.cwd, workspace, environment, modelOf, now: Date.now() });
  const store = await openBatchStore(house, queue);
  return { fill: (options) => fillBatch(house, job, store, options) };
}
