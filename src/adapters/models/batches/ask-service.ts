import { BudgetedLines, OverBudget } from "../../../base/budget.ts";
import { parseForeignJson } from "../../../base/json-depth.ts";
import { BatchFault } from "../../../core/ports/batches.ts";
import { toFailure } from "../http/failures.ts";
import { ServerFault, TransportFault } from "../http/faults.ts";
import { flatHeaders, type RequestInit, request } from "../http/request.ts";
import { readText } from "../http/whole-text.ts";
import type { Environment, WireChoice } from "../services/providers.ts";
import { asRecord, type JsonRecord } from "../sse/json-shape.ts";

/** Handing in many requests takes a while. */
const PATIENCE_MS = 120_000;
/** A whole answer, thinking included. */
const LINE_CHARS_MAX = 16_000_000;

export interface Asker {
  json(path: string, init?: RequestInit): Promise<JsonRecord>;
  /** The objects of an answer of one JSON value a line. */
  lines(path: string, init?: RequestInit): AsyncGenerator<JsonRecord>;
}

/** Asks the service behind a choice. @param headers  that open it */
export function askerOf(
  choice: WireChoice,
  headers: Readonly<Record<string, string>>,
  environment: Environment,
): Asker {
  const open = async (path: string, init: RequestInit) => {
    const url = path.startsWith("http") ? path : `${choice.baseUrl}${path}`;
    const all = { "user-agent": "waymark", ...headers, ...init.headers };
    const message = await request(
      url,
      { method: "GET", ...init, headers: all },
      { firstByteMs: PATIENCE_MS, environment },
    );
    const status = message.statusCode ?? 0;
    if (status >= 200 && status <= 299) return message;
    const body = await readText(message, { timeoutMs: PATIENCE_MS, over: "cut" });
    throw new ServerFault({ status, headers: flatHeaders(message), body });
  };
  const asFault = (error: unknown, signal: AbortSignal | undefined): unknown => {
    const isOurs = error instanceof ServerFault || error instanceof TransportFault;
    return signal?.aborted || !isOurs ? error : new BatchFault(toFailure(error, choice));
  };
  return {
    async json(path, init = {}) {
      try {
        const text = await readText(await open(path, init), { timeoutMs: PATIENCE_MS, over: "fail" });
        return recordIn(text);
      } catch (error) {
        throw asFault(error, init.signal);
      }
    },
    async *lines(path, init = {}) {
      try {
        const message = await open(path, init);
        const lines = new BudgetedLines(LINE_CHARS_MAX);
        message.setEncoding("utf8");
        for await (const piece of message as AsyncIterable<string>) yield* recordsIn(lines.push(piece));
        yield* recordsIn([lines.rest()]);
      } catch (error) {
        throw asFault(error, init.signal);
      }
    },
  };
}

function* recordsIn(lines: readonly string[]): Generator<JsonRecord> {
  for (const line of lines) if (line.trim() !== "") yield recordIn(line);
}

function recordIn(text: string): JsonRecord {
  try {
    const record = asRecord(parseForeignJson(text));
    if (record) return record;
  } catch (error) {
    if (error instanceof OverBudget) throw TransportFault.overBudget(error);
  }
  throw new TransportFault("unreadable", "it is no JSON object");
}
