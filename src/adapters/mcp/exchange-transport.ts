import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { errorText } from "../../base/error-text.ts";

/** Carries one message to a server and its answer back; what is no request is answered by anything. Rejects where nothing comes back. */
export type MessageExchange = (message: object, signal: AbortSignal) => Promise<unknown>;

/** A server in a program that already speaks with us in another way: each message is a question there. */
export class ExchangeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #exchange: MessageExchange;
  readonly #closed = new AbortController();

  constructor(exchange: MessageExchange) {
    this.#exchange = exchange;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    void this.#exchanged(message);
  }

  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort(new Error("closed"));
    this.onclose?.();
  }

  async #exchanged(message: JSONRPCMessage): Promise<void> {
    try {
      const answer = await this.#exchange(message, this.#closed.signal);
      if (isJSONRPCRequest(message)) this.onmessage?.(parseJSONRPCMessage(answer));
    } catch (error) {
      if (this.#closed.signal.aborted || !isJSONRPCRequest(message)) return;
      this.onmessage?.({ jsonrpc: "2.0", id: message.id, error: { code: -32_000, message: errorText(error) } });
    }
  }
}
