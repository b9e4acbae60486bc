import { readCredentials, writeCredential } from "../../adapters/credentials/credential-store.ts";
import { findProvider } from "../../adapters/models/services/providers.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";
import { accountName } from "./credentials.ts";
import { forgetLogin } from "./oauth-login.ts";
import { fetchFirstToken, forgetTokens } from "./stackspot/stackspot.ts";

/** Stores an account after a token was fetched with it. @throws {UserError} when none comes */
export async function saveAccount(
  provider: string,
  account: { readonly clientId: string; readonly key: string; readonly realm: string },
  loaded: LoadedConfig,
): Promise<void> {
  await fetchFirstToken(account, loaded);
  const savedAt = new Date().toISOString();
  writeCredential(locations(loaded.environment).config, accountName(provider, loaded), {
    kind: "account",
    ...account,
    savedAt,
  });
}

/** @returns whether there was one */
export function removeLogin(provider: string, loaded: LoadedConfig): boolean {
  const folder = locations(loaded.environment).config;
  forgetLogin(provider, loaded);
  if (findProvider(provider)?.accountVariables) forgetTokens(loaded);
  const name = accountName(provider, loaded);
  if (!readCredentials(folder)[name]) return false;
  writeCredential(folder, name, undefined);
  return true;
}
