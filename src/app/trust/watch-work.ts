import type { ProtectedMemory } from "../../adapters/sandbox/protected-memory.ts";
import { watchProtected } from "../../adapters/sandbox/protected-watch.ts";
import type { ProtectedWatch, SandboxState, WatchedWork } from "../../core/ports/processes.ts";
import type { GitSettingsWrite } from "../../engines/shell/programs/git/git-settings-written.ts";
import type { Locations } from "../settings/locations.ts";
import { finishedLooks } from "./finish-looks.ts";
import { watchedPlaces } from "./watched-places.ts";

interface Watching {
  /** Absolute and real. */
  readonly roots: readonly string[];
  readonly places: Pick<Locations, "config" | "state">;
  readonly tier: SandboxState["tier"];
  readonly memory: ProtectedMemory;
  readonly gitSettings?: readonly GitSettingsWrite[] | undefined;
  readonly opens?: readonly string[] | undefined;
}

/** Looks at protected names around some work. What a killed session left there is ended first, and told with what this one leaves. */
export async function watchWork(
  { roots, places, tier, memory, gitSettings, opens }: Watching,
  work: WatchedWork = {},
): Promise<ProtectedWatch> {
  const found = await finishedLooks(roots, places);
  const watch = await watchProtected({ ...watchedPlaces(roots, places), gitSettings, opens }, tier, memory, work);
  return { ...watch, end: async (options) => [...found.map((text) => `(${text})`), ...(await watch.end(options))] };
}
