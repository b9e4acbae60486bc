import type { Provider } from "../../adapters/models/services/provider.ts";
import { allProviders } from "../../adapters/models/services/providers.ts";
import type { Phrase } from "../../base/phrase.ts";
import { describeModel } from "../models/choose-model.ts";
import { saveKey } from "../models/credentials.ts";
import { installedModels } from "../models/local-models.ts";
import { checkProvider, type ProviderCheck } from "../models/provider-status.ts";
import { setProvider } from "../models/set-provider.ts";
import type { Rooms } from "../rooms.ts";
import { rememberFirstRun } from "./first-run-mark.ts";
import type { Environment } from "./locations.ts";
import { setOwnSetting } from "./write-setting.ts";

/** The house that a newcomer comes into. */
export type FirstRunRequest = Pick<Rooms, "settings" | "environment">;

/** What was looked for in vain, besides keys and logins. */
export interface FirstRunState {
  /** Servers of this machine, as people call them. */
  readonly servers: readonly string[];
}

/**
 * Whether a person sits before a Waymark that nothing was ever told: no flag, no setting, no key, no login, no model server on
 * this machine, no installed model.
 * @returns what was looked for; undefined when there is nothing to ask, which is remembered
 */
export async function firstRun({ settings: loaded, environment }: FirstRunRequest): Promise<FirstRunState | undefined> {
  if (loaded.config.offline) return undefined;
  const described = await describeModel(loaded);
  const isBare =
    described.kind === "guide" && loaded.config.provider === undefined && loaded.config.model === undefined;
  if (!isBare || installedModels(environment).length > 0) {
    rememberFirstRun(environment);
    return undefined;
  }
  const locals = allProviders().filter((provider) => provider.local);
  return { servers: locals.map(({ label }) => label) };
}

/** Forms that say by themselves whose key they are. */
const KEY_FORMS: readonly (readonly [RegExp, string])[] = [
  [/^sk-ant-/, "anthropic"],
  [/^sk-or-/, "openrouter"],
  [/^gsk_/, "groq"],
  [/^xai-/, "xai"],
  [/^AIza/, "google"],
  [/^sk-(?:proj|svcacct|admin)-/, "openai"],
];

/** Whose key it is by its form; undefined where several providers make such keys. */
export function providerOfKey(key: string): Provider | undefined {
  const id = KEY_FORMS.find(([form]) => form.test(key))?.[1];
  return allProviders().find((provider) => provider.id === id);
}

/** Providers that one key opens. */
export function keyProviders(): readonly Provider[] {
  return allProviders().filter(
    ({ local, accountVariables, defaultUrl, onlyByName }) =>
      !local && !accountVariables && !onlyByName && defaultUrl !== undefined,
  );
}

/** Stores a key, uses its provider from now on, and tries it. */
export async function useKey(provider: Provider, key: string, request: FirstRunRequest): Promise<ProviderCheck> {
  saveKey(provider.id, key, request.settings);
  await setProvider(provider.id, {}, request);
  return checkProvider(provider.id, request);
}

/** Logs in with an account, after which its provider is used. @throws {UserError} when no token comes */
export async function useAccount(
  account: { readonly clientId: string; readonly key: string; readonly realm: string; readonly agent: string },
  request: FirstRunRequest,
): Promise<void> {
  const { saveAccount } = await import("../models/logins.ts");
  const { agent, ...rest } = account;
  await saveAccount("stackspot", rest, request.settings);
  await setProvider("stackspot", { model: agent }, request);
}

/** Installs the runtime and a small model, which is used from then on. @throws {UserError} */
export async function useLocalModel(
  environment: Environment,
  progress: { say(line: Phrase): void; readonly signal: AbortSignal },
): Promise<string> {
  const { installModel, installRuntime } = await import("../models/local-models.ts");
  await installRuntime(environment, { ...progress, gpu: false });
  const id = await installModel("smollm2", environment, progress);
  await setOwnSetting("model", id, environment);
  return id;
}
