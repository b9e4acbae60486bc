import { createGuide } from "../../adapters/models/offline/guide.ts";
import type { ModelChoice, ModelProblem } from "../../adapters/models/services/providers.ts";
import {
  findProvider,
  keyFromEnvironment,
  PROVIDERS,
  parseModelName,
  resolveModel,
  unknownProvider,
} from "../../adapters/models/services/providers.ts";
import { errorText } from "../../base/error-text.ts";
import { isLoopback } from "../../base/is-loopback.ts";
import { nearWord } from "../../base/near-word.ts";
import { EXIT, type ExitCode, UserError } from "../../base/user-error.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { readCapability } from "./capabilities.ts";
import { hasStoredKey, isLoggedIn, storedKey } from "./credentials.ts";

export interface ChosenModel {
  readonly model: ModelClient;
  /** What a person should know of the choice. */
  readonly notices: readonly string[];
}

const GUIDE = "offline/guide";
/** A server of this machine that says nothing for so long is busy; then the model has to be named. */
const LOCAL_LIST_MS = 3_000;

/** The model that the settings mean; the offline guide when nothing is named and nothing is there. */
export async function chooseModel(loaded: LoadedConfig): Promise<ChosenModel> {
  const { config } = loaded;
  const isNamed = loaded.sources["model"]?.startsWith("flag") ?? false;
  const name = await modelName(loaded);
  if (name === GUIDE) return { model: createGuide(), notices: [] };
  if (config.offline && !isNamed && !isLocal(name, loaded)) return { model: createGuide(), notices: [] };
  const model = await modelNamed(name, loaded);
  if (!name.startsWith("local/")) return { model, notices: [] };
  return { model, notices: (await import("./local-models.ts")).localNotices(name, loaded) };
}

/** The model, with the fallbacks of the settings behind it. @throws {UserError} when the name, its key or its address is wrong */
export async function modelNamed(name: string, loaded: LoadedConfig): Promise<ModelClient> {
  const model = await openModel(name, loaded);
  const { fallbackModels } = loaded.config;
  if (fallbackModels.length === 0) return model;
  const { withFallbacks } = await import("./fallback-model.ts");
  return withFallbacks(model, fallbackModels, (next) => openModel(next, loaded));
}

/**
 * The model that decides where the local rules of the judge strategy abstain: the settings', or the judge agent of the
 * provider in use; undefined where the model itself does.
 */
export async function judgeModel(model: ModelClient, loaded: LoadedConfig): Promise<ModelClient | undefined> {
  const { config, environment } = loaded;
  const provider = parseModelName(model.id)?.provider ?? "";
  const variable = findProvider(provider)?.judgeVariables?.find((name) => environment[name]?.trim());
  const own = config.providers[provider]?.judgeModel ?? (variable && environment[variable]?.trim());
  const name = config.judgeModel ?? (own ? `${provider}/${own}` : undefined);
  return name === undefined || name === model.id ? undefined : openModel(name, loaded);
}

