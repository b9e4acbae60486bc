import { Server } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { serveStreams } from "./serve-streams.ts";

/** What a server of ours answers to these pieces of its input. */
async function answersTo(pieces: Iterable<string>): Promise<string> {
  const answers: string[] = [];
  const encoder = new TextEncoder();
  const waiting = pieces[Symbol.iterator]();
  const input = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = waiting.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
  const output = new WritableStream<Uint8Array>({
    write: (chunk) => void answers.push(new TextDecoder().decode(chunk)),
  });
  await serveStreams(() => new Server({ name: "x", version: "1" }, { capabilities: {} }), { input, output });
  return answers.join("");
}

const PING = `${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}\n`;
const START = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } };
const BEGIN = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: START })}\n`;

test("a line that nests too deep, holds too much, or is longer than a message, is passed over, and one without end ends it with a reason", async () => {
  const deep = `{"jsonrpc":"2.0","id":5,"method":"x","params":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`;
  const wide = `{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":[${"[],".repeat(300_000)}1]}}\n`;
  const long = `${JSON.stringify({ jsonrpc: "2.0", id: 6, method: "ping", params: { a: "x".repeat(3_000_000) } })}\n`;
  const answers = await answersTo([BEGIN, deep, wide, long, PING]);
  expect(answers).toContain('"id":7');
  expect(answers).not.toMatch(/"id":[56]\b/);
  function* endless(): Generator<string> {
    for (let count = 0; count < 80; count++) yield "x".repeat(500_000);
  }
  await expect(answersTo(endless())).rejects.toThrow("send one JSON object a line");
});
