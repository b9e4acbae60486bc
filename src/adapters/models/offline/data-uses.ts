import type { Folder } from "./folder.ts";
import type { Looking } from "./looking.ts";
import { wholeReport } from "./query/rows/found.ts";

/** One row of who does what to which data. */
export interface DataRow {
  readonly text: string;
  readonly isOfJob: boolean;
}

export interface DataRows {
  readonly rows: readonly DataRow[];
  /** False: the tool gave only a part. */
  readonly isWhole: boolean;
}

/**
 * All that programs and jobs do to data; undefined where that is not known, or there is nothing of it.
 * @param names  only of these programs, jobs and data, or of what holds these records
 */
export function* dataUses(folder: Folder, names: readonly string[] = []): Looking<DataRows | undefined> {
  const input = { path: ".", ...(names.length > 0 ? { names } : {}) };
  const found = yield* wholeReport("citadel_crud", input, folder);
  const rows = (found?.sections ?? [])
    .filter(({ title }) => /^Programs|^Jobs/.test(title))
    .flatMap(({ title, rows: own }) => own.map((text) => ({ text, isOfJob: title.startsWith("Jobs") })));
  const unique = [...new Map(rows.map((row) => [row.text, row])).values()];
  return found && unique.length > 0 ? { rows: unique, isWhole: found.isWhole } : undefined;
}
