import { parentPort, workerData } from "node:worker_threads";
import type { WorkerStart } from "./build-place.ts";
import { createFileBuilder } from "./file-builder.ts";

/** Parses the batches of paths that it is sent, writes their facts into its own pack and answers with the entries. */
async function work({ place, pack }: WorkerStart): Promise<void> {
  const builder = await createFileBuilder(place, pack);
  parentPort?.on("message", (paths: readonly string[]) => {
    const entries = paths.map((path) => builder.build(path));
    builder.flush();
    parentPort?.postMessage(entries);
  });
  // Ready for the first batch.
  parentPort?.postMessage([]);
}

await work(workerData as WorkerStart);
