import { parentPort, workerData } from "node:worker_threads";
import type { BuildPlace } from "./build-files.ts";
import type { FileEntry } from "./entry.ts";
import { loadFinder } from "./frontends.ts";
import { MemberPaths } from "./member-paths.ts";
import { PackWriter } from "./pack.ts";
import { FileParser } from "./parse-file.ts";

/** What a worker is started with. */
export interface WorkerStart {
  readonly place: BuildPlace;
  readonly pack: string;
}

/** Parses the batches of paths that it is sent, writes their facts into its own pack and answers with the entries. */
async function work({ place, pack }: WorkerStart): Promise<void> {
  const finder = await loadFinder(new Set(place.extensions));
  const members = new MemberPaths(place.paths, place.libraries);
  const parser = new FileParser({ root: place.root, finder, members, encoding: place.encoding });
  const writer = new PackWriter(place.folder, pack);
  parentPort?.on("message", (paths: readonly string[]) => {
    const entries: FileEntry[] = paths.map((path) => writer.add(parser.parse(path)));
    parentPort?.postMessage(entries);
  });
  parentPort?.postMessage([]);
}

await work(workerData as WorkerStart);
