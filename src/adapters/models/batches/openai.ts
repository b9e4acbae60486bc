// https://platform.openai.com/docs/guides/batch: a file of requests is uploaded, a batch made of it, and its answers are a file again.

import { randomUUID } from "node:crypto";
import { type BatchAnswer, BatchFault, type BatchService } from "../../../core/ports/batches.ts";
import type { Environment, WireChoice } from "../services/providers.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { loadWire } from "../wires/index.ts";
import { bearerHeaders } from "../wires/wire.ts";
import { askerOf } from "./ask-service.ts";
import { failedAnswer, wholeAnswer } from "./whole-answer.ts";

const ENDED = ["completed", "failed", "expired", "cancelled"];
/** How many of the newest batches are looked through for a key. */
const LOOKED_MAX = 100;

export function openAiBatches(choice: WireChoice, environment: Environment): BatchService {
  const service = askerOf(choice, bearerHeaders(choice), environment);
  const posted = (path: string, body: object, signal: AbortSignal) =>
    service.json(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body), signal });
  const looked = (name: string, signal: AbortSignal) =>
    service.json(`/batches/${encodeURIComponent(name)}`, { signal });
  return {
    async submit(requests, key, signal) {
      const wire = await loadWire(choice.wire);
      let endpoint = "";
      const lines = requests.map(({ id, request: prompt }) => {
        const { url, body } = wire.request(prompt, choice);
        endpoint = `/v1${url.slice(choice.baseUrl.length)}`;
        return JSON.stringify({ custom_id: id, method: "POST", url: endpoint, body: unstreamed(body) });
      });
      const file = await service.json("/files", { method: "POST", ...formOf(`${lines.join("\n")}\n`), signal });
      const batch = await posted(
        "/batches",
        { input_file_id: file["id"], endpoint, completion_window: "24h", metadata: { waymark: key } },
        signal,
      );
      return nameOf(batch, choice);
    },
    async find(key, signal) {
      const { data } = await service.json(`/batches?limit=${LOOKED_MAX}`, { signal });
      const mine = asList(data).find((batch) => asRecord(asRecord(batch)?.["metadata"])?.["waymark"] === key);
      return asText(asRecord(mine)?.["id"]);
    },
    async look(name, signal) {
      const batch = await looked(name, signal);
      const counts = asRecord(batch["request_counts"]);
      return {
        kind: ENDED.includes(asText(batch["status"]) ?? "") ? "ended" : "working",
        answered: asNumber(counts?.["completed"]) ?? 0,
        failed: asNumber(counts?.["failed"]) ?? 0,
        total: asNumber(counts?.["total"]) ?? 0,
      };
    },
    async *answers(name, signal) {
      const batch = await looked(name, signal);
      // A batch that was refused as a whole has no files and says why.
      const [refusal] = asList(asRecord(batch["errors"])?.["data"]);
      if (refusal) throw new BatchFault(failureOf(failedAnswer(name, 400, refusal, choice)));
      for (const file of ["output_file_id", "error_file_id"]) {
        const id = asText(batch[file]);
        if (!id) continue;
        for await (const line of service.lines(`/files/${encodeURIComponent(id)}/content`, { signal }))
          yield await answerOf(line, choice);
      }
    },
    async cancel(name, signal) {
      await posted(`/batches/${encodeURIComponent(name)}/cancel`, {}, signal);
    },
  };
}

const JSON_BODY = { "content-type": "application/json" };

async function answerOf(line: JsonRecord, choice: WireChoice): Promise<BatchAnswer> {
  const id = asText(line["custom_id"]) ?? "";
  const response = asRecord(line["response"]);
  const status = asNumber(response?.["status_code"]);
  const body = asRecord(response?.["body"]);
  if (line["error"] || !body) return failedAnswer(id, status, line["error"], choice);
  if (status !== undefined && status >= 400) return failedAnswer(id, status, body["error"], choice);
  return wholeAnswer(id, body, choice);
}

function failureOf(answer: BatchAnswer) {
  if (answer.kind !== "failed") throw new Error("an answer is no failure");
  return answer.failure;
}

function nameOf(batch: JsonRecord, choice: WireChoice): string {
  const id = asText(batch["id"]);
  if (id === undefined)
    throw new BatchFault({ kind: "unknown", message: `${choice.provider.label} named no batch; hand it in again.` });
  return id;
}

function unstreamed({ stream: _, stream_options: __, ...body }: JsonRecord): JsonRecord {
  return body;
}

/** The file as a form, whose border occurs nowhere in it. */
function formOf(text: string): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const border = `waymark-${randomUUID()}`;
  const part = (head: string, value: string): string =>
    `--${border}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const file = `name="file"; filename="batch.jsonl"\r\nContent-Type: application/jsonl`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${border}` },
    body: `${part('name="purpose"', "batch")}${part(file, text)}--${border}--\r\n`,
  };
}
