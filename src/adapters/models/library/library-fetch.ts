import type { IncomingMessage } from "node:http";
import { ReadableStream as Pieces } from "node:stream/web";
import { Budget, OverBudget } from "../../../base/budget.ts";
import { AnswerCount } from "../../../engines/json/answer-count.ts";
import { type AnswerLimits, isPage } from "../http/answer.ts";
import { ServerFault, TransportFault } from "../http/faults.ts";
import { flatHeaders, request } from "../http/request.ts";
import { readText } from "../http/whole-text.ts";

const RAW_BYTES_MAX = 128_000_000;
/** One event, or an answer that is a document: as our own wires take. */
const PARSED_BYTES_MAX = 8_000_000;
const FRAMES = "amazon.eventstream";
/** A success that says nothing is no answer. */
const WITHOUT_BODY = [204, 205];

/**
 * A `fetch` for packages, over the same connections, proxies, budgets and patience as our own wires. What is no success is thrown as a
 * {@link ServerFault}, so that it is read by the same rules.
 * @param told  each address before it is asked, and the end of each answer that came whole
 */
export function libraryFetch(limits: AnswerLimits, told: { asked(url: string): void; whole(): void }): typeof fetch {
  return async (input, init) => {
    const given = new Request(input, init);
    told.asked(given.url);
    const body = await given.text();
    const sent = { method: given.method, headers: Object.fromEntries(given.headers), ...(body === "" ? {} : { body }) };
    const message = await request(given.url, { ...sent, signal: given.signal }, limits);
    const headers = flatHeaders(message);
    const status = message.statusCode ?? 0;
    if (status < 200 || status > 299 || WITHOUT_BODY.includes(status) || isPage(headers))
      throw new ServerFault({
        status,
        headers,
        body: await readText(message, { timeoutMs: limits.stallMs, over: "cut" }),
      });
    const { "content-length": _, "content-encoding": __, ...kept } = headers;
    return new Response(
      Pieces.from(counted(piecesOf(message, limits, told.whole), headers["content-type"] ?? "")) as unknown as BodyInit,
      {
        status,
        headers: kept,
      },
    );
  };
}

async function* piecesOf(message: IncomingMessage, { firstByteMs, stallMs, answerMs }: AnswerLimits, end: () => void) {
  const budget = new Budget("raw bytes", RAW_BYTES_MAX);
  const giveUp = (waitMs: number, why: string) =>
    setTimeout(() => message.destroy(new TransportFault("stalled", why)), waitMs);
  const seconds = (ms: number): number => Math.round(ms / 1000);
  const silent = (ms: number) => giveUp(ms, `nothing came for ${seconds(ms)} s in the middle of the answer`);
  const whole = giveUp(answerMs, `the answer was not whole after ${seconds(answerMs)} s`);
  let stall = silent(firstByteMs);
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      clearTimeout(stall);
      budget.spend(piece.length);
      yield new Uint8Array(piece);
      stall = silent(stallMs);
    }
    end();
  } catch (error) {
    if (error instanceof TransportFault) throw error;
    if (error instanceof OverBudget) throw TransportFault.overBudget(error);
    const { code } = error as NodeJS.ErrnoException;
    throw new TransportFault("network", "the connection broke in the middle of the answer", code);
  } finally {
    clearTimeout(stall);
    clearTimeout(whole);
    message.destroy();
  }
}

/** What a package parses whole is counted before it gets it: an event, or a document. Frames of bytes are its own. */
async function* counted(pieces: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<Uint8Array> {
  // Whatever else a server calls it, packages read it as events.
  const count = contentType.includes(FRAMES) ? undefined : new AnswerCount(!contentType.includes("json"));
  for await (const piece of pieces) {
    try {
      count?.push(piece);
      if ((count?.sizeBytes ?? 0) > PARSED_BYTES_MAX) throw new OverBudget("answer", PARSED_BYTES_MAX);
    } catch (error) {
      throw error instanceof OverBudget ? TransportFault.overBudget(error) : error;
    }
    yield piece;
  }
}
