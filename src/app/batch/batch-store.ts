import { openQueueStore } from "../../adapters/queues/index.ts";
import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, type ExitCode, UserError } from "../../base/user-error.ts";
import {
  type Queue,
  type QueueCounts,
  QueueFault,
  type QueueFaultKind,
  type QueueStore,
} from "../../core/ports/queue.ts";
import type { Rooms } from "../rooms.ts";
import { keptOf } from "../settings/locations.ts";
import type { BatchDescription } from "./job-file.ts";

/** The batches of a folder, or of a server that is named by its address. Closed with the rooms. */
export async function openBatchStore(
  rooms: Pick<Rooms, "cwd" | "places" | "onClose">,
  address?: string,
): Promise<QueueStore> {
  demandAddress(address);
  // What a folder brings beside a database acts when it is opened: the journal of a transaction names files that are removed.
  const store = await openQueueStore(address ?? keptOf(rooms.places.state, "batches", rooms.cwd));
  rooms.onClose(() => store.close());
  return store;
}

/** @throws {UserError} when something is given that is no address of a queue */
export function demandAddress(address: string | undefined): void {
  if (address !== undefined && !/^rediss?:\/\//.test(address))
    throw new UserError(phrase`--queue ${address} is no address of Redis; give redis://HOST:PORT.`, EXIT.usage);
}

/** What the name of a queue ends with that holds what was handed in to the batch service of a provider. */
export const SUBMITTED = "--submitted";

/** The batches that people began. */
const ownBatches = async (store: QueueStore): Promise<readonly string[]> =>
  (await store.batches()).filter((name) => !name.endsWith(SUBMITTED));

/** A batch as it stands in a list; one whose queue is damaged says why, and hides no other. */
export type ListedBatch = { readonly name: string } & (
  | { readonly kind: "counted"; readonly counts: QueueCounts }
  | { readonly kind: "damaged"; readonly why: string }
);

export async function listBatches(store: QueueStore): Promise<readonly ListedBatch[]> {
  const listed: ListedBatch[] = [];
  for (const name of await ownBatches(store)) {
    try {
      listed.push({ name, kind: "counted", counts: await (await store.open(name)).counts() });
    } catch (error) {
      if (!(error instanceof QueueFault) || error.kind !== "damaged") throw error;
      listed.push({ name, kind: "damaged", why: error.message });
    }
  }
  return listed;
}

export interface KnownBatch {
  readonly name: string;
  readonly queue: Queue;
  readonly description: BatchDescription;
}

/** @param name  the only one there is, where absent @throws {UserError} when there is none such, or several and none is named */
export async function knownBatch(store: QueueStore, name: string | undefined): Promise<KnownBatch> {
  const names = await ownBatches(store);
  if (names.length === 0)
    throw new UserError(phrase`There is no batch here; \`waymark batch run JOB.yaml\` begins one.`, EXIT.badInput);
  const wanted = name ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined)
    throw new UserError(phrase`There are several batches; name one of ${names.join(", ")}.`, EXIT.usage);
  if (!names.includes(wanted))
    throw new UserError(
      phrase`There is no batch "${wanted}"; ${didYouMean(wanted, names)}there are ${names.join(", ")}.`,
      EXIT.badInput,
    );
  const queue = await store.open(wanted);
  // Whoever only lists batches reads no job.
  const { describedAs } = await import("./kept-description.ts");
  return { name: wanted, queue, description: describedAs(wanted, await queue.description()) };
}

const FAULT_EXIT: Record<QueueFaultKind, ExitCode> = {
  full: EXIT.transient,
  gone: EXIT.transient,
  damaged: EXIT.configuration,
};

/** Work with queues, whose faults become sentences for a person. */
export async function withQueueFaults<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QueueFault)) throw error;
    throw new UserError(error.message, FAULT_EXIT[error.kind], { cause: error });
  }
}
