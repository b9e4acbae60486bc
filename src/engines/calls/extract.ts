import { FAMILIES } from "./families/index.ts";
import type { Family } from "./family.ts";
import type { CallFamily, Extraction, ToolDefinition } from "./model.ts";
import { scan } from "./scanner.ts";
import { sourceOf, withoutSeparators } from "./source.ts";
import { indexTools, type ToolIndex } from "./tool-index.ts";

/** What is known of the tools and of the model. */
export interface ExtractOptions {
  /** What may be called. Without any, every plausible name counts. */
  readonly tools?: readonly ToolDefinition[];
  /** How the model is known to write its calls: read that way first, and in any way if that finds nothing. */
  readonly family?: CallFamily;
  /** Leave out arguments that a tool's schema forbids; yes by default. */
  readonly dropsUnlisted?: boolean;
}

/**
 * The tool calls that a model wrote into its text, in whatever form, and the text that is left. Reasoning is skipped,
 * code that merely looks like a call is content, and a call that the text breaks off is neither.
 *
 * @throws never
 */
export function extractToolCalls(text: string, options: ExtractOptions = {}): Extraction {
  const tools = indexTools(options.tools ?? [], options);
  const plain = withoutSeparators(text);
  if (options.family !== undefined) {
    const own = FAMILIES.filter(({ name }) => name === options.family);
    const found = own.length === 0 ? undefined : extractAs(plain, tools, own);
    if (found !== undefined && found.calls.length > 0) return found;
  }
  return extractAs(plain, tools, FAMILIES);
}

function extractAs(text: string, tools: ToolIndex, families: readonly Family[]): Extraction {
  const { parts, calls, rejected } = scan(sourceOf(text, tools), { families, isOpen: false, isStart: true });
  return { calls, content: withoutPartialTag(parts.join("")), ...(rejected.length > 0 ? { rejected } : {}) };
}

/** Tags of which a broken-off beginning at the end of a text is no content. */
const PARTIAL_TAGS = [
  "<tool_call>",
  "</tool_call>",
  "<think>",
  "</think>",
  "<function=",
  "<|tool_call",
  "[TOOL_CALLS]",
];

function withoutPartialTag(content: string): string {
  const at = Math.max(content.lastIndexOf("<"), content.lastIndexOf("[TOOL"));
  if (at < 0 || content.length - at < 3) return content;
  const rest = content.slice(at);
  return PARTIAL_TAGS.some((tag) => tag.startsWith(rest) && tag !== rest) ? content.slice(0, at) : content;
}
