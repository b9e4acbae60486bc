import type { Provider } from "../../adapters/models/services/provider.ts";
import {
  allProviders,
  type ModelChoice,
  type ModelProblem,
  resolveModel,
} from "../../adapters/models/services/providers.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { isLoopback } from "../../base/plain-host.ts";
import type { Rooms } from "../rooms.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Environment } from "../settings/locations.ts";
import { loginStatus } from "./credentials.ts";
import { pickUrl } from "./model-name.ts";
import { providerInUse } from "./provider-in-use.ts";
import { reachProblem } from "./reach.ts";

/** What is asked of a house. */
export type ProviderRequest = Pick<Rooms, "settings" | "environment">;

export interface ProviderLook {
  /** Asks each whether it listens. */
  readonly reach?: boolean;
}

export interface ProviderStatus {
  readonly id: string;
  readonly label: string;
  /** Every listed provider is; what is planned is not listed. */
  readonly implemented: true;
  readonly credentials: Words;
  readonly hasCredentials: boolean;
  /** One of many that wait for a key, or for their package: told of where somebody asks for all. */
  readonly isOnlyByName: boolean;
  /** The one that is used when nothing else is said. */
  readonly current: boolean;
  /** Null where it was not asked: nobody wanted to know, it has no credentials, or nothing may be reached. */
  readonly reachable: boolean | null;
  readonly reachability: Words;
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
  { reach = false }: ProviderLook = {},
): Promise<readonly ProviderStatus[]> {
  const loaded = request.settings;
  const { environment } = loaded;
  const logins = loginStatus(loaded);
  const current = providerInUse(loaded);
  const listed = allProviders().map((provider) => {
    const { credential = phrase`none`, hasKey = false } = logins.find((one) => one.provider === provider.id) ?? {};
    return statusOf(provider, loaded, { credential, hasKey, reach, current });
  });
  return [...(await Promise.all(listed)), await embeddedStatus(current, environment)];
}

async function statusOf(
  provider: Provider,
  loaded: LoadedConfig,
  known: {
    readonly credential: Words;
    readonly hasKey: boolean;
    readonly reach: boolean;
    readonly current: string | undefined;
  },
): Promise<ProviderStatus> {
  const { config, environment } = loaded;
  const { id, label, onlyByName = false, library } = provider;
  const settings = config.providers[id];
  const choice = resolveModel(`${id}/any`, { environment, key: "any", ...pickUrl(settings?.baseUrl) });
  const baseUrl = "kind" in choice ? undefined : choice.baseUrl;
  const defaultModel = settings?.model ?? provider.defaultModel;
  // A server of one's own may want no key.
  const isOwnServer = library === undefined && baseUrl !== undefined && baseUrl !== provider.defaultUrl;
  const hasCredentials = known.hasKey || isOwnServer;
  const isAsked = known.reach && hasCredentials;
  return {
    ...{ id, label, implemented: true, isOnlyByName: onlyByName, hasCredentials },
    credentials: credentialsOf(provider, environment, { ...known, isOwnServer }),
    current: id === known.current,
    ...(library
      ? await installation(provider, loaded)
      : await reachability({ provider, choice, isAsked, isOffline: config.offline })),
    ...(baseUrl?.startsWith("http") ? { baseUrl } : {}),
    ...(defaultModel === undefined ? {} : { defaultModel }),
  };
}

function credentialsOf(
  provider: Provider,
  environment: Environment,
  {
    hasKey,
    credential,
    isOwnServer,
  }: { readonly hasKey: boolean; readonly credential: Words; readonly isOwnServer: boolean },
): Words {
  if (hasKey) return credential;
  return isOwnServer
    ? phrase`no key, for a server that needs none`
    : phrase`none: set ${missingVariables(provider, environment)}`;
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
      credentials: phrase`none needed`,
      hasCredentials: true,
      isOnlyByName: false,
    },
    ...{ current: current === LOCAL_ID, reachable: isInstalled },
    reachability: isInstalled ? phrase`installed` : phrase`not installed: \`waymark models install\``,
    ...(model === undefined ? {} : { defaultModel: model }),
  };
}

/** A package that is installed is asked for nothing before it is used. */
async function installation(
  provider: Provider,
  loaded: LoadedConfig,
): Promise<Pick<ProviderStatus, "reachable" | "reachability">> {
  const { libraryStatus } = await import("./library-models.ts");
  const found = provider.library && libraryStatus(provider, provider.library, loaded).found;
  if (found) return { reachable: null, reachability: phrase`package ${found.version}` };
  return { reachable: false, reachability: phrase`no package: \`waymark provider add ${provider.id}\`` };
}

/** Those that a person has to do with: the usual ones, and what has credentials, its package included, or is in use. */
export function withoutIdle(all: readonly ProviderStatus[]): readonly ProviderStatus[] {
  return all.filter(
    ({ isOnlyByName, hasCredentials, reachable, current }) =>
      !isOnlyByName || current || (hasCredentials && reachable !== false),
  );
}

function missingVariables({ accountVariables, keyVariables }: Provider, environment: Environment): string {
  return (accountVariables ?? keyVariables.slice(0, 1)).filter((name) => !environment[name]?.trim()).join(", ");
}

async function reachability(asked: {
  readonly provider: Provider;
  readonly choice: ModelChoice | ModelProblem;
  readonly isAsked: boolean;
  readonly isOffline: boolean;
}): Promise<Pick<ProviderStatus, "reachable" | "reachability">> {
  const { provider, choice, isAsked, isOffline } = asked;
  if ("kind" in choice) return { reachable: null, reachability: phrase`no address: set ${provider.urlVariables[0]}` };
  const { baseUrl } = choice;
  if (isOffline && !isLoopback(baseUrl)) return { reachable: null, reachability: phrase`not asked (offline)` };
  if (!isAsked) return { reachable: null, reachability: phrase`not asked` };
  const problem = await reachProblem(baseUrl, provider.local ? REACH_LOCAL_MS : REACH_MS);
  if (problem !== undefined)
    return {
      reachable: false,
      reachability: provider.local ? phrase`not running` : phrase`not reachable (${problem})`,
    };
  if (!provider.local) return { reachable: true, reachability: phrase`reachable` };
  return (await import("./near-server.ts")).readiness(choice);
}
