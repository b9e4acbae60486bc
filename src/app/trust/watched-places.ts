import { join } from "node:path";
import { namesIn } from "../../adapters/folder-entries.ts";
import { gitWorkOf, knownWorktree } from "../../adapters/git-folder.ts";
import { withKeptElsewhere } from "../../adapters/linked-files.ts";
import type { WatchedPlaces } from "../../adapters/sandbox/protected-watch.ts";
import { lookNotes } from "../../adapters/sandbox/taking-back/notes-folder.ts";
import { type Locations, ownPlaces } from "../settings/locations.ts";
import { OWN_FOLDER, OWN_NAMES } from "./own-names.ts";

/** The folders that are worked in, and the settings and what was trusted: whoever writes them decides what is asked. */
export function watchedPlaces(roots: readonly string[], places: Pick<Locations, "config" | "state">): WatchedPlaces {
  const { configs, states } = ownPlaces(places);
  return {
    roots,
    own: [...withKeptElsewhere(configs), ...states.map((state) => join(state, "trusted-folders.json"))],
    notes: () => notesIn(roots),
    noted: states.map(lookNotes),
  };
}

/** What sessions write there that configures nothing. */
export const notesIn = (roots: readonly string[]): readonly string[] => roots.flatMap(writtenBySessions);

/** Plans, and working trees that the repository itself knows: one that only stands in their place is a command's work. */
function writtenBySessions(root: string): readonly string[] {
  const trees = join(root, OWN_FOLDER, OWN_NAMES.worktrees);
  const names = namesIn(trees);
  const common = names.length === 0 ? undefined : gitWorkOf(root)?.common;
  const known = names.map((name) => join(trees, name)).filter((top) => common && knownWorktree(top, common));
  return [join(root, OWN_FOLDER, OWN_NAMES.plans), ...known];
}
