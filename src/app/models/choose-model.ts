import { createGuide } from "../../adapters/models/offline/guide.ts";
import type { ModelChoice, ModelProblem } from "../../adapters/models/services/providers.ts";
import {
  findProvider,
  keyFromEnvironment,
  parseModelName,
  resolveModel,
} from "../../adapters/models/services/providers.ts";
import { errorText } from "../../base/error-text.ts";
import { isLoopback } from "../../base/is-loopback.ts";
import { EXIT, type ExitCode, UserError } from "../../base/user-error.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";
import { readCapability } from "./capabilities.ts";
import { hasStoredKey, isLoggedIn, storedKey } from "./credentials.ts";
import { GUIDE, modelName, pickUrl } from "./model-name.ts";

export interface ChosenModel {
  readonly model: ModelClient;
  /** What a person should know of the choice. */
  readonly notices: readonly string[];
}

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
