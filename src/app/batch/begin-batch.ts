import { chooseModel } from "../models/choose-model.ts";
import type { House } from "../open-house.ts";
import { type KnownBatch, openBatchStore, prepareFolder } from "./batch-store.ts";
import { type FillOptions, fillBatch } from "./fill-batch.ts";
import { readJobFile } from "./job-file.ts";

interface BeginOptions extends FillOptions {
  /** The address of the server that holds the queue; the house's own folder where absent. */
  readonly queue?: string | undefined;
}

/** The batch of a job file with all its items, or so many, in the queue. @throws {UserError} when it cannot be begun */
export async function beginBatch(house: House, file: string, options: BeginOptions): Promise<KnownBatch> {
  const modelOf = async (): Promise<string> => (await chooseModel(house.settings)).model.id;
  const { environment } = house.settings;
  const job = await readJobFile(file, { folder: house.cwd, environment, modelOf, now: Date.now() });
  if (options.queue === undefined) prepareFolder(house.cwd);
  return fillBatch(house, job, await openBatchStore(house, options.queue), options);
}
