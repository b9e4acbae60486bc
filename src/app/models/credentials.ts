import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import {
  type Credential,
  maskKey,
  readCredentials,
  writeCredential,
} from "../../adapters/credentials/credential-store.ts";
import type { Provider } from "../../adapters/models/services/provider.ts";
import { allProviders, findProvider, keyFromEnvironment } from "../../adapters/models/services/providers.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { ownEnvironment } from "../own-process.ts";
import { noteSecrets } from "../permissions/obtained-secrets.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";

const KEY_COMMAND_MS = 30_000;

/** What is stored for a provider: for the account of it that the settings name, where they name one. */
export function storedCredential(provider: string, loaded: LoadedConfig): Credential | undefined {
  return readCredentials(locations(loaded.environment).config)[accountName(provider, loaded)];
}

/** Under what a credential is stored: `openai`, or `openai@work` for one of several accounts. */
export function accountName(provider: string, { config }: Pick<LoadedConfig, "config">): string {
  const account = config.providers[provider]?.account;
  return account === undefined ? provider : `${provider}@${account}`;
}

/** The settings with another account of a provider. @throws {UserError} when it is no name */
export function withAccount(loaded: LoadedConfig, provider: string, account: string | undefined): LoadedConfig {
  if (account === undefined) return loaded;
  if (!/^[\w.-]+$/.test(account))
    throw new UserError(phrase`"${account}" is no name of an account; use letters, digits, ., _ and -.`, EXIT.usage);
  const { providers } = loaded.config;
  return {
    ...loaded,
    config: { ...loaded.config, providers: { ...providers, [provider]: { ...providers[provider], account } } },
  };
}

/** The value of a setting as it may be shown: of keys only the end. @param path  its keys, parted by dots */
export function maskedKeys(path: string, value: unknown): unknown {
  const name = path.split(".").at(-1) ?? "";
  const text = JSON.stringify({ [name]: value }, (key, inner) =>
    key === "apiKey" && typeof inner === "string" ? maskKey(inner) : inner,
  );
  return (JSON.parse(text) as Record<string, unknown>)[name] ?? null;
}

export type KeySource =
  | { readonly kind: "key"; readonly key: string }
  /** Run when the key is needed, and again when it is refused. */
  | { readonly kind: "command"; readonly command: string };

/** Where the key comes from beyond the environment's own: the stored one, then the settings', then what its command prints. */
export function keySource(provider: string, loaded: LoadedConfig): KeySource | undefined {
  const credential = storedCredential(provider, loaded);
  const { apiKey, apiKeyCommand } = loaded.config.providers[provider] ?? {};
  const key = (credential?.kind === "oauth" ? undefined : credential?.key) ?? apiKey;
  if (key !== undefined) return { kind: "key", key };
  return apiKeyCommand === undefined ? undefined : { kind: "command", command: apiKeyCommand };
}

export function storedKey(provider: string, loaded: LoadedConfig): string | undefined {
  const source = keySource(provider, loaded);
  return source?.kind === "command" ? keyFromCommand(provider, source.command) : source?.key;
}

/** Whether there is a key, without running anything for it. */
export function hasStoredKey(provider: string, loaded: LoadedConfig): boolean {
  return keySource(provider, loaded) !== undefined || storedCredential(provider, loaded) !== undefined;
}

/** Whether a login, whose tokens are renewed, is what opens the provider. */
export function isLoggedIn(provider: string, loaded: LoadedConfig): boolean {
  return storedCredential(provider, loaded)?.kind === "oauth";
}

/** What commands have printed, by command: asked once a process. */
const printed = new Map<string, string>();

/** @param not  a key that was refused: the command is asked again */
export function keyFromCommand(provider: string, command: string, not?: string): string {
  const known = printed.get(command);
  if (known !== undefined && known !== not) return known;
  const key = outputOfKeyCommand(provider, command).trim();
  noteSecrets(key);
  if (key === "") throw keyCommandError(provider, "printed nothing");
  // A header takes no control characters: the failure would speak of the header, not of the command.
  if (!/^[\x20-\x7e]+$/.test(key)) throw keyCommandError(provider, "printed more than one line, or what no key holds");
  printed.set(command, key);
  return key;
}

