import { withBoundCalls } from "../../adapters/models/local/bound-calls.ts";
import { abilitiesOf, lookOnServer, onServer } from "../../adapters/models/local/on-server.ts";
import { type ListedModel, listModels } from "../../adapters/models/services/list-models.ts";
import type { ModelChoice } from "../../adapters/models/services/providers.ts";
import { counted, phrase, type Words } from "../../base/phrase.ts";
import type { ModelAbilities, ModelClient } from "../../core/ports/model.ts";
import type { Capability } from "./capabilities.ts";

export interface NearModel {
  /** What the server says of it. */
  readonly abilities: Partial<ModelAbilities>;
  /** The model as the server has it: loaded first, within its window, its calls held to a schema where it makes none by itself. */
  wrap(client: ModelClient, options: WrapOptions): ModelClient;
}

export interface WrapOptions {
  /** Tokens; from the settings. */
  readonly windowTokens: number | undefined;
  readonly probed: Capability | undefined;
  /** False: as it is by itself, to see what it can do. */
  readonly bindsCalls: boolean;
}

/** Asks a model server of this machine for the model; takes 0.6 s at most. */
export async function lookNear(choice: ModelChoice): Promise<NearModel> {
  const found = await lookOnServer(choice);
  return {
    abilities: found ? abilitiesOf(found) : {},
    wrap(client, { windowTokens, probed, bindsCalls }) {
      const model = found ? onServer(client, choice, { found, windowTokens }) : client;
      // A server that is known to hold answers to a schema, or was seen to.
      const isBound = probed ? probed.boundCalls === true : found !== undefined;
      return bindsCalls && isBound && !client.abilities.nativeTools ? withBoundCalls(model) : model;
    },
  };
}

const LIST_MS = 1_000;

/** Whether the server would answer a prompt: it does when it lists its models, which one that still loads does not. */
export async function readiness(
  choice: ModelChoice,
): Promise<{ readonly reachable: boolean; readonly reachability: Words }> {
  const listed = await listModels(choice, { environment: {}, timeoutMs: LIST_MS });
  if (listed.kind === "failed") {
    const isLoading = listed.failure.status === HTTP_UNAVAILABLE;
    return { reachable: false, reachability: isLoading ? phrase`loading its model` : phrase`lists no models` };
  }
  const chats = listed.models.filter(({ isChat }) => isChat !== false);
  if (chats.length === 0) return { reachable: true, reachability: phrase`has no model` };
  const loaded = chats.filter(({ isLoaded }) => isLoaded).map(withWindow);
  const count = counted(chats.length, phrase`1 model`, phrase`${chats.length} models`);
  return {
    reachable: true,
    reachability: loaded.length > 0 ? phrase`ready: ${loaded.join(", ")}` : phrase`ready, ${count}`,
  };
}

const HTTP_UNAVAILABLE = 503;

function withWindow({ id, contextTokensMax }: ListedModel): string {
  return contextTokensMax === undefined ? id : `${id} (${Math.round(contextTokensMax / 1000)}k)`;
}
