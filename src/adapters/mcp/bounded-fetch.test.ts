import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { boundedFetch } from "./bounded-fetch.ts";

/** What comes of an answer of a server. */
async function fetched(type: string, body: string, accept = "application/json, text/event-stream"): Promise<string> {
  const server = createServer((_, response) => response.setHeader("content-type", type).end(body));
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const faults: string[] = [];
  try {
    const fetch = boundedFetch({ url, headers: {} }, (why) => faults.push(why));
    const text = await (await fetch(url, { headers: { accept } })).text();
    return text === body ? "whole" : "cut";
  } catch {
    return faults.join();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const EVENTS = "text/event-stream";
const DEEP = "[".repeat(300);
const TOO_DEEP = "sent more than 500 levels of nested JSON in one answer";
const TOO_MUCH = "sent more than 250,000 values of JSON in one answer";

test.each([
  ["an answer that nests too deep", "application/json", "[".repeat(501), TOO_DEEP],
  ["one of too many values", "application/json", `[${"[],".repeat(250_000)}1]`, TOO_MUCH],
  ["an event of too many values", EVENTS, `event: message\ndata: [${"[],".repeat(250_000)}1]\n\n`, TOO_MUCH],
  ["an event in lines", EVENTS, `data: ${DEEP}\ndata: ${DEEP}\n\n`, TOO_DEEP],
  ["a comment that seems to close it", EVENTS, `data: ${DEEP}\n: ${"]".repeat(300)}"\ndata: ${DEEP}\n\n`, TOO_DEEP],
  ["a field that is no data", EVENTS, `data: ${DEEP}\ndate: ${"]".repeat(300)}\r\ndata:${DEEP}\n\n`, TOO_DEEP],
  ["one event after another", EVENTS, `data: ${DEEP}\r\n\r\ndata: ${DEEP}\n\ndata: ${DEEP}\r\r`, "whole"],
  ["a long text", "application/json", JSON.stringify({ text: "[,".repeat(400_000) }), "whole"],
])("%s is counted before anything parses it", async (_, type, body, told) => {
  expect(await fetched(type, body)).toBe(told);
});

test("who asked for a document counts all of it, though it calls itself a stream", async () => {
  expect(await fetched(EVENTS, `${DEEP}\n\n${DEEP}`, "application/json")).toBe(TOO_DEEP);
});
