import { hash } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { basename, isAbsolute, join } from "node:path";

/** Where Waymark keeps its own files; an absolute `WAYMARK_HOME` puts all of them into one folder. */
export interface Locations {
  readonly config: string;
  readonly state: string;
  readonly cache: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** By the XDG base directory specification 0.8; a relative path in a variable is ignored, as it demands. */
export function locations(environment: Environment, home = homedir()): Locations {
  const all = environment["WAYMARK_HOME"];
  if (all && isAbsolute(all))
    return { config: join(all, "config"), state: join(all, "state"), cache: join(all, "cache") };
  const base = (variable: string, fallback: string): string => {
    const value = environment[variable];
    return join(value?.startsWith("/") ? value : join(home, fallback), "waymark");
  };
  return {
    config: base("XDG_CONFIG_HOME", ".config"),
    state: base("XDG_STATE_HOME", ".local/state"),
    cache: base("XDG_CACHE_HOME", ".cache"),
  };
}

const NAME_CHARS_MAX = 60;

/**
 * Where something of a working folder is kept, which nothing that runs in that folder can write: named after it, and by a hash of its whole
 * path that nobody can have another folder share.
 * @param kind  the folder of the state that holds this of every working folder
 * @param cwd   absolute and real
 */
export function keptOf(stateFolder: string, kind: string, cwd: string): string {
  const name =
    basename(cwd)
      .replace(/[^A-Za-z0-9._-]/g, "_")
      .slice(0, NAME_CHARS_MAX) || "root";
  return join(stateFolder, kind, `${name}-${hash("sha256", cwd).slice(0, 32)}`);
}

/** Of the person's sessions without the variables that lead this one elsewhere, in the home that is named and in that which the system knows. */
export function usualLocations(environment: Environment = {}): readonly Locations[] {
  return [locations({ ...environment, WAYMARK_HOME: undefined }), locations({}), locations({}, homeOfSystem())];
}

function homeOfSystem(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A user that the system does not know, as in a container.
    return homedir();
  }
}

/** Settings and state, of this process and of one without the variables that lead it elsewhere: commands start others without them. */
export function ownPlaces({ config, state }: Pick<Locations, "config" | "state">): {
  readonly configs: readonly string[];
  readonly states: readonly string[];
} {
  const usual = usualLocations();
  return {
    configs: [...new Set([config, ...usual.map((one) => one.config)])],
    states: [...new Set([state, ...usual.map((one) => one.state)])],
  };
}

const OF_CACHE = ["compiled", "commands"];

/** The folders of {@link ownPlaces}, and what lies in caches and is run, or is what walls are made of. */
export function ownFolders(places: Locations): readonly string[] {
  const { configs, states } = ownPlaces(places);
  const caches = new Set([places, ...usualLocations()].map(({ cache }) => cache));
  return [...configs, ...states, ...[...caches].flatMap((cache) => OF_CACHE.map((name) => join(cache, name)))];
}
