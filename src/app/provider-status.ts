import { keyFromEnvironment, PROVIDERS, parseModelName, resolveModel } from "../adapters/models/providers.ts";
import { errorText } from "../base/error-text.ts";
import { EXIT, type ExitCode, UserError } from "../base/user-error.ts";
import { type Capability, saveCapability } from "./capabilities.ts";
import { type LoadedConfig, loadConfig } from "./config/load.ts";
import { type Environment, locations } from "./config/locations.ts";
import { hasStoredKey, loginStatus, storedKey } from "./credentials.ts";
import { isTrusted } from "./trust.ts";

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
  readonly baseUrl?: string;
  readonly defaultModel?: string;
}

export async function listProviders(request: ProviderRequest): Promise<readonly ProviderStatus[]> {
  const loaded = await load(request);
  const logins = loginStatus(loaded);
  return PROVIDERS.map((provider) => {
    const login = logins.find((one) => one.provider === provider.id);
    const settings = loaded.config.providers[provider.id];
    const choice = resolveModel(`${provider.id}/any`, {
      environment: loaded.environment,
      key: "any",
      ...(settings?.baseUrl ? { baseUrl: settings.baseUrl } : {}),
    });
    return {
      id: provider.id,
      label: provider.label,
      implemented: true,
      credentials: login?.hasKey ? login.credential : `none: set ${provider.keyVariables[0]}`,
      hasCredentials: login?.hasKey ?? false,
      ...("kind" in choice ? {} : { baseUrl: choice.baseUrl }),
      ...(provider.defaultModel === undefined ? {} : { defaultModel: provider.defaultModel }),
    };
  });
}

export interface ProviderCheck {
  readonly ok: boolean;
  readonly message: string;
  readonly exitCode?: ExitCode;
}

/** Asks for the list of models: that needs the address and the key to be right, and costs nothing. */
export async function checkProvider(id: string | undefined, request: ProviderRequest): Promise<ProviderCheck> {
  const loaded = await load(request);
  const name =
    id ?? loaded.config.provider ?? parseModelName(loaded.config.model ?? "")?.provider ?? firstWithKey(loaded);
  if (name === undefined)
    return {
      ok: false,
      message: "No provider is set up; set a key such as OPENAI_API_KEY.",
      exitCode: EXIT.configuration,
    };
  try {
    const models = await modelsOf(name, loaded);
    return { ok: true, message: `${name} answers and offers ${models.length} models` };
  } catch (error) {
    return {
      ok: false,
      message: errorText(error),
      exitCode: error instanceof UserError ? error.exitCode : EXIT.transient,
    };
  }
}

export interface ProbeReport extends Capability {
  readonly model: string;
  /** What `auto` does with this model from now on. */
  readonly strategy: "react" | "judge";
}

/** Runs the probe against a model and keeps what it found. */
export async function probeProvider(name: string | undefined, request: ProviderRequest): Promise<ProbeReport> {
  const loaded = await load({ ...request, ...(name === undefined ? {} : { model: name }) });
  const { chooseModel } = await import("./choose-model.ts");
  const { probeModel } = await import("./probe.ts");
  const { model } = await chooseModel(loaded);
  const capability = await probeModel(model);
  saveCapability(locations(request.environment).state, model.id, capability);
  return { model: model.id, ...capability, strategy: capability.nativeTools ? "react" : "judge" };
}

/** The ids that the provider offers. @throws {UserError} when it cannot be asked */
export async function listModelsOf(
  id: string | undefined,
  request: ProviderRequest,
): Promise<{ readonly provider: string; readonly models: readonly string[] }> {
  const loaded = await load(request);
  const provider =
    id ?? loaded.config.provider ?? parseModelName(loaded.config.model ?? "")?.provider ?? firstWithKey(loaded);
  if (provider === undefined)
    throw new UserError("No provider is set up; name one with --provider, such as ollama.", EXIT.usage);
  return { provider, models: await modelsOf(provider, loaded) };
}

async function modelsOf(id: string, loaded: LoadedConfig): Promise<readonly string[]> {
  const settings = loaded.config.providers[id];
  const choice = resolveModel(`${id}/any`, {
    environment: loaded.environment,
    ...stored(id, loaded),
    ...(settings?.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
  });
  if ("kind" in choice)
    throw new UserError(choice.message, choice.kind === "no-key" ? EXIT.authentication : EXIT.usage);
  const { listModels } = await import("../adapters/models/list-models.ts");
  const listed = await listModels(choice, { environment: loaded.environment });
  if (listed.kind === "failed")
    throw new UserError(listed.failure.message, listed.failure.kind === "auth" ? EXIT.authentication : EXIT.transient);
  return listed.models.map((model) => model.id);
}

function stored(id: string, loaded: LoadedConfig): { key?: string } {
  const key = storedKey(id, loaded);
  return key === undefined ? {} : { key };
}

function firstWithKey(loaded: LoadedConfig): string | undefined {
  return PROVIDERS.find(
    (provider) => keyFromEnvironment(provider, loaded.environment) !== undefined || hasStoredKey(provider.id, loaded),
  )?.id;
}

function load({ cwd, environment, model }: ProviderRequest & { readonly model?: string }): Promise<LoadedConfig> {
  const places = locations(environment);
  return loadConfig({ flags: { model }, environment, locations: places, cwd, trusted: isTrusted(cwd, places) });
}
