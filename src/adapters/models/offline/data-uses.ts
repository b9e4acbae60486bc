import type { Folder } from "./folder.ts";
import { type Looking, lookAll } from "./looking.ts";
import { readReport } from "./result-text.ts";

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

const SOURCE = /\.(?:cbl|cob|cobol|jcl|prc|proc|ctl|csd|pli|asm)$/i;
const FOLDERS_MAX = 24;
const LISTED_MAX = 500;

/** All that programs and jobs do to data; asked folder by folder, as one answer has no room for it. */
export function* dataUses({ paths, tools }: Folder): Looking<DataRows | undefined> {
  if (!tools.has("citadel_crud")) return undefined;
  const folders = [...new Set(paths.filter((path) => SOURCE.test(path)).map(folderOf))];
  const asked = folders.length === 0 || folders.length > FOLDERS_MAX || folders.includes(".") ? ["."] : folders;
  const found = yield* lookAll(asked.map((path) => ({ name: "citadel_crud", input: { path, limit: LISTED_MAX } })));
  const sections = found.flatMap((one) => (one.failed ? [] : readReport(one.text).sections));
  const rows = sections
    .filter(({ title }) => /^Programs|^Jobs/.test(title))
    .flatMap(({ title, rows: own }) => own.map((text) => ({ text, isOfJob: title.startsWith("Jobs") })));
  const unique = [...new Map(rows.map((row) => [row.text, row])).values()];
  if (unique.length === 0) return undefined;
  return { rows: unique, isWhole: sections.every((section) => section.rows.length >= section.total) };
}

const folderOf = (path: string): string => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".");
