import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { realIfThere } from "../../adapters/inside.ts";
import type { PlainFile } from "../../adapters/read-plain-file.ts";
import { globBegin } from "../../base/glob.ts";
import { isObject } from "../../base/is-object.ts";
import { nearGuess } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, type ExitCode, UserError } from "../../base/user-error.ts";
import { parseRule } from "../../core/permissions/rule.ts";
import type { WrittenRule, WrittenRules } from "../permissions/written-rules.ts";
import { settingFolders } from "../trust/trust-root.ts";
import { namesSomethingIn } from "../trust/words-of-servers.ts";
import {
  type EnvironmentRequest,
  parseVariable,
  readEnvironment,
  tightenOnly,
  variablesWithinLimits,
  withinLimits,
} from "./from-project.ts";
import type { Environment } from "./locations.ts";
import { hasOthers } from "./others/places.ts";
import type { InPlace, InPlaceRequest } from "./others/read-in-place.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { Config, ConfigKey } from "./schema.ts";
import { SETTING_SOURCES, type SettingLayer } from "./setting-source.ts";
import { allowedText, CONFIG_KEYS, checkSetting, defaultConfig, isConfigKey, SETTINGS } from "./settings.ts";
import { startingHere } from "./starting-here.ts";

export interface LoadRequest extends EnvironmentRequest {
  /** Values of flags, already of the right type. */
  readonly flags: Readonly<Partial<Record<ConfigKey, unknown>>>;
  /** Settings that were given for this time as a whole, the nearest first; flags of their own beat them. */
  readonly given?: readonly SettingLayer[];
  /** Servers are those that were given, and no others. */
  readonly areServersGiven?: boolean;
  /** What stands in the files and variables of other agents does not count. */
  readonly isOwnAlone?: boolean;
  /** Tools of this run alone, which a rule may name as well. */
  readonly ownTools?: readonly string[];
}

export interface LoadedConfig {
  readonly config: Config;
  /** Where each value came from: `flag --model`, `environment WAYMARK_MODEL`, a file's path, or `default`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The environment with what `.env` files added; real variables win. Its folders of programs become fewer with each folder that is worked in. */
  readonly environment: Record<string, string | undefined>;
  /** The same without what the project's `.env` sets: what the person wrote down is filled in, and started, by this alone. */
  readonly ownEnvironment: Record<string, string | undefined>;
  /** Project files that were left out because the folder is not trusted. */
  readonly ignored: readonly string[];
  /** Values of other agents' files and variables that cannot be used, one line each. */
  readonly passedOver: readonly string[];
  /** How a rule that holds was written, by the rule. */
  readonly writtenRules: WrittenRules;
}

/** Flags beat the environment, that beats the profile, that beats the project, that beats the user, that beats the defaults. */
export async function loadConfig(request: LoadRequest): Promise<LoadedConfig> {
  const ignored: string[] = [];
  const userFile = join(request.locations.config, "config.json");
  const { sources = SETTING_SOURCES } = request;
  const user = sources.includes("user") ? await fileLayer(userFile) : undefined;
  const project = sources.includes("project") ? await projectLayers(request, userFile, ignored) : [];
  const variables = readEnvironment(request, ignored);
  const asGiven = [...flagLayers(request.flags), ...(request.given ?? []).map(checkedLayer)];
  const byFlag = asGiven.map((layer) => withServersHere(layer, request.cwd));
  const { real } = variables;
  const byPerson = environmentLayers({ ...variables.user, ...real }, real);
  const isSetForReal = ({ values }: SettingLayer): boolean =>
    Object.keys(values).some((key) => SETTINGS[key as ConfigKey].env.some((name) => real[name]));
  const [byReal, byUser] = [byPerson.filter(isSetForReal), byPerson.filter((layer) => !isSetForReal(layer))];
  const profile = profileLayers([...byFlag, ...byPerson], user);
  const own = [...profile, ...(user ? [user] : [])];
  const ofProject = variablesWithinLimits(variables.project, [...byUser, ...own]);
  const given = [...byFlag, ...byReal, ...environmentLayers(ofProject, real), ...byUser];
  const ownEnvironment = { ...variables.user, ...real };
  const environment = { ...variables.user, ...ofProject, ...real };
  const files = [...profile, ...project.map((layer) => withinLimits(layer, own)), ...(user ? [user] : [])];
  const layers = [...given, ...(request.areServersGiven ? files.map(withoutServers) : files)];
  const others = await othersLayers(request, { environment, ofProject, sources, nearer: layers });
  const named = await Promise.all([...layers, ...others.layers].map((layer) => withToolsNamed(layer, request)));
  const writtenRules = new Map(named.toReversed().flatMap(({ written }) => [...written]));
  return { ...merge(named), environment, ownEnvironment, ignored, passedOver: others.notes, writtenRules };
}

