import { parseForeignJson } from "../../../base/json-depth.ts";
import { asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import type { OpenCall, Reply } from "./reply.ts";

interface Begun {
  readonly index: number | undefined;
  readonly call: OpenCall;
}

/** One delta of a call: any of it may be missing. */
interface CallDelta {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly text: string;
}

/**
 * Puts the calls of a chat stream together. A delta should name its call by an index, and open it with an id and a name; servers
 * leave out the index, give every call the index 0, send a new id or the name again with every delta, or the name late.
 */
export class ChatCalls {
  readonly #reply: Reply;
  readonly #calls: Begun[] = [];

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  add(given: JsonRecord | undefined): void {
    if (!given) return;
    const delta = readDelta(given);
    const current = this.#find(delta);
    const call = current && !startsAnother(delta, current) ? current : this.#begin(delta);
    if (!call) return;
    call.id ??= delta.id;
    call.name ||= delta.name ?? "";
    const signature = asText(asRecord(asRecord(given["extra_content"])?.["google"])?.["thought_signature"]);
    if (signature) call.meta ??= { compatible: { thoughtSignature: signature } };
    this.#reply.addInput(call, delta.text);
  }

  /** The call that this delta would go on with. */
  #find({ index, id, name }: CallDelta): OpenCall | undefined {
    const last = (test: (entry: Begun) => boolean) => this.#calls.findLast(test)?.call;
    if (index !== undefined) {
      const indexed = last((entry) => entry.index === index);
      if (indexed || name !== undefined) return indexed;
    }
    const named = id === undefined ? undefined : last((entry) => entry.call.id === id);
    return named ?? (name === undefined ? last(() => true) : undefined);
  }

  /** Undefined for a delta that says nothing. */
  #begin({ index, id, name, text }: CallDelta): OpenCall | undefined {
    if (name === undefined && text === "" && id === undefined) return undefined;
    const call = this.#reply.call(id, name ?? "");
    this.#calls.push({ index, call });
    return call;
  }
}

function readDelta(given: JsonRecord): CallDelta {
  const target = asRecord(given["function"]) ?? {};
  const value = target["arguments"];
  return {
    index: asNumber(given["index"]),
    id: asText(given["id"])?.trim() || undefined,
    name: asText(target["name"])?.trim() || undefined,
    // object-arguments: Ollama's native form leaks through some gateways.
    text: value !== null && typeof value === "object" ? JSON.stringify(value) : (asText(value) ?? ""),
  };
}

/** Whether it opens a call of its own in the place of one that has begun. */
function startsAnother({ id, name, text }: CallDelta, current: OpenCall): boolean {
  if (name === undefined || current.name === "") return false;
  if (name !== current.name) return true;
  const opens = /^\s*[{[]/.test(text);
  if (id !== undefined && current.id !== undefined && id !== current.id)
    return opens || (text === "" && isWhole(current.text));
  return opens && isWhole(current.text);
}

function isWhole(text: string): boolean {
  try {
    parseForeignJson(text);
    return true;
  } catch {
    return false;
  }
}
