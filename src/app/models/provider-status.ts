import type { ListedModel } from "../../adapters/models/services/list-models.ts";
import {
  findProvider,
  keyFromEnvironment,
  type ModelChoice,
  PROVIDERS,
  type Provider,
  parseModelName,
  resolveModel,
} from "../../adapters/models/services/providers.ts";
import { errorText } from "../../base/error-text.ts";
import { EXIT, type ExitCode, UserError } from "../../base/user-error.ts";
import { openRooms } from "../rooms.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { type Capability, saveCapability } from "./capabilities.ts";
import { hasStoredKey, isLoggedIn, loginStatus, storedKey } from "./credentials.ts";
import { reachProblem } from "./reach.ts";

export interface ProviderRequest {
  readonly cwd: string;
  readonly environment: Environment;
}

export interface ProviderStatus {
  readonly id: string;
  readonly label: string;
  /** Every listed provider is; what is planned is not listed. */
  readonly implemented: true;
  readonly credentials: string;
  readonly hasCredentials: boolean;
  /** The one that is used when nothing else is said. */
  readonly current: boolean;
  /** Null where it was not asked: nobody wanted to know, it has no credentials, or nothing may be reached. */
  readonly reachable: boolean | null;
  readonly reachability: string;
  readonly baseUrl?: string;
  readonly defaultModel?: string;
}

/** Files that run within this process; no row of the providers, which are all reached over HTTP. */
export const LOCAL_ID = "local";
const REACH_LOCAL_MS = 300;
const REACH_MS = 3_000;

/**
 * Every provider (BC-40). With `reach`, those with credentials and those of this machine are asked whether they listen, all at
 * once: that takes up to three seconds.
 */
export async function listProviders(
  request: ProviderRequest,
  { reach = false }: { readonly reach?: boolean } = {},
): Promise<readonly ProviderStatus[]> {
  const loaded = await loadSettings(request);
  const { config, environment } = loaded;
  const logins = loginStatus(loaded);
  const current = config.provider ?? parseModelName(config.model ?? "")?.provider ?? firstWithKey(loaded);
  const listed = PROVIDERS.map(async (provider): Promise<ProviderStatus> => {
    const login = logins.find((one) => one.provider === provider.id);
    const settings = config.providers[provider.id];
    const choice = resolveModel(`${provider.id}/any`, {
      environment,
      key: "any",
      ...(settings?.baseUrl ? { baseUrl: settings.baseUrl } : {}),
    });
    const baseUrl = "kind" in choice ? undefined : choice.baseUrl;
    const hasCredentials = login?.hasKey ?? false;
    const defaultModel = settings?.model ?? provider.defaultModel;
    return {
      id: provider.id,
      label: provider.label,
      implemented: true,
      credentials: hasCredentials ? (login?.credential ?? "") : `none: set ${missingVariables(provider, environment)}`,
      hasCredentials,
      current: provider.id === current,
      ...(await reachability({ provider, baseUrl, isAsked: reach && hasCredentials, isOffline: config.offline })),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(defaultModel === undefined ? {} : { defaultModel }),
    };
  });
  return [...(await Promise.all(listed)), await embeddedStatus(current, environment)];
}

/** Files that are run within this process. */
async function embeddedStatus(current: string | undefined, environment: Environment): Promise<ProviderStatus> {
  const { installedModels, isRuntimeInstalled } = await import("./local-models.ts");
  const isInstalled = isRuntimeInstalled(environment);
  const [model] = installedModels(environment);
  return {
    ...{
      id: LOCAL_ID,
      label: "GGUF files, run in here",
      implemented: true,
      credentials: "none needed",
      hasCredentials: true,
    },
    ...{ current: current === LOCAL_ID, reachable: isInstalled },
    reachability: isInstalled ? "installed" : "not installed: `waymark models install`",
    ...(model === undefined ? {} : { defaultModel: model }),
  };
}

function missingVariables({ accountVariables, keyVariables }: Provider, environment: Environment): string {
  return (accountVariables ?? keyVariables.slice(0, 1)).filter((name) => !environment[name]?.trim()).join(", ");
}

