import type { Provider } from "../../adapters/models/services/provider.ts";
import { findProvider, parseModelName } from "../../adapters/models/services/providers.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { setOwnSetting } from "../settings/write-setting.ts";
import { LOCAL_ID, listProviders, type ProviderRequest } from "./list-providers.ts";
import { known } from "./provider-status.ts";

export interface ProviderChange {
  readonly model?: string;
  readonly judgeModel?: string;
  readonly baseUrl?: string;
}

/**
 * Makes a provider the one that is used, in the person's own settings.
 * @returns what to tell: the file, and a warning where credentials are missing
 * @throws {UserError} when there is no such provider or a value is not allowed
 */
export async function setProvider(
  id: string,
  change: ProviderChange,
  request: ProviderRequest,
): Promise<{ readonly file: string; readonly warnings: readonly string[] }> {
  if (id === LOCAL_ID) return setLocal(change, request);
  const provider = known(id);
  const { environment } = request;
  for (const name of [change.model, change.judgeModel]) if (name !== undefined) checkModelId(name, provider);
  if (change.baseUrl !== undefined && !/^https?:/i.test(URL.parse(change.baseUrl)?.protocol ?? ""))
    throw new UserError(
      phrase`"${change.baseUrl}" is no address; give one such as http://127.0.0.1:8000/v1.`,
      EXIT.usage,
    );
  const before = request.settings;
  let file = await setOwnSetting("provider", id, environment);
  for (const [key, value] of Object.entries(change))
    if (value !== undefined) file = await setOwnSetting(["providers", id, key], value, environment);
  const pinned = before.config.model;
  const pinnedProvider = pinned === undefined ? undefined : parseModelName(pinned)?.provider;
  const warnings: string[] = [];
  // A full name in the same file would go on naming the other provider.
  if (pinnedProvider !== undefined && pinnedProvider !== id && findProvider(pinnedProvider)) {
    await setOwnSetting("model", undefined, environment);
    warnings.push(`The setting model (${pinned}) named another provider and is removed.`);
  }
  const status = (await listProviders(request)).find((one) => one.id === id);
  // A server of one's own may want no key.
  if (status && !status.hasCredentials && provider.defaultUrl !== undefined)
    warnings.push(
      `${provider.label} has no credentials yet: ${String(status.credentials).replace("none: ", "")} or run \`waymark login ${id}\`.`,
    );
  return { file, warnings };
}

/** The runtime in here takes a model that is installed, or a file. */
async function setLocal(
  { model, judgeModel, baseUrl }: ProviderChange,
  { environment }: ProviderRequest,
): Promise<{ readonly file: string; readonly warnings: readonly string[] }> {
  if (judgeModel !== undefined || baseUrl !== undefined)
    throw new UserError(phrase`A model that runs in here has neither an address nor a judge of its own.`, EXIT.usage);
  const { installedModels, isRuntimeInstalled } = await import("./local-models.ts");
  const [first] = installedModels(environment);
  const name = model ?? first;
  if (name === undefined)
    throw new UserError(
      phrase`No local model is installed: run \`waymark models install smollm2\`, or name a file with --model PATH.gguf.`,
      EXIT.configuration,
    );
  await setOwnSetting("provider", LOCAL_ID, environment);
  const file = await setOwnSetting("model", `${LOCAL_ID}/${name}`, environment);
  const warnings = isRuntimeInstalled(environment) ? [] : ["The runtime is missing: run `waymark models install`."];
  return { file, warnings };
}

/** Ids are what servers make of them; an agent's is a UUID, a ULID or words without spaces (BC-05). */
function checkModelId(name: string, { accountVariables }: Provider): void {
  const pattern = accountVariables ? /^[A-Za-z0-9_-]+$/ : /^\S+$/;
  if (pattern.test(name)) return;
  throw new UserError(
    phrase`"${name}" is no id of ${accountVariables ? "an agent: letters, digits, _ and -" : "a model: no spaces"}.`,
    EXIT.usage,
  );
}
