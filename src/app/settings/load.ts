import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { readPlainFile } from "../../adapters/instructions/read-plain-file.ts";
import { didYouMean } from "../../base/near-word.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { parseRule } from "../../core/permissions/rule.ts";
import { settingFolders } from "../trust/trust-items.ts";
import type { Environment, Locations } from "./locations.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { Config, ConfigKey } from "./schema.ts";
import { allowedText, CONFIG_KEYS, checkSetting, defaultConfig, isConfigKey, SETTINGS } from "./settings.ts";

export interface LoadRequest {
  /** Values of flags, already of the right type. */
  readonly flags: Readonly<Partial<Record<ConfigKey, unknown>>>;
  readonly environment: Environment;
  readonly locations: Locations;
  readonly cwd: string;
  /** Whether this folder's own settings may configure us. */
  readonly trusted: boolean;
}

export interface LoadedConfig {
  readonly config: Config;
  /** Where each value came from: `flag --model`, `environment WAYMARK_MODEL`, a file's path, or `default`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The environment with what `.env` files added; real variables win. */
  readonly environment: Environment;
  /** Project files that were left out because the folder is not trusted. */
  readonly ignored: readonly string[];
}

interface Layer {
  readonly source: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Flags beat the environment, that beats the profile, that beats the project, that beats the user, that beats the defaults. */
export async function loadConfig(request: LoadRequest): Promise<LoadedConfig> {
  const ignored: string[] = [];
  const userFile = join(request.locations.config, "config.json");
  const user = await fileLayer(userFile);
  const project: Layer[] = [];
  for (const path of projectFiles(request.cwd, userFile)) {
    // Not even read: nobody has vouched for what it holds.
    if (!request.trusted) {
      if (existsSync(path)) ignored.push(path);
      continue;
    }
    const layer = await fileLayer(path);
    if (layer) project.push(tightenOnly(layer));
  }
  const environment = readEnvironment(request, ignored);
  const given = [...flagLayers(request.flags), ...environmentLayers(environment, request.environment)];
  const layers: readonly Layer[] = [...given, ...profileLayers(given, user), ...project, ...(user ? [user] : [])];
  return { ...merge(layers), environment, ignored };
}

/** `.waymark/config.json` of the folder and of those above it up to the repository's root; nearest first. */
export function projectFiles(cwd: string, userFile: string): string[] {
  return settingFolders(cwd)
    .map((folder) => join(folder, ".waymark", "config.json"))
    .filter((file) => file !== userFile);
}

/** What runs without asking, where, and in which sandbox is the person's own decision: a project may only tighten it. */
const STRICTER_MODES: ReadonlySet<unknown> = new Set(["plan", "dontAsk"]);

function tightenOnly({ source, values }: Layer): Layer {
  const {
    permissions,
    permissionMode,
    sandbox,
    addDirs: _,
    commandVariables: ___,
    networkHosts: ____,
    // Which profile holds, and what one means, is the person's own.
    profile: _____,
    profiles: ______,
    providers,
    ...rest
  } = values as Record<string, unknown>;
  const { allow: __, ...tighter } = (permissions ?? {}) as Record<string, unknown>;
  return {
    source,
    values: {
      ...rest,
      ...(providers === undefined ? {} : { providers: withoutOwnSecrets(providers) }),
      ...(STRICTER_MODES.has(permissionMode) ? { permissionMode } : {}),
      // Any other would loosen what a person has set.
      ...(sandbox === "read-only" ? { sandbox } : {}),
      ...(Object.keys(tighter).length === 0 ? {} : { permissions: { ...tighter, allow: [] } }),
    },
  };
}

/** A program that prints a key, and where tokens come from, are read from the person's own settings only. */
function withoutOwnSecrets(providers: unknown): unknown {
  return Object.fromEntries(
    Object.entries(providers as Record<string, Record<string, unknown>>).map(([id, settings]) => {
      const { apiKeyCommand: _, oauth: __, authUrl: ___, ...rest } = settings;
      return [id, rest];
    }),
  );
}

/** The settings of the profile that a flag, a variable or the person's own file names. @throws {UserError} when it is not there */
function profileLayers(given: readonly Layer[], user: Layer | undefined): Layer[] {
  const named = [...given, ...(user ? [user] : [])].find(({ values }) => "profile" in values);
  if (!named) return [];
  const name = named.values["profile"] as string;
  const profiles = (user?.values["profiles"] ?? {}) as Record<string, Record<string, unknown>>;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile) {
    const known = Object.keys(profiles).join(", ") || "none";
    throw new UserError(
      `${named.source}: there is no profile "${name}" (there are: ${known}); set one with \`waymark config set profiles.${name} '{"model": "…"}'\`.`,
      named.source.startsWith("flag") ? EXIT.usage : EXIT.configuration,
    );
  }
  const source = `profile ${name}`;
  const values = Object.entries(profile).map(([key, value]) => [key, check(key, value, source)]);
  return [{ source, values: Object.fromEntries(values) }];
}

async function fileLayer(path: string): Promise<Layer | undefined> {
  const values = await readConfigFile(path);
  if (!values) return undefined;
  const checked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) if (key !== "$schema") checked[key] = check(key, value, path);
  return { source: path, values: checked };
}

/** Variables that decide where we keep our files, whom we believe on the network, or what every child starts: never from a project. */
const NEVER_FROM_PROJECT =
  /^(?:WAYMARK_HOME|WAYMARK_PROFILE|HOME|XDG_\w+|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NO_PROXY|PATH|SHELL|IFS|ENV|BASH_\w+|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|LD_\w+|DYLD_\w+|NODE_\w+|GIT_\w+|PERL5\w*|PYTHON(?:STARTUP|PATH|HOME)|RUBYOPT|JAVA_TOOL_OPTIONS|EDITOR|VISUAL|PAGER|SSLKEYLOGFILE|(?:HTTPS?|ALL)_PROXY)$/i;