async function othersLayers(
  { isOwnAlone, cwd, trusted }: LoadRequest,
  more: Pick<InPlaceRequest, "environment" | "ofProject" | "sources" | "nearer">,
): Promise<InPlace> {
  if (isOwnAlone || !hasOthers(cwd, more.environment)) return { layers: [], notes: [] };
  const { readInPlace } = await import("./others/read-in-place.ts");
  return readInPlace({ cwd, trusted, ...more });
}

const withoutServers = ({ values: { mcpServers: _, ...values }, ...layer }: SettingLayer): SettingLayer => ({
  ...layer,
  values,
});

/** Who gives a server for this time and names something of this folder means it, whether anybody trusts it or not. */
function withServersHere({ source, values }: SettingLayer, cwd: string): SettingLayer {
  const { mcpServers } = values;
  if (!isObject(mcpServers)) return { source, values };
  const here = Object.entries(mcpServers).map(([name, server]) => {
    const { command, args } = isObject(server) ? server : {};
    const words = [command, args].flat().filter((word) => typeof word === "string");
    return [name, namesSomethingIn(cwd, words) ? startingHere(server) : server];
  });
  return { source, values: { ...values, mcpServers: Object.fromEntries(here) } };
}

const checkedLayer = ({ source, values }: SettingLayer): SettingLayer => ({
  source,
  values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, check(key, value, source)])),
});

async function projectLayers(
  { cwd, trusted }: LoadRequest,
  userFile: string,
  ignored: string[],
): Promise<SettingLayer[]> {
  const layers: SettingLayer[] = [];
  for (const path of projectFiles(cwd, userFile)) {
    // Not even read: nobody has vouched for what it holds.
    if (!trusted) {
      if (existsSync(path)) ignored.push(path);
      continue;
    }
    const file = trusted(path);
    if (file.kind === "untrusted") ignored.push(path);
    else {
      const layer = await fileLayer(path, file);
      if (layer) layers.push({ ...tightenOnly(layer), folder: dirname(dirname(path)) });
    }
  }
  return layers;
}

/** `.waymark/config.json` of the folder and of those above it up to the repository's root; nearest first. */
export function projectFiles(cwd: string, userFile: string): string[] {
  return settingFolders(cwd)
    .map((folder) => join(folder, ".waymark", "config.json"))
    .filter((file) => file !== userFile);
}

/** The settings of the profile that a flag, a variable or the person's own file names. @throws {UserError} when it is not there */
function profileLayers(given: readonly SettingLayer[], user: SettingLayer | undefined): SettingLayer[] {
  const named = [...given, ...(user ? [user] : [])].find(({ values }) => "profile" in values);
  if (!named) return [];
  const name = named.values["profile"] as string;
  const profiles = (user?.values["profiles"] ?? {}) as Record<string, Record<string, unknown>>;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile) {
    const known = Object.keys(profiles).join(", ") || "none";
    throw new UserError(
      phrase`${named.source}: there is no profile "${name}" (there are: ${known}); set one with \`waymark config set profiles.${name} '{"model": "…"}'\`.`,
      exitFor(named.source),
    );
  }
  return [checkedLayer({ source: `profile ${name}`, values: profile })];
}

async function fileLayer(path: string, file?: PlainFile): Promise<SettingLayer | undefined> {
  const values = await readConfigFile(path, file);
  if (!values) return undefined;
  const { $schema: _, ...settings } = values;
  return checkedLayer({ source: path, values: settings });
}

function flagLayers(flags: LoadRequest["flags"]): SettingLayer[] {
  return Object.entries(flags).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const source = `flag ${SETTINGS[key as ConfigKey].flag ?? key}`;
    return [{ source, values: { [key]: check(key, value, source) } }];
  });
}

function environmentLayers(environment: Environment, real: Environment): SettingLayer[] {
  return CONFIG_KEYS.flatMap((key) => {
    const name = SETTINGS[key].env.find((candidate) => environment[candidate]);
    if (!name) return [];
    const source = `environment ${name}${real[name] ? "" : " (from .env)"}`;
    return [{ source, values: { [key]: check(key, parseVariable(key, environment[name] ?? ""), source) } }];
  });
}

