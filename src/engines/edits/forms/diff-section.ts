import type { LinesHunk } from "../model.ts";

/** What the headers of one file in a diff said, before they are read as an edit. */
export interface DiffSection {
  oldName?: string;
  newName?: string;
  /** Names of the `diff --git` line, still with their prefixes. */
  gitNames?: readonly [string, string];
  indexName?: string;
  renameFrom?: string;
  renameTo?: string;
  isCopy?: boolean;
  newMode?: string;
  deletedMode?: string;
  changesMode?: boolean;
  isBinary?: boolean;
  hunks: LinesHunk[];
}
