import type { ModelRequest } from "../ports/model.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { CacheEntry } from "./cache-ledger.ts";
import type { TokenMeter } from "./token-meter.ts";

export interface ContextItem {
  /** `system prompt`, `tool specs`, `prompts`, `replies`, `record`, or `results of NAME`. */
  readonly name: string;
  readonly tokens: number;
  readonly count: number;
}

/** What the next request is made of. */
export interface ContextReport {
  readonly model: string;
  readonly windowTokensMax: number;
  /** Of all items, as counted by the provider where known. */
  readonly usedTokens: number;
  /** Largest first. */
  readonly items: readonly ContextItem[];
  readonly compactions: number;
  readonly prunedResults: number;
  /** Newest last. */
  readonly cache: readonly CacheEntry[];
}

export interface ReportInput {
  readonly model: string;
  readonly windowTokensMax: number;
  readonly usedTokens: number;
  readonly request: Pick<ModelRequest, "system" | "tools">;
  readonly history: readonly RecordedEvent[];
  readonly meter: TokenMeter;
  readonly cache: readonly CacheEntry[];
}

/** The context item by item, for a person. */
export function reportContext(input: ReportInput): ContextReport {
  const { request, history, meter, model, windowTokensMax, usedTokens, cache } = input;
  const items = new Map<string, { tokens: number; count: number }>();
  const add = (name: string, tokens: number, count = 1): void => {
    const item = items.get(name) ?? { tokens: 0, count: 0 };
    items.set(name, { tokens: item.tokens + tokens, count: item.count + count });
  };
  add("system prompt", meter.text(request.system));
  add("tool specs", meter.text(JSON.stringify(request.tools)), request.tools.length);
  let prunedResults = 0;
  for (const { event, tokens, isPruned } of meter.visible(history)) {
    if (isPruned) prunedResults++;
    add(nameOf(event), tokens);
  }
  return {
    model,
    windowTokensMax,
    usedTokens,
    items: [...items].map(([name, item]) => ({ name, ...item })).sort((left, right) => right.tokens - left.tokens),
    compactions: history.filter((event) => event.type === "compaction").length,
    prunedResults,
    cache,
  };
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
