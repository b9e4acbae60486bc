import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SseParser } from "./sse.ts";

function parse(...pieces: readonly string[]) {
  const parser = new SseParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

describe("server-sent events", () => {
  test("names, ids, comments and several data lines are read", () => {
    expect(parse(": hello\nevent: ping\nid: 7\ndata: one\ndata:two\ndata\n\n")).toEqual([
      { event: "ping", id: "7", data: "one\ntwo\n" },
    ]);
  });

  test("the three kinds of line end mean the same", () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      expect(parse(`data: a${end}data: b${end}${end}data: c${end}${end}`)).toEqual([{ data: "a\nb" }, { data: "c" }]);
    }
  });

  test("a byte order mark at the start is no part of the first line", () => {
    expect(parse("\uFEFFdata: a\n\n", "\uFEFFdata: b\n\n")).toEqual([{ data: "a" }]);
  });

  test("an id with a null character is left out", () => {
    expect(parse("id: 1\nid: 2\u00003\ndata: a\n\n")).toEqual([{ id: "1", data: "a" }]);
  });

  test("an event without its blank line is the rest, not an event", () => {
    const parser = new SseParser();
    expect(parser.push("data: whole\n\ndata: half")).toEqual([{ data: "whole" }]);
    expect(parser.rest()).toEqual({ data: "half" });
    expect(parser.rest()).toBeUndefined();
  });

  test("it does not matter where the text is cut", () => {
    const line = fc.constantFrom(
      "data: x",
      "data:",
      "event: e",
      "id: 5",
      ": c",
      "",
      'data: {"a":1}',
      "retry: 5",
      "other",
    );
    const end = fc.constantFrom("\n", "\r", "\r\n");
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (lines, sizes) => {
        const text = lines.flat().join("");
        const pieces: string[] = [];
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value as number;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        expect(parse(...pieces)).toEqual(parse(text));
      }),
    );
  });
});
