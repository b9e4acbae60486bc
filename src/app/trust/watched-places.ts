import { join } from "node:path";
import { withKeptElsewhere } from "../../adapters/linked-files.ts";
import type { WatchedPlaces } from "../../adapters/sandbox/protected-watch.ts";
import { type Locations, ownPlaces } from "../settings/locations.ts";
import { writtenMeanwhile } from "./own-names.ts";

/** The folders that are worked in, and the settings and what was trusted: whoever writes them decides what is asked. */
export function watchedPlaces(roots: readonly string[], places: Pick<Locations, "config" | "state">): WatchedPlaces {
  const { configs, states } = ownPlaces(places);
  return {
    roots,
    own: [...withKeptElsewhere(configs), ...states.map((state) => join(state, "trusted-folders.json"))],
    notes: roots.flatMap(writtenMeanwhile),
  };
}
