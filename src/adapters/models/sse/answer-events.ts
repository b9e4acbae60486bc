import { Budget, OverBudget } from "../../../base/budget.ts";
import { parseForeignJson } from "../../../base/json-depth.ts";
import { TransportFault } from "../http/faults.ts";
import { asRecord, type JsonRecord } from "./json-shape.ts";
import { type SseEvent, SseParser } from "./sse.ts";

/** `done` is the word `[DONE]`, with which many servers end a stream. */
export type AnswerEvent = JsonRecord | "done";

/** Enough for any error document and any answer to a request that was not streamed. */
const OPENING_CHARS_MAX = 8_000_000;
/** The longest answers have one for each of some 200,000 tokens. */
const EVENTS_MAX = 1_000_000;
const DONE = "[DONE]";

/** The JSON events of an answer, out of decoded text cut anywhere. A document in place of a stream is one event, or a list of them. */
export class AnswerReader {
  readonly #parser = new SseParser();
  readonly #openingBudget = new Budget("answer", OPENING_CHARS_MAX);
  readonly #eventsBudget = new Budget("events", EVENTS_MAX);
  #opening = "";
  #sawEvent = false;

  /** @throws {OverBudget | TransportFault} on an event that is no JSON */
  push(text: string): AnswerEvent[] {
    if (!this.#sawEvent) {
      this.#openingBudget.spend(text.length);
      this.#opening += text;
    }
    const events = this.#parser.push(text);
    this.#eventsBudget.spend(events.length);
    return events.flatMap((event) => this.#read(event));
  }

  /** What is left when the body ends: an event without its blank line, or a document that is no stream at all. @throws {OverBudget} */
  end(): AnswerEvent[] {
    const rest = this.#parser.rest();
    try {
      if (rest) return this.#read(rest);
      return this.#sawEvent ? [] : wholeAnswer(this.#opening.trim());
    } catch (error) {
      if (!(error instanceof TransportFault)) throw error;
      // Cut in the middle it is no event: that the reply has no end tells of it.
      return [];
    }
  }

  #read({ data }: SseEvent): AnswerEvent[] {
    // Anthropic proxies send an event that has a name or nothing at all.
    if (data === "") return [];
    this.#sawEvent = true;
    this.#opening = "";
    if (data === DONE || data.trim() === DONE) return ["done"];
    const value = asRecord(parse(data));
    return value ? [value] : [];
  }
}

/** A server that cannot stream answers with one JSON document in place of events. */
function wholeAnswer(text: string): AnswerEvent[] {
  if (!/^[{[]/.test(text)) return [];
  const value = parse(text);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(asRecord).filter((one) => one !== undefined);
}

function parse(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    // Bytes were lost, and with them text or half of a call.
    throw new TransportFault("unreadable", "an event is no JSON");
  }
}
