import { errorText } from "../../base/error-text.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { TokenFailure } from "./token-source.ts";
import type { Token } from "./token-store.ts";

/** One POST, whatever its answer's status; rejects when there was no answer. */
export type PostForm = (
  url: string,
  form: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

export interface TokenRequest {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly realm?: string;
  readonly post: PostForm;
  /** Seconds since 1970. */
  readonly nowSeconds: number;
  /** Added to a failure: what to do about it. */
  readonly hint: string;
}

const EXPIRES_SECONDS = 3600;
const QUOTE_CHARS_MAX = 200;

/** Asks a token endpoint (RFC 6749, 4.4.2 and 6). @throws {TokenFailure} in the words of BC-24 */
export async function requestToken(request: TokenRequest): Promise<Token> {
  const { url, form, post, hint } = request;
  let answer: { readonly status: number; readonly text: string };
  try {
    answer = await post(url, form);
  } catch (error) {
    throw new TokenFailure(
      "unavailable",
      `Network error: ${errorText(error)} (${url}); check the network and ${hint}.`,
      {
        cause: error,
      },
    );
  }
  const { status, text } = answer;
  if (status === 401)
    throw new TokenFailure("refused", `Invalid client credentials (401 from ${url}); check ${hint}.`, { status });
  if (status === 404)
    throw new TokenFailure("refused", `Invalid realm or auth URL: ${url} (404); check ${hint}.`, { status });
  if (status < 200 || status > 299) {
    const passes = status === 429 || status >= 500;
    const quote = text.trim().startsWith("<") ? "" : text.replace(/\s+/g, " ").slice(0, QUOTE_CHARS_MAX);
    throw new TokenFailure(
      passes ? "unavailable" : "refused",
      `HTTP error ${status}: ${url}${quote ? `: ${withoutSecrets(quote, form)}` : ""}; ${passes ? "try again" : `check ${hint}`}.`,
      { status },
    );
  }
  return readAnswer(text, request);
}

function readAnswer(text: string, { url, realm, nowSeconds, form }: TokenRequest): Token {
  let value: Record<string, unknown> | null = null;
  try {
    value = parseForeignJson(text) as Record<string, unknown> | null;
  } catch {
    // Reported below, as what is missing.
  }
  const accessToken = value?.["access_token"];
  if (typeof accessToken !== "string" || accessToken === "")
    throw new TokenFailure("refused", `Invalid token response: missing access_token (${url}); check the auth URL.`);
  const expires = Number(value?.["expires_in"] ?? EXPIRES_SECONDS);
  const refresh = value?.["refresh_token"] ?? form["refresh_token"];
  return {
    access_token: accessToken,
    ...(typeof refresh === "string" && refresh !== "" ? { refresh_token: refresh } : {}),
    issued_at: Math.floor(nowSeconds),
    expires_at: Math.floor(nowSeconds + (Number.isFinite(expires) && expires > 0 ? expires : EXPIRES_SECONDS)),
    ...(realm === undefined ? {} : { realm }),
    token_type: typeof value?.["token_type"] === "string" ? value["token_type"] : "Bearer",
  };
}

/** Servers like to quote what they refuse. */
function withoutSecrets(text: string, form: Readonly<Record<string, string>>): string {
  const secrets = [form["client_secret"], form["refresh_token"]].filter(
    (secret) => secret !== undefined && secret !== "",
  );
  return secrets.reduce<string>((clean, secret) => clean.replaceAll(secret ?? "", "[secret]"), text);
}