function outputOfKeyCommand(provider: string, command: string): string {
  try {
    return execFileSync("/bin/sh", ["-c", command], {
      // What it names is the person's: the folder that is worked in has no say.
      cwd: homedir(),
      env: ownEnvironment(),
      encoding: "utf8",
      timeout: KEY_COMMAND_MS,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const isLate = (error as NodeJS.ErrnoException).code === "ETIMEDOUT";
    const reason = isLate ? `no key within ${KEY_COMMAND_MS / 1000} s` : errorText(error).split("\n")[0];
    throw keyCommandError(provider, `failed (${reason})`, error);
  }
}

function keyCommandError(provider: string, what: string, cause?: unknown): UserError {
  return new UserError(
    phrase`The key command of ${provider} ${what}; run it by hand and mend providers.${provider}.apiKeyCommand.`,
    EXIT.authentication,
    { cause },
  );
}

/** @throws {UserError} when there is no such provider, or it needs no key */
export function loginProvider(id: string): Provider {
  const provider = findProvider(id);
  if (!provider)
    throw new UserError(phrase`There is no provider "${id}"; \`waymark provider list\` shows them.`, EXIT.usage);
  if (provider.local && provider.keyVariables.length === 0)
    throw new UserError(phrase`${provider.label} runs on this machine and needs no key.`, EXIT.usage);
  return provider;
}

export function saveKey(provider: string, key: string, loaded: LoadedConfig): void {
  writeCredential(locations(loaded.environment).config, accountName(provider, loaded), {
    kind: "api-key",
    key,
    savedAt: new Date().toISOString(),
  });
}

export interface LoginStatus {
  readonly provider: string;
  /** Where the key comes from, and its masked end. */
  readonly credential: Words;
  readonly hasKey: boolean;
}

export function loginStatus(loaded: LoadedConfig): readonly LoginStatus[] {
  return allProviders().map((provider) => {
    const credential = credentialText(provider, storedCredential(provider.id, loaded), loaded);
    return { provider: provider.id, credential, hasKey: String(credential) !== "none" };
  });
}

function credentialText(provider: Provider, stored: Credential | undefined, loaded: LoadedConfig): Words {
  const key = keyFromEnvironment(provider, loaded.environment);
  if (key !== undefined) {
    const variable = provider.keyVariables.find((name) => loaded.environment[name]?.trim());
    return `${variable} (${maskKey(key)})`;
  }
  if (stored) {
    const day = stored.savedAt.slice(0, 10);
    return stored.kind === "oauth" ? phrase`logged in ${day}` : phrase`stored ${day} (${maskKey(stored.key)})`;
  }
  const settings = loaded.config.providers[provider.id];
  if (settings?.apiKey !== undefined) return phrase`from the settings`;
  if (settings?.apiKeyCommand !== undefined) return phrase`from a command`;
  return provider.local ? phrase`none needed` : (accountOf(provider, loaded) ?? phrase`none`);
}

/** What a package finds by itself: the variables of an account, all that it cannot do without among them. */
function accountOf({ library }: Provider, { environment }: LoadedConfig): string | undefined {
  if (!library?.hasOtherCredentials) return undefined;
  const set = library.options.map(({ variables, isNeeded }) => ({
    isNeeded,
    variable: variables.find((name) => environment[name]?.trim()),
  }));
  if (set.some(({ isNeeded, variable }) => isNeeded && variable === undefined)) return undefined;
  const chosen = set.some(({ isNeeded }) => !isNeeded) ? set.filter(({ isNeeded }) => !isNeeded) : set;
  return chosen.find(({ variable }) => variable !== undefined)?.variable;
}
