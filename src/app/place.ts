import { resolve } from "node:path";
import { noteGiven } from "../adapters/given-file.ts";
import { realOr } from "../adapters/inside.ts";
import { ownVariables } from "../adapters/processes/environment.ts";
import { UserError } from "../base/user-error.ts";
import type { Tool } from "../core/tool.ts";
import type { AgentPlaces } from "./agents/agent-files.ts";
import type { GivenHook } from "./hooks/given-hooks.ts";
import { worksIn as ownProcessWorksIn } from "./own-process.ts";
import type { Faces } from "./permissions/faces.ts";
import { enabledPlugins, givenPlugins, type Plugin } from "./plugins/plugin-list.ts";
import { type LoadedConfig, loadConfig } from "./settings/load.ts";
import { type Environment, type Locations, locations } from "./settings/locations.ts";
import type { ConfigKey } from "./settings/schema.ts";
import { SETTING_SOURCES, type SettingLayer, type SettingSource } from "./settings/setting-source.ts";
import { workingFolder } from "./settings/working-folder.ts";
import { finishLooksIn } from "./trust/finish-looks.ts";
import { namingPlace, noteNamed } from "./trust/named-files.ts";
import { type ReadTrusted, readerOfAll, readerWhereTrusted } from "./trust/trust.ts";

/** A place: what a house is opened from. */
export interface HouseRequest {
  /** The folder to work in; absolute, or relative to the process's own. */
  readonly folder: string;
  /** What it is given by, for whoever must give another: a flag or an option; `-C` when absent. */
  readonly folderIsGivenAs?: string;
  readonly environment: Environment;
  /** Settings that were given for this time; they beat all others. */
  readonly flags?: Readonly<Partial<Record<ConfigKey, unknown>>>;
  /** Settings given as a whole; those flags beat them. */
  readonly given?: readonly SettingLayer[];
  /** Servers are those that were given, and no others. */
  readonly areServersGiven?: boolean;
  readonly faces?: Faces;
  /** The folder's own settings count this time. */
  readonly trust?: boolean;
  /** Whose settings and instructions are read. Absent: all of them, the project's settings as far as it is trusted. */
  readonly settingSources?: readonly SettingSource[];
  /** Tools that are offered besides our own. */
  readonly tools?: readonly Tool[];
  /** Hooks that are functions of whoever asks. */
  readonly hooks?: readonly GivenHook[];
  readonly version?: string;
  /** Plugins of this time alone: folders, absolute or relative to the working folder. */
  readonly pluginFolders?: readonly string[];
}

/** What is read of a place before anything else. */
export interface Place {
  readonly request: HouseRequest;
  readonly cwd: string;
  readonly places: Locations;
  /** Reads what of this folder is trusted; absent where it is not. */
  readonly trusted: ReadTrusted | undefined;
  readonly loaded: LoadedConfig | UserError;
  /** Plugins that count; read with the first that asks. */
  plugins(): readonly Plugin[];
  /** What is started from now on by its name, by whoever, is nothing that these folders have by that name: both environments lose them. */
  worksIn(folders: readonly string[]): void;
}

/** Starts nothing, and ends what a killed session left undone. @throws {UserError} when the folder is none or may not be read */
export async function readPlace(request: HouseRequest): Promise<Place> {
  const { flags = {}, settingSources = SETTING_SOURCES } = request;
  const cwd = workingFolder(request.folder, request.folderIsGivenAs);
  const environment = { ...request.environment };
  const environments: Record<string, string | undefined>[] = [environment];
  const worksIn = (folders: readonly string[]): void => {
    ownProcessWorksIn(folders);
    for (const one of environments) Object.assign(one, ownVariables(one, folders));
  };
  worksIn([cwd]);
  const places = locations(environment);
  await finishLooksIn([cwd], places, cwd);
  const reader = (): ReadTrusted | undefined =>
    request.trust === true ? readerOfAll(cwd) : readerWhereTrusted(cwd, places);
  const trusted = settingSources.includes("project") ? reader() : undefined;
  const ownTools = request.tools?.map(({ name }) => name) ?? [];
  const { given = [], areServersGiven = false } = request;
  const asked = { flags, given, areServersGiven, environment, sources: settingSources, ownTools };
  const plugins = pluginsOnce({ cwd, places, settingSources, folders: request.pluginFolders ?? [] });
  const loaded = await loadConfig({ ...asked, locations: places, cwd, trusted })
    .then((read) => asItsAgent(read, { cwd, places, environment, trusted, settingSources, plugins }))
    .catch(asTrouble);
  if (!(loaded instanceof UserError)) {
    environments.push(loaded.environment, loaded.ownEnvironment);
    noteSettings(loaded, cwd);
    const added = loaded.config.addDirs.map((folder) => realOr(resolve(cwd, folder)));
    if (added.length > 0) await finishLooksIn(added, places, cwd);
    worksIn([cwd, ...added]);
  }
  return { request: { ...request, environment }, cwd, places, trusted, loaded, plugins, worksIn };
}

const TO_HOME = /(^|[\s"'=:])(?:~|\$HOME|\$\{HOME\})(?=\/)/g;

/** What settings name in a folder that is worked in: programs that print keys, folders of skills. */
function noteSettings({ config, environment }: LoadedConfig, cwd: string): void {
  for (const folder of config.skillFolders) noteGiven(resolve(cwd, folder));
  const commands = Object.values(config.providers).flatMap(({ apiKeyCommand }) => apiKeyCommand ?? []);
  if (commands.length === 0) return;
  const home = environment["HOME"] ?? "/";
  const place = { ...namingPlace({ cwd, config, plugins: [] }), cwd: home };
  for (const command of commands)
    noteNamed(
      command.replace(TO_HOME, (_, before: string) => `${before}${home}`),
      place,
    );
}

interface PluginPlaces {
  readonly cwd: string;
  readonly places: Locations;
  readonly settingSources: readonly SettingSource[];
  readonly folders: readonly string[];
}

/** Those of this time, then the person's own but those of the same names. */
function pluginsOnce({ cwd, places, settingSources, folders }: PluginPlaces): () => readonly Plugin[] {
  let read: readonly Plugin[] | undefined;
  const all = (): readonly Plugin[] => {
    const given = givenPlugins(folders.map((folder) => resolve(cwd, folder)));
    const own = settingSources.includes("user") ? enabledPlugins(places) : [];
    return [...given, ...own.filter(({ name }) => given.every((plugin) => plugin.name !== name))];
  };
  return () => {
    read ??= all();
    return read;
  };
}

type AgentsPlace = Omit<AgentPlaces, "plugins"> & { plugins(): readonly Plugin[] };

/** Most sessions work as nobody else, and nothing of agents is read. */
async function asItsAgent(loaded: LoadedConfig, place: AgentsPlace): Promise<LoadedConfig> {
  if (loaded.config.agent === undefined) return loaded;
  const { asAgent } = await import("./agents/as-agent.ts");
  return asAgent(loaded, { ...place, plugins: place.plugins() });
}

/** Broken settings concern only who asks for one: sessions can be listed and settings mended all the same. */
function asTrouble(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}
