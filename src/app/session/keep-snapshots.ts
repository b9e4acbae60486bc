import type { Snapshots } from "../../core/ports/session.ts";
import { permissionPolicy } from "../permissions/permission-policy.ts";
import { snapshotFolder } from "./snapshot-folder.ts";

export interface SnapshotPlace {
  readonly stateFolder: string;
  /** Absolute and real. */
  readonly cwd: string;
  readonly home: string | undefined;
}

export interface ClosableSnapshots extends Snapshots {
  close(): Promise<void>;
}

/** Snapshots of one session; everything behind them is loaded with the first call that writes or runs. */
export function keepSnapshots({ stateFolder, cwd, home }: SnapshotPlace, sessionId: string): ClosableSnapshots {
  const folder = snapshotFolder(stateFolder, cwd);
  const load = async () => {
    const { ProjectSnapshots } = await import("../../adapters/snapshots/snapshots.ts");
    const isHarmless = harmlessCommands(cwd, home);
    return new ProjectSnapshots({ root: cwd, folder, sessionId, excluded: [stateFolder], isHarmless });
  };
  let loaded: ReturnType<typeof load> | undefined;
  return {
    async before(callId, accesses) {
      loaded ??= load();
      return (await loaded).before(callId, accesses);
    },
    async after(callId) {
      return (await loaded)?.after(callId);
    },
    async close() {
      (await loaded)?.close();
    },
  };
}

/** A command that the stock rules allow as a mere reader changes nothing, so it needs no snapshot. */
function harmlessCommands(cwd: string, home: string | undefined): (command: string) => Promise<boolean> {
  const policy = permissionPolicy({ mode: "default", rules: { allow: [], ask: [], deny: [] }, cwd, home });
  return async (command) => {
    const judged = await policy.judgeCommand?.("shell", command, undefined);
    return judged?.verdict === "allow" && judged.readsOnly === true;
  };
}
