// What a model server of one's own says of its models, in its own words. Its OpenAI-like list says little; each has another one:
// llama.cpp (tools/server/README.md: /props, /health), LM Studio (lmstudio.ai/docs/api/rest-api: /api/v0/models),
// vLLM (max_model_len in /v1/models) and Ollama (docs/api.md: /api/tags, /api/ps, /api/show).

import { parseForeignJson } from "../../../base/json-depth.ts";
import { getText } from "../http/request.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";

/** What is not known is absent. */
export interface ServerModel {
  readonly id: string;
  /** The window that it runs with, or would; in tokens. */
  readonly contextTokensMax?: number;
  /** The window that the model was trained for. */
  readonly trainedTokensMax?: number;
  readonly isLoaded?: boolean;
  /** False: it makes vectors and answers nobody. */
  readonly isChat?: boolean;
  readonly tools?: boolean;
  readonly images?: boolean;
}

/** A server that has answered in the words of one kind. */
export interface ModelServer {
  readonly label: string;
  /** How its window is made larger. */
  readonly widen: string;
  readonly models: readonly ServerModel[];
  /** Asks for what only the model's own page says. */
  detailed(model: ServerModel): Promise<ServerModel>;
  /** Takes the model into memory; absent where only a request does. */
  readonly load?: (model: string) => Promise<void>;
}

