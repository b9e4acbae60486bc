import type { ModelRequest } from "../ports/model.ts";
import type { Usage } from "../protocol/usage.ts";

/** What one request should have found in the provider's prompt cache, what it found, and why they differ. */
export interface CacheEntry {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly inputTokens: number;
  readonly expectedTokens: number;
  readonly readTokens: number;
  readonly reason: CacheReason;
}

export type CacheReason =
  | "as expected"
  | "first request"
  | "other model"
  | "other system prompt or tools"
  | "compacted"
  | "pruned"
  | "idle too long"
  | "too short to be cached"
  | "the provider reports no cache"
  | "missed without a cause of ours";

/** After this the common providers have dropped an unused prefix. */
export const CACHE_IDLE_MS = 5 * 60_000;
const CACHED_TOKENS_MIN = 1_024;
const KEPT_SHARE_MIN = 0.5;
const ENTRIES_MAX = 2_000;

/** What every request begins with; two texts, because one of both would be put together and compared whole at each step. */
interface Frame {
  readonly system: string;
  readonly toolNames: string;
}

/** One a session; in memory, because it needs the time of each request. */
export class CacheLedger {
  readonly #entries: CacheEntry[] = [];
  #last: (Frame & { readonly model: string; readonly usage: Usage; readonly atMs: number }) | undefined;
  #broken: "compacted" | "pruned" | undefined;
  #hasRead = false;

  get entries(): readonly CacheEntry[] {
    return this.#entries;
  }

  /** Whether nothing of the last request can be cached any more; a request of an earlier process may be. */
  isCold(nowMs: number, model: string): boolean {
    return this.#last !== undefined && (this.#last.model !== model || nowMs - this.#last.atMs > CACHE_IDLE_MS);
  }

  /** The messages of the next request do not begin with those of the last one. */
  breakPrefix(why: "compacted" | "pruned"): void {
    this.#broken = why;
  }

  /** @returns the entry of this request */
  add(request: Pick<ModelRequest, "system" | "tools">, model: string, usage: Usage, nowMs: number): CacheEntry {
    const frame = { system: request.system, toolNames: request.tools.map((tool) => tool.name).join(" ") };
    const cause = this.#cause(model, frame, nowMs);
    const expectedTokens = cause === undefined ? (this.#last?.usage.inputTokens ?? 0) : 0;
    this.#hasRead ||= usage.cacheReadTokens > 0;
    const entry: CacheEntry = {
      atMs: nowMs,
      inputTokens: usage.inputTokens,
      expectedTokens,
      readTokens: usage.cacheReadTokens,
      reason: cause ?? this.#compare(expectedTokens, usage.cacheReadTokens),
    };
    this.#entries.push(entry);
    if (this.#entries.length > ENTRIES_MAX) this.#entries.shift();
    this.#last = { ...frame, model, usage, atMs: nowMs };
    this.#broken = undefined;
    return entry;
  }

  #cause(model: string, { system, toolNames }: Frame, nowMs: number): CacheReason | undefined {
    if (!this.#last) return "first request";
    if (this.#last.model !== model) return "other model";
    if (this.#last.system !== system || this.#last.toolNames !== toolNames) return "other system prompt or tools";
    if (this.#broken) return this.#broken;
    return nowMs - this.#last.atMs > CACHE_IDLE_MS ? "idle too long" : undefined;
  }

  #compare(expectedTokens: number, readTokens: number): CacheReason {
    if (readTokens > 0 && readTokens >= expectedTokens * KEPT_SHARE_MIN) return "as expected";
    if (expectedTokens < CACHED_TOKENS_MIN) return "too short to be cached";
    return this.#hasRead ? "missed without a cause of ours" : "the provider reports no cache";
  }
}
