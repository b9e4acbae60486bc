import type { Quirks, Wire } from "../src/adapters/models/services/provider.ts";
import { findProvider, type WireChoice } from "../src/adapters/models/services/providers.ts";
import { type AnswerEvent, AnswerReader } from "../src/adapters/models/sse/answer-events.ts";
import { loadWire } from "../src/adapters/models/wires/index.ts";
import type { ModelEvent } from "../src/adapters/models/wires/wire.ts";

/** A choice of any model over that wire, with nobody behind it. */
export function choiceOver(wire: Wire, more: { readonly model?: string; readonly quirks?: Quirks } = {}): WireChoice {
  const provider = findProvider("openai-compatible");
  if (!provider) throw new Error("the list of providers lacks openai-compatible");
  const { model = "m", quirks = {} } = more;
  return { provider: { ...provider, quirks }, model, wire, baseUrl: "http://127.0.0.1:9/v1", key: "k" };
}

/** What a wire makes of the bytes of an answer, cut where it is said. */
export async function playWire(
  choice: WireChoice,
  bytes: string | Uint8Array,
  cuts: readonly number[] = [],
): Promise<readonly ModelEvent[]> {
  const { events } = await loadWire(choice.wire);
  return Array.fromAsync(events(answerOf(Buffer.from(bytes), cuts), choice));
}

async function* answerOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<readonly AnswerEvent[]> {
  const reader = new AnswerReader();
  const decoder = new TextDecoder();
  const places = [...cuts.filter((cut) => cut > 0 && cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
  let from = 0;
  for (const to of places) {
    yield reader.push(decoder.decode(bytes.subarray(from, to), { stream: true }));
    from = to;
  }
  yield reader.end();
}

/** The last event. @throws where it is no reply */
export function replyOf(events: readonly ModelEvent[]): Extract<ModelEvent, { readonly type: "reply" }> {
  const last = events.at(-1);
  if (last?.type !== "reply") throw new Error(`no reply: ${JSON.stringify(last)}`);
  return last;
}

/** All that was shown of one kind. */
export function shown(events: readonly ModelEvent[], type: "text-delta" | "reasoning-delta"): string {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}
