// The open list of model providers: one row each. Everything here is pure; the environment comes as a parameter.

import { didYouMean } from "../../../base/near-word.ts";
import { normalizeUrl } from "./base-url.ts";

/** How a server is spoken to. `chat` is OpenAI's own Chat Completions, `compatible` everybody else's. */
export type Wire = "responses" | "chat" | "compatible" | "anthropic" | "gemini";
/** A protocol that no package of the AI SDK speaks; the folder of that name has its client. */
export type OwnWire = "stackspot";

export interface Quirks {
  /** The server refuses `stream_options` and counts tokens without being asked. */
  readonly noStreamOptions?: boolean;
  /** Reasoning goes back as `reasoning_content`; other servers answer 400 to the unknown field. */
  readonly reasoningBack?: boolean;
  /** Call ids must be nine letters or digits. */
  readonly shortCallIds?: boolean;
  /** The same reasoning delta may come several times in a row and counts once. */
  readonly repeatedReasoning?: boolean;
  /** Reasoning tokens are not part of the completion tokens. */
  readonly reasoningApart?: boolean;
  /** Takes a top-level `cache_control` for models whose id starts like this. */
  readonly cacheControlFor?: string;
}

export interface Provider {
  readonly id: string;
  readonly label: string;
  /** The first wire is the default; the others answer to `api` and to a 404 of a server that is not the default one. */
  readonly wires: readonly [Wire | OwnWire, ...Wire[]];
  /** Environment variables that hold the key; the first is the one to name in messages. Empty: none is needed. */
  readonly keyVariables: readonly string[];
  /** Environment variables for the address; the first is the one to name in messages. */
  readonly urlVariables: readonly string[];
  /** Absent: the address must be set. Ends in the version segment. */
  readonly defaultUrl?: string;
  /** Added to an address that lacks it: `always`, or only to a bare host, where a path of its own means the server knows. */
  readonly version: { readonly segment: "/v1" | "/v1beta"; readonly added: "always" | "to-bare-host" };
  readonly defaultModel?: string;
  /** Environment variables that name the model where nothing nearer does. */
  readonly modelVariables?: readonly string[];
  /** Environment variables that name the model which judges the answers of this one. */
  readonly judgeVariables?: readonly string[];
  /** Where no single key opens it: what its account is made of, all of it needed (BC-12). */
  readonly accountVariables?: readonly string[];
  /** Runs on this machine: works without a key, costs nothing. */
  readonly local: boolean;
  readonly quirks: Quirks;
}

const OPENAI_VERSION = { segment: "/v1", added: "to-bare-host" } as const;
const OPENAI_LIKE = { wires: ["compatible"], version: OPENAI_VERSION, local: false } as const;
const LOCAL = { ...OPENAI_LIKE, local: true, keyVariables: [] as string[], quirks: { reasoningBack: true } };

