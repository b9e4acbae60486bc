import { parseForeignJson } from "../../../base/json-depth.ts";
import { asList, asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";

export interface SaidError {
  readonly text: string;
  /** Type, code and status words of the document, joined: `insufficient_quota`, `overloaded_error`, `RESOURCE_EXHAUSTED`. */
  readonly type: string;
  readonly document: JsonRecord | undefined;
}

/** The words inside an error document, in the shapes that servers use. */
export function readError(body: string): SaidError {
  let parsed: unknown;
  try {
    parsed = parseForeignJson(body);
  } catch {
    const text = body.trimStart().startsWith("<") ? "" : body.trim();
    return { text: short(text), type: "", document: undefined };
  }
  const outer = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  const inner = asRecord(outer?.["error"]) ?? outer;
  const detail = outer?.["detail"];
  const message =
    asText(inner?.["message"]) ??
    asText(outer?.["error"]) ??
    asText(detail) ??
    asText(asRecord(asList(detail)[0])?.["msg"]);
  // OpenRouter wraps the words of the provider behind it.
  const raw = asText(asRecord(inner?.["metadata"])?.["raw"]);
  const words = ["type", "code", "status"].flatMap((key) => asText(inner?.[key]) ?? []);
  return {
    text: short([message ?? "", raw ?? ""].filter(Boolean).join(": ")),
    type: short(words.join(" ")),
    document: inner,
  };
}

/** What says more than this says it here. The rules that read it look at all of it, some of them at each place anew. */
const SAID_CHARS_MAX = 4_000;

const short = (text: string): string => text.slice(0, SAID_CHARS_MAX);

/** Errors inside a stream name their type only. */
export const STATUS_OF: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  api_error: 500,
  rate_limit_error: 429,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  invalid_request_error: 400,
  server_error: 500,
  rate_limit_exceeded: 429,
};

/** The wait a server asks for in milliseconds, from headers or words. Cannot be negative. */
export function readRetryAfter(headers: Readonly<Record<string, string>>, said: SaidError): number | undefined {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds;
  return waitOfHeader(headers["retry-after"]) ?? waitOfDetails(said.document) ?? waitOfWords(said.text);
}

/** Seconds, or a date. */
function waitOfHeader(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  if (header.trim() !== "" && seconds >= 0) return seconds * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function waitOfDetails(document: JsonRecord | undefined): number | undefined {
  for (const detail of asList(document?.["details"])) {
    const delay = asText(asRecord(detail)?.["retryDelay"]);
    if (delay && /^[\d.]+s$/.test(delay)) return Number.parseFloat(delay) * 1000;
  }
  return undefined;
}

function waitOfWords(text: string): number | undefined {
  const words = /(?:try again|retry) in (?:(\d+)m)?([\d.]+) ?(ms|s)/i.exec(text);
  if (!words) return undefined;
  const amount = Number.parseFloat(words[2] ?? "0");
  return Number.parseInt(words[1] ?? "0", 10) * 60_000 + (words[3] === "ms" ? amount : amount * 1000);
}
