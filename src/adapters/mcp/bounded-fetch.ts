import { isJSONRPCRequest } from "@modelcontextprotocol/client";
import { OverBudget } from "../../base/budget.ts";
import { AnswerCount } from "../../engines/json/answer-count.ts";
import { outwardFetch, type WayOut } from "./outward-fetch.ts";

/** One answer, or one event of a stream; more is nothing that a model could read. */
const ANSWER_BYTES_MAX = 10 * 1024 * 1024;
/** What nobody asked for, between two messages of ours: as much as a program may send. */
const UNASKED_EVENTS_MAX = 10_000;
const UNASKED_BYTES_MAX = 64 * 1024 * 1024;
const EVENTS = "text/event-stream";

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
    const takesEvents = new Headers(request?.headers).get("accept")?.includes(EVENTS) ?? false;
    return bounded(await outward(url, request), { takesEvents, unasked, onTooMuch });
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

interface Bound {
  /** Who asked for a document takes one, whatever it is called. */
  readonly takesEvents: boolean;
  readonly unasked: { events: number; sizeBytes: number };
  readonly onTooMuch: (why: string) => void;
}

function bounded(response: Response, { takesEvents, unasked, onTooMuch }: Bound): Response {
  if (response.body === null) return response;
  const isStream = takesEvents && (response.headers.get("content-type")?.startsWith(EVENTS) ?? false);
  const seen = new AnswerCount(isStream);
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      unasked.sizeBytes += chunk.length;
      const excess = excessOf(seen, chunk);
      unasked.events += seen.takeEnded();
      const why = excess ?? tooMuch(seen.sizeBytes, unasked);
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

function excessOf(seen: AnswerCount, chunk: Uint8Array): string | undefined {
  try {
    seen.push(chunk);
    return undefined;
  } catch (error) {
    if (error instanceof OverBudget) return `sent ${error.message} in one answer`;
    throw error;
  }
}
