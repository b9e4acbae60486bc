// https://platform.claude.com/docs/en/build-with-claude/batch-processing: requests are handed in with the batch, answers come line by line.

import { type BatchAnswer, BatchFault, type BatchService } from "../../../core/ports/batches.ts";
import type { Environment, WireChoice } from "../services/providers.ts";
import { asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { keyHeaders } from "../wires/anthropic.ts";
import { loadWire } from "../wires/index.ts";
import { askerOf } from "./ask-service.ts";
import { failedAnswer, wholeAnswer } from "./whole-answer.ts";

const PATH = "/messages/batches";

export function anthropicBatches(choice: WireChoice, environment: Environment): BatchService {
  const service = askerOf(choice, keyHeaders(choice), environment);
  const posted = (path: string, body: object, signal: AbortSignal) =>
    service.json(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  const at = (name: string): string => `${PATH}/${encodeURIComponent(name)}`;
  return {
    async submit(requests, _key, signal) {
      const wire = await loadWire(choice.wire);
      const list = requests.map(({ id, request }) => {
        const { stream: _, ...params } = wire.request(request, choice).body;
        return { custom_id: id, params };
      });
      const id = asText((await posted(PATH, { requests: list }, signal))["id"]);
      if (id !== undefined) return id;
      throw new BatchFault({ kind: "unknown", message: `${choice.provider.label} named no batch; hand it in again.` });
    },
    // A batch of Anthropic's has no mark of ours.
    find: async () => undefined,
    async look(name, signal) {
      const batch = await service.json(at(name), { signal });
      const counts = asRecord(batch["request_counts"]) ?? {};
      const count = (...kinds: readonly string[]): number =>
        kinds.reduce((sum, kind) => sum + (asNumber(counts[kind]) ?? 0), 0);
      return {
        kind: batch["processing_status"] === "ended" ? "ended" : "working",
        answered: count("succeeded"),
        failed: count("errored", "canceled", "expired"),
        total: count("processing", "succeeded", "errored", "canceled", "expired"),
      };
    },
    async *answers(name, signal) {
      for await (const line of service.lines(`${at(name)}/results`, { signal })) yield await answerOf(line, choice);
    },
    async cancel(name, signal) {
      await posted(`${at(name)}/cancel`, {}, signal);
    },
  };
}

async function answerOf(line: JsonRecord, choice: WireChoice): Promise<BatchAnswer> {
  const id = asText(line["custom_id"]) ?? "";
  const result = asRecord(line["result"]);
  const message = asRecord(result?.["message"]);
  if (result?.["type"] === "succeeded" && message) return wholeAnswer(id, message, choice);
  if (result?.["type"] === "errored") {
    const error = asRecord(result["error"]);
    return failedAnswer(id, undefined, error?.["error"] ?? error, choice);
  }
  const why = {
    message: `the request was ${asText(result?.["type"]) ?? "not answered"} before it was answered`,
    type: "api_error",
  };
  return failedAnswer(id, undefined, why, choice);
}
