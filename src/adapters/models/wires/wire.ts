import { OverBudget } from "../../../base/budget.ts";
import type { ModelRequest } from "../../../core/ports/model.ts";
import { type Image, type ReplyEnd, type ReplyPart, UNREADABLE_ARGUMENTS } from "../../../core/protocol/event.ts";
import type { Usage } from "../../../core/protocol/usage.ts";
import { ServerFault, TransportFault } from "../http/faults.ts";
import type { WireChoice } from "../services/providers.ts";
import type { AnswerEvent } from "../sse/answer-events.ts";
import { asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { type DeltaPart, Reply } from "./reply.ts";

/** One protocol of model servers. What their errors mean is the same for all of them: `http/failures.ts`. */
export interface WireModule {
  /** Pure. What it makes of a message depends on that message alone, so the bytes of a request begin the next one's. */
  request(prompt: ModelRequest, choice: WireChoice): WireRequest;
  /** What a streamed answer says, as it says it: ends with exactly one `reply` or `fault`, whatever the server sent. */
  events(answer: AnswerEvents, choice: WireChoice): AsyncGenerator<ModelEvent>;
}

export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The events of an answer, together what came together. Rejects with the fault that ended it, after what came before. */
export type AnswerEvents = AsyncIterable<readonly AnswerEvent[]>;

export type ModelEvent =
  | DeltaPart
  /** `end` is undefined where the stream stopped before the reply did; call ids may occur twice. */
  | {
      readonly type: "reply";
      readonly content: readonly ReplyPart[];
      readonly end: ReplyEnd | undefined;
      readonly usage: Usage;
    }
  | { readonly type: "fault"; readonly fault: ServerFault | TransportFault };

/** Stateful over one answer. */
export interface EventReader {
  event(value: JsonRecord): void;
  /** At `[DONE]`. */
  done?(): void;
  /** When no more comes. */
  end?(): void;
}

/** Runs the events of an answer through a wire's reader. */
export async function* readReply(
  answer: AnswerEvents,
  open: (reply: Reply) => EventReader,
): AsyncGenerator<ModelEvent> {
  const reply = new Reply();
  const reader = open(reply);
  try {
    for await (const events of answer) {
      for (const event of events) readEvent(event, reader);
      yield* reply.take();
    }
    reader.end?.();
  } catch (error) {
    const fault = error instanceof OverBudget ? TransportFault.overBudget(error) : error;
    if (!(fault instanceof ServerFault || fault instanceof TransportFault)) throw error;
    yield* reply.take();
    yield { type: "fault", fault };
    return;
  }
  yield* reply.take();
  yield { type: "reply", content: reply.content(), end: reply.end, usage: reply.counted };
}

function readEvent(event: AnswerEvent, reader: EventReader): void {
  if (event === "done") {
    reader.done?.();
    return;
  }
  const fault = errorInside(event);
  if (fault) throw fault;
  reader.event(event);
}

/**
 * The error document that an event is or holds. Servers report errors inside a stream that began with 200 in at least six
 * shapes; all become one, so that they are read by the same rules as an HTTP error.
 */
function errorInside(value: JsonRecord): ServerFault | undefined {
  const failed = value["type"] === "response.failed" ? asRecord(asRecord(value["response"])?.["error"]) : undefined;
  const isError = value["type"] === "error" || value["object"] === "error";
  const error = failed ?? value["error"] ?? (isError ? value : undefined);
  if (!error && value["type"] !== "response.failed") return undefined;
  const document = asRecord(error);
  const code = document?.["code"] ?? document?.["status_code"] ?? document?.["status"];
  const status = typeof code === "number" && code >= 400 && code < 600 ? code : undefined;
  const body = JSON.stringify({ error: document ?? { message: asText(error) ?? "the server gave no reason" } });
  return new ServerFault({ body, ...(status === undefined ? {} : { status }) });
}

export function bearerHeaders(choice: Pick<WireChoice, "key">): Record<string, string> {
  return choice.key === undefined ? {} : { authorization: `Bearer ${choice.key}` };
}

export function dataUrl({ mediaType, base64 }: Image): string {
  return `data:${mediaType};base64,${base64}`;
}

const NAME_CHARS_MAX = 64;

/** Names that a model made up may hold characters that every wire refuses in the next request. */
export function wireName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, NAME_CHARS_MAX) || "unnamed";
}

/** A call with unreadable arguments must still go back as the object that every wire requires. */
export function wireInput(input: unknown): JsonRecord {
  return asRecord(input) ?? { [UNREADABLE_ARGUMENTS]: input };
}

/** What a provider of that name left with a part of a reply. */
export function metaOf(part: ReplyPart, name: string): JsonRecord | undefined {
  return asRecord(asRecord(part.meta)?.[name]);
}
