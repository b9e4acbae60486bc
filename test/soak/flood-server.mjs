// A server of tools made of bare lines: how it floods whoever calls its tool is its first argument.

import { once } from "node:events";
import { createInterface } from "node:readline";

const [behaviour] = process.argv.slice(2);
const PIECE = "x".repeat(64 * 1024);
const PIECES = 1600;

const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const news = line({ method: "notifications/message", params: { level: "info", data: "x" } });
const many = (text) => text.repeat(Math.ceil(PIECE.length / text.length));

/** By behaviour: where it writes, what stands first, what comes again and again, what ends it. */
const FLOODS = {
  "a message of 100 MB": { opening: '{"jsonrpc":"2.0","id":1,"result":{"a":"', piece: PIECE, end: '"}}\n' },
  "news without end": { piece: many(news) },
  "changed lists without end": { piece: many(line({ method: "notifications/tools/list_changed" })) },
  "progress without end": { piece: many(line({ method: "notifications/progress", params: { progressToken: 1 } })) },
  "answers to nobody": { piece: many(line({ id: 7_777_777, result: {} })) },
  "lines that are no messages": { piece: many("hello\n") },
  "empty lines": { piece: "\n".repeat(PIECE.length) },
  "questions without end": { piece: many(line({ id: "q", method: "roots/list", params: {} })) },
  "100 MB of last words": { stream: process.stderr, piece: PIECE },
  "lines of last words": { stream: process.stderr, piece: many("at line 1\n") },
};

async function flood({ stream = process.stdout, opening = "", piece, end = "" }) {
  stream.write(opening);
  for (let at = 0; at < PIECES; at++) if (!stream.write(piece)) await once(stream, "drain");
  stream.write(end);
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: "flood", version: "1" },
  }),
  "tools/list": () => ({ tools: [{ name: "flood", description: "Says much.", inputSchema: { type: "object" } }] }),
  "tools/call": async () => {
    await flood(FLOODS[behaviour]);
    return { content: [{ type: "text", text: "The flood is over." }] };
  },
};

createInterface({ input: process.stdin }).on("line", async (text) => {
  const { id, method, params } = JSON.parse(text);
  const result = await answers[method]?.(params);
  if (id !== undefined && method !== undefined) process.stdout.write(line({ id, result }));
});
// Whoever floods is left alone in the end.
process.stdout.on("error", () => process.exit());
