import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { libraryFetch } from "./library-fetch.ts";

const LIMITS = { firstByteMs: 20_000, stallMs: 20_000, answerMs: 60_000, environment: {} };

async function textOf(type: string, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200, { "content-type": type }).end(body));
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const fetch = libraryFetch(LIMITS, { asked: () => {}, whole: () => {} });
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return response.text();
}

const MANY = `[${"[],".repeat(300_000)}0]`;
const DEEP = "[".repeat(1000);

test.each([
  ["a document of values", "application/json", MANY, "250,000 values"],
  ["a document of levels", "application/json", DEEP, "500 levels"],
  ["an event of values", "text/event-stream", `data: ${MANY}\n\n`, "250,000 values"],
  ["an event that is called otherwise", "text/plain", `data: ${DEEP}\n\n`, "500 levels"],
  ["an event without an end", "text/event-stream", `data: "${"x".repeat(9_000_000)}"\n\n`, "8,000,000 characters"],
])("%s is counted before a package parses it", async (_, type, body, why) => {
  await expect(textOf(type, body)).rejects.toThrow(`it sent more than ${why}`);
});

test("many events that mean well come whole, and so does what is framed in bytes", async () => {
  const events = `data: {"a":[1,2,{"b":"[["}]}\n\n`.repeat(100_000);
  expect(await textOf("text/event-stream", events)).toBe(events);
  expect(await textOf("application/vnd.amazon.eventstream", DEEP)).toBe(DEEP);
});
