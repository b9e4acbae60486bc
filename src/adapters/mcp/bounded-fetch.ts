import { isJSONRPCRequest } from "@modelcontextprotocol/client";
import { outwardFetch, type WayOut } from "./outward-fetch.ts";

/** One answer, or one event of a stream; more is nothing that a model could read. */
const ANSWER_BYTES_MAX = 10 * 1024 * 1024;
/** What nobody asked for, between two messages of ours: as much as a program may send. */
const UNASKED_EVENTS_MAX = 10_000;
const UNASKED_BYTES_MAX = 64 * 1024 * 1024;
const NEWLINE = 10;
const RETURN = 13;

interface Server {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The network as a server may use us to reach it, with answers that are cut off where they grow beyond a bound. @param onTooMuch  told what was sent, in our words */
export function boundedFetch({ url: serverUrl, headers }: Server, onTooMuch: (why: string) => void, way?: WayOut) {
  const unasked = { events: 0, sizeBytes: 0 };
  const outward = outwardFetch(serverUrl, headers, way);
  return async (url: string | URL, request?: RequestInit): Promise<Response> => {
    if (asks(request)) {
      unasked.events = 0;
      unasked.sizeBytes = 0;
    }
    return bounded(await outward(url, request), unasked, onTooMuch);
  };
}

/** Whether the server owes an answer now. What we answer to a question of its own is no reason for more. */
function asks({ method, body }: RequestInit = {}): boolean {
  if (method !== "POST" || typeof body !== "string") return false;
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === "object" && message !== null && isJSONRPCRequest(message);
  } catch {
    return false;
  }
}

function bounded(
  response: Response,
  unasked: { events: number; sizeBytes: number },
  onTooMuch: (why: string) => void,
): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const events = new EventCount();
  let sizeBytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const seen = isStream ? events.push(chunk) : { ended: 0, openBytes: chunk.length };
      sizeBytes = seen.ended > 0 ? seen.openBytes : sizeBytes + chunk.length;
      unasked.events += seen.ended;
      unasked.sizeBytes += chunk.length;
      const why = tooMuch(sizeBytes, unasked);
      if (why === undefined) return controller.enqueue(chunk);
      controller.error(new Error(why));
      onTooMuch(why);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

function tooMuch(
  sizeBytes: number,
  unasked: { readonly events: number; readonly sizeBytes: number },
): string | undefined {
  if (sizeBytes > ANSWER_BYTES_MAX) return `sent more than ${ANSWER_BYTES_MAX / 1024 / 1024} MB in one answer`;
  const isFlood = unasked.events > UNASKED_EVENTS_MAX || unasked.sizeBytes > UNASKED_BYTES_MAX;
  return isFlood ? "floods us with output that nobody asked for" : undefined;
}

/** An event ends at an empty line, not at the end of a line: its data may have any number of them. */
class EventCount {
  #isLineStart = true;
  #afterReturn = false;

  push(chunk: Uint8Array): { readonly ended: number; readonly openBytes: number } {
    let ended = 0;
    let endedAt = 0;
    for (const [index, byte] of chunk.entries()) {
      const isSecondHalf = byte === NEWLINE && this.#afterReturn;
      this.#afterReturn = byte === RETURN;
      if (isSecondHalf) continue;
      const isEnd = byte === NEWLINE || byte === RETURN;
      if (isEnd && this.#isLineStart) {
        ended++;
        endedAt = index + 1;
      }
      this.#isLineStart = isEnd;
    }
    return { ended, openBytes: chunk.length - endedAt };
  }
}
