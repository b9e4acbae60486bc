import { lineStartOf } from "../text/line-start.ts";
import { contentOf, type ExtractOptions, extractToolCalls } from "./extract.ts";
import type { Extraction } from "./model.ts";
import type { Begins } from "./tokens.ts";
import { indexTools } from "./tool-index.ts";
import { readOpen } from "./undecided.ts";

/** Finds tool calls in a text that arrives in pieces. */
export interface CallExtractor {
  /** Takes the next piece. @returns content that is safe to show: it can no longer become part of a call */
  readonly push: (chunk: string) => { readonly text: string };
  /**
   * Ends the text. The result is that of `extractToolCalls` on the whole, however it was split; `text` is the content
   * not shown yet. Only thinking without an opening mark cannot be told from content before it ends.
   */
  readonly end: () => Extraction & { readonly text: string };
}

/** Below this a held text is looked at again with every piece; above, when it has grown enough to pay for the look. */
const HELD_CHEAP_CHARACTERS = 256;
const WORK_FACTOR = 6;
/** So much of a line stays in view after it was shown. */
const CONTEXT_CHARACTERS = 256;

export function createCallExtractor(options: ExtractOptions = {}): CallExtractor {
  const tools = indexTools(options.tools ?? [], options);
  const chunks: string[] = [];
  const shown: string[] = [];
  let pending = "";
  let from = 0;
  let begins: Begins = "text";
  let hasThought = false;
  let heldLength = 0;
  let received = 0;
  let work = 0;

  const isWorthALook = (): boolean =>
    pending.length <= HELD_CHEAP_CHARACTERS ||
    pending.length >= 2 * heldLength ||
    work + pending.length <= WORK_FACTOR * received;

  return {
    push: (chunk) => {
      chunks.push(chunk);
      pending += chunk;
      received += chunk.length;
      if (chunk === "" || (options.thinking === "opened" && !hasThought) || !isWorthALook()) return { text: "" };
      work += pending.length;
      const reading = readOpen(pending, tools, { begins, hasThought, thinking: options.thinking });
      const text = contentOf(pending, reading.spans, reading.decided).slice(
        contentOf(pending, reading.spans, from).length,
      );
      const line = lineStartOf(pending, reading.decided);
      const start = Math.max(reading.restart, line, reading.decided - CONTEXT_CHARACTERS);
      hasThought ||= start >= reading.thoughtTo;
      if (start > 0) begins = start === line ? "line" : "middle";
      from = Math.max(reading.decided, from) - start;
      pending = pending.slice(start);
      heldLength = pending.length;
      if (text !== "") shown.push(text);
      return { text };
    },
    end: () => {
      const found = extractToolCalls(chunks.join(""), options);
      const before = shown.join("");
      return { ...found, text: found.content.startsWith(before) ? found.content.slice(before.length) : "" };
    },
  };
}
