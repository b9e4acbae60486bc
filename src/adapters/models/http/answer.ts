import type { IncomingMessage } from "node:http";
import { Budget } from "../../../base/budget.ts";
import { type AnswerEvent, AnswerReader } from "../sse/answer-events.ts";
import { ServerFault, TransportFault } from "./faults.ts";
import { flatHeaders, type RequestInit, type RequestSettings, request } from "./request.ts";
import { readText } from "./whole-text.ts";

export interface AnswerLimits extends RequestSettings {
  /** Between two pieces of an answer. */
  readonly stallMs: number;
  /** For a whole answer, however busily it comes. */
  readonly answerMs: number;
}

/** More than any model's longest answer, with an envelope around each token. */
const UNPACKED_CHARS_MAX = 128_000_000;
/** How much of the answer may wait to be read before the socket is paused. */
const UNREAD_CHARS_MAX = 1_000_000;

export interface OpenAnswer extends AsyncIterable<readonly AnswerEvent[]> {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a request and gives its answer as events, together what one network read brought.
 * @throws {ServerFault | TransportFault} or the signal's reason, while there is no answer; while it is read, after what came before
 */
export async function openAnswer(url: string, init: RequestInit, limits: AnswerLimits): Promise<OpenAnswer> {
  const message = await request(url, init, limits);
  const headers = flatHeaders(message);
  const status = message.statusCode ?? 0;
  if (status >= 200 && status <= 299 && !isPage(headers)) return new Answer(message, headers, limits);
  const body = await readText(message, { timeoutMs: limits.stallMs, over: "cut" });
  throw new ServerFault({ status, headers, body });
}

/** A page for people instead of a model's answer: a portal's login, or an address without its path. */
export const isPage = (headers: Readonly<Record<string, string>>): boolean =>
  headers["content-type"]?.startsWith("text/html") ?? false;

/** One answer while it comes, read once. */
class Answer implements OpenAnswer {
  readonly headers: OpenAnswer["headers"];
  readonly #message: IncomingMessage;
  readonly #reader = new AnswerReader();
  readonly #unpacked = new Budget("unpacked text", UNPACKED_CHARS_MAX);
  #events: AnswerEvent[] = [];
  #unreadChars = 0;
  #isOver = false;
  #fault: unknown;
  #wake: (() => void) | undefined;

  constructor(message: IncomingMessage, headers: OpenAnswer["headers"], limits: AnswerLimits) {
    this.#message = message;
    this.headers = headers;
    const giveUp = (waitMs: number, why: (seconds: number) => string) =>
      setTimeout(() => this.#break(new TransportFault("stalled", why(Math.round(waitMs / 1000)))), waitMs);
    const stall = (waitMs: number) =>
      giveUp(waitMs, (seconds) => `nothing came for ${seconds} s in the middle of the answer`);
    const whole = giveUp(limits.answerMs, (seconds) => `the answer was not whole after ${seconds} s`);
    // Headers often come at once and the first word after all the thinking.
    let timer = stall(limits.firstByteMs);
    let isSpeaking = false;
    message.setEncoding("utf8");
    message.on("data", (text: string) => {
      if (isSpeaking) timer.refresh();
      else {
        isSpeaking = true;
        clearTimeout(timer);
        timer = stall(limits.stallMs);
      }
      this.#add(text);
    });
    message.on("end", () => this.#read(() => this.#reader.end()));
    message.on("error", (error: NodeJS.ErrnoException) => {
      const isOurs = error.name === "OverBudget";
      this.#fault ??= isOurs
        ? error
        : new TransportFault("network", "the connection broke in the middle of the answer", error.code);
    });
    message.on("close", () => {
      clearTimeout(timer);
      clearTimeout(whole);
      this.#end();
    });
  }

  /**
   * All that has come. Node reports every chunk of the transfer coding by itself, a token each, and runs what waits here only
   * after the last one of a network read: so the events of one read come together.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly AnswerEvent[]> {
    try {
      for (;;) {
        while (this.#events.length === 0 && !this.#isOver)
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        if (this.#events.length === 0) break;
        const events = this.#events;
        this.#events = [];
        this.#unreadChars = 0;
        if (this.#message.isPaused()) this.#message.resume();
        yield events;
      }
      if (this.#fault !== undefined) throw this.#fault;
    } finally {
      if (!this.#isOver) this.#message.destroy();
    }
  }

  #add(text: string): void {
    this.#read(() => {
      this.#unpacked.spend(text.length);
      return this.#reader.push(text);
    });
    if (this.#events.length === 0) return;
    this.#unreadChars += text.length;
    if (this.#unreadChars > UNREAD_CHARS_MAX) this.#message.pause();
    this.#wake?.();
  }

  /** More than there may be, or what cannot be read, ends the answer. */
  #read(read: () => readonly AnswerEvent[]): void {
    if (this.#isOver) return;
    try {
      for (const event of read()) this.#events.push(event);
    } catch (error) {
      this.#break(error);
    }
  }

  #break(fault: unknown): void {
    this.#fault ??= fault;
    this.#message.destroy();
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#wake?.();
  }
}
