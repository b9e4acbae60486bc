import { clientLines } from "../../base/client-lines.ts";
import { errorText } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";

/** One JSON object of a line. */
export type Message = Readonly<Record<string, unknown>>;

/** How lines reach the other side. */
export interface ChannelStreams {
  json(value: unknown): void;
  error(text: string): void;
}

/**
 * Messages of JSON, one a line, both ways over standard input and output. Either side may send a `control_request`, which the other
 * answers by a `control_response` of the same `request_id`; the one that asked may take it back by `control_cancel_request`.
 */
export class ControlChannel {
  readonly #streams: ChannelStreams;
  readonly #waiting = new Map<string, PromiseWithResolvers<unknown>>();
  #asked = 0;
  #isOver = false;

  constructor(streams: ChannelStreams) {
    this.#streams = streams;
  }

  /**
   * All messages but answers to our own requests, to the end of the input. A line that is no message is told on standard error and passed over.
   * @throws {UserError} when a line does not end
   */
  async *messages(input: AsyncIterable<Uint8Array>): AsyncGenerator<Message, void> {
    try {
      for await (const line of clientLines(input)) {
        const message = this.#parsed(line);
        if (message?.["type"] === "control_response") this.#settle(message["response"]);
        else if (message !== undefined) yield message;
      }
    } finally {
      this.#isOver = true;
      for (const { reject } of this.#waiting.values()) reject(new Error("the client is gone"));
    }
  }

  /** Asks the other side. @throws an Error when it answers with one, is gone, or the signal is aborted */
  async request(request: Message, signal?: AbortSignal): Promise<unknown> {
    if (this.#isOver) throw new Error("the client is gone");
    const id = `waymark-${++this.#asked}`;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    const takeBack = (): void => {
      this.#streams.json({ type: "control_cancel_request", request_id: id });
      answer.reject(new Error("cancelled before it was answered"));
    };
    if (signal?.aborted) answer.reject(new Error("cancelled before it was answered"));
    else this.#streams.json({ type: "control_request", request_id: id, request });
    signal?.addEventListener("abort", takeBack);
    try {
      return await answer.promise;
    } finally {
      signal?.removeEventListener("abort", takeBack);
      this.#waiting.delete(id);
    }
  }

  /** Answers a request of the other side with what `work` gives. */
  async answer(requestId: unknown, work: () => unknown): Promise<void> {
    try {
      const response = (await work()) ?? {};
      this.#streams.json({
        type: "control_response",
        response: { subtype: "success", request_id: requestId, response },
      });
    } catch (error) {
      const response = { subtype: "error", request_id: requestId, error: errorText(error) };
      this.#streams.json({ type: "control_response", response });
    }
  }

  /** A message that nothing can be done with: its sender waits for no answer. */
  tellUnused(why: string, message: Message): void {
    this.#tell(why, JSON.stringify(message));
  }

  #settle(response: unknown): void {
    if (!isObject(response)) return;
    const id = response["request_id"];
    // What only reads alike is the id of no request.
    const waiting = typeof id === "string" ? this.#waiting.get(id) : undefined;
    if (response["subtype"] === "success") waiting?.resolve(response["response"]);
    else waiting?.reject(new Error(String(response["error"] ?? "the client gave no reason")));
  }

  #parsed(line: string): Message | undefined {
    if (line.trim() === "") return undefined;
    try {
      const value = parseForeignJson(line.replace(/^\uFEFF/, ""));
      if (isObject(value)) return value;
    } catch {
      // Told below.
    }
    this.#tell("a line of standard input is no JSON object, or nests too deep or holds too much,", line);
    return undefined;
  }

  #tell(why: string, line: string): void {
    this.#streams.error(`waymark: ${why} and was passed over: ${line.slice(0, 80)}\n`);
  }
}
