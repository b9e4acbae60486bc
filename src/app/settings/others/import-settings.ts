import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { maskKey } from "../../../adapters/credentials/credential-store.ts";
import { findProvider } from "../../../adapters/models/services/providers.ts";
import { plainText } from "../../../adapters/read-plain-file.ts";
import { whyNotAdded } from "../../marks/added-folders.ts";
import { saveKey } from "../../models/credentials.ts";
import { type LoadedConfig, loadConfig } from "../load.ts";
import { type Environment, locations } from "../locations.ts";
import { allowedText, checkSetting, isConfigKey } from "../settings.ts";
import { setOwnSetting } from "../write-setting.ts";
import type { Found, ImportSource } from "./import-rules.ts";
import { homeOf } from "./places.ts";

/** One thing that an import would do, with where it was found. */
export interface ImportItem {
  readonly tool: string;
  readonly file: string;
  readonly line: number;
  /** What would be written: a setting by its keys, or the key of a provider (masked here). */
  readonly target: string;
  readonly value: unknown;
  readonly kind: "setting" | "key";
  /** Why it is left out, where it is. */
  readonly skipped?: string;
}

export interface ImportRequest {
  readonly cwd: string;
  readonly environment: Environment;
  /** Only these tools; all by default. */
  readonly tools?: readonly string[];
}

interface Planned extends ImportItem {
  readonly path: readonly string[];
  readonly secret?: string;
}

/** What the settings of other agents come to in Waymark's words. Reads files, changes nothing. */
export async function planImport(request: ImportRequest): Promise<readonly ImportItem[]> {
  return (await plan(request)).map(({ path: _, secret: __, ...item }) => item);
}

/**
 * Does what {@link planImport} shows. What the person has set already is never replaced; keys are copied only where
 * `withKeys` says so.
 * @returns what was done; `skipped` says why a thing was not
 */
export async function runImport(
  request: ImportRequest,
  options: { readonly withKeys: boolean },
): Promise<readonly ImportItem[]> {
  const loaded = await load(request);
  const done: ImportItem[] = [];
  for (const { path, secret, ...item } of await plan(request)) {
    if (item.skipped !== undefined) done.push(item);
    else if (item.kind === "key" && !options.withKeys)
      done.push({ ...item, skipped: "keys are copied with --with-keys only" });
    else {
      if (secret !== undefined) saveKey(path[0] ?? "", secret, loaded);
      else await setOwnSetting(path, item.value, request.environment);
      done.push(item);
    }
  }
  return done;
}

/** A file of the folder and what it says, by keys: nothing of it is taken over, as that would hold in every folder. */
export interface LeftOut {
  readonly file: string;
  readonly targets: readonly string[];
}

/** The files of the folder that say something. */
export async function leftOutOfProject(request: ImportRequest): Promise<readonly LeftOut[]> {
  const left: LeftOut[] = [];
  for await (const { source, file, isOwn } of filesThere(request)) {
    const targets = isOwn ? [] : (await foundIn(source, file)).map(targetOf);
    if (targets.length > 0) left.push({ file, targets: [...new Set(targets)] });
  }
  return left;
}

async function plan(request: ImportRequest): Promise<readonly Planned[]> {
  const { cwd, environment } = request;
  const loaded = await load({ cwd, environment });
  const taken = new Set<string>();
  const planned: Planned[] = [];
  for await (const { source, file, isOwn } of filesThere(request)) {
    if (!isOwn) continue;
    for (const found of await foundIn(source, file)) {
      const item = plannedItem(found, { tool: source.tool, file, line: found.line, loaded, taken });
      // What cannot be taken from this file may be in the next one.
      if (item.skipped === undefined) taken.add(item.target);
      planned.push(item);
    }
  }
  return planned;
}

/** Nothing in what is no file of settings: a pipe, a device, a folder, gigabytes. */
async function foundIn(source: ImportSource, file: string): Promise<readonly Found[]> {
  const text = plainText(file);
  return text === undefined ? [] : source.read(text);
}

