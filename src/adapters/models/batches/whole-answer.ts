import type { BatchAnswer } from "../../../core/ports/batches.ts";
import { cutFailure, refusedFailure, toFailure } from "../http/failures.ts";
import { ServerFault } from "../http/faults.ts";
import type { WireChoice } from "../services/providers.ts";
import type { JsonRecord } from "../sse/json-shape.ts";
import { loadWire } from "../wires/index.ts";

/** An answer that came as one document, read as its wire reads a server that does not stream. */
export async function wholeAnswer(id: string, document: JsonRecord, choice: WireChoice): Promise<BatchAnswer> {
  const { events } = await loadWire(choice.wire);
  for await (const event of events(only(document), choice)) {
    if (event.type === "fault") return { kind: "failed", id, failure: toFailure(event.fault, choice) };
    if (event.type !== "reply") continue;
    const { content, end, usage } = event;
    if (end === undefined) break;
    if (end === "filtered" && content.length === 0) return { kind: "failed", id, failure: refusedFailure(choice) };
    return { kind: "reply", id, content, end, usage };
  }
  return { kind: "failed", id, failure: cutFailure(choice) };
}

/** An error document in the place of an answer. */
export function failedAnswer(id: string, status: number | undefined, error: unknown, choice: WireChoice): BatchAnswer {
  const body = JSON.stringify({ error: error ?? { message: "the service gave no reason" } });
  const fault = new ServerFault({ body, ...(status === undefined ? {} : { status }) });
  return { kind: "failed", id, failure: toFailure(fault, choice) };
}

async function* only(document: JsonRecord): AsyncGenerator<readonly JsonRecord[]> {
  yield [document];
}
