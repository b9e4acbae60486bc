import type { ModelAbilities, ModelClient, ModelRequest } from "../../../core/ports/model.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import { askModelServer, type ModelServer, modelOn, type ServerModel } from "./server-models.ts";

/** A server that listens answers such questions at once, even while it computes. */
const ASK_MS = 600;
/** With less a session of work on code is cut short all the time. */
const SMALL_WINDOW_TOKENS = 16_384;
const CHARS_A_TOKEN = 4;

export interface FoundModel {
  readonly server: ModelServer;
  readonly model: ServerModel;
}

export interface ServerAddress {
  /** Of its OpenAI-like API. */
  readonly baseUrl: string;
  /** As the server calls it. */
  readonly model: string;
  readonly key?: string;
}

/** What the server says of the model now; undefined where it says nothing. */
export async function lookOnServer(
  { baseUrl, model: name, key }: ServerAddress,
  signal?: AbortSignal,
): Promise<FoundModel | undefined> {
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const server = await askModelServer(baseUrl, { timeoutMs: ASK_MS, headers, ...(signal ? { signal } : {}) });
  const model = server && modelOn(server, name);
  return server && model && { server, model: await server.detailed(model) };
}

export function abilitiesOf({ model }: FoundModel): Partial<ModelAbilities> {
  const { contextTokensMax, tools, images } = model;
  return {
    ...(contextTokensMax === undefined ? {} : { contextTokensMax }),
    ...(tools === undefined ? {} : { nativeTools: tools }),
    ...(images === undefined ? {} : { images }),
  };
}

/**
 * A model of a server that loads it when it is asked for: the person is told that it does, and the window that it really has is
 * known before the first request, which some servers would cut in silence.
 */
export function onServer(
  client: ModelClient,
  address: ServerAddress,
  { found, windowTokens }: { readonly found: FoundModel; readonly windowTokens: number | undefined },
): ModelClient {
  let now = found;
  let isFirst = true;
  const windowMax = () => windowTokens ?? now.model.contextTokensMax;
  const lookAgain = async (signal: AbortSignal): Promise<void> => {
    now = (await lookOnServer(address, signal)) ?? now;
  };
  return {
    id: client.id,
    get abilities() {
      const contextTokensMax = windowMax();
      return { ...client.abilities, ...(contextTokensMax === undefined ? {} : { contextTokensMax }) };
    },
    get effort() {
      return client.effort;
    },
    close: async () => client.close?.(),
    async *step(request, signal) {
      if (isFirst) {
        isFirst = false;
        const { server, model } = now;
        if (model.isLoaded === false && server.load) {
          yield { type: "status", text: `${server.label} loads ${model.id} …` };
          await lookAgain(signal);
          await now.server.load?.(model.id);
          await lookAgain(signal);
        }
        const small = smallWindow(now, windowMax());
        if (small) yield { type: "status", text: small };
      }
      const failure = tooLong(request, now, windowMax());
      if (failure) return yield { type: "failed", failure };
      yield* client.step(request, signal);
      if (windowMax() === undefined) await lookAgain(signal);
    },
  };
}

function smallWindow({ server, model }: FoundModel, windowMax: number | undefined): string | undefined {
  const { trainedTokensMax = windowMax } = model;
  if (windowMax === undefined || trainedTokensMax === undefined) return undefined;
  if (windowMax >= SMALL_WINDOW_TOKENS || windowMax >= trainedTokensMax) return undefined;
  return `${server.label} runs ${model.id} with a window of ${windowMax} of ${trainedTokensMax} tokens; ${server.widen} for more.`;
}

function tooLong(
  { system, messages, tools }: ModelRequest,
  { server, model }: FoundModel,
  windowMax: number | undefined,
): ModelFailure | undefined {
  if (windowMax === undefined) return undefined;
  const texts = messages.map((message) => (message.role === "user" ? message.text : JSON.stringify(message)));
  const chars = system.length + JSON.stringify(tools).length + texts.join("").length;
  const tokens = Math.ceil(chars / CHARS_A_TOKEN);
  if (tokens <= windowMax) return undefined;
  const message = `The conversation has about ${tokens} tokens and ${server.label} runs ${model.id} with a window of ${windowMax}; compact it, or ${server.widen}.`;
  return { kind: "overflow", message };
}
