import { catalogue } from "../../adapters/models/services/catalogue.ts";
import { PROVIDER_ROWS } from "../../adapters/models/services/provider-rows.ts";
import {
  allProviders,
  findProvider,
  keyFromEnvironment,
  parseModelName,
  resolveModel,
  unknownProvider,
} from "../../adapters/models/services/providers.ts";
import { nearWord } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Environment } from "../settings/locations.ts";
import { hasStoredKey } from "./credentials.ts";
import { GUIDE_ID } from "./guide-id.ts";

/** A server of this machine that says nothing for so long is busy; then the model has to be named. */
const LOCAL_LIST_MS = 3_000;

/**
 * The provider: flag, then `WAYMARK_PROVIDER` and `WAYMARK_DEFAULT_PROVIDER`, then the settings, then the first that has a
 * key. Its model: flag, then `WAYMARK_<PROVIDER>_DEFAULT_MODEL`, then `WAYMARK_MODEL` and `WAYMARK_DEFAULT_MODEL`, then
 * the provider's settings, then the general ones, then the provider's own default (CL-12, CL-13).
 */
export async function modelName(loaded: LoadedConfig): Promise<string> {
  const isByFlag = loaded.sources["model"]?.startsWith("flag") ?? false;
  const pinned = isByFlag || !providerOutranks(loaded) ? loaded.config.model : undefined;
  if (pinned && isFullName(pinned)) return isByFlag ? pinned : withOwnVariable(pinned, loaded.environment);
  const provider = await providerFor(pinned, loaded);
  if (provider === undefined || provider === "offline") return GUIDE_ID;
  const id = parseModelName(provider)?.provider ?? provider;
  const model = modelOf(id, loaded);
  if (model !== undefined) return `${id}/${model}`;
  return (await firstOffered(provider, loaded)) ?? provider;
}

/**
 * What answers without the network: a model server on this machine, else a model that was installed in here.
 * @returns a whole name, `provider/model`
 */
export async function modelWithoutNetwork(loaded: LoadedConfig): Promise<string | undefined> {
  return (await localServer(loaded)) ?? (await installedHere(loaded));
}

async function installedHere({ environment }: LoadedConfig): Promise<string | undefined> {
  const { installedModels, isRuntimeInstalled } = await import("./local-models.ts");
  const [first] = isRuntimeInstalled(environment) ? installedModels(environment) : [];
  return first && `local/${first}`;
}

/** @returns a provider, or a whole name where its first model is known already @throws {UserError} when a model is named and no provider is there for it */
async function providerFor(pinned: string | undefined, loaded: LoadedConfig): Promise<string | undefined> {
  const { config } = loaded;
  refuseHalfName(config.model);
  if (config.provider !== undefined) return config.provider;
  const provider = firstUsable(loaded) ?? (await (config.offline ? modelWithoutNetwork : localServer)(loaded));
  if (provider === undefined && config.model !== undefined) throw withoutProvider(config.model);
  // Nobody chose this provider: what looks like the name of another one is a slip of the pen, not one of its models.
  if (pinned !== undefined && misspellsProvider(pinned)) throw withoutProvider(pinned);
  return provider;
}

/** The model that is named for a provider, nearest first: flag, its own variable, the general ones, the settings. */
function modelOf(provider: string, { config, sources, environment }: LoadedConfig): string | undefined {
  const source = sources["model"] ?? "default";
  const general = config.model !== undefined && !isFullName(config.model) ? config.model : undefined;
  const own = ownModelVariable(provider, environment)?.value;
  const ofSettings = config.providers[provider]?.model;
  if (source.startsWith("flag")) return general ?? own ?? ofSettings;
  if (source.startsWith("environment")) return own ?? general ?? ofSettings;
  return own ?? ofSettings ?? general;
}

/** @throws {UserError} for `openai/`, which would go on as the id of some model */
function refuseHalfName(model: string | undefined): void {
  if (model !== undefined && /^[^/]*\/\s*$/.test(model))
    throw new UserError(phrase`The model "${model}" has no id behind its slash; write PROVIDER/ID.`, EXIT.usage);
}

/** Servers of this machine, and the runtime in here, have no default model: the first that is there. */
async function firstOffered(provider: string, { environment, config }: LoadedConfig): Promise<string | undefined> {
  if (provider === "local") {
    const [first] = (await import("./local-models.ts")).installedModels(environment);
    if (first !== undefined) return `local/${first}`;
    throw new UserError(
      phrase`No local model is installed: \`waymark models install smollm2\` fetches one, or name a file as local/PATH.gguf.`,
      EXIT.configuration,
    );
  }
  if (!findProvider(provider)?.local) return undefined;
  const choice = resolveModel(`${provider}/any`, { environment, ...pickUrl(config.providers[provider]?.baseUrl) });
  if ("kind" in choice || !isLoopback(choice.baseUrl)) return undefined;
  const { firstToAsk, listModels } = await import("../../adapters/models/services/list-models.ts");
  const listed = await listModels(choice, { environment, timeoutMs: LOCAL_LIST_MS });
  const first = listed.kind === "models" ? firstToAsk(listed.models) : undefined;
  return first && `${provider}/${first.id}`;
}

