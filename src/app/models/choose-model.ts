import { join } from "node:path";
import type { ModelClientOptions } from "../../adapters/models/model-client.ts";
import type { ModelChoice, ModelProblem } from "../../adapters/models/services/providers.ts";
import {
  findProvider,
  keyFromEnvironment,
  parseModelName,
  resolveModel,
} from "../../adapters/models/services/providers.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { EXIT, type ExitCode, UserError } from "../../base/user-error.ts";
import type { ModelAbilities, ModelClient } from "../../core/ports/model.ts";
import { isNearAddress } from "../../engines/net/near-address.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";
import { readCapability, waysFor } from "./capabilities.ts";
import { hasStoredKey, isLoggedIn, keyFromCommand, keySource } from "./credentials.ts";
import { namedEffortNotice, splitEffort } from "./effort.ts";
import { GUIDE_ID } from "./guide-id.ts";
import { modelName, modelVariablesSet, modelWithoutNetwork, pickUrl } from "./model-name.ts";

export interface ChosenModel {
  readonly model: ModelClient;
  /** What a person should know of the choice. */
  readonly notices: readonly string[];
}

export interface OpenOptions {
  /** False: what a server could hold the model to is left out. True by default. */
  readonly bindsCalls?: boolean;
  /** The model of a session that is gone on with: it counts where nothing names one. */
  readonly usedLast?: () => string | undefined;
}

/** The model that the settings mean; the offline guide when nothing is named and nothing is there. */
export async function chooseModel(loaded: LoadedConfig, options: OpenOptions = {}): Promise<ChosenModel> {
  const { config } = loaded;
  const isNamed = loaded.sources["model"]?.startsWith("flag") ?? false;
  const wanted = lastIfFree(loaded, options) ?? (await modelName(loaded));
  const isFar = config.offline && !isNamed && wanted !== GUIDE_ID && !isLocal(wanted, loaded);
  const name = isFar ? ((await modelWithoutNetwork(loaded)) ?? GUIDE_ID) : wanted;
  if (name === GUIDE_ID) return { model: await openGuide(), notices: [] };
  const model = await modelNamed(name, loaded, options);
  const notices = namedEffortNotice(model, loaded);
  if (!name.startsWith("local/")) return { model, notices };
  const { localNotices } = await import("./local-models.ts");
  return { model, notices: [...notices, ...localNotices(name, loaded)] };
}

/** What was used last, where nobody names a model or a provider, and as far as it can be reached by what is set here. */
function lastIfFree(loaded: LoadedConfig, { usedLast }: OpenOptions): string | undefined {
  const { config, environment } = loaded;
  const isNamed =
    Object.values(config.providers).some((one) => one.model !== undefined) || modelVariablesSet(environment).length > 0;
  if (config.model !== undefined || config.provider !== undefined || isNamed) return undefined;
  const name = usedLast?.();
  if (name === undefined || name === GUIDE_ID) return undefined;
  const { provider = "" } = parseModelName(splitEffort(name).name) ?? {};
  const key = hasStoredKey(provider, loaded) ? { key: "stored" } : {};
  const isThere =
    /^(?:scripted|local)$/.test(provider) ||
    !("kind" in resolveModel(name, { environment, ...pickUrl(config.providers[provider]?.baseUrl), ...key }));
  return isThere ? name : undefined;
}

