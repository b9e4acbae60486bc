import type { Readable, Writable } from "node:stream";
import {
  deserializeMessage,
  isJSONRPCRequest,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { errorText } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { jsonExcess } from "../../base/json-depth.ts";

/** A program that speaks the protocol over its standard input and output, a message a line. */
export interface ProtocolProgram {
  readonly input: Writable;
  readonly output: Readable;
  readonly ended: Promise<string>;
  end(): Promise<void>;
}

/** One message; more is nothing that a model could read. */
const MESSAGE_BYTES_MAX = 10 * 1024 * 1024;
/** What nobody asked for, between two messages of ours; lines that are no messages, and empty ones, take time as well. */
const UNASKED_LINES_MAX = 10_000;
const UNASKED_BYTES_MAX = 64 * 1024 * 1024;
const FLOOD = "floods us with output that nobody asked for";

/** The library's own transport starts and ends the program itself, and leaves behind what that started. */
export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why it was closed, when not by us. */
  fault: string | undefined;
  readonly #program: ProtocolProgram;
  readonly #lines = new Lines();
  #unaskedLines = 0;
  #unaskedBytes = 0;
  #isClosed = false;

  constructor(program: ProtocolProgram) {
    this.#program = program;
  }

  async start(): Promise<void> {
    void this.#read();
    void this.#program.ended.then((why) => this.#end(why));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // What we answer to a question of its own is no reason for more.
    if (isJSONRPCRequest(message)) {
      this.#unaskedLines = 0;
      this.#unaskedBytes = 0;
    }
    const { input } = this.#program;
    if (this.#isClosed || !input.writable) throw new Error(this.fault ?? "it is gone");
    input.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.#end(undefined);
    await this.#program.end();
  }

  /** In turns: a server that floods leaves us time to read what else there is. */
  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#program.output) {
        this.#unaskedBytes += (chunk as Buffer).length;
        if (this.#unaskedBytes > UNASKED_BYTES_MAX) throw new Error(FLOOD);
        for (const line of this.#lines.push(chunk as Buffer)) this.#take(line);
        if (this.#isClosed) return;
        await new Promise<void>((next) => void setImmediate(next));
      }
    } catch (error) {
      this.#end(errorText(error));
    }
  }

  #take(line: string): void {
    if (++this.#unaskedLines > UNASKED_LINES_MAX) throw new Error(FLOOD);
    const excess = jsonExcess(line);
    if (excess !== undefined) throw new Error(`sent ${excess.message} in one message`);
    const message = messageIn(line);
    if (message !== undefined) this.onmessage?.(message);
  }

  #end(fault: string | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.fault = fault;
    this.#lines.clear();
    if (fault !== undefined) void this.#program.end();
    this.onclose?.();
  }
}

/** Undefined: a line that is no message, such as a greeting. What is meant as an answer ends the wait for it, though it is none. */
function messageIn(line: string): JSONRPCMessage | undefined {
  try {
    return deserializeMessage(line);
  } catch {
    const id = idOfAnswer(line);
    return id === undefined ? undefined : { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: NO_ANSWER } };
  }
}

const INTERNAL_ERROR = -32_603;
const NO_ANSWER = "what it answered is no answer by the protocol";

function idOfAnswer(line: string): string | number | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value) || "method" in value) return undefined;
    const { id } = value;
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** What a stream of bytes holds, line by line; what comes behind the last end of a line is kept. */
class Lines {
  #open: Buffer[] = [];
  #openBytes = 0;

  /** @throws {Error} when a line is too long */
  *push(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(this.#open).toString();
      this.clear();
      yield line.replace(/\r$/, "");
    }
    this.#keep(chunk.subarray(from));
  }

  clear(): void {
    this.#open = [];
    this.#openBytes = 0;
  }

  #keep(piece: Buffer): void {
    this.#openBytes += piece.length;
    if (this.#openBytes > MESSAGE_BYTES_MAX)
      throw new Error(`sent more than ${MESSAGE_BYTES_MAX / 1024 / 1024} MB in one message`);
    this.#open.push(piece);
    // Each piece costs more than its bytes where a program writes them one by one.
    if (this.#open.length > PIECES_MAX) this.#open = [Buffer.concat(this.#open)];
  }
}

const NEWLINE = 10;
const PIECES_MAX = 1000;
