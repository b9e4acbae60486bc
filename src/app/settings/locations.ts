import { hash } from "node:crypto";
import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";

/** Where Waymark keeps its own files; an absolute `WAYMARK_HOME` puts all of them into one folder. */
export interface Locations {
  readonly config: string;
  readonly state: string;
  readonly cache: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** By the XDG base directory specification 0.8; a relative path in a variable is ignored, as it demands. */
export function locations(environment: Environment): Locations {
  const home = environment["WAYMARK_HOME"];
  if (home && isAbsolute(home))
    return { config: join(home, "config"), state: join(home, "state"), cache: join(home, "cache") };
  const base = (variable: string, fallback: string): string => {
    const value = environment[variable];
    return join(value?.startsWith("/") ? value : join(homedir(), fallback), "waymark");
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

/** Settings and state, of this process and of one without the variables that lead it elsewhere: commands start others without them. */
export function ownPlaces({ config, state }: Pick<Locations, "config" | "state">): {
  readonly configs: readonly string[];
  readonly states: readonly string[];
} {
  const usual = locations({});
  return { configs: [...new Set([config, usual.config])], states: [...new Set([state, usual.state])] };
}

/** The folders of {@link ownPlaces}. */
export function ownFolders(places: Pick<Locations, "config" | "state">): readonly string[] {
  const { configs, states } = ownPlaces(places);
  return [...configs, ...states];
}