interface FileThere {
  readonly source: ImportSource;
  readonly file: string;
  /** The person's own, not of the folder: whoever writes there would say where the work of all folders goes. */
  readonly isOwn: boolean;
}

/** The files that are there. */
async function* filesThere({ cwd, environment, tools }: ImportRequest): AsyncGenerator<FileThere> {
  const { SOURCES } = await import("./import-sources.ts");
  const home = homeOf(environment);
  for (const source of SOURCES.filter(({ tool }) => tools?.includes(tool) ?? true))
    for (const file of source.files({ home, cwd, environment }))
      if (existsSync(file)) yield { source, file, isOwn: !file.startsWith(join(cwd, "/")) || cwd === home };
}

const targetOf = (found: Found): string => (found.kind === "key" ? `key of ${found.provider}` : found.path.join("."));

interface Place {
  readonly tool: string;
  readonly file: string;
  readonly line: number;
  readonly loaded: LoadedConfig;
  readonly taken: ReadonlySet<string>;
}

function plannedItem(found: Found, { tool, file, line, loaded, taken }: Place): Planned {
  const where = { tool, file, line };
  if (found.kind === "key") {
    const target = targetOf(found);
    const skipped = keySkipped(found.provider, target, { loaded, taken });
    return {
      ...where,
      ...{ target, kind: "key", value: maskKey(found.value), secret: found.value, path: [found.provider] },
      ...(skipped === undefined ? {} : { skipped }),
    };
  }
  const target = targetOf(found);
  const skipped =
    (found.isUnknown ? "Waymark knows none of that name" : undefined) ??
    notAllowed(found.path, found.value) ??
    notAdded(found, loaded.environment) ??
    settingSkipped(found.path, target, { loaded, taken });
  const item = { ...where, target, kind: "setting" as const, value: found.value, path: found.path };
  return skipped === undefined ? item : { ...item, skipped };
}

type Known = Pick<Place, "loaded" | "taken">;

function keySkipped(provider: string, target: string, { loaded, taken }: Known): string | undefined {
  if (!findProvider(provider)) return `there is no provider ${provider}`;
  if (taken.has(target)) return "an earlier file has it";
  const folder = locations(loaded.environment).config;
  const stored = join(folder, "credentials.json");
  const isStored = existsSync(stored) && readFileSync(stored, "utf8").includes(`"${provider}"`);
  return isStored ? "a key is stored already" : undefined;
}

function settingSkipped(path: readonly string[], target: string, { loaded, taken }: Known): string | undefined {
  const [top = ""] = path;
  if (taken.has(target)) return "an earlier file has it";
  let value: unknown = (loaded.sources[top] ?? "default") === "default" ? undefined : loaded.config;
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  return value === undefined ? undefined : "it is set already";
}

/** A value that our settings do not allow would stop every later run. */
function notAllowed([top = "", ...rest]: readonly string[], value: unknown): string | undefined {
  if (!isConfigKey(top)) return `Waymark has no setting ${top}`;
  const whole = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const checked = checkSetting(top, whole);
  if (checked.kind === "valid") return undefined;
  return `Waymark does not take that value: ${rest.length === 0 ? `allowed is ${allowedText(top)}` : checked.problems.map(({ message }) => message).join(" ")}`;
}

/** A folder that cannot be worked in would stop every later run as well. */
function notAdded({ path: [top], value }: Extract<Found, { kind: "setting" }>, environment: Environment) {
  if (top !== "addDirs" || !Array.isArray(value)) return undefined;
  const { config, state, cache } = locations(environment);
  const from = { home: homeOf(environment), own: [config, state, cache] };
  const why = value.map((folder) => whyNotAdded(String(folder), from)).find((words) => words !== undefined);
  return why === undefined ? undefined : String(why);
}

/** Without the environment's own variables: what they say is no setting of a file. */
function load({ cwd, environment }: ImportRequest): Promise<LoadedConfig> {
  const places = locations(environment);
  const { WAYMARK_HOME, HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME } = environment;
  const bare = { WAYMARK_HOME, HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME };
  return loadConfig({ flags: {}, environment: bare, locations: places, cwd, trusted: undefined, isOwnAlone: true });
}
