import type { Faces } from "../permissions/faces.ts";
import type { SessionSandbox } from "../permissions/sandbox-use.ts";
import type { Plugin } from "../plugins/plugin-list.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Locations } from "../settings/locations.ts";
import type { Config } from "../settings/schema.ts";
import type { SettingSource } from "../settings/setting-source.ts";

/** What of a house decides which servers there are. */
export interface ServerPlace {
  readonly cwd: string;
  readonly places: Locations;
  readonly version: string;
  readonly settings: LoadedConfig;
  readonly config: Config;
  readonly settingSources: readonly SettingSource[];
  /** Nobody's files and plugins bring servers: they were given for this time. */
  readonly areServersGiven: boolean;
  readonly isTrusted: boolean;
  /** The folder's own settings count this time, whatever they are. */
  readonly isTrustedOnce: boolean;
  /** Theirs are read last. */
  readonly plugins: readonly Pick<Plugin, "name" | "folder" | "servers">[];
  /** Folders that are worked in besides. */
  readonly added: { readonly now: readonly string[] };
}

/** And what they need once they run. */
export interface RunningServerPlace extends ServerPlace {
  readonly faces: Faces;
  readonly sandbox: SessionSandbox;
}