async function reachability(asked: {
  readonly provider: Provider;
  readonly baseUrl: string | undefined;
  readonly isAsked: boolean;
  readonly isOffline: boolean;
}): Promise<Pick<ProviderStatus, "reachable" | "reachability">> {
  const { provider, baseUrl, isAsked, isOffline } = asked;
  if (baseUrl === undefined) return { reachable: null, reachability: `no address: set ${provider.urlVariables[0]}` };
  if (isOffline && !provider.local) return { reachable: null, reachability: "not asked (offline)" };
  if (!isAsked) return { reachable: null, reachability: "not asked" };
  const problem = await reachProblem(baseUrl, provider.local ? REACH_LOCAL_MS : REACH_MS);
  if (problem === undefined) return { reachable: true, reachability: "reachable" };
  return { reachable: false, reachability: provider.local ? "not running" : `not reachable (${problem})` };
}

/** @throws {UserError} in the words of BC-40 */
export function known(id: string): Provider {
  const provider = findProvider(id);
  if (provider) return provider;
  const all = PROVIDERS.map((one) => one.id).join(", ");
  throw new UserError(`Provider '${id}' not found. Available: ${all}.`, EXIT.usage);
}

export interface ProviderCheck {
  readonly ok: boolean;
  readonly message: string;
  readonly exitCode?: ExitCode;
}

/** Asks for the list of models: that needs the address and the key to be right, and costs nothing. */
export async function checkProvider(id: string | undefined, request: ProviderRequest): Promise<ProviderCheck> {
  const loaded = await loadSettings(request);
  const name =
    id ?? loaded.config.provider ?? parseModelName(loaded.config.model ?? "")?.provider ?? firstWithKey(loaded);
  if (name === undefined)
    return {
      ok: false,
      message: "No provider is set up; set a key such as OPENAI_API_KEY.",
      exitCode: EXIT.configuration,
    };
  try {
    if (name === LOCAL_ID) return checkLocal(loaded.environment);
    if (known(name).accountVariables) {
      const { proveAccount } = await import("./stackspot.ts");
      await proveAccount(loaded);
      return { ok: true, message: `${name} gave out a token; its agents are asked when a prompt is sent` };
    }
    const models = await offeredBy(name, loaded);
    return { ok: true, message: `${name} answers and offers ${models.length} models` };
  } catch (error) {
    return {
      ok: false,
      message: errorText(error),
      exitCode: error instanceof UserError ? error.exitCode : EXIT.transient,
    };
  }
}

async function checkLocal(environment: Environment): Promise<ProviderCheck> {
  const { installedModels, isRuntimeInstalled } = await import("./local-models.ts");
  if (!isRuntimeInstalled(environment))
    return {
      ok: false,
      message: "The runtime for local models is not installed; run `waymark models install`.",
      exitCode: EXIT.configuration,
    };
  const models = installedModels(environment);
  return {
    ok: true,
    message: `the runtime is installed, and ${models.length} models (${models.join(", ") || "none"})`,
  };
}

export interface ProbeReport extends Capability {
  readonly model: string;
  /** What `auto` does with this model from now on. */
  readonly strategy: "react" | "judge";
}

/** Runs the probe against a model and keeps what it found. */
export async function probeProvider(name: string | undefined, request: ProviderRequest): Promise<ProbeReport> {
  const loaded = await loadSettings({ ...request, ...(name === undefined ? {} : { model: name }) });
  const { chooseModel } = await import("./choose-model.ts");
  const { probeModel } = await import("./probe.ts");
  const { model } = await chooseModel(loaded);
  const capability = await probeModel(model).finally(() => model.close?.());
  saveCapability(locations(request.environment).state, model.id, capability);
  return { model: model.id, ...capability, strategy: capability.nativeTools ? "react" : "judge" };
}

export interface OfferedModel {
  readonly id: string;
  readonly label?: string;
  readonly contextTokensMax?: number;
  /** US dollars for a million tokens; absent where nobody says. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
  /** Absent where it is not known. */
  readonly abilities?: readonly ("tools" | "reasoning" | "images")[];
  readonly isDefault: boolean;
}