export const PROVIDERS: readonly Provider[] = [
  {
    id: "anthropic",
    label: "Anthropic",
    wires: ["anthropic"],
    keyVariables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
    urlVariables: ["ANTHROPIC_BASE_URL"],
    defaultUrl: "https://api.anthropic.com/v1",
    version: { segment: "/v1", added: "always" },
    defaultModel: "claude-sonnet-5-5",
    local: false,
    quirks: {},
  },
  {
    id: "openai",
    label: "OpenAI",
    wires: ["responses", "chat"],
    keyVariables: ["OPENAI_API_KEY"],
    urlVariables: ["OPENAI_BASE_URL", "OPENAI_API_BASE"],
    defaultUrl: "https://api.openai.com/v1",
    version: OPENAI_VERSION,
    defaultModel: "gpt-6.1-sol",
    local: false,
    quirks: {},
  },
  {
    id: "google",
    label: "Google Gemini",
    wires: ["gemini"],
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
    urlVariables: ["GOOGLE_BASE_URL", "GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"],
    defaultUrl: "https://generativelanguage.googleapis.com/v1beta",
    version: { segment: "/v1beta", added: "always" },
    defaultModel: "gemini-pro-latest",
    local: false,
    quirks: {},
  },
  {
    ...OPENAI_LIKE,
    id: "openrouter",
    label: "OpenRouter",
    keyVariables: ["OPENROUTER_API_KEY"],
    urlVariables: ["OPENROUTER_BASE_URL"],
    defaultUrl: "https://openrouter.ai/api/v1",
    defaultModel: "anthropic/claude-sonnet-5.5",
    quirks: { cacheControlFor: "anthropic/" },
  },
  {
    ...OPENAI_LIKE,
    id: "deepseek",
    label: "DeepSeek",
    keyVariables: ["DEEPSEEK_API_KEY"],
    urlVariables: ["DEEPSEEK_BASE_URL"],
    defaultUrl: "https://api.deepseek.com/v1",
    defaultModel: "deepseek-v4-pro",
    quirks: { reasoningBack: true },
  },
  {
    ...OPENAI_LIKE,
    id: "mistral",
    label: "Mistral",
    keyVariables: ["MISTRAL_API_KEY"],
    urlVariables: ["MISTRAL_BASE_URL"],
    defaultUrl: "https://api.mistral.ai/v1",
    defaultModel: "devstral-latest",
    quirks: { noStreamOptions: true, shortCallIds: true },
  },
  {
    ...OPENAI_LIKE,
    id: "groq",
    label: "Groq",
    keyVariables: ["GROQ_API_KEY"],
    urlVariables: ["GROQ_BASE_URL"],
    defaultUrl: "https://api.groq.com/openai/v1",
    defaultModel: "openai/gpt-oss-120b",
    quirks: {},
  },
  {
    ...OPENAI_LIKE,
    id: "xai",
    label: "xAI",
    keyVariables: ["XAI_API_KEY"],
    urlVariables: ["XAI_BASE_URL"],
    defaultUrl: "https://api.x.ai/v1",
    defaultModel: "grok-4.7",
    quirks: { repeatedReasoning: true, reasoningApart: true },
  },
  {
    id: "stackspot",
    label: "StackSpot AI",
    wires: ["stackspot"],
    keyVariables: ["STACKSPOT_CLIENT_SECRET"],
    accountVariables: ["STACKSPOT_CLIENT_ID", "STACKSPOT_CLIENT_SECRET", "STACKSPOT_REALM"],
    urlVariables: ["STACKSPOT_API_URL"],
    defaultUrl: "https://genai-inference-app.stackspot.com/v1",
    version: { segment: "/v1", added: "always" },
    modelVariables: ["STACKSPOT_CODER_ID"],
    judgeVariables: ["STACKSPOT_JUDGE_AGENT_ID"],
    local: false,
    quirks: {},
  },
  {
    ...LOCAL,
    id: "ollama",
    label: "Ollama",
    urlVariables: ["OLLAMA_BASE_URL", "OLLAMA_HOST"],
    defaultUrl: "http://127.0.0.1:11434/v1",
  },
  {
    ...LOCAL,
    id: "lmstudio",
    label: "LM Studio",
    urlVariables: ["LMSTUDIO_BASE_URL"],
    defaultUrl: "http://127.0.0.1:1234/v1",
  },
  {
    ...LOCAL,
    id: "llamacpp",
    label: "llama.cpp",
    keyVariables: ["LLAMACPP_API_KEY"],
    urlVariables: ["LLAMACPP_BASE_URL"],
    defaultUrl: "http://127.0.0.1:8080/v1",
  },
  {
    ...OPENAI_LIKE,
    id: "openai-compatible",
    label: "OpenAI-compatible server",
    keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
    urlVariables: ["OPENAI_COMPATIBLE_BASE_URL"],
    quirks: { reasoningBack: true },
  },
];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything needed to speak to one model; what {@link resolveModel} makes of a name and an environment. */
export interface ModelChoice {
  readonly provider: Provider;
  readonly model: string;
  readonly wire: Wire | OwnWire;
  /** Tried once where the server answers 404 to the first wire: an address that is not the provider's own may speak either. */
  readonly otherWire?: Wire;
  readonly baseUrl: string;
  readonly key?: string;
  /** The key is a token for `Authorization: Bearer`, where the provider's own keys travel in another header. */
  readonly bearer?: true;
}

/** A choice that a package of the AI SDK can speak to. */
export interface SdkChoice extends ModelChoice {
  readonly wire: Wire;
}

export type ModelProblem =
  | { readonly kind: "unknown-provider"; readonly message: string }
  | { readonly kind: "no-model"; readonly message: string }
  | { readonly kind: "no-key"; readonly message: string }
  | { readonly kind: "no-url"; readonly message: string }
  | { readonly kind: "bad-url"; readonly message: string };

export interface ResolveOptions {
  readonly environment: Environment;
  /** A key from the credential store; the environment wins. */
  readonly key?: string;
  /** An address from the settings; the environment wins. */
  readonly baseUrl?: string;
  /** Forces a wire of a provider that has several, as `WAYMARK_OPENAI_API=chat|responses` does. */
  readonly api?: string;
}

