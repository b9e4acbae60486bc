import type { Snapshots } from "../../core/ports/session.ts";
import { permissionPolicy } from "../permissions/permission-policy.ts";
import type { Rooms } from "../rooms.ts";
import { writtenMeanwhile } from "../trust/own-names.ts";
import { notOfCommands, snapshotFolder } from "./snapshot-folder.ts";

interface SnapshotPlace {
  readonly stateFolder: string;
  /** Absolute and real. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** Folders that are worked in besides; the list may change. */
  readonly added: readonly string[];
  /** Of what is kept of a command beside its effects. */
  redact(text: string): string;
}

export interface ClosableSnapshots extends Snapshots {
  close(): Promise<void>;
}

/** Snapshots of one session; none where nothing of it is kept. */
export function sessionSnapshots(
  rooms: Pick<Rooms, "config" | "places" | "cwd" | "environment" | "redaction" | "added">,
  sessionId: string,
): ClosableSnapshots | undefined {
  const { config, places, cwd, environment } = rooms;
  if (!config.sessionPersistence) return undefined;
  const redact = (text: string): string => rooms.redaction.known(text);
  return keepSnapshots(
    { stateFolder: places.state, cwd, home: environment["HOME"], added: rooms.added.now, redact },
    sessionId,
  );
}

/** Snapshots of one session; everything behind them is loaded with the first call that writes or runs. */
function keepSnapshots({ stateFolder, cwd, home, added, redact }: SnapshotPlace, sessionId: string): ClosableSnapshots {
  const folder = snapshotFolder(stateFolder, cwd);
  const load = async () => {
    const { ProjectSnapshots } = await import("../../adapters/snapshots/snapshots.ts");
    const isHarmless = harmlessCommands(cwd, home);
    return new ProjectSnapshots({
      root: cwd,
      folder,
      sessionId,
      excluded: notOfCommands({ stateFolder, cwd }),
      added,
      excludedIn: writtenMeanwhile,
      isHarmless,
      redact,
    });
  };
  let loaded: ReturnType<typeof load> | undefined;
  return {
    async before(callId, accesses) {
      loaded ??= load();
      return (await loaded).before(callId, accesses);
    },
    async after(callId, end) {
      return (await loaded)?.after(callId, end);
    },
    async note(title, why) {
      (await loaded)?.note(title, why);
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
    const judged = await policy.judgeCommand("shell", command, undefined, { leaves: false });
    return judged.verdict === "allow" && judged.readsOnly;
  };
}