export interface OfferedModels {
  readonly provider: string;
  /** The ids alone. */
  readonly models: readonly string[];
  readonly details: readonly OfferedModel[];
}

/** The models that the provider offers, with what the catalogue knows of them. @throws {UserError} when it cannot be asked */
export async function listModelsOf(id: string | undefined, request: ProviderRequest): Promise<OfferedModels> {
  const loaded = await loadSettings(request);
  const provider =
    id ?? loaded.config.provider ?? parseModelName(loaded.config.model ?? "")?.provider ?? firstWithKey(loaded);
  if (provider === undefined)
    throw new UserError("No provider is set up; name one with --provider, such as ollama.", EXIT.usage);
  if (provider === LOCAL_ID) {
    const { installedModels } = await import("./local-models.ts");
    const models = installedModels(loaded.environment);
    return { provider, models, details: models.map((model) => ({ id: model, isDefault: false })) };
  }
  const { defaultModel } = known(provider);
  const models = await offeredBy(provider, loaded);
  const { catalogueFor } = await import("./model-catalogue.ts");
  const catalogue = await catalogueFor(loaded.environment);
  const standard = loaded.config.providers[provider]?.model ?? defaultModel;
  const details = models.map(({ id: model, label, contextTokensMax }): OfferedModel => {
    const entry = catalogue(`${provider}/${model}`);
    const context = contextTokensMax ?? entry?.contextTokensMax;
    return {
      id: model,
      ...(label === undefined ? {} : { label }),
      ...(context ? { contextTokensMax: context } : {}),
      ...(entry ? { inputPrice: entry.inputPrice, outputPrice: entry.outputPrice } : {}),
      ...(entry ? { abilities: (["tools", "reasoning", "images"] as const).filter((ability) => entry[ability]) } : {}),
      isDefault: model === standard,
    };
  });
  return { provider, models: models.map((model) => model.id), details };
}

async function offeredBy(id: string, loaded: LoadedConfig): Promise<readonly ListedModel[]> {
  const { accountVariables, label } = known(id);
  if (accountVariables)
    throw new UserError(`${label} publishes no list of its agents; copy an id from its portal.`, EXIT.usage);
  const settings = loaded.config.providers[id];
  const choice = resolveModel(`${id}/any`, {
    environment: loaded.environment,
    ...stored(id, loaded),
    ...(settings?.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
  });
  if ("kind" in choice)
    throw new UserError(choice.message, choice.kind === "no-key" ? EXIT.authentication : EXIT.usage);
  const { listModels } = await import("../../adapters/models/services/list-models.ts");
  const listed = await listModels(await withLogin(choice, loaded), { environment: loaded.environment });
  if (listed.kind === "failed")
    throw new UserError(listed.failure.message, listed.failure.kind === "auth" ? EXIT.authentication : EXIT.transient);
  return listed.models;
}

async function withLogin(choice: ModelChoice, loaded: LoadedConfig): Promise<ModelChoice> {
  if (!isLoggedIn(choice.provider.id, loaded) || keyFromEnvironment(choice.provider, loaded.environment)) return choice;
  const { loginTokens } = await import("./oauth-login.ts");
  return { ...choice, key: await loginTokens(choice.provider.id, loaded).get(), bearer: true };
}

function stored(id: string, loaded: LoadedConfig): { key?: string } {
  if (isLoggedIn(id, loaded)) return { key: "(login)" };
  const key = storedKey(id, loaded);
  return key === undefined ? {} : { key };
}

function firstWithKey(loaded: LoadedConfig): string | undefined {
  return PROVIDERS.find(
    (provider) => keyFromEnvironment(provider, loaded.environment) !== undefined || hasStoredKey(provider.id, loaded),
  )?.id;
}

/** The settings of the place, as flags of its own would not change them. */
export async function loadSettings(request: ProviderRequest & { readonly model?: string }): Promise<LoadedConfig> {
  const { cwd, environment, model } = request;
  return (await openRooms({ folder: cwd, environment, flags: { model } })).settings;
}
