import { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { soundLines } from "../../base/client-lines.ts";

export interface ProtocolStreams {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
}

/** Below what the library holds of a line before it gives up all of them. */
const LINE_CHARS_MAX = 2_000_000;

/** Serves one client over two streams, a message a line, until it is gone. A line that is no message is left out. */
export async function serveStreams(create: () => Server, { input, output }: ProtocolStreams): Promise<void> {
  let failure: unknown;
  const failed = (error: unknown): void => {
    failure = error;
  };
  const lines = Readable.from(soundLines(input, failed, { charsMax: LINE_CHARS_MAX }), { objectMode: false });
  const gone = new Promise<void>((done) => lines.once("close", done));
  const serving = serveStdio(create, { transport: new StdioServerTransport(lines, Writable.fromWeb(output)) });
  await gone;
  await serving.close();
  if (failure !== undefined) throw failure;
}
