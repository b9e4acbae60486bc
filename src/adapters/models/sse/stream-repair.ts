import { Budget, OverBudget } from "../../../base/budget.ts";
import { JSON_DEPTH_MAX, nestsTooDeep } from "../../../base/json-depth.ts";
import type { Quirks, Wire } from "../services/providers.ts";
import { errorInside, eventFixes } from "../wires/quirks.ts";
import { type DeltaShape, findShape, literalOf, readLiteral, shapeText } from "./delta-shape.ts";
import { asRecord, asText, type JsonRecord } from "./json-shape.ts";
import { adoptTotals, type PlainDelta, plainDelta } from "./merge-deltas.ts";
import { type SseEvent, SseParser } from "./sse.ts";

/** An event on its way out. */
interface Pending {
  readonly value: JsonRecord;
  /** The bytes it came as, while they still say the same. */
  text: string | undefined;
  readonly delta: PlainDelta | undefined;
}

/**
 * Stands between the network and the provider package: takes decoded text cut anywhere, gives server-sent events that the
 * package reads as they were meant. Each named quirk is repaired here (see quirks), and adjacent deltas of one place become one
 * event: the package's schema validation and web streams cost about 50 µs an event, a token, and what comes out is the same,
 * since every wire appends such deltas anyway.
 */
export class StreamRepair {
  readonly #wire: Wire;
  readonly #parser = new SseParser();
  readonly #fixes;
  readonly #isShaped: boolean;
  #pending: Pending | undefined;
  /** The shape of the last event, where that was a plain delta. */
  #shape: DeltaShape | undefined;
  /** Undecoded texts of the shape, to be added to the pending event. */
  #literals: string[] = [];
  #out = "";
  readonly #openingBudget = new Budget("answer", OPENING_CHARS_MAX);
  #opening = "";
  #sawEvent = false;
  #fault: { readonly status?: number; readonly body: string } | undefined;

  constructor(wire: Wire, quirks: Quirks) {
    this.#wire = wire;
    this.#fixes = eventFixes(wire, quirks);
    // Repeats can only be told from what was said before by reading every event.
    this.#isShaped = quirks.repeatedReasoning !== true;
  }

  /** The first error document of the stream; what comes after it is not passed on. */
  get fault(): { readonly status?: number; readonly body: string } | undefined {
    return this.#fault;
  }

  /** True when there is something to take. */
  get isReady(): boolean {
    return this.#pending !== undefined || this.#out !== "";
  }

  /** @throws {OverBudget} when there is more of something than any server means to send */
  push(text: string): void {
    if (this.#fault) return;
    if (!this.#sawEvent) this.#addOpening(text);
    for (const event of this.#parser.push(text)) this.#read(event);
  }

  #addOpening(text: string): void {
    this.#openingBudget.spend(text.length);
    this.#opening += text;
  }

  /** What is left when the body ends: an event without its blank line, or a document that is no stream at all. */
  end(): void {
    const rest = this.#parser.rest() ?? (this.#sawEvent ? undefined : this.#wholeAnswer());
    // Cut in the middle it is no event.
    if (rest && (rest.data === DONE || parseObject(rest.data))) this.#read(rest);
  }

  /** The events so far, as text. The less often it is called, the fewer events there are. */
  take(): string {
    this.#writePending();
    const out = this.#out;
    this.#out = "";
    return out;
  }

  /** A server that cannot stream answers with one JSON document in place of events. */
  #wholeAnswer(): SseEvent | undefined {
    const text = this.#opening.trim();
    return text.startsWith("{") ? { data: text } : undefined;
  }

  #read(event: SseEvent): void {
    // Anthropic proxies send an event that has a name or nothing at all.
    if (event.data === "" || this.#fault) return;
    const literal =
      this.#shape && this.#pending ? literalOf(this.#shape, shapeText(this.#wire, event.data)) : undefined;
    if (literal !== undefined) {
      this.#literals.push(literal);
      return;
    }
    this.#readWhole(event.data);
  }

  #readWhole(data: string): void {
    this.#sawEvent = true;
    this.#opening = "";
    const value = data.trim() === DONE ? undefined : parseObject(data);
    if (!value) {
      this.#shape = undefined;
      if (data.trim() === DONE) for (const owed of this.#fixes.atDone()) this.#add(owed);
      else this.#writeAsIs(data);
      return;
    }
    this.#fault = errorInside(value);
    if (this.#fault) return;
    let last: PlainDelta | undefined;
    for (const fixed of this.#fixes.fix(value)) last = this.#add(fixed, fixed === value ? data : undefined);
    this.#shape = last && this.#isShaped ? this.#shapeOf(data, last) : undefined;
  }

  #shapeOf(data: string, delta: PlainDelta): DeltaShape | undefined {
    const text = shapeText(this.#wire, data);
    if (this.#shape && literalOf(this.#shape, text) !== undefined) return this.#shape;
    return findShape(this.#wire, text, asText(delta.holder[delta.key]) ?? "");
  }

  /** @returns the delta that the event is, as it came */
  #add(value: JsonRecord, text?: string): PlainDelta | undefined {
    const delta = plainDelta(this.#wire, value);
    const into = this.#pending;
    if (delta && into?.delta?.place === delta.place) {
      this.#joinLiterals(into);
      const { holder, key } = into.delta;
      holder[key] = `${holder[key]}${delta.holder[delta.key]}`;
      adoptTotals(into.value, value);
      into.text = undefined;
      return delta;
    }
    this.#writePending();
    const shown = delta ? { ...delta, holder: { [delta.key]: delta.holder[delta.key] } } : undefined;
    this.#pending = { value, delta, text: text?.includes("\n") ? undefined : text };
    return shown;
  }

  #joinLiterals(pending: Pending): void {
    if (this.#literals.length === 0 || !pending.delta) return;
    const { holder, key } = pending.delta;
    holder[key] = `${holder[key]}${readLiteral(this.#literals.join("")) ?? ""}`;
    pending.text = undefined;
    this.#literals = [];
  }

  #writePending(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#joinLiterals(pending);
    this.#out += `data: ${pending.text ?? JSON.stringify(pending.value)}\n\n`;
    this.#pending = undefined;
  }

  /** What is no JSON object is for the package to complain about. */
  #writeAsIs(data: string): void {
    this.#writePending();
    this.#out += `data: ${data.replaceAll("\n", "\ndata: ")}\n\n`;
  }
}

const DONE = "[DONE]";
/** Enough for any error document and any answer to a request that was not streamed. */
const OPENING_CHARS_MAX = 8_000_000;

function parseObject(text: string): JsonRecord | undefined {
  try {
    return shallow(asRecord(JSON.parse(text)), text.length);
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return undefined;
  }
}

/** @throws {OverBudget} on a value whose depth no stack that walks it would bear */
function shallow(value: JsonRecord | undefined, chars: number): JsonRecord | undefined {
  if (chars > 2 * JSON_DEPTH_MAX && nestsTooDeep(value)) throw new OverBudget("nesting", JSON_DEPTH_MAX);
  return value;
}
