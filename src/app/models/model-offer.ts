import { catalogue } from "../../adapters/models/services/catalogue.ts";
import { errorText } from "../../base/error-text.ts";
import { listProviders, type ProviderRequest, type ProviderStatus, withoutIdle } from "./list-providers.ts";
import { listModelsOf } from "./provider-status.ts";

/** A model that a person may choose; facts are absent where the catalogue has none. Prices are dollars a million tokens. */
export interface OfferedModel {
  /** `provider/model`. */
  readonly id: string;
  readonly facts?: {
    readonly contextTokens: number;
    readonly outputTokens: number;
    readonly inputPrice: number;
    readonly outputPrice: number;
    /** False where nobody says what it costs. */
    readonly isPriced: boolean;
    readonly reasoning: boolean;
    readonly images: boolean;
    readonly tools: boolean;
  };
  readonly hasCredentials: boolean;
}

export interface ModelOffer {
  /** Those that could be used at once first. */
  readonly models: readonly OfferedModel[];
  /** Why a provider could not be asked for its own list. */
  readonly notice?: string;
}

/**
 * The models of the catalogue and, where a provider is named, those that it offers by itself.
 * @param provider  asked over its own address; without it nobody is asked
 */
export async function offeredModels(request: ProviderRequest, provider?: string): Promise<ModelOffer> {
  const statuses = await listProviders(request);
  const ready = new Set(
    withoutIdle(statuses)
      .filter((status) => status.hasCredentials)
      .map(({ id }) => id),
  );
  const known = [...catalogue().values()].map((entry): OfferedModel => {
    const { id, contextTokensMax, outputTokensMax, inputPrice, outputPrice, isPriced, reasoning, images, tools } =
      entry;
    const facts = { contextTokens: contextTokensMax, outputTokens: outputTokensMax, inputPrice, outputPrice };
    return { id, facts: { ...facts, isPriced, reasoning, images, tools }, hasCredentials: ready.has(providerOf(id)) };
  });
  if (provider === undefined) return { models: readyFirst([...known, ...defaultsOf(statuses, known)]) };
  const mine = known.filter(({ id }) => providerOf(id) === provider);
  try {
    const asked = await listModelsOf(provider, request);
    const listed = asked.models.map((model): OfferedModel => {
      const id = `${provider}/${model}`;
      return { ...mine.find((entry) => entry.id === id), id, hasCredentials: true };
    });
    return { models: listed };
  } catch (error) {
    return { models: mine, notice: errorText(error) };
  }
}

/** A provider of which the catalogue knows nothing is there with its own first model. */
function defaultsOf(statuses: readonly ProviderStatus[], known: readonly OfferedModel[]): readonly OfferedModel[] {
  const named = new Set(known.map(({ id }) => providerOf(id)));
  return statuses.flatMap(({ id, defaultModel, hasCredentials }) =>
    named.has(id) || defaultModel === undefined ? [] : [{ id: `${id}/${defaultModel}`, hasCredentials }],
  );
}

function readyFirst(models: readonly OfferedModel[]): readonly OfferedModel[] {
  return [...models.filter((model) => model.hasCredentials), ...models.filter((model) => !model.hasCredentials)];
}

function providerOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}