async function openModel(name: string, loaded: LoadedConfig): Promise<ModelClient> {
  const { config, environment } = loaded;
  if (name === GUIDE) return createGuide();
  const parsed = parseModelName(name);
  if (parsed?.provider === "scripted") {
    const { loadScriptedModel } = await import("../../adapters/models/scripted/scripted.ts");
    return loadScriptedModel(parsed.model).catch(asBadInput);
  }
  if (parsed?.provider === "local")
    return (await import("./local-models.ts")).openLocal(parsed.model, loaded, probedAbilities(loaded, name));
  const settings = config.providers[parsed?.provider ?? name];
  const choice = resolveModel(name, {
    environment,
    ...(settings?.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
    ...keyOption(parsed?.provider ?? name, loaded),
    ...(settings?.api === undefined ? {} : { api: settings.api }),
  });
  if ("kind" in choice) throw new UserError(choice.message, PROBLEM_EXIT[choice.kind]);
  if (config.offline && !isLoopback(choice.baseUrl))
    throw new UserError(
      `${name} is reached over the network and --offline forbids that; drop --offline or name a local model.`,
      EXIT.usage,
    );
  const abilities = {
    ...probedAbilities(loaded, `${choice.provider.id}/${choice.model}`),
    ...(settings?.nativeTools === undefined ? {} : { nativeTools: settings.nativeTools }),
    ...(settings?.contextTokens === undefined ? {} : { contextTokensMax: settings.contextTokens }),
  };
  if (choice.wire === "stackspot") return (await import("./stackspot.ts")).openStackspot(choice, loaded, abilities);
  const { createModelClient } = await import("../../adapters/models/model-client.ts");
  return createModelClient(choice, {
    environment,
    firstByteMs: config.firstByteTimeout * 1000,
    stallMs: config.stallTimeout * 1000,
    answerMs: config.answerTimeout * 1000,
    abilities,
    catalogueRows: async () => (await import("./model-catalogue.ts")).refreshedRows(environment),
    ...(await freshKey(choice, loaded)),
  });
}

/** The tokens of a login, where that is what opens the provider. */
async function freshKey(
  { provider, key }: ModelChoice,
  loaded: LoadedConfig,
): Promise<{ freshKey?: (not?: string) => Promise<string> }> {
  if (key !== LOGIN) return {};
  const { loginTokens } = await import("./oauth-login.ts");
  const tokens = loginTokens(provider.id, loaded);
  return { freshKey: (not) => tokens.get(not === undefined ? {} : { not }) };
}

/** Stands for the token of a login, which is fetched when it is needed. */
const LOGIN = "(login)";

/** A key that is only looked up, or asked for by its command, when the environment has none. */
function keyOption(provider: string, loaded: LoadedConfig): { key?: string } {
  const listed = findProvider(provider);
  if (!listed || keyFromEnvironment(listed, loaded.environment) !== undefined) return {};
  if (isLoggedIn(provider, loaded)) return { key: LOGIN };
  const key = storedKey(provider, loaded);
  return key === undefined ? {} : { key };
}

/** What a probe found; the settings' own word is nearer. */
function probedAbilities({ environment }: LoadedConfig, modelId: string): { nativeTools?: boolean } {
  const probed = readCapability(locations(environment).state, modelId);
  return probed === undefined ? {} : { nativeTools: probed.nativeTools };
}

/** A file the person named cannot be used; the adapter's sentence says why. */
export function asBadInput(error: unknown): never {
  throw new UserError(errorText(error), EXIT.badInput, { cause: error });
}

const PROBLEM_EXIT: Record<ModelProblem["kind"], ExitCode> = {
  "unknown-provider": EXIT.usage,
  "no-model": EXIT.usage,
  "no-key": EXIT.authentication,
  "no-url": EXIT.configuration,
  "bad-url": EXIT.configuration,
};

/**
 * The provider: flag, then `WAYMARK_PROVIDER` and `WAYMARK_DEFAULT_PROVIDER`, then the settings, then the first that has a
 * key. Its model: flag, then `WAYMARK_<PROVIDER>_DEFAULT_MODEL`, then `WAYMARK_MODEL` and `WAYMARK_DEFAULT_MODEL`, then
 * the provider's settings, then the general ones, then the provider's own default (CL-12, CL-13).
 */
async function modelName(loaded: LoadedConfig): Promise<string> {
  const { config, sources, environment } = loaded;
  const source = sources["model"] ?? "default";
  const isPinned = config.model !== undefined && (source.startsWith("flag") || !providerOutranks(loaded));
  if (isPinned && config.model && isFullName(config.model))
    return source.startsWith("flag") ? config.model : withOwnVariable(config.model, environment);
  refuseHalfName(config.model);
  const provider = config.provider ?? firstUsable(loaded) ?? (await localServer(loaded));
  if (provider === undefined) {
    if (config.model === undefined) return GUIDE;
    throw withoutProvider(config.model);
  }
  // Nobody chose this provider: what looks like the name of another one is a slip of the pen, not one of its models.
  if (config.provider === undefined && isPinned && misspellsProvider(config.model))
    throw withoutProvider(config.model ?? "");
  if (provider === "offline") return GUIDE;
  const general = config.model !== undefined && !isFullName(config.model) ? config.model : undefined;
  const variable = ownModelVariable(provider, environment)?.value;
  const isFlagOrVariable = source.startsWith("flag") || source.startsWith("environment");
  const model =
    (source.startsWith("flag") ? general : undefined) ??
    variable ??
    (isFlagOrVariable ? general : undefined) ??
    config.providers[provider]?.model ??
    general;
  if (model !== undefined) return `${provider}/${model}`;
  return (await firstOffered(provider, loaded)) ?? provider;
}

/** @throws {UserError} for `openai/`, which would go on as the id of some model */
function refuseHalfName(model: string | undefined): void {
  if (model !== undefined && /^[^/]*\/\s*$/.test(model))
    throw new UserError(`The model "${model}" has no id behind its slash; write PROVIDER/ID.`, EXIT.usage);
}

/** Servers of this machine, and the runtime in here, have no default model: the first that is there. */
async function firstOffered(provider: string, { environment, config }: LoadedConfig): Promise<string | undefined> {
  if (provider === "local") {
    const [first] = (await import("./local-models.ts")).installedModels(environment);
    if (first !== undefined) return `local/${first}`;
    throw new UserError(
      "No local model is installed: `waymark models install smollm2` fetches one, or name a file as local/PATH.gguf.",
      EXIT.configuration,
    );
  }
  if (!findProvider(provider)?.local) return undefined;
  const choice = resolveModel(`${provider}/any`, { environment, ...pickUrl(config.providers[provider]?.baseUrl) });
  if ("kind" in choice || !isLoopback(choice.baseUrl)) return undefined;
  const { listModels } = await import("../../adapters/models/services/list-models.ts");
  const listed = await listModels(choice, { environment, timeoutMs: LOCAL_LIST_MS });
  const [first] = listed.kind === "models" ? listed.models : [];
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
  return PROVIDERS.flatMap(({ id: provider }) => {
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
  const message = model.includes("/")
    ? unknownProvider(model).message
    : `The model "${model}" names no provider; write PROVIDER/${model} or set --provider.`;
  return new UserError(message, EXIT.usage);
}

function misspellsProvider(model = ""): boolean {
  const [provider = "", id] = model.split("/");
  return (
    id !== undefined &&
    nearWord(
      provider,
      PROVIDERS.map((known) => known.id),
    ) !== undefined
  );
}

function isFullName(name: string): boolean {
  const provider = parseModelName(name)?.provider;
  return (
    provider === "scripted" ||
    provider === "local" ||
    name === GUIDE ||
    (provider !== undefined && findProvider(provider) !== undefined)
  );
}

/** The first provider, in the order of the list, that has a key or an address of its own. */
function firstUsable(loaded: LoadedConfig): string | undefined {
  const { config, environment } = loaded;
  if (config.offline) return undefined;
  return PROVIDERS.find(
    (provider) =>
      // The key of a server on this machine says nothing about whether it runs: those are asked next.
      (!provider.local && keyFromEnvironment(provider, environment) !== undefined) ||
      (!provider.local && hasStoredKey(provider.id, loaded)) ||
      (provider.defaultModel === undefined ? false : provider.urlVariables.some((name) => environment[name])),
  )?.id;
}

/** A model server on this machine that answers at once. */
async function localServer({ environment, config }: LoadedConfig): Promise<string | undefined> {
  const { probeLocalServers } = await import("../../adapters/models/services/list-models.ts");
  const [first] = await probeLocalServers(environment, { onlyLoopback: config.offline });
  return first?.models[0] && `${first.provider.id}/${first.models[0].id}`;
}

function isLocal(name: string, { environment, config }: LoadedConfig): boolean {
  if (/^(?:scripted|local)\//.test(name)) return true;
  const choice = resolveModel(name, {
    environment,
    ...pickUrl(config.providers[parseModelName(name)?.provider ?? name]?.baseUrl),
  });
  return !("kind" in choice) && isLoopback(choice.baseUrl);
}

function pickUrl(baseUrl: string | undefined): { baseUrl?: string } {
  return baseUrl === undefined ? {} : { baseUrl };
}

export type ModelDescription =
  | { readonly kind: "guide" }
  /** A file that is run within this process. */
  | { readonly kind: "embedded"; readonly id: string }
  | { readonly kind: "problem"; readonly message: string }
  | {
      readonly kind: "model";
      readonly id: string;
      readonly provider: string;
      readonly baseUrl: string;
      readonly hasKey: boolean;
    };

/** What {@link chooseModel} would choose, without building it. */
export async function describeModel(loaded: LoadedConfig): Promise<ModelDescription> {
  const name = await modelName(loaded);
  if (name === GUIDE) return { kind: "guide" };
  if (name.startsWith("local/")) return { kind: "embedded", id: name };
  const settings = loaded.config.providers[parseModelName(name)?.provider ?? name];
  const choice = resolveModel(name, {
    environment: loaded.environment,
    ...pickUrl(settings?.baseUrl),
    ...(hasStoredKey(parseModelName(name)?.provider ?? name, loaded) ? { key: "stored" } : {}),
  });
  if ("kind" in choice) return { kind: "problem", message: choice.message };
  return {
    kind: "model",
    id: `${choice.provider.id}/${choice.model}`,
    provider: choice.provider.label,
    baseUrl: choice.baseUrl,
    hasKey: choice.key !== undefined,
  };
}
