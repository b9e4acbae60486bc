import type { ListedModel } from "../../adapters/models/services/list-models.ts";
import type { Provider } from "../../adapters/models/services/provider.ts";
import {
  allProviders,
  findProvider,
  keyFromEnvironment,
  type ModelChoice,
  resolveModel,
} from "../../adapters/models/services/providers.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { EXIT, type ExitCode, UserError } from "../../base/user-error.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Environment } from "../settings/locations.ts";
import { isLoggedIn, storedKey } from "./credentials.ts";
import { LOCAL_ID, type ProviderRequest } from "./list-providers.ts";
import { providerInUse } from "./provider-in-use.ts";

/** @throws {UserError} in the words of BC-40 */
export function known(id: string): Provider {
  const provider = findProvider(id);
  if (provider) return provider;
  const usual = allProviders()
    .filter((one) => !one.onlyByName)
    .map((one) => one.id);
  const others = `and ${allProviders().length - usual.length} more (\`waymark provider list --all\`)`;
  throw new UserError(phrase`Provider '${id}' not found. Available: ${usual.join(", ")} ${others}.`, EXIT.usage);
}

export interface ProviderCheck {
  readonly ok: boolean;
  readonly message: Words;
  readonly exitCode?: ExitCode;
}

/** Asks for the list of models: that needs the address and the key to be right, and costs nothing. */
export async function checkProvider(id: string | undefined, request: ProviderRequest): Promise<ProviderCheck> {
  const loaded = request.settings;
  const name = id ?? providerInUse(loaded);
  if (name === undefined)
    return {
      ok: false,
      message: phrase`No provider is set up; set a key such as OPENAI_API_KEY.`,
      exitCode: EXIT.configuration,
    };
  try {
    if (name === LOCAL_ID) return checkLocal(loaded.environment);
    const { accountVariables, defaultUrl = "", label } = known(name);
    if (accountVariables) {
      refuseOffline(label, defaultUrl, loaded);
      const { proveAccount } = await import("./stackspot/stackspot.ts");
      await proveAccount(loaded);
      return { ok: true, message: phrase`${name} gave out a token; its agents are asked when a prompt is sent` };
    }
    const provider = known(name);
    if (provider.library) return await checkLibrary(provider, loaded);
    const models = await offeredBy(name, loaded);
    return { ok: true, message: phrase`${name} answers and offers ${models.length} models` };
  } catch (error) {
    return {
      ok: false,
      message: error instanceof UserError ? error.words : errorText(error),
      exitCode: error instanceof UserError ? error.exitCode : EXIT.transient,
    };
  }
}

/** What can be known before somebody pays for an answer. @throws {UserError} where something is missing */
async function checkLibrary({ id, label }: Provider, loaded: LoadedConfig): Promise<ProviderCheck> {
  const { openLibrary } = await import("./library-models.ts");
  const choice = resolveModel(`${id}/any`, { environment: loaded.environment, ...stored(id, loaded) });
  if ("kind" in choice) throw new UserError(choice.words, EXIT.authentication);
  openLibrary(choice, loaded);
  return { ok: true, message: phrase`the package of ${label} is installed; its key is tried when a prompt is sent` };
}

async function checkLocal(environment: Environment): Promise<ProviderCheck> {
  const { installedModels, isRuntimeInstalled } = await import("./local-models.ts");
  if (!isRuntimeInstalled(environment))
    return {
      ok: false,
      message: phrase`The runtime for local models is not installed; run \`waymark models install\`.`,
      exitCode: EXIT.configuration,
    };
  const models = installedModels(environment);
  return {
    ok: true,
    message: phrase`the runtime is installed, and ${models.length} models (${models.join(", ") || "none"})`,
  };
}

const ABILITIES = ["tools", "reasoning", "images"] as const;

export interface OfferedModel {
  readonly id: string;
  readonly label?: string;
  readonly contextTokensMax?: number;
  /** US dollars for a million tokens; absent where nobody says. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
  /** Absent where it is not known. */
  readonly abilities?: readonly (typeof ABILITIES)[number][];
  /** Of a server of this machine: whether it has the model in memory. */
  readonly isLoaded?: boolean;
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
  const loaded = request.settings;
  const provider = id ?? providerInUse(loaded);
  if (provider === undefined)
    throw new UserError(phrase`No provider is set up; name one with --provider, such as ollama.`, EXIT.usage);
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
  const details = models.map((listed): OfferedModel => {
    const { id: model, label, contextTokensMax, isLoaded } = listed;
    const entry = catalogue(`${provider}/${model}`);
    const context = contextTokensMax ?? entry?.contextTokensMax;
    return {
      id: model,
      ...(label === undefined ? {} : { label }),
      ...(context ? { contextTokensMax: context } : {}),
      ...(entry?.isPriced ? { inputPrice: entry.inputPrice, outputPrice: entry.outputPrice } : {}),
      ...abilitiesOf({ ...entry, ...listed }),
      ...(isLoaded === undefined ? {} : { isLoaded }),
      isDefault: model === standard,
    };
  });
  return { provider, models: models.map((model) => model.id), details };
}

function abilitiesOf(facts: Partial<Record<(typeof ABILITIES)[number], boolean>>): Pick<OfferedModel, "abilities"> {
  if (ABILITIES.every((ability) => facts[ability] === undefined)) return {};
  return { abilities: ABILITIES.filter((ability) => facts[ability]) };
}

async function offeredBy(id: string, loaded: LoadedConfig): Promise<readonly ListedModel[]> {
  const { accountVariables, label, library } = known(id);
  if (accountVariables)
    throw new UserError(phrase`${label} publishes no list of its agents; copy an id from its portal.`, EXIT.usage);
  if (library)
    throw new UserError(
      phrase`The package of ${label} has no list of models; name one as ${id}/ID, as the service writes it.`,
      EXIT.usage,
    );
  const settings = loaded.config.providers[id];
  const choice = resolveModel(`${id}/any`, {
    environment: loaded.environment,
    ...stored(id, loaded),
    ...(settings?.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
  });
  if ("kind" in choice) throw new UserError(choice.words, choice.kind === "no-key" ? EXIT.authentication : EXIT.usage);
  refuseOffline(label, choice.baseUrl, loaded);
  const { listModels } = await import("../../adapters/models/services/list-models.ts");
  const listed = await listModels(await withLogin(choice, loaded), { environment: loaded.environment });
  if (listed.kind === "failed")
    throw new UserError(listed.failure.message, listed.failure.kind === "auth" ? EXIT.authentication : EXIT.transient);
  return listed.models;
}

/** @throws {UserError} when this address may not be reached */
function refuseOffline(label: string, baseUrl: string, { config }: LoadedConfig): void {
  if (config.offline && !isLoopback(baseUrl))
    throw new UserError(phrase`${label} is not asked: --offline forbids the network.`, EXIT.usage);
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