export interface AskOptions {
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Gives the document of an answer that is one; undefined for any other. */
type Ask = (path: string, body?: object, timeoutMs?: number) => Promise<JsonRecord | undefined>;

interface ServerKind {
  readonly label: string;
  readonly widen: string;
  /** Undefined where the server does not speak like this kind. */
  models(ask: Ask): Promise<readonly ServerModel[] | undefined>;
  detail?(ask: Ask, model: ServerModel): Promise<Partial<ServerModel>>;
  load?(ask: Ask, model: string): Promise<unknown>;
}

/** Forty gigabytes from a slow disk. */
const LOAD_MS = 600_000;

/** The nearer ones first: llama.cpp answers some questions of Ollama's too. */
const KINDS: readonly ServerKind[] = [
  {
    label: "llama.cpp",
    widen: "start it with -c TOKENS",
    async models(ask) {
      const [props, list] = await Promise.all([ask("/props"), ask("/v1/models")]);
      const settings = asRecord(props?.["default_generation_settings"]);
      if (!settings) return undefined;
      const context = asNumber(settings["n_ctx"]) || undefined;
      const tools = asRecord(props?.["chat_template_caps"])?.["supports_tools"];
      const images = asRecord(props?.["modalities"])?.["vision"];
      return records(list?.["data"]).map((entry) => {
        const status = asText(asRecord(entry["status"])?.["value"]);
        const trained = asNumber(asRecord(entry["meta"])?.["n_ctx_train"]);
        const isOnly = asList(list?.["data"]).length === 1;
        return known({
          id: asText(entry["id"]) ?? "",
          // A router has several models, and says the window of none.
          ...(isOnly ? { contextTokensMax: context, tools: asFlag(tools), images: asFlag(images) } : {}),
          trainedTokensMax: trained,
          isLoaded: status === undefined ? true : status === "loaded",
        });
      });
    },
  },
  {
    label: "LM Studio",
    widen: "load the model again with a longer context (lms load MODEL --context-length TOKENS)",
    async models(ask) {
      const list = (await ask("/api/v0/models"))?.["data"];
      if (!records(list).some((entry) => "state" in entry)) return undefined;
      return records(list).map((entry) => {
        const type = asText(entry["type"]);
        const can = entry["capabilities"];
        return known({
          id: asText(entry["id"]) ?? "",
          contextTokensMax: asNumber(entry["loaded_context_length"]),
          trainedTokensMax: asNumber(entry["max_context_length"]),
          isLoaded: entry["state"] === "loaded",
          isChat: type !== "embeddings",
          images: type === "vlm",
          tools: Array.isArray(can) ? can.includes("tool_use") : undefined,
        });
      });
    },
  },
  {
    label: "vLLM",
    widen: "start it with --max-model-len TOKENS",
    async models(ask) {
      const entries = records((await ask("/v1/models"))?.["data"]);
      if (!entries.some((entry) => asNumber(entry["max_model_len"]))) return undefined;
      return entries.map((entry) =>
        known({
          id: asText(entry["id"]) ?? "",
          contextTokensMax: asNumber(entry["max_model_len"]),
          isLoaded: true,
        }),
      );
    },
  },
  {
    label: "Ollama",
    widen: "start it with OLLAMA_CONTEXT_LENGTH=TOKENS",
    async models(ask) {
      const [tags, running] = await Promise.all([ask("/api/tags"), ask("/api/ps")]);
      if (!Array.isArray(tags?.["models"])) return undefined;
      const loaded = new Map(records(running?.["models"]).map((entry) => [asText(entry["name"]), entry]));
      return records(tags["models"]).map((entry) => {
        const id = asText(entry["name"]) ?? "";
        const family = asText(asRecord(entry["details"])?.["family"]) ?? "";
        return known({
          id,
          contextTokensMax: asNumber(loaded.get(id)?.["context_length"]),
          isLoaded: running ? loaded.has(id) : undefined,
          isChat: /bert/i.test(family) ? false : undefined,
        });
      });
    },
    async detail(ask, { id, contextTokensMax }) {
      const shown = await ask("/api/show", { model: id });
      const info = asRecord(shown?.["model_info"]);
      const set = /^num_ctx\s+(\d+)/m.exec(asText(shown?.["parameters"]) ?? "")?.[1];
      const can = shown?.["capabilities"];
      const has = (ability: string) => (Array.isArray(can) ? can.includes(ability) : undefined);
      return known({
        contextTokensMax: contextTokensMax ?? (set === undefined ? undefined : Number(set)),
        trainedTokensMax: asNumber(info?.[`${String(info["general.architecture"])}.context_length`]),
        tools: has("tools"),
        images: has("vision"),
        isChat: has("completion"),
      });
    },
    // A request without a prompt loads the model and answers when that is done.
    load: (ask, model) => ask("/api/generate", { model, stream: false }, LOAD_MS),
  },
];

/**
 * Asks a server in the words of every kind at once.
 * @param baseUrl  of its OpenAI-like API, with or without `/v1`
 * @returns undefined where it speaks like none of them, or says nothing in time; never rejects
 */
export async function askModelServer(baseUrl: string, options: AskOptions): Promise<ModelServer | undefined> {
  const ask = askerOf(baseUrl.replace(/\/v1\/?$/, ""), options);
  const answers = await Promise.all(KINDS.map((kind) => kind.models(ask)));
  const index = answers.findIndex((models) => models !== undefined);
  const kind = KINDS[index];
  if (!kind) return undefined;
  const { label, widen, detail, load } = kind;
  return {
    ...{ label, widen, models: answers[index] ?? [] },
    detailed: async (model) => ({ ...model, ...(await detail?.(ask, model)) }),
    ...(load ? { load: async (model) => void (await load(ask, model)) } : {}),
  };
}

/** The one that a name means; Ollama's `llama3.2` is `llama3.2:latest`. */
export function modelOn(server: ModelServer, name: string): ServerModel | undefined {
  return server.models.find(({ id }) => id === name) ?? server.models.find(({ id }) => id === `${name}:latest`);
}

function askerOf(root: string, { timeoutMs, headers, signal }: AskOptions): Ask {
  const asked = new Map<string, Promise<JsonRecord | undefined>>();
  const once = async (path: string, body: object | undefined, waitMs: number): Promise<JsonRecord | undefined> => {
    const late = AbortSignal.timeout(waitMs);
    try {
      const answer = await getText(`${root}${path}`, {
        ...{ headers: { "content-type": "application/json", ...headers }, timeoutMs: waitMs, environment: {} },
        signal: signal ? AbortSignal.any([signal, late]) : late,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer.status === 200 ? asRecord(parseForeignJson(answer.text)) : undefined;
    } catch {
      // Whatever went wrong, it says nothing of its models; the request itself will tell what is wrong.
      return undefined;
    }
  };
  return (path, body, waitMs = timeoutMs) => {
    if (body !== undefined) return once(path, body, waitMs);
    const answer = asked.get(path) ?? once(path, undefined, waitMs);
    asked.set(path, answer);
    return answer;
  };
}

function records(list: unknown): readonly JsonRecord[] {
  return asList(list)
    .map(asRecord)
    .filter((entry) => entry !== undefined);
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Without what is undefined. */
function known<T extends object>(facts: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const kept = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
