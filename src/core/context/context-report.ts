import type { ModelRequest } from "../ports/model.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { CacheEntry } from "./cache-ledger.ts";
import type { TokenMeter } from "./token-meter.ts";
import type { Window } from "./window.ts";

export interface ContextItem {
  /**
   * `system prompt`, what of it is told apart, `tool specs`, `tools of SERVER`, `prompts`, `attached files`, `replies`, `record`,
   * or `results of NAME`.
   */
  readonly name: string;
  readonly tokens: number;
  readonly count: number;
}

/** What the next request is made of. */
export interface ContextReport {
  readonly model: string;
  readonly windowTokensMax: number;
  /** Nobody said how large the window is. */
  readonly isWindowAssumed: boolean;
  /** Of all items, as counted by the provider where known. */
  readonly usedTokens: number;
  /** What the service counts for the next request; absent where it does not say. */
  readonly serviceTokens?: number;
  /** Largest first. */
  readonly items: readonly ContextItem[];
  readonly compactions: number;
  readonly prunedResults: number;
  /** Newest last. */
  readonly cache: readonly CacheEntry[];
}

export interface SystemPart {
  readonly name: string;
  readonly text: string;
}

export interface ReportInput {
  readonly model: string;
  readonly window: Window;
  readonly usedTokens: number;
  readonly request: Pick<ModelRequest, "system" | "tools">;
  /** Texts within the system prompt that somebody else wrote: instructions, notes. */
  readonly systemParts: readonly SystemPart[];
  readonly history: readonly RecordedEvent[];
  readonly meter: TokenMeter;
  readonly cache: readonly CacheEntry[];
}

/** The context item by item, for a person. */
export function reportContext(input: ReportInput): ContextReport {
  const { request, history, meter, model, window, usedTokens, cache } = input;
  const items = new Map<string, { tokens: number; count: number }>();
  const add = (name: string, tokens: number, count = 1): void => {
    const item = items.get(name) ?? { tokens: 0, count: 0 };
    items.set(name, { tokens: item.tokens + tokens, count: item.count + count });
  };
  const parts = input.systemParts.filter(({ text }) => text !== "" && request.system.includes(text));
  for (const { name, text } of parts) add(name, meter.text(text));
  add("system prompt", meter.text(parts.reduce((rest, { text }) => rest.replace(text, ""), request.system)));
  for (const tool of request.tools) add(toolsOf(tool.name), meter.text(JSON.stringify(tool)));
  let prunedResults = 0;
  for (const { event, tokens, isPruned } of meter.visible(history)) {
    if (isPruned) prunedResults++;
    const attached = event.type === "prompt" ? Math.min(tokens, meter.text(attachedTo(event.text))) : 0;
    if (attached > 0) add("attached files", attached);
    add(nameOf(event), tokens - attached);
  }
  return {
    model,
    windowTokensMax: window.tokens,
    isWindowAssumed: window.isAssumed,
    usedTokens,
    items: [...items].map(([name, item]) => ({ name, ...item })).sort((left, right) => right.tokens - left.tokens),
    compactions: history.filter((event) => event.type === "compaction").length,
    prunedResults,
    cache,
  };
}

/** Whose tools they are: `mcp__SERVER__TOOL` is a server's. */
function toolsOf(name: string): string {
  const server = /^mcp__(.+?)__/.exec(name)?.[1];
  return server === undefined ? "tool specs" : `tools of ${server}`;
}

/** What was put behind a prompt because it names a file, a folder or a program. */
function attachedTo(prompt: string): string {
  const start = prompt.search(/\n\n<(?:file|folder|code|image) [^\n]*>/);
  return start < 0 ? "" : prompt.slice(start);
}

function nameOf(event: RecordedEvent): string {
  switch (event.type) {
    case "prompt":
      return "prompts";
    case "compaction":
      return "record";
    case "call-end":
      return `results of ${event.result.name}`;
    default:
      return "replies";
  }
}
