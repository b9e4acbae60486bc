import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { errorText } from "../../base/error-text.ts";

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
  readonly #buffer = new ReadBuffer({ maxBufferSize: MESSAGE_BYTES_MAX });
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
        this.#count(chunk as Buffer);
        this.#buffer.append(chunk as Buffer);
        this.#takeMessages();
        if (this.#isClosed) return;
        await new Promise<void>((next) => void setImmediate(next));
      }
    } catch (error) {
      const isTooLong = errorText(error).includes("exceeded maximum size");
      this.#end(isTooLong ? `sent more than ${MESSAGE_BYTES_MAX / 1024 / 1024} MB in one message` : errorText(error));
    }
  }

  /** Before it is read: what is over the bounds costs no more than to look for the ends of its lines. */
  #count(chunk: Buffer): void {
    this.#unaskedBytes += chunk.length;
    let end = chunk.indexOf("\n");
    while (end !== -1 && this.#unaskedLines <= UNASKED_LINES_MAX) {
      this.#unaskedLines++;
      end = chunk.indexOf("\n", end + 1);
    }
    const isFlood = this.#unaskedLines > UNASKED_LINES_MAX || this.#unaskedBytes > UNASKED_BYTES_MAX;
    if (isFlood) throw new Error(FLOOD);
  }

  #takeMessages(): void {
    for (;;) {
      let message: JSONRPCMessage | null;
      try {
        message = this.#buffer.readMessage();
      } catch (error) {
        // A line that is no message, such as a greeting.
        this.onerror?.(new Error(errorText(error)));
        continue;
      }
      if (message === null) return;
      this.onmessage?.(message);
    }
  }

  #end(fault: string | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.fault = fault;
    this.#buffer.clear();
    if (fault !== undefined) void this.#program.end();
    this.onclose?.();
  }
}