/** @throws {UserError} that names the source, the key, and what is allowed */
function check(key: string, value: unknown, source: string): unknown {
  if (!isConfigKey(key))
    throw new UserError(
      phrase`${source}: unknown key "${key}"; ${nearGuess(key, CONFIG_KEYS) ?? phrase`\`waymark config get\` shows all.`}`,
      EXIT.configuration,
    );
  const checked = checkSetting(key, value);
  const malformed = checked.kind === "valid" && key === "permissions" ? malformedRule(checked.value) : undefined;
  if (malformed !== undefined)
    throw new UserError(
      phrase`${source}: the rule "${globBegin(malformed)}" cannot be read; write Tool or Tool(pattern), such as shell(git status).`,
      exitFor(source),
    );
  if (checked.kind === "valid") return checked.value;
  const problems = checked.problems.map(({ message }) => message).join(" ");
  const allowed = Object(value) === value ? problems : phrase`allowed is ${allowedText(key)}.`;
  throw new UserError(phrase`${source}: "${key}" is ${JSON.stringify(value)}; ${allowed}`, exitFor(source));
}

/** A rule about a tool that is none would forbid nothing, unsaid. @throws {UserError} that names it */
async function withToolsNamed(
  layer: SettingLayer,
  { ownTools = [], cwd, environment }: Pick<LoadRequest, "ownTools" | "cwd" | "environment">,
): Promise<SettingLayer & { readonly written: WrittenRules }> {
  const written = new Map<string, WrittenRule>();
  const { permissions: rules, tools } = layer.values as Partial<Pick<Config, "permissions" | "tools">>;
  if (rules === undefined && tools === undefined) return { ...layer, written };
  const { adviceOnRule, refusalInOurNames, ruleInOurNames, toolsNamed } = await import("./rule-names.ts");
  const { permissionForms, refusalForms } = await import("../../engines/paths/rule-forms.ts");
  const from = layer.folder === undefined || layer.folder === cwd ? {} : { from: layer.folder };
  const ground = { root: cwd, home: environment["HOME"], realPath: realIfThere, ...from };
  const ours =
    (what: string, read: typeof toolsNamed) =>
    (source: string): readonly string[] => {
      const named = read(source, ownTools);
      if (named.length > 0) return named;
      throw new UserError(
        phrase`${layer.source}: ${what} "${source}" names no tool; ${adviceOnRule(source)}.`,
        exitFor(layer.source),
      );
    };
  const lists = Object.entries(rules ?? {}).map(([list, sources]) => {
    const inOurNames = ours("the rule", list === "allow" ? ruleInOurNames : refusalInOurNames);
    const forms = (source: string): readonly string[] =>
      inOurNames(source).flatMap((rule) =>
        list === "allow" ? permissionForms(rule, ground) : refusalForms(rule, ground),
      );
    return [list, sources.flatMap((source) => forms(source).map((rule) => ({ rule, source, list })))] as const;
  });
  // Of a rule in two lists the stricter is the one that holds.
  for (const { rule, source } of lists
    .flatMap(([, each]) => each)
    .sort((one, other) => one.list.localeCompare(other.list)))
    written.set(rule, { text: source.trim(), from: layer.source });
  // Claude Code's word for all of them.
  const isAll = tools?.length === 1 && tools[0] === "default";
  const { tools: _, ...values } = layer.values;
  return {
    ...layer,
    written,
    values: {
      ...values,
      ...(rules && {
        permissions: Object.fromEntries(lists.map(([list, each]) => [list, each.map(({ rule }) => rule)])),
      }),
      ...(tools && !isAll ? { tools: tools.flatMap(ours("the tool", toolsNamed)) } : {}),
    },
  };
}

const exitFor = (source: string): ExitCode => (source.startsWith("flag") ? EXIT.usage : EXIT.configuration);

/** A rule that cannot be read would forbid nothing, unsaid. */
function malformedRule(permissions: unknown): string | undefined {
  const lists = Object.values(permissions as Readonly<Record<string, readonly string[]>>);
  return lists.flat().find((rule) => parseRule(rule) === undefined);
}

function merge(layers: readonly SettingLayer[]): { config: Config; sources: Record<string, string> } {
  const values: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const { source, values: layer } of layers) {
    for (const [key, value] of Object.entries(layer)) {
      if (key === "permissions" || key === "providers" || key === "mcpServers" || key === "hooks")
        values[key] = joinNested(key, values[key], value);
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
    if (key === "permissions" || key === "hooks")
      joined[name] = [...((value as unknown[] | undefined) ?? []), ...((other as unknown[] | undefined) ?? [])];
    else joined[name] = { ...(other as object | undefined), ...(value as object) };
  }
  return joined;
}