/** The model, with the fallbacks of the settings behind it. @throws {UserError} when the name, its key or its address is wrong */
export async function modelNamed(name: string, loaded: LoadedConfig, options: OpenOptions = {}): Promise<ModelClient> {
  const first = await openModel(name, loaded, options);
  const { fallbackModels, answerCache } = loaded.config;
  let model = first;
  if (fallbackModels.length > 0) {
    const { withFallbacks } = await import("./fallback-model.ts");
    model = withFallbacks(first, fallbackModels, (next) => openModel(next, loaded));
  }
  if (answerCache === 0) return model;
  const { withAnswerCache } = await import("./answer-cache.ts");
  const folder = join(locations(loaded.environment).cache, "answers");
  return withAnswerCache(model, { folder, bytesMax: answerCache * 1024 * 1024 });
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

/** What it knows of questions is read by nobody who has a model. */
async function openGuide(): Promise<ModelClient> {
  return (await import("../../adapters/models/offline/guide.ts")).createGuide();
}

async function openModel(
  given: string,
  loaded: LoadedConfig,
  { bindsCalls = true }: OpenOptions = {},
): Promise<ModelClient> {
  const { config, environment } = loaded;
  const { name, effort } = splitEffort(given);
  if (name === GUIDE_ID) return openGuide();
  const parsed = parseModelName(name);
  if (parsed?.provider === "scripted") {
    const { loadScriptedModel } = await import("../../adapters/models/scripted/scripted.ts");
    return loadScriptedModel(parsed.model).catch(asBadInput);
  }
  if (parsed?.provider === "local")
    return (await import("./local-models.ts")).openLocal(parsed.model, loaded, {
      ...probedAbilities(loaded, name),
      efforts: [],
      images: false,
    });
  const settings = config.providers[parsed?.provider ?? name];
  const choice = reachedChoice(name, loaded);
  const near = choice.provider.local ? await (await import("./near-server.ts")).lookNear(choice) : undefined;
  const abilities = { ...near?.abilities, ...knownAbilities(choice, loaded) };
  if (choice.wire === "stackspot")
    return (await import("./stackspot/stackspot.ts")).openStackspot(choice, loaded, {
      ...abilities,
      efforts: [],
      images: false,
    });
  const { createModelClient } = await import("../../adapters/models/model-client.ts");
  const client = createModelClient(choice, {
    environment,
    ...(choice.wire === "library" ? { speak: (await import("./library-models.ts")).openLibrary(choice, loaded) } : {}),
    ...patience(choice.baseUrl, loaded),
    abilities,
    attemptsMax: settings?.retryAttempts,
    ...(effort ? { effort } : {}),
    catalogueRows: async () => (await import("./model-catalogue.ts")).refreshedRows(environment),
    ...(await freshKey(choice, loaded)),
  });
  if (!near) return client;
  const probed = readCapability(locations(environment).state, client.id);
  return near.wrap(client, { windowTokens: settings?.contextTokens, probed, bindsCalls });
}

/** How a model is reached by these settings. @throws {UserError} when the name, its key or its address is wrong, or the network forbidden */
export function reachedChoice(name: string, loaded: LoadedConfig): ModelChoice {
  const { config, environment } = loaded;
  const provider = parseModelName(name)?.provider ?? name;
  const settings = config.providers[provider];
  const choice = resolveModel(name, {
    environment,
    ...(settings?.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
    ...keyOption(provider, loaded),
    ...(settings?.api === undefined ? {} : { api: settings.api }),
  });
  if ("kind" in choice) throw new UserError(choice.words, PROBLEM_EXIT[choice.kind]);
  if (config.offline && !isLoopback(choice.baseUrl))
    throw new UserError(
      phrase`${name} is reached over the network and --offline forbids that; drop --offline or name a local model.`,
      EXIT.usage,
    );
  return choice;
}

/** What the settings say of it, and behind them what a probe found. */
function knownAbilities({ provider, model }: ModelChoice, loaded: LoadedConfig): Partial<ModelAbilities> {
  const settings = loaded.config.providers[provider.id];
  return {
    ...probedAbilities(loaded, `${provider.id}/${model}`),
    ...(settings?.nativeTools === undefined ? {} : { nativeTools: settings.nativeTools }),
    ...(settings?.contextTokens === undefined ? {} : { contextTokensMax: settings.contextTokens }),
  };
}

/**
 * Milliseconds. A server of one's own works at its own pace, and would work on both if it were asked again: unless a person has
 * set a limit, only the whole answer has one.
 */
export function patience(baseUrl: string, { config, sources }: Pick<LoadedConfig, "config" | "sources">) {
  const answerMs = config.answerTimeout * 1000;
  const isNear = isNearAddress(baseUrl);
  const limitMs = (name: "firstByteTimeout" | "stallTimeout"): number =>
    isNear && (sources[name] ?? "default") === "default" ? answerMs : config[name] * 1000;
  return { firstByteMs: limitMs("firstByteTimeout"), stallMs: limitMs("stallTimeout"), answerMs };
}

/** The tokens of a login or the key that a command prints, where that is what opens the provider. */
async function freshKey(
  { provider, key }: ModelChoice,
  loaded: LoadedConfig,
): Promise<Pick<ModelClientOptions, "freshKey">> {
  const source = keySource(provider.id, loaded);
  if (key === COMMAND && source?.kind === "command")
    return { freshKey: async (not) => ({ key: keyFromCommand(provider.id, source.command, not) }) };
  if (key !== LOGIN) return {};
  const { loginTokens } = await import("./oauth-login.ts");
  const tokens = loginTokens(provider.id, loaded);
  return {
    freshKey: async (not) => ({ key: await tokens.get(not === undefined ? {} : { not }), bearer: true }),
  };
}

/** Stands for the token of a login, which is fetched when it is needed. */
const LOGIN = "(login)";
/** Stands for what a command prints, likewise. */
const COMMAND = "(command)";

/** A key that is only looked up when the environment has none. */
function keyOption(provider: string, loaded: LoadedConfig): { key?: string } {
  const listed = findProvider(provider);
  if (!listed || keyFromEnvironment(listed, loaded.environment) !== undefined) return {};
  if (isLoggedIn(provider, loaded)) return { key: LOGIN };
  const source = keySource(provider, loaded);
  if (source === undefined) return {};
  // An account of several parts is asked for as a whole.
  if (source.kind === "command" && !listed.accountVariables) return { key: COMMAND };
  return { key: source.kind === "command" ? keyFromCommand(provider, source.command) : source.key };
}

/** What a probe found; the settings' own word is nearer. */
function probedAbilities({ environment, config }: LoadedConfig, modelId: string): Partial<ModelAbilities> {
  const probed = readCapability(locations(environment).state, modelId);
  const wanted = config.toolSet === "auto" ? probed && waysFor(probed).toolSet : config.toolSet;
  return {
    ...(probed === undefined ? {} : { nativeTools: probed.nativeTools }),
    ...(wanted === undefined ? {} : { toolSet: wanted }),
  };
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

function isLocal(name: string, { environment, config }: LoadedConfig): boolean {
  if (/^(?:scripted|local)\//.test(name)) return true;
  const choice = resolveModel(name, {
    environment,
    ...pickUrl(config.providers[parseModelName(name)?.provider ?? name]?.baseUrl),
  });
  return !("kind" in choice) && isLoopback(choice.baseUrl);
}

export type ModelDescription =
  | { readonly kind: "guide" }
  /** A file that is run within this process. */
  | { readonly kind: "embedded"; readonly id: string }
  | { readonly kind: "problem"; readonly message: Words }
  | {
      readonly kind: "model";
      readonly id: string;
      readonly provider: string;
      readonly baseUrl: string;
      readonly hasKey: boolean;
    };

/** What {@link chooseModel} would choose, without building it. */
export async function describeModel(loaded: LoadedConfig): Promise<ModelDescription> {
  const { name } = splitEffort(await modelName(loaded));
  if (name === GUIDE_ID) return { kind: "guide" };
  if (/^(?:scripted|local)\//.test(name)) return { kind: "embedded", id: name };
  const settings = loaded.config.providers[parseModelName(name)?.provider ?? name];
  const choice = resolveModel(name, {
    environment: loaded.environment,
    ...pickUrl(settings?.baseUrl),
    ...(hasStoredKey(parseModelName(name)?.provider ?? name, loaded) ? { key: "stored" } : {}),
  });
  if ("kind" in choice) return { kind: "problem", message: choice.words };
  return {
    kind: "model",
    id: `${choice.provider.id}/${choice.model}`,
    provider: choice.provider.label,
    baseUrl: choice.baseUrl,
    hasKey: choice.key !== undefined,
  };
}