/** `.env` of the trusted folder, then of the configuration folder; a variable that is set for real is never replaced. */
function readEnvironment({ environment, locations, cwd, trusted }: LoadRequest, ignored: string[]): Environment {
  const merged: Record<string, string | undefined> = { ...environment };
  const own = join(cwd, ".env");
  for (const path of [own, join(locations.config, ".env")]) {
    const file = readPlainFile(path);
    if (file.kind !== "text") continue;
    const isOwn = path === own;
    if (isOwn && !trusted && CONFIGURES.test(file.text)) ignored.push(path);
    if (isOwn && !trusted) continue;
    const given = Object.entries(parseEnv(file.text));
    const taken = isOwn ? given.filter(([name, value]) => mayComeFromProject(name, value ?? "")) : given;
    for (const [name, value] of taken) merged[name] ??= value;
  }
  return merged;
}

/** Sets what Waymark would read. */
const CONFIGURES = /^\s*(?:export\s+)?(?:WAYMARK_|[A-Z_]+_(?:API_KEY|BASE_URL)\b)/m;

/** A project's variables are held to what its settings are held to: they may only tighten what is asked. */
function mayComeFromProject(name: string, value: string): boolean {
  if (NEVER_FROM_PROJECT.test(name)) return false;
  const key = CONFIG_KEYS.find((one) => SETTINGS[one].env.includes(name));
  if (key === undefined) return !/^WAYMARK_/i.test(name);
  const parsed = parseVariable(key, value);
  return tightenOnly({ source: name, values: { [key]: parsed } }).values[key] === parsed;
}

function flagLayers(flags: LoadRequest["flags"]): Layer[] {
  return Object.entries(flags).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const source = `flag ${SETTINGS[key as ConfigKey].flag ?? key}`;
    return [{ source, values: { [key]: check(key, value, source) } }];
  });
}

function environmentLayers(environment: Environment, real: Environment): Layer[] {
  return CONFIG_KEYS.flatMap((key) => {
    const name = SETTINGS[key].env.find((candidate) => environment[candidate]);
    if (!name) return [];
    const source = `environment ${name}${real[name] ? "" : " (from .env)"}`;
    return [{ source, values: { [key]: check(key, parseVariable(key, environment[name] ?? ""), source) } }];
  });
}

/** A variable is text: numbers, booleans and lists (by colon) are read by what the setting takes. */
function parseVariable(key: ConfigKey, text: string): unknown {
  switch (SETTINGS[key].schema.type) {
    case "boolean":
      if (/^(?:1|true|yes|on)$/i.test(text)) return true;
      return /^(?:0|false|no|off)$/i.test(text) ? false : text;
    case "integer":
    case "number":
      return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
    case "array":
      return text
        .split(SETTINGS[key].separator ?? ":")
        .map((member) => member.trim())
        .filter(Boolean);
    default:
      return text;
  }
}

/** @throws {UserError} that names the source, the key, and what is allowed */
function check(key: string, value: unknown, source: string): unknown {
  if (!isConfigKey(key))
    throw new UserError(
      `${source}: unknown key "${key}"; ${didYouMean(key, CONFIG_KEYS).trim() || `allowed is ${allowedText(key)}.`}`,
      EXIT.configuration,
    );
  const checked = checkSetting(key, value);
  const malformed = checked.kind === "valid" && key === "permissions" ? malformedRule(checked.value) : undefined;
  if (malformed !== undefined)
    throw new UserError(
      `${source}: the rule "${malformed}" cannot be read; write Tool or Tool(pattern), such as shell(git status).`,
      source.startsWith("flag") ? EXIT.usage : EXIT.configuration,
    );
  if (checked.kind === "valid") return checked.value;
  const isNested = typeof value === "object" && value !== null;
  const allowed = isNested ? checked.problems.join(" ") : `allowed is ${allowedText(key)}.`;
  const exitCode = source.startsWith("flag") ? EXIT.usage : EXIT.configuration;
  throw new UserError(`${source}: "${key}" is ${JSON.stringify(value)}; ${allowed}`, exitCode);
}

/** A rule that cannot be read would forbid nothing, unsaid. */
function malformedRule(permissions: unknown): string | undefined {
  const lists = Object.values(permissions as Readonly<Record<string, readonly string[]>>);
  return lists.flat().find((rule) => parseRule(rule) === undefined);
}

function merge(layers: readonly Layer[]): { config: Config; sources: Record<string, string> } {
  const values: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const { source, values: layer } of layers) {
    for (const [key, value] of Object.entries(layer)) {
      if (key === "permissions" || key === "providers") values[key] = joinNested(key, values[key], value);
      else if (key in values) continue;
      else values[key] = value;
      sources[key] = sources[key] ? `${sources[key]}, ${source}` : source;
    }
  }
  for (const key of CONFIG_KEYS) sources[key] ??= "default";
  return { config: Object.freeze({ ...defaultConfig(), ...values }), sources };
}

/** Lists of rules are joined; of a provider's settings the nearer one wins. */
function joinNested(key: string, nearer: unknown, farther: unknown): unknown {
  const near = (nearer ?? {}) as Record<string, unknown>;
  const far = (farther ?? {}) as Record<string, unknown>;
  const joined: Record<string, unknown> = { ...far };
  for (const [name, value] of Object.entries(near)) {
    const other = far[name];
    if (key === "permissions")
      joined[name] = [...((value as unknown[] | undefined) ?? []), ...((other as unknown[] | undefined) ?? [])];
    else joined[name] = { ...(other as object | undefined), ...(value as object) };
  }
  return joined;
}
