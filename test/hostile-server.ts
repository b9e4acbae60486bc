import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable, type Transform } from "node:stream";
import { createBrotliCompress, createDeflate, createGzip, createZstdCompress } from "node:zlib";

const PIECE = "a".repeat(64 * 1024);

function* endless(opening: string, piece: string): Generator<string> {
  yield opening;
  for (;;) yield piece;
}

const EVENTS = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };
const delta = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

const call = (index: number, text: string): string => {
  const target = { name: index === 0 ? "read_file" : `tool_${index}`, arguments: text };
  return `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index, id: `c${index}`, function: target }] } }] })}\n\n`;
};

function* calls(): Generator<string> {
  for (let index = 0; ; index += 100) yield Array.from({ length: 100 }, (_, more) => call(index + more, "{}")).join("");
}

interface Hostility {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => Iterable<string>;
  readonly status?: number;
}

/** Servers that answer a question to a model without end, by what never ends. They write only as fast as they are read. */
export const HOSTILITIES = {
  "a line": { headers: EVENTS, body: () => endless('data: {"choices":[{"delta":{"content":"', PIECE) },
  "an event": { headers: EVENTS, body: () => endless("", `data: ${PIECE}\n`) },
  "a document": { headers: JSON_TYPE, body: () => endless('{"choices":[{"message":{"content":"', PIECE) },
  "a document in lines": { headers: JSON_TYPE, body: () => endless("{\n", `"${PIECE}": 1,\n`) },
  "an answer": { headers: EVENTS, body: () => endless("", delta(PIECE)) },
  "a gzip bomb": { headers: { ...EVENTS, "content-encoding": "gzip" }, body: () => endless("data: ", PIECE) },
  "a brotli bomb": { headers: { ...EVENTS, "content-encoding": "br" }, body: () => endless("data: ", PIECE) },
  nesting: {
    headers: EVENTS,
    body: () => [`data: {"choices":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n\n`],
  },
  comments: { headers: EVENTS, body: () => endless("", ": still here\n\n".repeat(1_000)) },
  "events that say nothing": { headers: EVENTS, body: () => endless("", "data: {}\n\n".repeat(1_000)) },
  "an answer in single letters": { headers: EVENTS, body: () => endless("", delta("a").repeat(500)) },
  "calls in an answer": { headers: EVENTS, body: () => calls() },
  "arguments of a call": { headers: EVENTS, body: () => endless(call(0, '{"a":"'), call(0, "x").repeat(500)) },
  "thoughts in single letters": {
    headers: EVENTS,
    body: () =>
      endless("", `data: ${JSON.stringify({ choices: [{ delta: { reasoning_content: "hm" } }] })}\n\n`.repeat(500)),
  },
  "a deflate bomb": { headers: { ...EVENTS, "content-encoding": "deflate" }, body: () => endless("data: ", PIECE) },
  "a zstd bomb": { headers: { ...EVENTS, "content-encoding": "zstd" }, body: () => endless("data: ", PIECE) },
  "an error": { headers: JSON_TYPE, body: () => endless('{"error":{"message":"', PIECE), status: 400 },
} as const satisfies Readonly<Record<string, Hostility>>;

/** A server on loopback that does one of {@link HOSTILITIES} to each request. */
export async function startHostileServer(
  name: keyof typeof HOSTILITIES,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const hostility: Hostility = HOSTILITIES[name];
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(hostility.status ?? 200, hostility.headers);
    send(hostility, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGzip,
  br: createBrotliCompress,
  deflate: createDeflate,
  zstd: createZstdCompress,
};

function send({ headers, body }: Hostility, response: ServerResponse): void {
  const source = Readable.from(body(), { objectMode: true, highWaterMark: 4 });
  const packed = PACKERS[headers["content-encoding"] ?? "gzip"]?.() ?? createGzip();
  const stream = headers["content-encoding"] === undefined ? source : source.pipe(packed);
  response.once("close", () => source.destroy());
  for (const end of [source, packed, response]) end.on("error", () => source.destroy());
  stream.pipe(response);
}
