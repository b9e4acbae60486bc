import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, realOr } from "../../adapters/inside.ts";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import type { Locations } from "../settings/locations.ts";
import { trustRoot } from "./trust-root.ts";

/** Where something is started, and what of the machine a session may have written by then. */
export interface StartingPlace {
  readonly cwd: string;
  readonly home: string | undefined;
  readonly path: string | undefined;
  /** Real, and as they are called. */
  readonly writable: readonly string[];
  /** Whether some session that is kept had it as its working folder. */
  readonly wasWorkedIn?: (folder: string) => boolean;
  /** Of the plugin that it comes with. */
  readonly plugin?: string | undefined;
}

/** The repository, the folders that are worked in besides, and where commands in the sandbox keep what outlasts them. */
export function startingPlace({ cwd, places, added, settings }: StartingRooms, plugin?: string): StartingPlace {
  const kept = ["toolchains", "commands"].map((name) => join(places.cache, name));
  const all = [trustRoot(cwd), cwd, ...added.now, ...kept, "/dev/shm"];
  const { HOME: home, PATH: path } = settings.environment;
  // Of a home that was worked in once not all that is there came from it.
  const wasWorkedIn = (folder: string): boolean =>
    existsSync(sessionFolder(places.state, folder)) && !(home !== undefined && isInside(realOr(home), folder));
  return { cwd, home, path, plugin, wasWorkedIn, writable: [...new Set([...all, ...all.map(realOr)])] };
}

export interface StartingRooms {
  readonly cwd: string;
  readonly places: Pick<Locations, "cache" | "state">;
  readonly added: { readonly now: readonly string[] };
  readonly settings: { readonly environment: Readonly<Record<string, string | undefined>> };
}

/** Whether what a session may have written lies below a folder. */
export const isAroundWritten = (folder: string, { writable }: Pick<StartingPlace, "writable">): boolean =>
  folder !== "/" && writable.some((one) => isInside(one, folder));

/** Each process finds its own there. */
const OF_WHO_LOOKS = ["/proc", "/dev/fd"];

/** Whether a session, this one or another that is kept, may have written what lies at an absolute path. */
export const mayBeWritten = (
  path: string,
  { writable, wasWorkedIn = () => false }: Pick<StartingPlace, "writable" | "wasWorkedIn">,
): boolean =>
  [path, realOr(path)].some(
    (one) =>
      [...OF_WHO_LOOKS, ...writable].some((folder) => isInside(one, folder)) || foldersAround(one).some(wasWorkedIn),
  );

const foldersAround = (path: string): readonly string[] =>
  dirname(path) === path ? [path] : [path, ...foldersAround(dirname(path))];
