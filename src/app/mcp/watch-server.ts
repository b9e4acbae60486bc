import { ProtectedMemory } from "../../adapters/sandbox/protected-memory.ts";
import type { ProtectedWatch, SandboxState } from "../../core/ports/processes.ts";
import { watchWork } from "../trust/watch-work.ts";
import type { RunningServerPlace } from "./server-place.ts";
import type { ServerSettings } from "./server-settings.ts";
import { serverStart } from "./server-start.ts";

/** Work of a server, and who hears what it did besides. */
interface WatchedWork {
  readonly settings: ServerSettings;
  /** Nobody else of the session works meanwhile: what was made is taken back, not only told. */
  readonly isAlone: boolean;
  tell(notice: string): void;
}

export interface ServerWatch {
  around<Value>(watched: WatchedWork, work: () => Promise<Value>): Promise<Value>;
  /** Tells what was made since the last of such work ended: a server goes on while nobody asks it anything. */
  settle(tell: (notice: string) => void): Promise<void>;
}

/** Looks at what starts programs or configures an agent around work of a server in the sandbox, where no mount covers what is not there yet. */
export function serverWatch(place: RunningServerPlace): ServerWatch {
  const memory = new ProtectedMemory();
  let between: ProtectedWatch | undefined;
  let workingCount = 0;
  const look = (tier: SandboxState["tier"], isAlone: boolean): Promise<ProtectedWatch> =>
    watchWork({ roots: [place.cwd, ...place.added.now], places: place.places, tier, memory }, { isShared: !isAlone });
  const settle: ServerWatch["settle"] = async (tell) => {
    const ended = between;
    between = undefined;
    // Whoever else works there may have made it: it is told alone.
    for (const notice of (await ended?.end({ mayTakeBack: false })) ?? [])
      tell(`While no server was asked anything: ${notice}`);
  };
  return {
    settle,
    async around({ settings, isAlone, tell }, work) {
      const tier = await tierOf(settings, place);
      if (tier === undefined) return work();
      await settle(tell);
      const watch = await look(tier, isAlone);
      workingCount++;
      try {
        return await work();
      } finally {
        workingCount--;
        for (const notice of await watch.end({ mayTakeBack: isAlone })) tell(notice);
        const next = workingCount === 0 ? await look(tier, false) : undefined;
        if (workingCount === 0) between = next;
      }
    },
  };
}

/** Of a server that can write in the folder, in the sandbox. */
async function tierOf(settings: ServerSettings, place: RunningServerPlace): Promise<SandboxState["tier"] | undefined> {
  const { use } = place.sandbox;
  if (settings.command === undefined || use?.writes !== "workspace") return undefined;
  // What keeps it from starting is told by its start.
  const start = await serverStart(settings, place).catch(() => undefined);
  return start?.confine === undefined ? undefined : (await use.sandbox.state()).tier;
}