/** A general variable or a file names provider and model; the provider's own variable goes before both. */
function withOwnVariable(model: string, environment: Environment): string {
  const provider = parseModelName(model)?.provider ?? "";
  const own = ownModelVariable(provider, environment);
  return own === undefined ? model : `${provider}/${own.value}`;
}

/** The variable that names the model of one provider: it goes before the general ones, and before every file. */
function ownModelVariable(provider: string, environment: Environment): { name: string; value: string } | undefined {
  const name = `WAYMARK_${provider.toUpperCase().replaceAll("-", "_")}_DEFAULT_MODEL`;
  const value = environment[name]?.trim();
  return value ? { name, value } : undefined;
}

/** Those that are set, in the order of the providers. */
export function modelVariablesSet(
  environment: Environment,
): readonly { provider: string; name: string; value: string }[] {
  return allProviders().flatMap(({ id: provider }) => {
    const own = ownModelVariable(provider, environment);
    return own === undefined ? [] : [{ provider, ...own }];
  });
}

/** A provider named nearer than the model (a flag over a file) sets the model's provider aside. */
function providerOutranks({ config, sources }: LoadedConfig): boolean {
  if (config.provider === undefined || config.model === undefined) return false;
  const rank = (source: string | undefined): number =>
    source?.startsWith("flag") ? 3 : source?.startsWith("environment") ? 2 : source === "default" ? 0 : 1;
  return rank(sources["provider"]) > rank(sources["model"]);
}

function withoutProvider(model: string): UserError {
  if (model.includes("/")) return new UserError(unknownProvider(model).words, EXIT.usage);
  const meant = fullNamesOf(model, [...catalogue().keys()]);
  const words =
    meant.length === 0
      ? phrase`The model "${model}" names no provider; write PROVIDER/${model} or set --provider.`
      : phrase`The model "${model}" names no provider; write it whole, such as ${meant.join(", ")}, or set --provider.`;
  return new UserError(words, EXIT.usage);
}

const FULL_NAMES_SHOWN_MAX = 3;

/** What a name without its provider may stand for: what is used where none is named, then the newest of those who make models. */
function fullNamesOf(model: string, known: readonly string[]): readonly string[] {
  const plain = (name: string): string => name.toLowerCase().replaceAll(".", "-");
  const byAge = known.toSorted((one, other) => other.localeCompare(one, "en", { numeric: true }));
  const named = PROVIDER_ROWS.flatMap(({ id, defaultModel = "" }) =>
    [`${id}/${defaultModel}`, ...byAge.filter((name) => name.startsWith(`${id}/`))].filter(
      (name) => name.split("/").length === 2 && plain(name.slice(id.length + 1)).includes(plain(model)),
    ),
  );
  const exact = named.filter((name) => plain(name).endsWith(`/${plain(model)}`));
  return [...new Set(exact.length > 0 ? exact : named)].slice(0, FULL_NAMES_SHOWN_MAX);
}

function misspellsProvider(model: string): boolean {
  const [provider = "", id] = model.split("/");
  return (
    id !== undefined &&
    nearWord(
      provider,
      allProviders().map((known) => known.id),
    ) !== undefined
  );
}

function isFullName(name: string): boolean {
  const provider = parseModelName(name)?.provider;
  return (
    provider === "scripted" ||
    provider === "local" ||
    name === GUIDE_ID ||
    (provider !== undefined && findProvider(provider) !== undefined)
  );
}

/** The first provider, in the order of the list, that has a key or an address of its own. */
function firstUsable(loaded: LoadedConfig): string | undefined {
  const { config, environment } = loaded;
  if (config.offline) return undefined;
  return PROVIDER_ROWS.find(
    (provider) =>
      // The key of a server on this machine says nothing about whether it runs: those are asked next.
      (!provider.local && keyFromEnvironment(provider, environment) !== undefined) ||
      (!provider.local && hasStoredKey(provider.id, loaded)) ||
      (provider.defaultModel === undefined ? false : provider.urlVariables.some((name) => environment[name])),
  )?.id;
}

/** A model server on this machine that answers at once. */
async function localServer({ environment, config }: LoadedConfig): Promise<string | undefined> {
  const { firstToAsk, probeLocalServers } = await import("../../adapters/models/services/list-models.ts");
  for (const { provider, models } of await probeLocalServers(environment, { onlyLoopback: config.offline })) {
    const first = firstToAsk(models);
    if (first) return `${provider.id}/${first.id}`;
  }
  return undefined;
}

export function pickUrl(baseUrl: string | undefined): { baseUrl?: string } {
  return baseUrl === undefined ? {} : { baseUrl };
}
