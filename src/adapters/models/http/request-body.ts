// The body of a request holds the whole conversation, most of which was sent before. The provider package is handed only what
// is new, between two marks, and what it makes of that is joined to the bytes it made of the rest.

import type { ModelMessage } from "../../../core/ports/model.ts";
import type { Wire } from "../services/providers.ts";

/** A request of which the provider package makes a part only. */
export interface PartialBody {
  /** For the provider package, in place of the messages of the request: what is new, between marks. */
  readonly messages: readonly ModelMessage[];
  /**
   * The bytes of the whole body, in pieces.
   * @param text  the body that the package made of {@link messages}
   * @returns undefined when a mark is not in it as it must be
   */
  join(text: string): readonly Uint8Array[] | undefined;
}

/** Messages with what a package made of them: the elements of a JSON array, with commas between. */
interface Kept {
  readonly messages: readonly ModelMessage[];
  /** Longer than what it holds. */
  readonly bytes: Buffer;
  readonly length: number;
}

type Role = "user" | "assistant";

/** With fewer messages there is next to nothing to save, and one request may be all there is. */
const MESSAGES_MIN = 3;
const FIRST_CAPACITY = 64 * 1024;
const GROWTH = 1.5;
const NOTHING_KEPT: Kept = { messages: [], bytes: Buffer.alloc(0), length: 0 };

/**
 * The messages of one conversation as a provider package wrote them, kept as bytes. A package converts message by message; only
 * neighbours of one role may become one. So the parts meet where the roles change, and a mark stands on the other side of
 * each end for what is there in the whole conversation. That the joined body is the very one that the package makes of all
 * messages is what the tests of this file compare, for every wire.
 */
export class RequestBodies {
  readonly #wire: Wire;
  /** No text of a conversation holds it. */
  readonly #mark = `mark-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  #kept = NOTHING_KEPT;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** @returns undefined where the package has to convert all of them */
  begin(messages: readonly ModelMessage[]): PartialBody | undefined {
    if (messages.length < MESSAGES_MIN || messages.at(-1)?.role === "assistant") return undefined;
    const kept = isContinuation(this.#kept.messages, messages) ? this.#kept : NOTHING_KEPT;
    const added = messages.slice(kept.messages.length);
    const before: Role = added[0]?.role === "user" ? "assistant" : "user";
    return {
      messages: [markMessage(before, `${this.#mark}-begin`), ...added, markMessage("assistant", `${this.#mark}-end`)],
      join: (text) => this.#join(text, { before, kept, messages }),
    };
  }

  #join(
    text: string,
    { before, kept, messages }: { readonly before: Role; readonly kept: Kept; readonly messages: Kept["messages"] },
  ): readonly Uint8Array[] | undefined {
    const begin = markText(this.#wire, before, `${this.#mark}-begin`);
    const end = markText(this.#wire, "assistant", `${this.#mark}-end`);
    const beginAt = text.indexOf(begin);
    const endAt = text.indexOf(end, beginAt + begin.length);
    if (beginAt === -1 || endAt === -1) return undefined;
    // A comma stands before and behind what is new; the first one is wanted only where something is kept.
    const from = beginAt + begin.length + (kept.length === 0 ? 1 : 0);
    this.#kept = { messages, ...appended(text.slice(from, endAt - 1), kept, { isLatest: kept === this.#kept }) };
    return [
      Buffer.from(text.slice(0, beginAt)),
      this.#kept.bytes.subarray(0, this.#kept.length),
      Buffer.from(text.slice(endAt + end.length)),
    ];
  }
}

/** Whether only messages were added, of which the first does not become one with the last of before. */
function isContinuation(before: readonly ModelMessage[], messages: readonly ModelMessage[]): boolean {
  if (before.length > messages.length || before.some((message, index) => !isSame(message, messages[index])))
    return false;
  const next = messages[before.length];
  return next === undefined || next.role === "assistant";
}

/** Replies and results keep their object from request to request; what a person said is put together anew. */
function isSame(one: ModelMessage, other: ModelMessage | undefined): boolean {
  return one === other || (one.role === "user" && other?.role === "user" && one.text === other.text);
}

/** Behind what is kept nobody reads, so there is room; where somebody else has used it the bytes are copied first. */
function appended(text: string, { bytes, length }: Kept, { isLatest }: { readonly isLatest: boolean }) {
  const needed = length + Buffer.byteLength(text);
  const hasRoom = isLatest && needed <= bytes.length;
  const room = hasRoom ? bytes : Buffer.allocUnsafeSlow(Math.max(FIRST_CAPACITY, Math.ceil(needed * GROWTH)));
  if (!hasRoom) bytes.copy(room, 0, 0, length);
  room.write(text, length);
  return { bytes: room, length: needed };
}

function markMessage(role: Role, mark: string): ModelMessage {
  return role === "user" ? { role, text: mark } : { role, content: [{ kind: "text", text: mark }] };
}

/** What the package of a wire makes of {@link markMessage}. */
function markText(wire: Wire, role: Role, mark: string): string {
  switch (wire) {
    case "compatible":
    case "chat":
      return `{"role":"${role}","content":"${mark}"}`;
    case "responses":
      return role === "user"
        ? `{"role":"user","content":[{"type":"input_text","text":"${mark}"}]}`
        : `{"role":"assistant","content":"${mark}"}`;
    case "anthropic":
      return `{"role":"${role}","content":[{"type":"text","text":"${mark}"}]}`;
    case "gemini":
      return `{"role":"${role === "user" ? "user" : "model"}","parts":[{"text":"${mark}"}]}`;
  }
}
