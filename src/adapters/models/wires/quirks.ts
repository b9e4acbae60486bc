// What servers do that the provider packages do not expect, each repaired in one event of the stream. Named, with the reason.

import type { Quirks, Wire } from "../services/providers.ts";
import { asRecord, asText, type JsonRecord } from "../sse/json-shape.ts";
import { cleanChatChunk, type EventFixes } from "./chat-quirks.ts";

const NOTHING: readonly JsonRecord[] = [];

export function eventFixes(wire: Wire, quirks: Quirks): EventFixes {
  switch (wire) {
    case "chat":
    case "compatible":
      return cleanChatChunk(quirks);
    case "responses":
    case "anthropic":
    case "gemini":
      return { fix: (value) => [value], atDone: () => NOTHING };
  }
}

/**
 * The error document that an event is or holds. Servers report errors inside a stream that began with 200 in at least six
 * shapes; all become one, so that they are read by the same rules as an HTTP error.
 */
export function errorInside(value: JsonRecord): { readonly status?: number; readonly body: string } | undefined {
  const failed = value["type"] === "response.failed" ? asRecord(asRecord(value["response"])?.["error"]) : undefined;
  const isError = value["type"] === "error" || value["object"] === "error";
  const error = failed ?? value["error"] ?? (isError ? value : undefined);
  if (!error && value["type"] !== "response.failed") return undefined;
  const document = asRecord(error);
  const code = document?.["code"] ?? document?.["status_code"] ?? document?.["status"];
  const status = typeof code === "number" && code >= 400 && code < 600 ? code : undefined;
  const body = JSON.stringify({ error: document ?? { message: asText(error) ?? "the server gave no reason" } });
  return { body, ...(status === undefined ? {} : { status }) };
}
