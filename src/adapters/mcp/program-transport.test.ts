import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { ProgramTransport } from "./program-transport.ts";

/** What is heard of a program that says this and ends its output, and why it was given up. */
async function heard(pieces: readonly (string | Buffer)[]): Promise<{ messages: JSONRPCMessage[]; fault?: string }> {
  const output = new PassThrough();
  const gone = Promise.withResolvers<string>();
  const transport = new ProgramTransport({
    input: new PassThrough(),
    output,
    ended: gone.promise,
    end: async () => gone.resolve("ended"),
  });
  const messages: JSONRPCMessage[] = [];
  transport.onmessage = (message) => messages.push(message);
  const closed = new Promise<void>((done) => {
    transport.onclose = done;
  });
  await transport.start();
  for (const piece of pieces) output.write(piece);
  output.end(() => setImmediate(() => gone.resolve("ended")));
  await closed;
  return { messages, ...(transport.fault === undefined ? {} : { fault: transport.fault }) };
}

const answer = (id: unknown, more: object = { result: {} }): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, ...more })}\n`;
const ended = (id: string | number) => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32_603, message: "what it answered is no answer by the protocol" },
});

test.each([
  ["an error without a number", { error: { code: "x", message: "no" } }],
  ["an error without words", { error: { code: 1 } }],
  ["a result and an error at once", { result: {}, error: { code: 1, message: "no" } }],
  ["neither", {}],
  ["a result that is none", { result: "text" }],
])("an answer that is none ends the wait for it: %s", async (_, more) => {
  const { messages } = await heard([answer(7, more), answer("s", more), answer(8)]);
  expect(messages).toEqual([ended(7), ended("s"), { jsonrpc: "2.0", id: 8, result: {} }]);
});

test("what names no question of ours is passed over", async () => {
  const lines = ["hello\n", "\r\n", "[]\n", "null\n", answer(null), answer({}), answer(1, { method: 5 })];
  expect((await heard([...lines, answer(2)])).messages).toEqual([{ jsonrpc: "2.0", id: 2, result: {} }]);
});

test("messages are whole wherever the bytes of them are parted", async () => {
  const text = "grün ✓".repeat(300);
  const bytes = Buffer.from(answer(1, { result: { text } }).replace("\n", "\r\n") + answer(2));
  const { messages } = await heard(Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)));
  expect(messages).toEqual([
    { jsonrpc: "2.0", id: 1, result: { text } },
    { jsonrpc: "2.0", id: 2, result: {} },
  ]);
});

test("a line without end is given up", async () => {
  const { fault } = await heard(Array.from({ length: 11 }, () => Buffer.alloc(1024 * 1024, "a")));
  expect(fault).toBe("sent more than 10 MB in one message");
});

test.each([
  [
    "levels",
    `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(501)}\n`,
    "sent more than 500 levels of nested JSON in one message",
  ],
  ["values", `{"result":[${"[],".repeat(250_000)}1]}\n`, "sent more than 250,000 values of JSON in one message"],
])("a message of too many %s is not parsed, and ends it", async (_, line, fault) => {
  expect(await heard([line, answer(2)])).toEqual({ messages: [], fault });
});
