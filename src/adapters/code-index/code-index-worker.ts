import { parentPort, workerData } from "node:worker_threads";
import { OUT_OF_MEMORY, type WorkerStart } from "./build-place.ts";
import type { FileEntry } from "./entry.ts";

type Work = (batch: readonly never[]) => readonly unknown[];

/** Parses batches of paths into its own pack and gives their entries, or makes digests of entries and tells where they lie. */
async function workOf(start: WorkerStart): Promise<Work> {
  if (start.kind === "digest") {
    const { DigestMaker } = await import("./digests/make-digests.ts");
    const maker = new DigestMaker(start.place);
    return (entries: readonly FileEntry[]) => maker.make(entries);
  }
  const { createFileBuilder } = await import("./file-builder.ts");
  const { isParserBroken, limitTrees } = await import("./tree-sitter.ts");
  limitTrees(start.treeMb);
  const builder = await createFileBuilder(start.place, start.pack);
  return (paths: readonly string[]) => {
    for (const path of paths) {
      builder.build(path);
      // Another worker reads the others.
      if (isParserBroken()) throw new Error(OUT_OF_MEMORY);
    }
    return builder.flush();
  };
}

const work = await workOf(workerData as WorkerStart);
parentPort?.on("message", (batch: readonly never[]) => parentPort?.postMessage(work(batch)));
// Ready for the first batch.
parentPort?.postMessage([]);
