import { basename, join } from "node:path";
import { noteRestored } from "../../adapters/sandbox/taking-back/leave.ts";
import { lookNotes } from "../../adapters/sandbox/taking-back/notes-folder.ts";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import type { HistoryPlace } from "../../adapters/snapshots/history.ts";
import { writtenMeanwhile } from "../trust/own-names.ts";

/** Where the snapshots of a working folder lie; named like the folder of its sessions. */
export function snapshotFolder(stateFolder: string, cwd: string): string {
  return join(stateFolder, "snapshots", basename(sessionFolder(stateFolder, cwd)));
}

/** What is never a command's work although it lies below the working folder. */
export function notOfCommands({
  stateFolder,
  cwd,
}: {
  readonly stateFolder: string;
  readonly cwd: string;
}): readonly string[] {
  return [stateFolder, ...writtenMeanwhile(cwd)];
}

/** Where the history of a working folder lies, for whoever puts files back there. @param folder  of the snapshots */
export const historyPlace = (
  place: { readonly stateFolder: string; readonly cwd: string },
  folder: string,
): HistoryPlace => ({
  root: place.cwd,
  folder,
  excluded: notOfCommands(place),
  restoring: (steps) => noteRestored(lookNotes(place.stateFolder), place.cwd, steps),
});