export function findProvider(id: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.id === id);
}

/** `provider/id`; the id may hold slashes itself. Undefined when there is no slash or a side is empty. */
export function parseModelName(name: string): { readonly provider: string; readonly model: string } | undefined {
  const slash = name.indexOf("/");
  if (slash <= 0 || slash === name.length - 1) return undefined;
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) };
}

/** The first of the provider's key variables that is set. */
export function keyFromEnvironment(provider: Provider, environment: Environment): string | undefined {
  return firstSet(provider.keyVariables, environment);
}

export function resolveModel(name: string, options: ResolveOptions): ModelChoice | ModelProblem {
  const parsed = parseModelName(name);
  const provider = findProvider(parsed?.provider ?? name);
  if (!provider) return unknownProvider(name);
  const model = parsed?.model ?? firstSet(provider.modelVariables ?? [], options.environment) ?? provider.defaultModel;
  if (!model) return withoutModel(provider);
  const address = addressOf(provider, options);
  if ("kind" in address) return address;
  const { baseUrl } = address;
  const key = keyFromEnvironment(provider, options.environment) ?? options.key;
  const isOwnServer = baseUrl === provider.defaultUrl;
  if (!provider.accountVariables && !key && !provider.local && isOwnServer) {
    const message = `No key for ${provider.label}: set ${provider.keyVariables[0]} or run \`waymark login ${provider.id}\`.`;
    return { kind: "no-key", message };
  }
  const bearer = key !== undefined && key === options.environment["ANTHROPIC_AUTH_TOKEN"]?.trim();
  return {
    ...{ provider, model, baseUrl, ...chooseWire(provider, isOwnServer, options) },
    ...(key ? { key } : {}),
    ...(bearer ? { bearer } : {}),
  };
}

function withoutModel(provider: Provider): ModelProblem {
  const variable = provider.modelVariables?.[0];
  const list = variable
    ? `set ${variable}, or run \`waymark provider set ${provider.id} --model ID\``
    : `\`waymark models list --provider ${provider.id}\` shows them`;
  const message = `${provider.label} has no default model: name one as ${provider.id}/ID (${list}).`;
  return { kind: "no-model", message };
}

function addressOf(provider: Provider, options: ResolveOptions): { readonly baseUrl: string } | ModelProblem {
  const given = firstSet(provider.urlVariables, options.environment) ?? options.baseUrl ?? provider.defaultUrl;
  if (given === undefined) {
    const message = `No address for ${provider.label}: set ${provider.urlVariables[0]}, such as http://127.0.0.1:8000/v1.`;
    return { kind: "no-url", message };
  }
  const baseUrl = normalizeUrl(given, provider);
  if (baseUrl !== undefined) return { baseUrl };
  const message = `${given} is no address for ${provider.label}: set ${provider.urlVariables[0]} to an http or https URL.`;
  return { kind: "bad-url", message };
}

/**
 * A server of one's own that says it is OpenAI's most often speaks Chat Completions only, so that is tried first there and
 * the other wire after a 404; api.openai.com gets the default. A forced wire is never left.
 */
function chooseWire(
  provider: Provider,
  isOwnServer: boolean,
  options: ResolveOptions,
): { readonly wire: Wire | OwnWire; readonly otherWire?: Wire } {
  const [first, second] = provider.wires;
  const forced = options.api ?? options.environment[`WAYMARK_${provider.id.toUpperCase().replaceAll("-", "_")}_API`];
  const wire = provider.wires.find((candidate) => candidate === forced);
  if (wire) return { wire };
  if (!second || isOwnServer || isOwn(first)) return { wire: first };
  return { wire: second, otherWire: first };
}

const isOwn = (wire: Wire | OwnWire): wire is OwnWire => wire === "stackspot";

/** @throws never; undefined for a protocol of its own */
export function sdkChoice(choice: ModelChoice): SdkChoice | undefined {
  const { wire } = choice;
  return isOwn(wire) ? undefined : { ...choice, wire };
}

/** @param name  a provider, or a model with one before its slash */
export function unknownProvider(name: string): ModelProblem {
  const ids = PROVIDERS.map((provider) => provider.id);
  const guess = didYouMean(name.split("/")[0] ?? name, ids);
  const message = `"${name}" names no known provider; ${guess}use PROVIDER/ID with one of ${ids.join(", ")}, scripted, local or offline.`;
  return { kind: "unknown-provider", message };
}

function firstSet(names: readonly string[], environment: Environment): string | undefined {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value) return value;
  }
  return undefined;
}
