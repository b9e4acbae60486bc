import { Budget } from "../../../base/budget.ts";
import { parseForeignJson } from "../../../base/json-depth.ts";
import type { ModelPart } from "../../../core/ports/model.ts";
import type { ReplyEnd, ReplyPart } from "../../../core/protocol/event.ts";
import { NO_USAGE, type Usage } from "../../../core/protocol/usage.ts";

/** What goes back to the provider untouched, by the name of who may read it. */
export type Meta = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Block {
  readonly kind: "text" | "reasoning";
  text: string;
  meta: Meta | undefined;
}

/** A call as it comes: its id and name may be known later than its arguments. */
export interface OpenCall {
  readonly kind: "call";
  id: string | undefined;
  name: string;
  /** The arguments as JSON text. */
  text: string;
  meta: Meta | undefined;
  /** False while the server may still leave it undone. */
  isWhole: boolean;
}

export type DeltaPart = Extract<ModelPart, { readonly text: string }>;

/** Some eight times what any model can write, thinking and calls included. */
const ANSWER_CHARS_MAX = 8_000_000;
/** A step runs 64 of them; each costs an event, a result and a place in every later request, however little it says. */
const CALLS_MAX = 1_000;
/** No tool is called so; what follows is left out. */
const NAME_CHARS_MAX = 200;
/** Far more than a window holds; sums of it stay exact. */
const TOKENS_MAX = 1_000_000_000;
/** A longer id is replaced by one of ours. */
const ID_CHARS_MAX = 500;

/** Gathers one reply from a stream, its pieces in the order in which they began. */
export class Reply {
  usage: Usage = NO_USAGE;
  /** How it ended in the server's words; undefined while it goes on, and for good where the stream stopped before the reply did. */
  ending: Exclude<ReplyEnd, "calls"> | undefined;
  readonly #budget = new Budget("answer", ANSWER_CHARS_MAX);
  readonly #callBudget = new Budget("calls", CALLS_MAX);
  readonly #pieces: (Block | OpenCall)[] = [];
  readonly #open = new Map<string, Block>();
  #deltas: { -readonly [Key in keyof DeltaPart]: DeltaPart[Key] }[] = [];

  /** Adds to the block of that kind and key, which begins here if it is not open. @throws {OverBudget} */
  say(
    kind: Block["kind"],
    text: string,
    { key = "", meta }: { readonly key?: unknown; readonly meta?: Meta } = {},
  ): void {
    const name = `${kind} ${key}`;
    let block = this.#open.get(name);
    if (!block) {
      block = { kind, text: "", meta: undefined };
      this.#open.set(name, block);
      this.#pieces.push(block);
    }
    block.text += text;
    // A signature comes with a later delta than the text it signs.
    if (meta) block.meta = joined(block.meta, meta);
    this.#show({ type: `${kind}-delta`, text });
  }

  /** What is said next under that kind and key is a block of its own. */
  close(kind: Block["kind"], key: unknown = ""): void {
    this.#open.delete(`${kind} ${key}`);
  }

  /** Begins a call. @throws {OverBudget} */
  call(
    id: string | undefined,
    name: string,
    { meta, isWhole = true }: { readonly meta?: Meta; readonly isWhole?: boolean } = {},
  ): OpenCall {
    this.#callBudget.spend(1);
    const call: OpenCall = { kind: "call", id, name, text: "", meta, isWhole };
    this.#pieces.push(call);
    return call;
  }

  /** @throws {OverBudget} */
  addInput(call: OpenCall, text: string): void {
    call.text += text;
    this.#show({ type: "call-input-delta", callId: idOf(call) ?? "", name: nameOf(call), text });
  }

  /** What was said since the last time, neighbours of one kind as one. */
  take(): readonly DeltaPart[] {
    const taken = this.#deltas as readonly DeltaPart[];
    this.#deltas = [];
    return taken;
  }

  /** What the server counted, as far as it can be: a number below zero would take from what others cost. */
  get counted(): Usage {
    const counts = Object.entries(this.usage).map(([name, value]) => [name, Math.min(Math.max(value, 0), TOKENS_MAX)]);
    return Object.fromEntries(counts) as unknown as Usage;
  }

  get end(): ReplyEnd | undefined {
    if (this.ending === undefined || this.ending === "length" || this.ending === "filtered") return this.ending;
    return this.#pieces.some((piece) => isCall(piece) && isMade(piece)) ? "calls" : this.ending;
  }

  /** The whole reply. Calls that a server did not name get an id here. */
  content(): readonly ReplyPart[] {
    let nameless = 0;
    return this.#pieces.flatMap((piece): ReplyPart[] => {
      const meta = piece.meta === undefined ? {} : { meta: piece.meta };
      if (!isCall(piece))
        return piece.text === "" && !piece.meta ? [] : [{ kind: piece.kind, text: piece.text, ...meta }];
      if (!isMade(piece)) return [];
      const id = idOf(piece) ?? `call_${++nameless}`;
      return [{ kind: "call", call: { id, name: nameOf(piece), input: parseInput(piece.text) }, ...meta }];
    });
  }

  #show(delta: DeltaPart): void {
    if (delta.text === "") return;
    this.#budget.spend(delta.text.length);
    const last = this.#deltas.at(-1);
    const isSame =
      last?.type === delta.type && (!("callId" in delta) || ("callId" in last && last.callId === delta.callId));
    if (isSame) last.text += delta.text;
    else this.#deltas.push({ ...delta });
  }
}

const isCall = (piece: Block | OpenCall): piece is OpenCall => piece.kind === "call";
/** It is said in many places, and nothing that acts on a terminal is a part of a name. */
const nameOf = ({ name }: OpenCall): string => name.slice(0, NAME_CHARS_MAX).replace(/[\p{Cc}\p{Cf}]/gu, "");
const idOf = ({ id }: OpenCall): string | undefined => (id === undefined || id.length > ID_CHARS_MAX ? undefined : id);
const isMade = ({ name, text, isWhole }: OpenCall): boolean => isWhole && (name !== "" || text !== "");

function joined(left: Meta | undefined, right: Meta): Meta {
  const all: Record<string, Readonly<Record<string, unknown>>> = { ...left };
  for (const [name, value] of Object.entries(right)) all[name] = { ...all[name], ...value };
  return all;
}

/** The parsed arguments; the raw text where it is no JSON, nests too deep or holds too much; an empty object where there is none. */
function parseInput(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseForeignJson(text);
  } catch {
    return text;
  }
}
