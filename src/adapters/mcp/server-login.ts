import { randomBytes } from "node:crypto";
import {
  ClientCredentialsProvider,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  PrivateKeyJwtProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** How a login at a server begins; all of it may be absent, then the client registers itself. */
export interface LoginSettings {
  /** `client_credentials`: no person logs in. */
  readonly grant?: "browser" | "client_credentials" | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The authorisation server that a secret or key is for; absent: the one it went to first. */
  readonly issuer?: string | undefined;
  /** A key in PEM that signs for the client in place of a secret, and its algorithm. */
  readonly privateKey?: string | undefined;
  readonly algorithm?: string | undefined;
  /** Where a document about this client is; servers that read such ones need no registration. */
  readonly clientMetadataUrl?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly callbackPort?: number | undefined;
}

/** What is kept of a login. */
export interface LoginRecord {
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly discovery?: OAuthDiscoveryState | undefined;
  /** Where the answer went that `client` was registered for. */
  readonly redirectUri?: string | undefined;
  /** The authorisation server that the secret or key of the settings went to. */
  readonly issuer?: string | undefined;
  /** What a server asked for beyond what was granted: the next login asks for it. */
  readonly wantedScope?: string | undefined;
}

export interface LoginStore {
  /** An empty record where there is none. */
  read(): LoginRecord;
  write(record: LoginRecord): void;
}

/** What a connection shows of a login. Undefined: the server is spoken to without one. */
export function loginOf(settings: LoginSettings, store: LoginStore): OAuthClientProvider | undefined {
  if (settings.grant === "client_credentials") return machineLogin(settings, store);
  return store.read().tokens === undefined ? undefined : new ServerLogin(settings, store);
}

/** The server itself says where tokens come from: what opens the account must not follow it from one place to another. */
function machineLogin(settings: LoginSettings, store: LoginStore): OAuthClientProvider {
  const { clientId = "", clientSecret, privateKey, algorithm = "RS256", scopes } = settings;
  const issuer = settings.issuer ?? store.read().issuer;
  const common = {
    clientId,
    clientName: "Waymark",
    ...(scopes === undefined ? {} : { scope: scopes.join(" ") }),
    ...(issuer === undefined ? {} : { expectedIssuer: issuer }),
  };
  const login: OAuthClientProvider =
    privateKey === undefined
      ? new ClientCredentialsProvider({ ...common, clientSecret: clientSecret ?? "" })
      : new PrivateKeyJwtProvider({ ...common, privateKey, algorithm });
  const save = login.saveTokens.bind(login);
  login.saveTokens = (tokens, context) => {
    if (context !== undefined) store.write({ ...store.read(), issuer: context.issuer });
    return save(tokens, context);
  };
  return login;
}

/** A person in front of a browser, or their answer of a while ago. */
export interface LoginPage {
  readonly redirectUri: string;
  readonly state: string;
  show(url: URL): Promise<void>;
}

/** A login as the library asks for it (OAuth 2.1 with PKCE, RFC 7591, 8414, 8707, 9728). Without a page nobody can log in anew. */
export class ServerLogin implements OAuthClientProvider {
  readonly #settings: LoginSettings;
  readonly #store: LoginStore;
  readonly #page: LoginPage | undefined;
  readonly clientMetadataUrl?: string;
  #verifier = "";

  constructor(settings: LoginSettings, store: LoginStore, page?: LoginPage) {
    this.#settings = settings;
    this.#store = store;
    this.#page = page;
    if (settings.clientMetadataUrl !== undefined) this.clientMetadataUrl = settings.clientMetadataUrl;
  }

  get redirectUrl(): string {
    return this.#page?.redirectUri ?? this.#store.read().redirectUri ?? "http://127.0.0.1/callback";
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes, clientSecret } = this.#settings;
    return {
      client_name: "Waymark",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(clientSecret === undefined ? {} : { token_endpoint_auth_method: "client_secret_post" }),
      ...(scopes === undefined ? {} : { scope: scopes.join(" ") }),
    };
  }

  state(): string {
    return this.#page?.state ?? randomBytes(16).toString("base64url");
  }

  /** A client that registered itself did so for one address only. */
  clientInformation(): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.#settings;
    const { client, redirectUri, issuer: known } = this.#store.read();
    if (clientId !== undefined && clientSecret === undefined) return { client_id: clientId };
    const { issuer = known } = this.#settings;
    if (clientId !== undefined)
      return { client_id: clientId, client_secret: clientSecret, ...(issuer === undefined ? {} : { issuer }) };
    return redirectUri === this.redirectUrl ? client : undefined;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#keep({ client, redirectUri: this.redirectUrl });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#store.read().tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#keep({ tokens, redirectUri: this.redirectUrl, wantedScope: undefined, issuer: tokens.issuer });
  }

  /** @throws an Error when nobody is there to go to the page */
  async redirectToAuthorization(url: URL): Promise<void> {
    if (this.#page !== undefined) return this.#page.show(url);
    const wantedScope = url.searchParams.get("scope") ?? undefined;
    this.#keep({ wantedScope });
    throw new LoginNeeded();
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#keep({ discovery });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#store.read().discovery;
  }

  invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    // Whom the secret is for is not forgotten with what it opened.
    if (scope === "all") return this.#store.write({ issuer: this.#store.read().issuer });
    if (scope === "client") this.#keep({ client: undefined });
    if (scope === "tokens") this.#keep({ tokens: undefined });
    if (scope === "discovery") this.#keep({ discovery: undefined });
  }

  #keep(change: LoginRecord): void {
    this.#store.write({ ...this.#store.read(), ...change });
  }
}

/** Only a person can go on. */
export class LoginNeeded extends Error {
  constructor() {
    super("it wants a login");
  }
}
