import { ServerFault, TransportFault } from "../http/faults.ts";
import { asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import type { Meta, OpenCall, Reply } from "../wires/reply.ts";
import { type AnswerEvents, type EventReader, type ModelEvent, readReply } from "../wires/wire.ts";

interface Source {
  /** By whose name its marks are kept. */
  readonly provider: string;
  /** Whether the server has ended its answer: what cannot be read then was cut. */
  isWhole(): boolean;
}

/** A streamed answer of a package. */
export const readParts = (stream: ReadableStream<unknown>, source: Source): AsyncGenerator<ModelEvent> =>
  readReply(partsOf(stream, source), (reply) => new PartReader(reply, source.provider));

/** The parts as they come; what is no part of an answer is thrown as the fault that it is. */
async function* partsOf(
  stream: ReadableStream<unknown>,
  source: Source,
): AnswerEvents & AsyncGenerator<readonly JsonRecord[]> {
  try {
    for await (const part of stream) {
      const record = asRecord(part);
      if (record?.["type"] === "error") throw faultOf(record["error"]);
      if (record) yield [record];
    }
  } catch (error) {
    const fault = faultOf(error);
    const isCut = fault instanceof TransportFault && fault.kind === "unreadable" && source.isWhole();
    if (!isCut) throw fault;
  }
}

const CAUSES_MAX = 5;

/** What a package says went wrong. Its own errors wrap ours, or what the server said; the rest cannot be read. */
export function faultOf(error: unknown): ServerFault | TransportFault {
  let inner: unknown = error;
  for (let depth = 0; depth < CAUSES_MAX; depth += 1) {
    if (inner instanceof ServerFault || inner instanceof TransportFault) return inner;
    const said = serverFaultOf(inner);
    if (said) return said;
    if (!(inner instanceof Error) || inner.cause === undefined) break;
    inner = inner.cause;
  }
  return new TransportFault("unreadable", error instanceof Error ? firstLine(error) : "an error without words");
}

const firstLine = ({ message }: Error): string => message.split("\n", 1)[0] ?? "";

/** What a package says before it has asked anybody: that it lacks something, or an error of its own. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !/credential|api.?key|setting|authenticat/i.test(error.message)) return error;
  // Its advice begins with a colon and goes on over several lines.
  return new TransportFault("unset", firstLine(error).replace(/\.\s[^.]*:$/, ""));
}

/** The error of a server, in the shapes in which packages pass it on: their `APICallError`, a value that they could not read, its text. */
function serverFaultOf(error: unknown): ServerFault | undefined {
  if (typeof error === "string") return new ServerFault({ body: JSON.stringify({ error: { message: error } }) });
  const record = asRecord(error);
  if (!record) return undefined;
  const status = asNumber(record["statusCode"]);
  if (status !== undefined && (status < 200 || status > 299)) return answered(status, error, record);
  const value = asRecord(record["value"]);
  if (value && (value["error"] !== undefined || value["type"] === "error" || value["object"] === "error"))
    return new ServerFault({ body: JSON.stringify(value["error"] === undefined ? { error: value } : value) });
  return error instanceof Error ? undefined : new ServerFault({ body: JSON.stringify({ error: record }) });
}

function answered(status: number, error: unknown, record: JsonRecord): ServerFault {
  const message = error instanceof Error ? error.message : (asText(record["message"]) ?? "");
  const body = asText(record["responseBody"]) || JSON.stringify({ error: { message } });
  const headers = Object.entries(asRecord(record["responseHeaders"]) ?? {}).flatMap(([name, value]) =>
    typeof value === "string" ? [[name.toLowerCase(), value] as const] : [],
  );
  return new ServerFault({ status, body, headers: Object.fromEntries(headers) });
}

/** https://github.com/vercel/ai/tree/main/packages/provider/src/language-model, the stream parts of its versions 2 to 4. */
class PartReader implements EventReader {
  readonly #reply: Reply;
  readonly #provider: string;
  readonly #calls = new Map<unknown, OpenCall>();

  constructor(reply: Reply, provider: string) {
    this.#reply = reply;
    this.#provider = provider;
  }

  event(part: JsonRecord): void {
    const key = part["id"];
    const meta = this.#metaOf(part);
    switch (part["type"]) {
      case "text-start":
      case "text-delta":
        this.#reply.say("text", asText(part["delta"]) ?? "", { key, ...meta });
        break;
      case "reasoning-start":
      case "reasoning-delta":
        this.#reply.say("reasoning", asText(part["delta"]) ?? "", { key, ...this.#metaOf(part, true) });
        break;
      case "text-end":
      case "reasoning-end": {
        const kind = part["type"] === "text-end" ? "text" : "reasoning";
        // A signature often comes with the end.
        if (meta.meta) this.#reply.say(kind, "", { key, ...meta });
        this.#reply.close(kind, key);
        break;
      }
      case "tool-input-start":
        if (part["providerExecuted"] !== true)
          this.#calls.set(
            key,
            this.#reply.call(asText(key), asText(part["toolName"]) ?? "", { isWhole: false, ...meta }),
          );
        break;
      case "tool-input-delta": {
        const call = this.#calls.get(key);
        if (call) this.#reply.addInput(call, asText(part["delta"]) ?? "");
        break;
      }
      case "tool-call":
        this.#call(part);
        break;
      case "finish":
        this.#end(part);
        break;
    }
  }

  /** The whole call, which may have come in pieces before. */
  #call(part: JsonRecord): void {
    if (part["providerExecuted"] === true) return;
    const id = asText(part["toolCallId"]);
    const name = asText(part["toolName"]) ?? "";
    const input = asText(part["input"]) ?? JSON.stringify(part["input"] ?? {});
    let call = this.#calls.get(id);
    if (!call) {
      call = this.#reply.call(id, name);
      this.#reply.addInput(call, input);
    }
    const { meta } = this.#metaOf(part);
    Object.assign(call, { name, text: input, isWhole: true }, meta ? { meta } : {});
    this.#calls.delete(id);
  }

  #end(part: JsonRecord): void {
    const finish = asRecord(part["finishReason"]);
    const reason = asText(part["finishReason"]) ?? asText(finish?.["unified"]) ?? "";
    // A package always ends its stream; where the server gave no reason, it did not end its answer.
    const isSaid = finish ? finish["raw"] !== undefined && reason !== "error" : reason === "other";
    this.#reply.ending = ENDINGS[reason] ?? (isSaid ? "other" : undefined);
    const usage = asRecord(part["usage"]) ?? {};
    const input = asRecord(usage["inputTokens"]);
    const output = asRecord(usage["outputTokens"]);
    const cacheReadTokens = asNumber(input?.["cacheRead"]) ?? asNumber(usage["cachedInputTokens"]) ?? 0;
    const cacheWriteTokens = asNumber(input?.["cacheWrite"]) ?? 0;
    this.#reply.usage = {
      inputTokens: asNumber(input ? input["total"] : usage["inputTokens"]) ?? 0,
      outputTokens: asNumber(output ? output["total"] : usage["outputTokens"]) ?? 0,
      cacheReadTokens,
      cacheWriteTokens,
    };
  }

  /** @param always  marked as the provider's own, even where it left nothing with it */
  #metaOf(part: JsonRecord, always = false): { readonly meta?: Meta } {
    const given = asRecord(part["providerMetadata"]);
    return given || always ? { meta: { [this.#provider]: given ?? {} } } : {};
  }
}

const ENDINGS: Readonly<Record<string, Reply["ending"]>> = {
  stop: "stop",
  "tool-calls": "stop",
  length: "length",
  "content-filter": "filtered",
};
