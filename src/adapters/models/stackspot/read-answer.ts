import { Budget, BudgetedLines, OverBudget } from "../../../base/budget.ts";
import { parseForeignJson } from "../../../base/json-depth.ts";
import { asNumber, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";

const EVENT_CHARS_MAX = 8_000_000;

/** What one event of an answer says; fields it does not hold are absent. */
export interface AnswerEvent {
  /** Null where a content filter took the text away. */
  readonly message?: string | null;
  readonly stopReason?: string;
  readonly conversationId?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The error document, as JSON. */
  readonly error?: string;
  /** The `[DONE]` that some deployments end with. */
  readonly isDone?: true;
}

/**
 * Events out of decoded text, cut anywhere (BC-31). Looser than server-sent events: a `data:` line that is a whole JSON
 * document counts at once, whether an empty line follows or not; data that is no JSON is text of the answer. Comment lines
 * (heart-beats) and other fields count for nothing.
 */
export class AnswerReader {
  readonly #lines = new BudgetedLines(EVENT_CHARS_MAX);
  readonly #budget = new Budget("event", EVENT_CHARS_MAX);
  #pending: string[] = [];

  /** @throws {OverBudget} on a line or an event without end */
  push(text: string): AnswerEvent[] {
    return this.#lines.push(text).flatMap((line) => this.#line(line.endsWith("\r") ? line.slice(0, -1) : line));
  }

  /** What the end of the stream leaves. */
  end(): AnswerEvent[] {
    const rest = this.#lines.rest();
    return [...(rest === "" ? [] : this.#line(rest)), ...this.#flush()];
  }

  #line(line: string): AnswerEvent[] {
    if (line.trim() === "") return this.#flush();
    const field = /^\uFEFF?data: ?/.exec(line);
    if (!field) return [];
    const data = line.slice(field[0].length);
    if (data.trim() === "[DONE]") return [...this.#flush(), { isDone: true }];
    const alone = parseDocument(data);
    if (alone) return [...this.#flush(), readEvent(alone)];
    this.#budget.spend(data.length + 1);
    this.#pending.push(data);
    return [];
  }

  /** Lines that were no document each: one document over several lines, or plain text. */
  #flush(): AnswerEvent[] {
    if (this.#pending.length === 0) return [];
    const data = this.#pending.join("\n");
    this.#pending = [];
    this.#budget.restart();
    const document = parseDocument(data);
    return [document ? readEvent(document) : { message: data }];
  }
}

/** The answer of a deployment that does not stream: one document, or its plain text. @throws {OverBudget} */
export function readDocument(text: string): AnswerEvent {
  const document = parseDocument(text);
  return document ? readEvent(document) : { message: text };
}

function parseDocument(text: string): JsonRecord | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return asRecord(parseForeignJson(text));
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return undefined;
  }
}

function readEvent(document: JsonRecord): AnswerEvent {
  const tokens = asRecord(document["tokens"]);
  const message = document["message"];
  const stopReason = asText(document["stop_reason"]);
  const conversationId = asText(document["conversation_id"]);
  const inputTokens = tokens && asNumber(tokens["input"]);
  const outputTokens = tokens && asNumber(tokens["output"]);
  const error = document["error"];
  return {
    ...(message === null || typeof message === "string" ? { message } : {}),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(error === undefined || error === null || error === false ? {} : { error: JSON.stringify({ error }) }),
  };
}
