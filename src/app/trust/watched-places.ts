import { join } from "node:path";
import { withKeptElsewhere } from "../../adapters/linked-files.ts";
import type { WatchedPlaces } from "../../adapters/sandbox/protected-watch.ts";
import type { Locations } from "../settings/locations.ts";
import { writtenMeanwhile } from "./own-names.ts";

/** The folders that are worked in, and the settings and what was trusted: whoever writes them decides what is asked. */
export function watchedPlaces(
  roots: readonly string[],
  { config, state }: Pick<Locations, "config" | "state">,
): WatchedPlaces {
  return {
    roots,
    own: [...withKeptElsewhere([config]), join(state, "trusted-folders.json")],
    notes: roots.flatMap(writtenMeanwhile),
  };
}
