import { join } from "node:path";
import { writeCredential } from "../../adapters/credentials/credential-store.ts";
import type { LoginDialog } from "../../adapters/credentials/oauth-login.ts";
import { requestToken } from "../../adapters/credentials/token-request.ts";
import { createTokenSource, TokenFailure, type TokenSource } from "../../adapters/credentials/token-source.ts";
import { removeToken, writeToken } from "../../adapters/credentials/token-store.ts";
import { getText } from "../../adapters/models/http/request.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { noteSecrets } from "../permissions/obtained-secrets.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";
import { accountName, storedCredential } from "./credentials.ts";
import { postForm } from "./post-form.ts";

const TIMEOUT_MS = 30_000;
const EARLY_SECONDS = 60;

const tokenFile = (provider: string, loaded: LoadedConfig): string =>
  join(locations(loaded.environment).state, "tokens", `${accountName(provider, loaded)}.json`);

/** Logs in as the provider's `oauth` settings say, and keeps the tokens. @throws {UserError} with what to do */
export async function oauthLogin(
  provider: string,
  loaded: LoadedConfig,
  dialog: Pick<LoginDialog, "show" | "signal">,
): Promise<void> {
  const { environment, config } = loaded;
  const settings = config.providers[provider]?.oauth;
  if (!settings)
    throw new UserError(
      phrase`${provider} has no oauth settings; set providers.${provider}.oauth first.`,
      EXIT.configuration,
    );
  const { loginByBrowser, loginByDevice } = await import("../../adapters/credentials/oauth-login.ts");
  const login = settings.flow === "browser" ? loginByBrowser : loginByDevice;
  const { audience, ...rest } = settings;
  try {
    const { token, tokenUrl } = await login(
      { ...rest, scopes: settings.scopes ?? [], ...(audience === undefined ? {} : { audience }) },
      {
        ...dialog,
        send: (url, { method, headers, body }) =>
          getText(url, {
            headers,
            timeoutMs: TIMEOUT_MS,
            environment,
            ...(method === "POST" ? { body: body ?? "" } : {}),
          }),
      },
    );
    writeToken(tokenFile(provider, loaded), token);
    writeCredential(locations(environment).config, accountName(provider, loaded), {
      kind: "oauth",
      tokenUrl,
      clientId: settings.clientId,
      savedAt: new Date().toISOString(),
    });
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    throw new UserError(error.message, error.kind === "refused" ? EXIT.authentication : EXIT.transient, {
      cause: error,
    });
  }
}

/** The tokens of a login, renewed with its refresh token; without one a spent token asks for a new login. */
export function loginTokens(provider: string, loaded: LoadedConfig): TokenSource {
  const { environment } = loaded;
  return createTokenSource({
    file: tokenFile(provider, loaded),
    earlySeconds: EARLY_SECONDS,
    onToken: (token) => noteSecrets(token.access_token, token.refresh_token),
    fetch: (refreshToken) => {
      const credential = storedCredential(provider, loaded);
      if (refreshToken === undefined || credential?.kind !== "oauth")
        throw new TokenFailure("refused", `The login at ${provider} has ended; run \`waymark login ${provider}\`.`);
      return requestToken({
        url: credential.tokenUrl,
        form: { grant_type: "refresh_token", refresh_token: refreshToken, client_id: credential.clientId },
        post: (url, form) => postForm(url, form, environment),
        nowSeconds: Date.now() / 1000,
        hint: `the login (\`waymark login ${provider}\`)`,
      });
    },
  });
}

export function forgetLogin(provider: string, loaded: LoadedConfig): void {
  removeToken(tokenFile(provider, loaded));
}
