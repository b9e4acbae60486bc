import { basename, join } from "node:path";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";

/** Where the snapshots of a working folder lie; named like the folder of its sessions. */
export function snapshotFolder(stateFolder: string, cwd: string): string {
  return join(stateFolder, "snapshots", basename(sessionFolder(stateFolder, cwd)));
}
