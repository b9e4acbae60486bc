import type { AnyMessage } from "@agentclientprotocol/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { shownMessages } from "./shown-messages.ts";

/** What a client gets of messages. */
async function got(messages: readonly unknown[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  const closed = Promise.withResolvers<void>();
  const writable = new WritableStream<AnyMessage>({
    write: (one) => void seen.push(one),
    close: () => closed.resolve(),
  });
  const writer = shownMessages({ readable: new ReadableStream(), writable }).writable.getWriter();
  for (const message of messages) await writer.write(message as AnyMessage);
  await writer.close();
  await closed.promise;
  return seen;
}

const ACTS = [
  "\u001b[2J",
  "\u001b]0;x\u0007",
  "\u009b31m",
  "\u0090q\u009c",
  "\u202e",
  "\u2066",
  "\u0000",
  "\u0008",
  "\r",
];
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("nothing that acts on a terminal or turns text around reaches a client, wherever in a message it stands", async () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...ACTS), fc.string({ maxLength: 5 })), { maxLength: 6 })
    .map((all) => all.join(""));
  const places = (said: string): unknown[] => [
    {
      jsonrpc: "2.0",
      method: "session/update",
      params: { update: { title: said, content: [{ text: said }], rawInput: { a: [said] } } },
    },
    {
      jsonrpc: "2.0",
      method: "session/update",
      params: { update: { sessionUpdate: "plan", entries: [{ content: said }] } },
    },
    {
      jsonrpc: "2.0",
      id: 1,
      method: "session/request_permission",
      params: { toolCall: { title: said }, options: [{ name: said }] },
    },
    { jsonrpc: "2.0", id: 1, error: { code: 1, message: said } },
    { jsonrpc: "2.0", id: 1, result: { sessions: [{ title: said, cwd: said }] } },
  ];
  await fc.assert(
    fc.asyncProperty(text, async (said) => {
      const seen: string[] = [];
      JSON.stringify(await got(places(said)), (_, value: unknown) => {
        if (typeof value === "string") seen.push(value);
        return value;
      });
      expect(seen.filter((one) => UNSEEN.test(one))).toEqual([]);
    }),
    { numRuns: rounds(60), seed: 7 },
  );
});

test("plain text, columns and other scripts stay, and a file of the client is named as it is", async () => {
  const plain = {
    jsonrpc: "2.0",
    method: "session/update",
    params: { text: "a\tb\n  c — é 漢字 \u05d0\u05d1 👩‍👩‍👧" },
  };
  const asked = { jsonrpc: "2.0", id: 2, method: "fs/read_text_file", params: { path: "/a/\u001bb.txt" } };
  expect(await got([plain, asked])).toEqual([plain, asked]);
});
