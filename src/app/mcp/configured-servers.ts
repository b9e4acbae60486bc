import type { PlainFile } from "../../adapters/read-plain-file.ts";
import { errorText } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { environmentOf, setByProject } from "../settings/environment-of.ts";
import type { Environment } from "../settings/locations.ts";
import { readConfigFile } from "../settings/read-config-file.ts";
import { startingHere } from "../settings/starting-here.ts";
import { readerOfAll, trustedReader } from "../trust/trust.ts";
import { SERVERS_FILE } from "../trust/trust-items.ts";
import { projectFiles } from "./project-files.ts";
import type { ServerPlace } from "./server-place.ts";
import { SERVER_NAME, type ServerSettings, serverSettings } from "./server-settings.ts";

/** A server that was written down, or why it cannot be used. */
export interface ConfiguredServer {
  readonly name: string;
  /** The file it stands in, or `settings`, or `given`. */
  readonly source: string;
  readonly state:
    | { readonly kind: "ready"; readonly settings: ServerSettings }
    /** It stands in a file of the project, and nobody has trusted that. */
    | { readonly kind: "unapproved" }
    | { readonly kind: "disabled" }
    | { readonly kind: "wrong"; readonly why: string };
}

/**
 * Every server that is written down for this folder. The person's own settings beat the project's files, of which the nearest
 * counts; the project's are not even read while the folder is not trusted.
 */
export async function configuredServers(place: ServerPlace): Promise<readonly ConfiguredServer[]> {
  const { config, cwd, settings, settingSources, plugins } = place;
  const found = new Map<string, ConfiguredServer>();
  const add = (name: string, from: ServerSource, value: unknown): void => {
    const { source, owner, variables = {} } = from;
    if (found.has(name)) return;
    const counted = source === "settings" ? value : withoutWay(value);
    const state = stateOf(name, counted, { ...environmentOf(owner, settings), ...variables });
    found.set(name, { name, source, state });
  };
  const own = { source: "settings", owner: "person" } as const;
  for (const [name, value] of Object.entries(config.mcpServers)) add(name, own, value);
  if (place.areServersGiven) return [...found.values()];
  const allowed = Object.entries(setByProject(settings)).filter(([name]) => config.commandVariables.includes(name));
  for (const file of settingSources.includes("project") ? projectFiles(cwd) : []) {
    const servers = await trustedServersOf(file, place);
    if (servers === undefined) found.set(file, { name: SERVERS_FILE, source: file, state: { kind: "unapproved" } });
    else
      for (const [name, value] of Object.entries(servers))
        add(name, { source: file, owner: "project" }, withVariables(startingHere(value), Object.fromEntries(allowed)));
  }
  for (const { name: plugin, folder, servers } of plugins)
    for (const [name, value] of Object.entries(servers)) {
      const variables = { CLAUDE_PLUGIN_ROOT: folder, WAYMARK_PLUGIN_ROOT: folder };
      add(name, { source: `plugin ${plugin}`, owner: "person", variables }, value);
    }
  return [...found.values()];
}

interface ServerSource {
  readonly source: string;
  readonly owner: "person" | "project";
  readonly variables?: Environment;
}

/** Programs of servers get the person's variables; those that commands get of a project are for its own. */
function withVariables(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (!isObject(value) || value["command"] === undefined || Object.keys(variables).length === 0) return value;
  const { env = {} } = value;
  return isObject(env) ? { ...value, env: { ...variables, ...env } } : value;
}

/** That something runs as the person is theirs alone to say. */
function withoutWay(value: unknown): unknown {
  if (!isObject(value) || value["sandbox"] !== false) return value;
  const { sandbox: _, ...rest } = value;
  return rest;
}

/** It is read when servers are first wanted: what came into it, or into what it starts, after the yes has none. */
async function trustedServersOf(
  file: string,
  { cwd, places, isTrusted, isTrustedOnce }: ServerPlace,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!isTrusted) return undefined;
  const read = (isTrustedOnce ? readerOfAll(cwd) : trustedReader(cwd, places))(file);
  return read.kind === "untrusted" ? undefined : serversOf(file, read);
}

/** A file that cannot be read is one server that is wrong: the session goes on. */
async function serversOf(file: string, read: PlainFile): Promise<Readonly<Record<string, unknown>>> {
  try {
    const servers = (await readConfigFile(file, read))?.["mcpServers"];
    return isObject(servers) ? servers : {};
  } catch (error) {
    return { [SERVERS_FILE]: errorText(error) };
  }
}

function stateOf(name: string, value: unknown, environment: Environment): ConfiguredServer["state"] {
  if (typeof value === "string") return { kind: "wrong", why: value };
  if (!SERVER_NAME.test(name)) return { kind: "wrong", why: "its name takes letters, digits, _ and -, at most 41" };
  const parsed = serverSettings.safeParse(value);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    return { kind: "wrong", why: `${problem?.path.join(".") || "it"}: ${problem?.message}` };
  }
  if (parsed.data.enabled === false) return { kind: "disabled" };
  const missing: string[] = [];
  const settings = atHome(expandAll(parsed.data, environment, missing) as ServerSettings, environment);
  if (missing.length > 0) return { kind: "wrong", why: `the variable ${missing[0]} is not set` };
  if (settings.type === "sdk") return { kind: "ready", settings };
  if ((settings.command === undefined) === (settings.url === undefined))
    return { kind: "wrong", why: "it needs either a command or a url" };
  if (settings.url !== undefined && !/^https?:\/\//i.test(settings.url))
    return { kind: "wrong", why: `its url "${settings.url}" is none of http or https` };
  return { kind: "ready", settings };
}

/** `~` and `~/x` as a shell reads them: no shell stands between these words and the program. */
function atHome(settings: ServerSettings, environment: Environment): ServerSettings {
  const { HOME: home } = environment;
  if (home === undefined) return settings;
  const spelled = (word: string): string => word.replace(/^~(?=\/|$)/, () => home);
  const { command, args, env, cwd } = settings;
  return {
    ...settings,
    ...(command !== undefined && { command: spelled(command) }),
    ...(args && { args: args.map(spelled) }),
    ...(env && { env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, spelled(value)])) }),
    ...(cwd !== undefined && { cwd: spelled(cwd) }),
  };
}

/** `${VAR}` and `${VAR:-default}` in every text. @param missing  grows by variables that have neither value nor default */
export function expandAll(value: unknown, environment: Environment, missing: string[]): unknown {
  if (typeof value === "string")
    return value.replace(
      /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
      (_, variable: string, otherwise: string | undefined) => {
        const found = environment[variable] || otherwise;
        if (found === undefined) missing.push(variable);
        return found ?? "";
      },
    );
  if (Array.isArray(value)) return value.map((member) => expandAll(member, environment, missing));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, expandAll(member, environment, missing)]),
  );
}
