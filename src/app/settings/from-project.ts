import { isAbsolute, join, normalize } from "node:path";
import { parseEnv } from "node:util";
import { isHandedOn } from "../../adapters/processes/environment.ts";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import type { ReadTrusted } from "../trust/trust.ts";
import { LIMIT_NAMES } from "./limit-names.ts";
import type { Environment, Locations } from "./locations.ts";
import type { ConfigKey } from "./schema.ts";
import { SETTING_SOURCES, type SettingLayer, type SettingSource } from "./setting-source.ts";
import { CONFIG_KEYS, SETTINGS } from "./settings.ts";

export interface EnvironmentRequest {
  readonly environment: Environment;
  readonly locations: Locations;
  readonly cwd: string;
  /** Reads this folder's own settings, where they may configure us. */
  readonly trusted: ReadTrusted | undefined;
  /** Whose files are read; all by default. */
  readonly sources?: readonly SettingSource[];
}

/** What runs without asking, where, and in which sandbox is the person's own decision: a project may only tighten it. */
const STRICTER_MODES: ReadonlySet<unknown> = new Set(["plan", "dontAsk"]);
/** Lets nothing be done: any other would loosen it. */
const STRICTEST_MODE = "plan";

/**
 * Besides: which profile holds and what one means; servers and hooks have files of their own, which are read where each of them is
 * asked about.
 */
const PERSONS_OWN: ReadonlySet<string> = new Set([
  ...["addDirs", "commandVariables", "networkHosts", "webSearch", "webSearchUrl", "tools"],
  ...["profile", "profiles", "mcpServers", "hooks", "modelCatalogueUrl", "sessionPersistence"],
]);

/** What sends things elsewhere, or keeps from it: a project may only keep from it. */
const TIGHTER_VALUES: Readonly<Record<string, unknown>> = { offline: true, telemetry: false, telemetryContent: false };

const LIMITS: ReadonlySet<string> = new Set(LIMIT_NAMES);

/** More of these is more that is spent, kept or waited for. */
const BOUNDS: ReadonlySet<string> = new Set([
  ...["outputTokens", "contextTokens", "minionContextThreshold", "answerCache"],
  ...["retryAttempts", "firstByteTimeout", "stallTimeout", "answerTimeout"],
]);

/**
 * A layer of a project without what is wider than a limit that the person has set, leaves their plan mode or has commands run in a
 * sandbox that they do not want.
 * @param own  the layers of the person's files, the nearest first
 */
export function withinLimits({ values, ...layer }: SettingLayer, own: readonly SettingLayer[]): SettingLayer {
  const isWithin = ([key, value]: [string, unknown]): boolean => {
    const set = own.find((layer) => key in layer.values)?.values[key];
    if (key === "permissionMode") return set !== STRICTEST_MODE;
    // What a sandbox holds runs unasked where edits do.
    if (key === "sandbox") return set !== "off";
    if (typeof set !== "number" || (!LIMITS.has(key) && !BOUNDS.has(key))) return true;
    return bound(key, value) <= bound(key, set);
  };
  return { ...layer, values: Object.fromEntries(Object.entries(values).filter(isWithin)) };
}

const bound = (key: string, value: unknown): number => (value === 0 && LIMITS.has(key) ? Infinity : Number(value));

