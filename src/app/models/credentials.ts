import { execFileSync } from "node:child_process";
import {
  type Credential,
  maskKey,
  readCredentials,
  writeCredential,
} from "../../adapters/credentials/credential-store.ts";
import {
  findProvider,
  keyFromEnvironment,
  PROVIDERS,
  type Provider,
} from "../../adapters/models/services/providers.ts";
import { errorText } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { noteSecrets } from "../permissions/obtained-secrets.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";

const KEY_COMMAND_MS = 30_000;

/** The key beyond the environment's own: the stored one, then the settings', then what its command prints. */
export function storedKey(provider: string, { config, environment }: LoadedConfig): string | undefined {
  const credential = readCredentials(locations(environment).config)[provider];
  const stored = credential?.kind === "oauth" ? undefined : credential?.key;
  const settings = config.providers[provider];
  return (
    stored ??
    settings?.apiKey ??
    (settings?.apiKeyCommand === undefined ? undefined : keyFromCommand(provider, settings.apiKeyCommand))
  );
}

/** Whether there is a key, without running anything for it. */
export function hasStoredKey(provider: string, { config, environment }: LoadedConfig): boolean {
  const settings = config.providers[provider];
  if (settings?.apiKey !== undefined || settings?.apiKeyCommand !== undefined) return true;
  return readCredentials(locations(environment).config)[provider] !== undefined;
}

/** Whether a login, whose tokens are renewed, is what opens the provider. */
export function isLoggedIn(provider: string, { environment }: LoadedConfig): boolean {
  return readCredentials(locations(environment).config)[provider]?.kind === "oauth";
}

function keyFromCommand(provider: string, command: string): string {
  try {
    const output = execFileSync("/bin/sh", ["-c", command], {
      encoding: "utf8",
      timeout: KEY_COMMAND_MS,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const key = output.trim();
    noteSecrets(key);
    if (key !== "") return key;
  } catch (error) {
    throw new UserError(
      `The key command of ${provider} failed (${errorText(error).split("\n")[0]}); run it by hand and mend providers.${provider}.apiKeyCommand.`,
      EXIT.authentication,
      { cause: error },
    );
  }
  throw new UserError(
    `The key command of ${provider} printed nothing; run it by hand and mend providers.${provider}.apiKeyCommand.`,
    EXIT.authentication,
  );
}

/** @throws {UserError} when there is no such provider, or it needs no key */
export function loginProvider(id: string): Provider {
  const provider = findProvider(id);
  if (!provider) throw new UserError(`There is no provider "${id}"; \`waymark provider list\` shows them.`, EXIT.usage);
  if (provider.local && provider.keyVariables.length === 0)
    throw new UserError(`${provider.label} runs on this machine and needs no key.`, EXIT.usage);
  return provider;
}

export function saveKey(provider: string, key: string, loaded: LoadedConfig): void {
  writeCredential(locations(loaded.environment).config, provider, {
    kind: "api-key",
    key,
    savedAt: new Date().toISOString(),
  });
}

export interface LoginStatus {
  readonly provider: string;
  /** Where the key comes from, and its masked end. */
  readonly credential: string;
  readonly hasKey: boolean;
}

export function loginStatus(loaded: LoadedConfig): readonly LoginStatus[] {
  const stored = readCredentials(locations(loaded.environment).config);
  return PROVIDERS.map((provider) => {
    const credential = credentialText(provider, stored[provider.id], loaded);
    return { provider: provider.id, credential, hasKey: credential !== "none" };
  });
}

function credentialText(provider: Provider, stored: Credential | undefined, loaded: LoadedConfig): string {
  const key = keyFromEnvironment(provider, loaded.environment);
  if (key !== undefined) {
    const variable = provider.keyVariables.find((name) => loaded.environment[name]?.trim());
    return `${variable} (${maskKey(key)})`;
  }
  if (stored) {
    const day = stored.savedAt.slice(0, 10);
    return stored.kind === "oauth" ? `logged in ${day}` : `stored ${day} (${maskKey(stored.key)})`;
  }
  const settings = loaded.config.providers[provider.id];
  if (settings?.apiKey !== undefined) return "from the settings";
  if (settings?.apiKeyCommand !== undefined) return "from a command";
  return provider.local ? "none needed" : "none";
}
