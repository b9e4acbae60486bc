import { StringDecoder } from "node:string_decoder";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../test/rounds.ts";
import { type AnswerEvent, AnswerReader, readDocument } from "./read-answer.ts";

function read(pieces: readonly string[]): AnswerEvent[] {
  const reader = new AnswerReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

test("BC-31: deltas carry only a message, the last event the counts; heart-beats and [DONE] are no text", () => {
  const stream =
    ': hello\n\ndata: {"message":"Olá "}\n\n:\n\nevent: x\ndata: {"message":"mundo"}\r\n\r\ndata: {"stop_reason":"stop","message_id":"m","conversation_id":"c-1","tokens":{"input":10,"output":2}}\n\ndata: [DONE]\n\n';
  expect(read([stream])).toEqual([
    { message: "Olá " },
    { message: "mundo" },
    { stopReason: "stop", conversationId: "c-1", inputTokens: 10, outputTokens: 2 },
    { isDone: true },
  ]);
});

test("BC-31: lines of data count without an empty line between them, and at the end of the stream", () => {
  expect(read(['data: {"message":"a"}\ndata: {"message":"b"}\ndata:{"message":"c"}'])).toEqual([
    { message: "a" },
    { message: "b" },
    { message: "c" },
  ]);
});

test("BC-31: data that is no JSON is text; a document over several lines is one", () => {
  expect(read(["data: plain words\n\n", 'data: {"message":\ndata: "x"}\n\n', "data: 42\n\n"])).toEqual([
    { message: "plain words" },
    { message: "x" },
    { message: "42" },
  ]);
});

test("BC-31: an error field is a failure, whatever its shape", () => {
  expect(read(['data: {"error":"quota"}\n\n', 'data: {"error":{"code":"X"}}\n\n', 'data: {"error":null}\n\n'])).toEqual(
    [{ error: '{"error":"quota"}' }, { error: '{"error":{"code":"X"}}' }, {}],
  );
});

test("BC-31: an answer without a stream is one document, or its plain text", () => {
  expect(readDocument('{"message":"whole","stop_reason":"stop","tokens":{"input":1,"output":2}}')).toEqual({
    message: "whole",
    stopReason: "stop",
    inputTokens: 1,
    outputTokens: 2,
  });
  expect(readDocument("whole")).toEqual({ message: "whole" });
});

test("BC-31: where the network cuts the bytes does not matter, within characters neither", async () => {
  const event = fc.oneof(
    fc.string({ unit: "grapheme" }).map((message) => `data: ${JSON.stringify({ message })}\n\n`),
    fc.constant(": beat\n\n"),
    fc.constant("data: raw text é 漢\n\n"),
    fc.constant('data: {"stop_reason":"stop","tokens":{"input":1,"output":1}}\r\n\r\n'),
  );
  const sameAtEveryCut = fc.property(
    fc.array(event, { maxLength: 8 }),
    fc.array(fc.nat(9), { minLength: 1 }),
    (events, sizes) => {
      const bytes = Buffer.from(events.join(""));
      const decoder = new StringDecoder("utf8");
      const pieces: string[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = (sizes[turn % sizes.length] ?? 0) + 1;
        pieces.push(decoder.write(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(read(pieces)).toEqual(read([events.join("")]));
    },
  );
  await fc.assert(sameAtEveryCut, { numRuns: rounds(60) });
});
