import { basename, join } from "node:path";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
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
