import type { Reading, Span } from "./layout.ts";
import type { CallFamily, Extraction, ToolDefinition } from "./model.ts";
import { indexTools } from "./tool-index.ts";
import { readText } from "./walk.ts";

/** What is known of the tools and of the model. */
export interface ExtractOptions {
  /** What may be called. Without any, every plausible name counts. */
  readonly tools?: readonly ToolDefinition[];
  /** How the model is known to write its calls. Every form is read anyway: a hint, for what only a family would mean. */
  readonly family?: CallFamily;
  /**
   * Whether the template of the prompt has opened the thinking with which the text begins. Unless it is said, a `</think>`
   * without an opening one deletes nothing: what stands before it is content, but calls before it do not run.
   */
  readonly thinking?: "opened" | "closed";
  /** Leave out arguments that a tool's schema forbids; yes by default. */
  readonly dropsUnlisted?: boolean;
}

/**
 * The tool calls that a model wrote into its text, in whatever form, and the text that is left. Every character is in a
 * call, in thinking or in the content, or belongs to a token of a frame. What was meant as a call and is none stays where
 * it stands and is told in `rejected`.
 *
 * @throws never
 */
export function extractToolCalls(text: string, options: ExtractOptions = {}): Extraction {
  return extractionOf(text, readText(text, indexTools(options.tools ?? [], options), { thinking: options.thinking }));
}

export function extractionOf(text: string, { spans, calls, rejected }: Reading): Extraction {
  const thinking = spans
    .filter(({ kind, isThought }) => kind === "thinking" || isThought === true)
    .map(({ at, end }) => text.slice(at, end));
  return {
    calls,
    content: contentOf(text, spans, text.length),
    ...(thinking.length > 0 ? { thinking: thinking.join("\n") } : {}),
    ...(rejected.length > 0 ? { rejected } : {}),
  };
}

/** The text up to `end` without the spans, which are ascending and apart. */
export function contentOf(text: string, spans: readonly Span[], end: number): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.at >= end) break;
    parts.push(text.slice(at, span.at));
    at = span.end;
  }
  if (at < end) parts.push(text.slice(at, end));
  return parts.join("");
}
