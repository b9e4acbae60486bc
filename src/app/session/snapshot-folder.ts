import { basename, join } from "node:path";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import { OWN_FOLDER, OWN_NAMES } from "../trust/own-names.ts";

/** Where the snapshots of a working folder lie; named like the folder of its sessions. */
export function snapshotFolder(stateFolder: string, cwd: string): string {
  return join(stateFolder, "snapshots", basename(sessionFolder(stateFolder, cwd)));
}

const WRITTEN_MEANWHILE = [OWN_NAMES.plans, OWN_NAMES.planState, OWN_NAMES.batches, OWN_NAMES.worktrees];

/**
 * What is never a command's work although it lies below the working folder: what this and other processes of Waymark write there while
 * commands run. Taken back with one, the notes of a plan would have its steps done twice.
 */
export function notOfCommands({
  stateFolder,
  cwd,
}: {
  readonly stateFolder: string;
  readonly cwd: string;
}): readonly string[] {
  return [stateFolder, ...WRITTEN_MEANWHILE.map((name) => join(cwd, OWN_FOLDER, name))];
}
