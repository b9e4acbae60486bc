import { cancelItems, countsLine, progressLine, retryItems } from "../../app/batch/batch-lines.ts";
import {
  type KnownBatch,
  knownBatch,
  listBatches,
  openBatchStore,
  withQueueFaults,
} from "../../app/batch/batch-store.ts";
import { entryJson } from "../../app/batch/export-results.ts";
import { batchReport } from "../../app/batch/report-batch.ts";
import { spoken } from "../../app/words/spoken.ts";
import { eachInTurns } from "../../base/in-turns.ts";
import { isObject } from "../../base/is-object.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { lanesOf, planOf } from "../../core/batch/job.ts";
import { openOf, Pace } from "../../core/batch/progress.ts";
import { BEGUN_MAX } from "../../core/batch/stays.ts";
import type { ItemState, QueueCounts, QueueEntry, QueueStore } from "../../core/ports/queue.ts";
import { type BatchPlace, OwnBatches } from "./own-batches.ts";
import { cleaned, LISTED_CHARS_MAX, shownEntry, WHOLE_CHARS_MAX } from "./shown.ts";
import type { BatchesShown, BatchItem, BatchItems, BatchLanes, BatchShown } from "./wire.ts";

/** Which items are wanted. */
export interface ItemsWanted {
  readonly states: readonly ItemState[];
  /** In the item, its answer or its problem; empty: all. */
  readonly words: string;
  /** Those before were seen. */
  readonly from: number;
  readonly count: number;
}

/**
 * The batches of a view, read and steered by what `waymark batch` reads and steers them by. A queue is opened anew for each look: one that
 * was replaced, or whose server came back, is seen as it is.
 */
export class BatchDesk {
  readonly own: OwnBatches;
  readonly #place: BatchPlace;
  /** Of those that are looked at while something is open. */
  readonly #paces = new Map<string, Pace>();

  constructor(place: BatchPlace) {
    this.#place = place;
    this.own = new OwnBatches(place);
  }

  rows(): Promise<BatchesShown> {
    return this.#withStore(async (store) => {
      const batches = (await listBatches(store)).map((each) =>
        each.kind === "damaged" ? each : { name: each.name, kind: each.kind, ...countsShown(each.name, each.counts) },
      );
      return cleaned({ batches, isOnServer: this.#place.queue !== undefined });
    });
  }

  shown(name: string): Promise<BatchShown> {
    return this.with(name, async (batch) => {
      const { queue, description } = batch;
      const counts = await queue.counts();
      const { file, folder, at } = description;
      const work = this.own.workOn(name);
      return cleaned({
        ...{
          name,
          file,
          folder,
          at,
          ...countsShown(name, counts),
          progress: this.#progress(name, counts, await queue.begun(BEGUN_MAX)),
        },
        runs: this.own.runsJob(batch) ? "job" : "queued",
        asksModelFirst: isModelFirst(description),
        ...(work === undefined ? {} : { work }),
      });
    });
  }

  /** In the order in which they were put. */
  items(name: string, { states, words, from, count }: ItemsWanted): Promise<BatchItems> {
    const wanted = words.trim().toLowerCase();
    return this.with(name, async ({ queue }) => {
      const items: BatchItem[] = [];
      let index = 0;
      for await (const entry of eachInTurns(queue.entries(states))) {
        if (index++ < from) continue;
        const item = itemShown(entry);
        if (wanted !== "" && !Object.values(item).join("\n").toLowerCase().includes(wanted)) continue;
        if (items.length === count) return { items, next: index - 1 };
        items.push(shownEntry(item, LISTED_CHARS_MAX));
      }
      return { items };
    });
  }

  /** One item whole. */
  item(name: string, id: string): Promise<BatchItem> {
    return this.with(name, async ({ queue }) => {
      for await (const entry of eachInTurns(queue.entries()))
        if (entry.id === id) return shownEntry(itemShown(entry), WHOLE_CHARS_MAX);
      throw new UserError(phrase`There is no item "${id}" in ${name}; it may have been taken out.`, EXIT.badInput);
    });
  }

  lanes(name: string): Promise<BatchLanes> {
    return this.with(name, async (batch) => {
      const { lanes } = (await batchReport(batch)).json;
      return cleaned({ lanes: lanes.map(({ cost_usd: costUsd, ...lane }) => ({ ...lane, costUsd })) });
    });
  }

  async retry(name: string, states: readonly ("failed" | "dead")[]): Promise<string> {
    return spoken((await this.with(name, (batch) => retryItems(batch, states))).said);
  }

  async correct(name: string, id: string, words: string): Promise<string> {
    const { correctItem } = await import("../../app/batch/correct-item.ts");
    return this.with(name, (batch) => correctItem(batch, id, words));
  }

  async cancel(name: string): Promise<string> {
    return spoken((await this.with(name, cancelItems)).said);
  }

  /** @throws {UserError} when there is none such, or its queue cannot be used */
  with<Value>(name: string, use: (batch: KnownBatch) => Promise<Value>): Promise<Value> {
    return this.#withStore(async (store) => use(await knownBatch(store, name)));
  }

  async #withStore<Value>(use: (store: QueueStore) => Promise<Value>): Promise<Value> {
    const { house, queue } = this.#place;
    const ends: (() => unknown)[] = [];
    const rooms = { cwd: house.cwd, places: house.places, onClose: (end: () => unknown) => ends.push(end) };
    try {
      return await withQueueFaults(async () => use(await openBatchStore(rooms, queue)));
    } finally {
      for (const end of ends) await end();
    }
  }

  /** The pace is that of the looks so far, whoever works. */
  #progress(name: string, counts: QueueCounts, begun: readonly string[]): string {
    const pace = this.#paces.get(name) ?? new Pace();
    pace.note(counts, begun, performance.now());
    if (openOf(counts) === 0) this.#paces.delete(name);
    else this.#paces.set(name, pace);
    return spoken(progressLine(name, { counts, perSecond: pace.perSecond(), secondsLeft: pace.secondsLeft(counts) }));
  }
}

/** Whether a batch service could be asked, if the model's provider has one. */
function isModelFirst({ job }: KnownBatch["description"]): boolean {
  const [lane] = lanesOf(job);
  return lane !== undefined && "model" in lane && planOf(job) === undefined;
}

function countsShown(name: string, counts: QueueCounts) {
  const { costUsd, inputTokens, outputTokens } = counts.spent;
  return { line: spoken(countsLine(name, counts)), states: counts.states, costUsd, inputTokens, outputTokens };
}

/** As `waymark batch results` gives it out. */
function itemShown(entry: QueueEntry): BatchItem {
  const { id, state, answer, by, problem, leases, cost_usd: costUsd, item } = entryJson(entry);
  const patch = isObject(answer) && typeof answer["diff"] === "string" ? answer["diff"] : undefined;
  const said = patch === undefined || !isObject(answer) ? answer : { ...answer, diff: undefined };
  return {
    ...{ id, state, item: textOf(item), leases, costUsd },
    ...(said === undefined ? {} : { answer: textOf(said) }),
    ...(patch === undefined ? {} : { patch }),
    ...(by === undefined ? {} : { by }),
    ...(problem === undefined ? {} : { problem }),
  };
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
