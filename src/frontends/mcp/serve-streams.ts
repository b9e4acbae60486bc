import { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";

export interface ProtocolStreams {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
}

/** Serves one client over two streams, a message a line, until it is gone. A line that is no message is left out. */
export async function serveStreams(create: () => Server, { input, output }: ProtocolStreams): Promise<void> {
  // The types of Node's streams and of the web's differ in a parameter of readers that nobody here uses.
  const lines = Readable.fromWeb(input as unknown as Parameters<typeof Readable.fromWeb>[0]);
  const gone = new Promise<void>((done) => lines.once("close", done));
  const serving = serveStdio(create, { transport: new StdioServerTransport(lines, Writable.fromWeb(output)) });
  await gone;
  await serving.close();
}
