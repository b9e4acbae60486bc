import { isJSONRPCRequest, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

type Send = StreamableHTTPClientTransport["send"];

/** Over HTTP each answer has its stream. One that ended for good, where it cannot be resumed, brings it no more: nobody waits for it. */
export class StreamTransport extends StreamableHTTPClientTransport {
  override async send(message: Parameters<Send>[0], options?: Parameters<Send>[1]): Promise<void> {
    const asked = [message].flat().filter((one) => isJSONRPCRequest(one));
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      // Whoever had its answer takes no second one.
      for (const { id } of asked) this.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32_603, message: ENDED } });
    };
    await super.send(message, { ...options, onRequestStreamEnd });
  }
}

const ENDED = "it ended the stream without an answer";