/** What of a project's settings counts. */
export function tightenOnly({ source, values }: SettingLayer): SettingLayer {
  const isTighter = ([key, value]: [string, unknown]): boolean =>
    !PERSONS_OWN.has(key) &&
    (value !== 0 || !LIMITS.has(key)) &&
    (!Object.hasOwn(TIGHTER_VALUES, key) || TIGHTER_VALUES[key] === value) &&
    (!FOLDERS.has(key) || (Array.isArray(value) && value.map(folderNamed).every(isWithinProject)));
  const said = Object.fromEntries(Object.entries(values).filter(isTighter));
  const { permissions, permissionMode, sandbox, providers, ...rest } = said;
  const { allow: _, ...tighter } = (permissions ?? {}) as Record<string, unknown>;
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

/** What skills say of themselves is told to the model, copybooks are shown: a project tells of its own. */
const FOLDERS: ReadonlySet<string> = new Set(["skillFolders", "copyLibraries"]);

/** `NAME=FOLDER` is a library's. */
const folderNamed = (entry: unknown): unknown => (typeof entry === "string" ? entry.replace(/^[^=/]+=/, "") : entry);

const isWithinProject = (folder: unknown): boolean =>
  typeof folder === "string" && !isAbsolute(folder) && !/^~|^\.\.(?:[\\/]|$)/.test(normalize(folder));

/** A program that prints a key, where tokens come from and how a package is opened are read from the person's own settings only. */
function withoutOwnSecrets(providers: unknown): unknown {
  return Object.fromEntries(
    Object.entries(providers as Record<string, Record<string, unknown>>).map(([id, settings]) => {
      const { apiKeyCommand: _, oauth: __, authUrl: ___, options: ____, ...rest } = settings;
      return [id, rest];
    }),
  );
}

/** Variables that decide where we keep our files, whom we believe on the network, where accounts and reports of runs are, whose part of a
 * provider a key goes to, or what every child starts: never from a project. */
const NEVER_FROM_PROJECT =
  /^(?:WAYMARK_HOME|WAYMARK_PROFILE|HOME|XDG_\w+|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NO_PROXY|PATH|SHELL|IFS|ENV|BASH_\w+|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|LD_\w+|DYLD_\w+|NODE_\w+|GIT_\w+|PERL5\w*|PYTHON(?:STARTUP|PATH|HOME)|RUBYOPT|JAVA_TOOL_OPTIONS|EDITOR|VISUAL|PAGER|CLI_CODE_CONFIG_FILE|STACKSPOT_AUTH_URL|SEARXNG_URL|OTEL_EXPORTER_\w+|npm_config_\w+|PIP_\w+|AWS_(?:DEFAULT_)?REGION|AZURE_(?:RESOURCE_NAME|API_VERSION)|GOOGLE_(?:VERTEX|CLOUD)_(?:PROJECT|LOCATION)|SSLKEYLOGFILE|(?:HTTPS?|ALL)_PROXY)$/i;

/** Variables by who set them: of two that set one the first holds. */
export interface GivenVariables {
  /** Set for real. */
  readonly real: Environment;
  /** By `.env` of the trusted folder. */
  readonly project: Environment;
  /** By `.env` of the person's configuration folder. */
  readonly user: Environment;
}

/** `.env` of the trusted folder, then of the configuration folder; a variable that is set for real is never replaced. */
export function readEnvironment(
  { environment, locations, cwd, trusted, sources = SETTING_SOURCES }: EnvironmentRequest,
  ignored: string[],
): GivenVariables {
  const given: Record<SettingSource, Environment> = { project: {}, user: {} };
  const files = { project: join(cwd, ".env"), user: join(locations.config, ".env") };
  for (const source of SETTING_SOURCES.filter((one) => sources.includes(one))) {
    const path = files[source];
    const isOwn = source === "project";
    const counted = isOwn && trusted ? trusted(path) : readPlainFile(path);
    if (counted.kind === "untrusted" || (isOwn && !trusted && counted.kind === "text" && CONFIGURES.test(counted.text)))
      ignored.push(path);
    if (counted.kind !== "text" || (isOwn && !trusted)) continue;
    const set = Object.entries(parseEnv(counted.text)).filter(([name]) => environment[name] === undefined);
    const taken = isOwn ? set.filter(([name, value]) => mayComeFromProject(name, value ?? "")) : set;
    given[source] = Object.fromEntries(taken);
  }
  return { real: environment, ...given };
}

/** The variables of a project without what is wider than a limit of the person. @param own  as in {@link withinLimits} */
export function variablesWithinLimits(project: Environment, own: readonly SettingLayer[]): Environment {
  const isWithin = ([name, text = ""]: [string, string | undefined]): boolean => {
    const key = settingOf(name);
    if (key === undefined) return true;
    return key in withinLimits({ source: name, values: { [key]: parseVariable(key, text) } }, own).values;
  };
  return Object.fromEntries(Object.entries(project).filter(isWithin));
}

const settingOf = (variable: string): ConfigKey | undefined =>
  CONFIG_KEYS.find((key) => SETTINGS[key].env.includes(variable));

/** Sets what Waymark would read. */
const CONFIGURES = /^[ \t]*(?:export\s+)?(?:WAYMARK_|[A-Z_]+_(?:API_KEY|BASE_URL)\b)/m;

/** A project's variables are held to what its settings are held to: they may only tighten what is asked. */
function mayComeFromProject(name: string, value: string): boolean {
  if (NEVER_FROM_PROJECT.test(name) || isHandedOn(name)) return false;
  const key = settingOf(name);
  if (key === undefined) return !/^WAYMARK_/i.test(name);
  const parsed = parseVariable(key, value);
  if (key === "permissionMode") return parsed === STRICTEST_MODE;
  return tightenOnly({ source: name, values: { [key]: parsed } }).values[key] === parsed;
}

/** A variable is text: numbers, booleans and lists (by colon) are read by what the setting takes. */
export function parseVariable(key: ConfigKey, text: string): unknown {
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
