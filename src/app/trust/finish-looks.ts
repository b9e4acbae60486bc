import { setTimeout as sleep } from "node:timers/promises";
import { namesIn } from "../../adapters/folder-entries.ts";
import { familyOf, send } from "../../adapters/processes/family.ts";
import { lookNotes, NOTE } from "../../adapters/sandbox/taking-back/notes-folder.ts";
import type { Words } from "../../base/phrase.ts";
import { type Locations, ownPlaces } from "../settings/locations.ts";
import { notesIn } from "./watched-places.ts";

const GONE_MS = 3_000;
const POLL_MS = 40;

/** What was found and nobody was told yet, by the folder that was opened. */
const untold = new Map<string, Words[]>();

/**
 * Ends what a killed session left undone in a folder: before anything there is trusted, or started, what its command made of protected names
 * is taken back. One look at an empty folder where there is nothing to do.
 * @param cwd  for whom it is to be told
 */
export async function finishLooksIn(
  folders: readonly string[],
  places: Pick<Locations, "config" | "state">,
  cwd: string,
): Promise<void> {
  const told = await finishedLooks(folders, places);
  if (told.length > 0) untold.set(cwd, [...(untold.get(cwd) ?? []), ...told]);
}

/** The same, for whoever tells it at once. */
export async function finishedLooks(
  folders: readonly string[],
  places: Pick<Locations, "config" | "state">,
): Promise<readonly Words[]> {
  const noted = ownPlaces(places).states.map(lookNotes);
  if (!namesIn(lookNotes(places.state)).some((name) => name.endsWith(NOTE))) return [];
  const { finishLooks } = await import("../../adapters/sandbox/taking-back/finish-looks.ts");
  const family = (mark: string) => (familyOf(undefined, mark) ?? []).filter((pid) => pid !== process.pid);
  return finishLooks({
    noted,
    folders,
    notes: notesIn,
    lives: (mark) => family(mark).length > 0,
    async endFamily(mark) {
      let wereThere = false;
      for (let waitedMs = 0; waitedMs < GONE_MS; waitedMs += POLL_MS) {
        const left = family(mark);
        if (left.length === 0) return { wereThere, areLeft: false };
        wereThere = true;
        for (const pid of left) send(pid, "SIGKILL");
        await sleep(POLL_MS);
      }
      return { wereThere, areLeft: true };
    },
  });
}

/** What was found as a folder was opened; each told once. */
export function foundAtOpening(cwd: string): readonly Words[] {
  const found = untold.get(cwd) ?? [];
  untold.delete(cwd);
  return found;
}
