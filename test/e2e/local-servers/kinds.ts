// Model servers of one's own as they answer: Ollama 0.12 (docs/api.md), LM Studio 0.3 (lmstudio.ai/docs/api/rest-api),
// llama.cpp b6000 (tools/server/README.md), vLLM 0.11. What is asked of them besides is refused as each refuses it.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CHAT_SPEECH } from "../provider-servers/openai-chat.ts";
import type { WireReply } from "../provider-servers/wire-server.ts";

export interface ServedModel {
  readonly id: string;
  readonly trained: number;
  /** The window it gets when it is loaded. */
  readonly window: number;
  isLoaded: boolean;
  readonly isVectors?: boolean;
  readonly tools?: boolean;
  readonly images?: boolean;
}

interface Asked {
  readonly path: string;
  readonly body: Record<string, unknown> | undefined;
}

/** Status and document, undefined where the kind knows no such path. */
type Words = (
  asked: Asked,
  models: ServedModel[],
) => { readonly status?: number; readonly document: unknown } | undefined;

const listOf = (entries: readonly object[]) => ({ object: "list", data: entries });
const byName = (models: ServedModel[], name: unknown) => models.find(({ id }) => id === name);

const ollama: Words = ({ path, body }, models) => {
  switch (path) {
    case "/v1/models":
      return { document: listOf(models.map(({ id }) => ({ id, object: "model", created: 1, owned_by: "library" }))) };
    case "/api/tags":
      return {
        document: {
          models: models.map(({ id, isVectors }) => ({
            ...{ name: id, model: id, modified_at: "2026-10-01T00:00:00Z", size: 2_019_393_189, digest: "a80c" },
            details: { format: "gguf", family: isVectors ? "nomic-bert" : "llama", parameter_size: "3.2B" },
          })),
        },
      };
    case "/api/ps":
      return {
        document: {
          models: models.flatMap(({ id, isLoaded, window }) =>
            isLoaded ? [{ name: id, model: id, size: 2e9, size_vram: 2e9, context_length: window }] : [],
          ),
        },
      };
    case "/api/show": {
      const model = byName(models, body?.["model"]);
      if (!model) return { status: 404, document: { error: `model '${String(body?.["model"])}' not found` } };
      const can = [...(model.isVectors ? ["embedding"] : ["completion"]), ...(model.tools ? ["tools"] : [])];
      return {
        document: {
          ...{ parameters: 'stop "<|eot_id|>"', template: "{{ .Prompt }}", details: { family: "llama" } },
          model_info: { "general.architecture": "llama", "llama.context_length": model.trained },
          capabilities: [...can, ...(model.images ? ["vision"] : [])],
        },
      };
    }
    case "/api/generate": {
      const model = byName(models, body?.["model"]);
      if (!model) return { status: 404, document: { error: "model not found" } };
      model.isLoaded = true;
      return { document: { model: model.id, created_at: "", response: "", done: true, done_reason: "load" } };
    }
  }
  return undefined;
};

const lmStudio: Words = ({ path }, models) => {
  if (path === "/v1/models")
    return { document: listOf(models.map(({ id }) => ({ id, object: "model", owned_by: "organization_owner" }))) };
  if (path !== "/api/v0/models") return { document: { error: `Unexpected endpoint or method. (GET ${path})` } };
  return {
    document: listOf(
      models.map(({ id, isVectors, images, isLoaded, trained, window, tools }) => ({
        ...{ id, object: "model", type: isVectors ? "embeddings" : images ? "vlm" : "llm", publisher: "community" },
        ...{ arch: "qwen2", compatibility_type: "gguf", quantization: "Q4_K_M", max_context_length: trained },
        state: isLoaded ? "loaded" : "not-loaded",
        ...(isLoaded ? { loaded_context_length: window } : {}),
        capabilities: tools ? ["tool_use"] : [],
      })),
    ),
  };
};

const llamaCpp: Words = ({ path }, models) => {
  const [model] = models;
  if (!model?.isLoaded)
    return { status: 503, document: { error: { code: 503, message: "Loading model", type: "unavailable_error" } } };
  switch (path) {
    case "/v1/models":
      return {
        document: {
          models: [{ name: model.id, model: model.id, capabilities: ["completion"] }],
          ...listOf([
            {
              id: model.id,
              object: "model",
              owned_by: "llamacpp",
              meta: { n_ctx_train: model.trained, n_params: 7e9 },
            },
          ]),
        },
      };
    case "/props":
      return {
        document: {
          default_generation_settings: { id: 0, n_ctx: model.window, params: { temperature: 0.8 } },
          ...{
            total_slots: 1,
            model_path: `/m/${model.id}`,
            modalities: { vision: model.images ?? false, audio: false },
          },
          chat_template_caps: { supports_tools: model.tools ?? false },
        },
      };
  }
  return { status: 404, document: { error: { code: 404, message: "File Not Found", type: "not_found_error" } } };
};

const vllm: Words = ({ path }, models) => {
  if (path !== "/v1/models") return { status: 404, document: { detail: "Not Found" } };
  return {
    document: listOf(
      models.map(({ id, window }) => ({
        ...{ id, object: "model", created: 1, owned_by: "vllm", root: id, parent: null },
        ...{ max_model_len: window, permission: [] },
      })),
    ),
  };
};

export const KINDS = {
  ollama: { variable: "OLLAMA_BASE_URL", words: ollama },
  lmstudio: { variable: "LMSTUDIO_BASE_URL", words: lmStudio },
  llamacpp: { variable: "LLAMACPP_BASE_URL", words: llamaCpp },
  vllm: { variable: "VLLM_BASE_URL", words: vllm },
} as const;

export interface LocalServer {
  readonly url: string;
  /** Bodies of the requests for a reply. */
  readonly chats: readonly Record<string, unknown>[];
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/** A server of a kind; `reply` says what its model would answer, JSON where it is held to a schema. */
export async function startLocal(
  kind: keyof typeof KINDS,
  models: ServedModel[],
  reply: (chat: Record<string, unknown>, index: number) => WireReply,
): Promise<LocalServer> {
  const chats: Record<string, unknown>[] = [];
  const { words, variable } = KINDS[kind];
  const server = createServer((message, response) => {
    let text = "";
    message.on("data", (piece) => {
      text += String(piece);
    });
    message.on("end", () => {
      const path = message.url ?? "";
      const body = text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>);
      if (path !== "/v1/chat/completions" || body === undefined) {
        const { status, document } = words({ path, body }, models) ?? { status: 404, document: { error: "not found" } };
        return json(response, status ?? 200, document);
      }
      const model = byName(models, body["model"]);
      if (model) model.isLoaded = true;
      if (model?.tools === false && Array.isArray(body["tools"])) {
        const said = `registry.ollama.ai/library/${model.id} does not support tools`;
        return json(response, 400, { error: { message: said, type: "api_error", param: null, code: null } });
      }
      const index = chats.push(body) - 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(CHAT_SPEECH.events(reply(body, index), index).join(""));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nowhere = Object.values(KINDS).map((one) => [one.variable, "http://127.0.0.1:9"] as const);
  return {
    ...{ url, chats, environment: { ...Object.fromEntries(nowhere), [variable]: url } },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function json(response: ServerResponse, status: number, document: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(document));
}
