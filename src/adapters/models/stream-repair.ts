import { asRecord, type JsonRecord } from "./json-shape.ts";
import { MERGE_DELTAS } from "./merge-deltas.ts";
import type { Quirks, Wire } from "./providers.ts";
import { errorInside, eventFixes } from "./quirks.ts";
import { type SseEvent, SseParser } from "./sse.ts";

/**
 * Stands between the network and the provider package: takes decoded text cut anywhere, gives server-sent events that the
 * package reads as they were meant. Adjacent deltas of one piece of text become one event (see merge-deltas), and each named
 * quirk is repaired here (see quirks).
 */
export class StreamRepair {
  readonly #parser = new SseParser();
  readonly #merge;
  readonly #fixes;
  #pending: JsonRecord | undefined;
  /** The pending event as it came, while nothing was added to it. */
  #pendingText: string | undefined;
  #out = "";
  #opening = "";
  #sawEvent = false;
  #fault: { readonly status?: number; readonly body: string } | undefined;

  /** The first error document of the stream; what comes after it is not passed on. */
  get fault(): { readonly status?: number; readonly body: string } | undefined {
    return this.#fault;
  }

  constructor(wire: Wire, quirks: Quirks) {
    this.#merge = MERGE_DELTAS[wire];
    this.#fixes = eventFixes(wire, quirks);
  }

  push(text: string): string {
    if (this.#fault) return "";
    if (!this.#sawEvent && this.#opening.length < OPENING_CHARS_MAX) this.#opening += text;
    for (const event of this.#parser.push(text)) this.#read(event);
    return this.#flush();
  }

  /** What is left when the body ends: an event without its blank line, and a document that is no stream at all. */
  end(): string {
    const rest = this.#sawEvent ? this.#parser.rest() : (this.#parser.rest() ?? this.#wholeAnswer());
    // The last event may lack its blank line; cut in the middle it is no event.
    if (rest && (rest.data === DONE || parseObject(rest.data))) this.#read(rest);
    return this.#flush();
  }

  /** A server that cannot stream answers with one JSON document in place of events. */
  #wholeAnswer(): SseEvent | undefined {
    const text = this.#opening.trim();
    return text.startsWith("{") ? { data: text } : undefined;
  }

  #read(event: SseEvent): void {
    // Anthropic proxies end with an event that has a name or nothing at all.
    if (event.data === "") return;
    this.#sawEvent = true;
    this.#opening = "";
    if (event.data.trim() === DONE) {
      for (const value of this.#fixes.atDone()) this.#add(value);
      return;
    }
    const value = parseObject(event.data);
    if (!value) {
      this.#writePending();
      this.#out += `data: ${event.data.replaceAll("\n", "\ndata: ")}\n\n`;
      return;
    }
    this.#fault ??= errorInside(value);
    if (this.#fault) return;
    for (const fixed of this.#fixes.fix(value)) this.#add(fixed, fixed === value ? event.data : undefined);
  }

  #add(value: JsonRecord, text?: string): void {
    if (this.#pending && this.#merge(this.#pending, value)) {
      this.#pendingText = undefined;
      return;
    }
    this.#writePending();
    this.#pending = value;
    this.#pendingText = text?.includes("\n") ? undefined : text;
  }

  #writePending(): void {
    if (!this.#pending) return;
    this.#out += `data: ${this.#pendingText ?? JSON.stringify(this.#pending)}\n\n`;
    this.#pending = undefined;
  }

  #flush(): string {
    this.#writePending();
    const out = this.#out;
    this.#out = "";
    return out;
  }
}

const DONE = "[DONE]";
/** Enough for any error document and any answer to a request that was not streamed. */
const OPENING_CHARS_MAX = 8_000_000;

function parseObject(text: string): JsonRecord | undefined {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}
