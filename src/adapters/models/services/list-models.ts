import { parseForeignJson } from "../../../base/json-depth.ts";
import { isLoopback } from "../../../base/plain-host.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import { toFailure } from "../http/failures.ts";
import { ServerFault } from "../http/faults.ts";
import { getText } from "../http/request.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { keyHeaders } from "../wires/anthropic.ts";
import { bearerHeaders } from "../wires/wire.ts";
import type { Provider } from "./provider.ts";
import { allProviders, type Environment, type ModelChoice, resolveModel } from "./providers.ts";

export interface ListedModel {
  /** Without the provider. */
  readonly id: string;
  readonly label?: string;
  readonly contextTokensMax?: number;
  /** What a server of one's own says besides; absent where it does not. */
  readonly isLoaded?: boolean;
  readonly isChat?: boolean;
  readonly tools?: boolean;
  readonly images?: boolean;
}

export type ModelList =
  | { readonly kind: "models"; readonly models: readonly ListedModel[] }
  | { readonly kind: "failed"; readonly failure: ModelFailure };

const LIST_TIMEOUT_MS = 20_000;

/** The models a provider's server offers, sorted by id. `choice` may name any model: only the address and key count. */
export async function listModels(
  choice: ModelChoice,
  options: { readonly environment: Environment; readonly signal?: AbortSignal; readonly timeoutMs?: number },
): Promise<ModelList> {
  try {
    const timeoutMs = options.timeoutMs ?? LIST_TIMEOUT_MS;
    const answer = await getText(listUrl(choice), { ...options, timeoutMs, headers: listHeaders(choice) });
    const isFine = answer.status >= 200 && answer.status < 300;
    const models = isFine ? readModels(answer.text) : undefined;
    if (!models) throw new ServerFault({ status: answer.status, headers: answer.headers, body: answer.text });
    return { kind: "models", models: choice.provider.local ? await withOwnWords(models, choice, timeoutMs) : models };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { kind: "failed", failure: toFailure(error, { ...choice, model: "" }) };
  }
}

export interface LocalServer {
  readonly provider: Provider;
  readonly baseUrl: string;
  readonly models: readonly ListedModel[];
}

/** A port that nobody listens on refuses at once; what listens and says nothing, on a busy machine, is waited for this long. */
const PROBE_TIMEOUT_MS = 600;

export interface ProbeOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Asks nobody but this machine, whatever the environment names. */
  readonly onlyLoopback?: boolean;
}

/**
 * The local model servers that answer at their usual addresses (or those the environment names) and offer at least one model,
 * in the order of the list of providers. Takes `timeoutMs` at most, 600 by default.
 */
export async function probeLocalServers(
  environment: Environment,
  options: ProbeOptions = {},
): Promise<readonly LocalServer[]> {
  const { signal, timeoutMs = PROBE_TIMEOUT_MS, onlyLoopback = false } = options;
  const found = await Promise.all(
    allProviders()
      .filter((provider) => provider.local || isAtNamedAddress(provider, environment))
      .map(async (provider) => {
        const choice = resolveModel(`${provider.id}/any`, { environment });
        if ("message" in choice || (onlyLoopback && !isLoopback(choice.baseUrl))) return undefined;
        const late = AbortSignal.timeout(timeoutMs);
        const either = signal ? AbortSignal.any([late, signal]) : late;
        const list = await listModels(choice, { environment: {}, signal: either, timeoutMs }).catch(() => undefined);
        if (list?.kind !== "models" || list.models.length === 0) return undefined;
        return { provider, baseUrl: choice.baseUrl, models: list.models };
      }),
  );
  signal?.throwIfAborted();
  return found.filter((server) => server !== undefined);
}

/** A server that may be anywhere, and is where the environment says. */
const isAtNamedAddress = ({ defaultUrl, urlVariables }: Provider, environment: Environment): boolean =>
  defaultUrl === undefined && urlVariables.some((name) => environment[name]);

/** What the server says of them beyond the list that all have. */
async function withOwnWords(
  models: readonly ListedModel[],
  { baseUrl, key }: ModelChoice,
  timeoutMs: number,
): Promise<readonly ListedModel[]> {
  const { askModelServer, modelOn } = await import("../local/server-models.ts");
  const server = await askModelServer(baseUrl, { timeoutMs, ...(key ? { headers: bearerHeaders({ key }) } : {}) });
  return server ? models.map((model) => ({ ...model, ...modelOn(server, model.id), id: model.id })) : models;
}

/** The one to begin with where none is named: one that answers people, and best one that is loaded. */
export function firstToAsk(models: readonly ListedModel[]): ListedModel | undefined {
  const chats = models.filter(({ isChat }) => isChat !== false);
  return chats.find(({ isLoaded }) => isLoaded) ?? chats[0];
}

function listUrl(choice: ModelChoice): string {
  switch (choice.wire) {
    case "anthropic":
      return `${choice.baseUrl}/models?limit=1000`;
    case "gemini":
      return `${choice.baseUrl}/models?pageSize=1000`;
    case "chat":
    case "responses":
    case "compatible":
    case "stackspot":
    case "library":
      return `${choice.baseUrl}/models`;
  }
}

function listHeaders(choice: ModelChoice): Record<string, string> {
  if (choice.wire === "gemini" && choice.key) return { "x-goog-api-key": choice.key };
  return choice.wire === "anthropic" ? keyHeaders(choice) : bearerHeaders(choice);
}

/** OpenAI's `data`, Gemini's and others' `models`, or a bare list; undefined for a document that is no list. */
function readModels(text: string): readonly ListedModel[] | undefined {
  let parsed: unknown;
  try {
    parsed = parseForeignJson(text);
  } catch {
    return undefined;
  }
  const document = asRecord(parsed);
  const list = Array.isArray(parsed) ? parsed : (document?.["data"] ?? document?.["models"]);
  if (!Array.isArray(list)) return undefined;
  const models = asList(list).flatMap((entry) => readModel(asRecord(entry)));
  return models.sort((left, right) => (left.id < right.id ? -1 : 1));
}

function readModel(entry: JsonRecord | undefined): ListedModel[] {
  const id = asText(entry?.["id"]) ?? asText(entry?.["name"])?.replace(/^models\//, "");
  if (!entry || !id) return [];
  const methods = entry["supportedGenerationMethods"];
  if (Array.isArray(methods) && !methods.includes("generateContent")) return [];
  const label = asText(entry["display_name"]) ?? asText(entry["displayName"]);
  const context =
    asNumber(entry["context_length"]) ?? asNumber(entry["inputTokenLimit"]) ?? asNumber(entry["max_input_tokens"]);
  return [{ id, ...(label ? { label } : {}), ...(context ? { contextTokensMax: context } : {}) }];
}
