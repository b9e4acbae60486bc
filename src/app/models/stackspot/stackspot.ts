import { hash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { requestToken } from "../../../adapters/credentials/token-request.ts";
import { createTokenSource, TokenFailure, type TokenSource } from "../../../adapters/credentials/token-source.ts";
import { removeToken } from "../../../adapters/credentials/token-store.ts";
import type { ModelChoice } from "../../../adapters/models/services/providers.ts";
import { createStackspotClient } from "../../../adapters/models/stackspot/client.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { ModelAbilities, ModelClient } from "../../../core/ports/model.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import { noteSecrets } from "../../permissions/obtained-secrets.ts";
import type { LoadedConfig } from "../../settings/load.ts";
import { locations } from "../../settings/locations.ts";
import { storedCredential, storedKey } from "../credentials.ts";
import { postForm } from "../post-form.ts";
import { conversationFile } from "./conversations.ts";

const AUTH_URL = "https://idm.stackspot.com";
/** The documented buffer; STACKSPOT_TOKEN_BUFFER is another (BC-22). */
const EARLY_SECONDS = 60;
const CONNECT_MS = 30_000;

export interface StackspotAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly realm: string;
  readonly authUrl: string;
}

/** Whether the account of the settings gets a token. @throws {UserError} when none comes */
export async function proveAccount(loaded: LoadedConfig): Promise<void> {
  const { clientId, clientSecret, realm } = stackspotAccount(loaded);
  await fetchFirstToken({ clientId, key: clientSecret, realm }, loaded);
}

/** Proves an account by a token, which is kept. @throws {UserError} when none comes */
export async function fetchFirstToken(
  account: { readonly clientId: string; readonly key: string; readonly realm: string },
  loaded: LoadedConfig,
): Promise<void> {
  const { clientId, key: clientSecret, realm } = account;
  try {
    await stackspotTokens({ clientId, clientSecret, realm, authUrl: authUrlOf(loaded) }, loaded).get();
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    throw new UserError(error.message, error.kind === "refused" ? EXIT.authentication : EXIT.transient, {
      cause: error,
    });
  }
}

/** Removes the tokens of all accounts. */
export function forgetTokens({ environment }: LoadedConfig): void {
  const folder = join(locations(environment).state, "tokens");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.startsWith("stackspot-")) removeToken(join(folder, name));
}

function authUrlOf({ environment, config }: LoadedConfig): string {
  const given = environment["STACKSPOT_AUTH_URL"]?.trim() || config.providers["stackspot"]?.authUrl;
  return (given ?? AUTH_URL).replace(/\/+$/, "");
}

/** The account by environment, then settings, then what `waymark login` stored (BC-12). @throws {UserError} that names what is missing */
export function stackspotAccount(loaded: LoadedConfig): StackspotAccount {
  const { environment, config } = loaded;
  const settings = config.providers["stackspot"];
  const credential = storedCredential("stackspot", loaded);
  const stored = credential?.kind === "account" ? credential : undefined;
  const variable = (name: string): string | undefined => environment[`STACKSPOT_${name}`]?.trim() || undefined;
  const clientId = variable("CLIENT_ID") ?? settings?.clientId ?? stored?.clientId;
  const clientSecret = variable("CLIENT_SECRET") ?? storedKey("stackspot", loaded);
  const realm = variable("REALM") ?? settings?.realm ?? stored?.realm;
  const authUrl = authUrlOf(loaded);
  if (clientId && clientSecret && realm) return { clientId, clientSecret, realm, authUrl };
  const missing = Object.entries({ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, REALM: realm })
    .filter(([, value]) => !value)
    .map(([name]) => `STACKSPOT_${name}`);
  throw new UserError(
    phrase`Missing required configuration. Please ensure ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} set, or run \`waymark login stackspot\`.`,
    EXIT.authentication,
  );
}

/** The tokens of an account, kept for all processes in a file of the state folder. */
export function stackspotTokens(account: StackspotAccount, { environment }: LoadedConfig): TokenSource {
  const { clientId, clientSecret, realm, authUrl } = account;
  const name = hash("sha256", JSON.stringify([authUrl, realm, clientId])).slice(0, 16);
  const url = `${authUrl}/${encodeURIComponent(realm)}/oidc/oauth/token`;
  const early = Number(environment["STACKSPOT_TOKEN_BUFFER"] || EARLY_SECONDS);
  return createTokenSource({
    file: join(locations(environment).state, "tokens", `stackspot-${name}.json`),
    earlySeconds: Number.isFinite(early) && early >= 0 ? early : EARLY_SECONDS,
    onToken: (token) => noteSecrets(token.access_token, token.refresh_token),
    fetch: (refreshToken) =>
      requestToken({
        url,
        realm,
        form: {
          ...(refreshToken === undefined
            ? { grant_type: "client_credentials" }
            : { grant_type: "refresh_token", refresh_token: refreshToken }),
          client_id: clientId,
          client_secret: clientSecret,
        },
        post: (to, form) => postForm(to, form, environment),
        nowSeconds: Date.now() / 1000,
        hint: "STACKSPOT_CLIENT_ID, STACKSPOT_CLIENT_SECRET, STACKSPOT_REALM and STACKSPOT_AUTH_URL",
      }),
  });
}

/** @throws {UserError} when the account is not complete */
export function openStackspot(
  choice: ModelChoice,
  loaded: LoadedConfig,
  abilities: Partial<ModelAbilities>,
): ModelClient {
  const { config, sources, environment } = loaded;
  const account = stackspotAccount(loaded);
  const tokens = stackspotTokens(account, loaded);
  return createStackspotClient({
    asked: choice,
    account: `${account.realm} ${account.clientId}`,
    token: (not) => tokens.get(not === undefined ? {} : { not }),
    tokenFailure,
    environment,
    keepsConversation: config.providers["stackspot"]?.conversation ?? false,
    connectMs: CONNECT_MS,
    firstByteMs: config.firstByteTimeout * 1000,
    // Its streams may be silent for as long as they like, unless a person has set a bound (BC-33).
    ...(sources["stallTimeout"] === "default" ? {} : { stallMs: config.stallTimeout * 1000 }),
    ...(config.sessionPersistence ? { conversations: conversationFile(locations(environment).state) } : {}),
    abilities,
  });
}

function tokenFailure(error: unknown): ModelFailure | undefined {
  if (!(error instanceof TokenFailure)) return undefined;
  const status = error.status === undefined ? {} : { status: error.status };
  return { kind: error.kind === "refused" ? "auth" : "network", message: error.message, ...status };
}
