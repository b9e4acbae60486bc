import { afterCompaction, type CompactionTrigger, mayCompact } from "../hooks/hooked-run.ts";
import type { AgentParts, CallParts, ContextKeeper, RequestFrame } from "../loop/agent-parts.ts";
import { unlessCancelled } from "../loop/until-cancelled.ts";
import type { ModelClient } from "../ports/model.ts";
import type { AgentEvent, RecordedEvent, ToolCall } from "../protocol/event.ts";
import type { Usage } from "../protocol/usage.ts";
import type { ToolOutput } from "../tool.ts";
import { isOfEnds } from "./bound-output.ts";
import { CacheLedger } from "./cache-ledger.ts";
import { lastUserMessage } from "./compaction-record.ts";
import type { CondenseSettings } from "./condense-result.ts";
import type { PruningPlan } from "./plan-pruning.ts";
import { projectHistory } from "./project-history.ts";
import { ResultRoom } from "./result-room.ts";
import { tellSpending } from "./spent-note.ts";
import type { SummaryAnswer } from "./summarize.ts";
import { type CountTokens, TokenMeter } from "./token-meter.ts";
import { smallestWindow, type Window } from "./window.ts";

export interface ContextSettings extends CondenseSettings {
  readonly countTokens: CountTokens;
  /** What the person says of the model's window; else the model's own word counts. */
  readonly windowTokensMax?: number;
  /** Writes the summaries; the session's model by default. */
  readonly summaryModel?: ModelClient;
}

/** Of the window, kept free for the reply. */
const REPLY_SHARE = 0.125;
const REPLY_TOKENS_MAX = 16_000;
/** Of the wall: where relief is prepared, where it cannot wait, and where a cold cache makes pruning free. */
const NEAR_SHARE = 0.8;
const AT_WALL_SHARE = 0.9;
const COLD_SHARE = 0.5;
/** Of the wall: what stays word for word, what of it keeps its results, and how much there may be after a pruning, so that
 *  the next one is far. */
const TAIL_SHARE = 0.2;
const UNPRUNED_SHARE = 0.1;
const LOW_SHARE = 0.35;
/** Of the window: what a pruning must win to be worth a broken prefix. */
const PRUNED_SHARE_MIN = 0.25;
/** Of the history: what stays word for word when a person asks for a compaction. */
const ASKED_TAIL_SHARE = 0.3;
const CHARS_A_TOKEN = 3;
/** A provider that counts less than this share of the estimate counts something else. */
const PLAUSIBLE_SHARE_MIN = 0.3;
const RESULT_CHARS_A_TOKEN = 4;
const MISS_TOLD_TOKENS_MIN = 10_000;

interface PendingSummary {
  /** The log it was made from: agents of plan steps have logs of their own. */
  readonly history: readonly RecordedEvent[];
  readonly cut: number;
  readonly trigger: CompactionTrigger;
  readonly answer: Promise<SummaryAnswer>;
}

/** What relief is made of; most sessions never need it. */
async function loadMeans() {
  const [compact, pruning, summarize] = await Promise.all([
    import("./compact.ts"),
    import("./plan-pruning.ts"),
    import("./summarize.ts"),
  ]);
  return { ...compact, ...pruning, ...summarize };
}

type Means = Awaited<ReturnType<typeof loadMeans>>;

/** The context budget of one session: what fits, what goes first, and what the prompt cache made of it. */
export class SessionContext implements ContextKeeper {
  readonly meter: TokenMeter;
  readonly cache = new CacheLedger();
  readonly #settings: ContextSettings;
  readonly #closing = new AbortController();
  readonly #room = new ResultRoom();
  #learnedWindow: number | undefined;
  #pending: PendingSummary | undefined;
  /** The last counted request: how long the log was, and what the provider said. */
  #counted:
    | { readonly history: readonly RecordedEvent[]; readonly historyLength: number; readonly tokens: number }
    | undefined;

  constructor(settings: ContextSettings) {
    this.#settings = settings;
    this.meter = new TokenMeter(settings.countTokens);
  }

  windowOf({ abilities }: Pick<ModelClient, "abilities">): Window {
    return smallestWindow(this.#settings.windowTokensMax ?? abilities.contextTokensMax, this.#learnedWindow);
  }

  /** Tokens the next request would have: as counted by the provider as far as it has seen the log, estimated from there. */
  size(frame: RequestFrame, history: readonly RecordedEvent[]): number {
    const counted = this.#counted;
    if (counted?.history !== history || counted.historyLength > history.length)
      return this.meter.frame(frame) + this.meter.history(history);
    // A compaction or a pruning forgets the count, so that what came since is all visible.
    return counted.tokens + this.meter.history(history.slice(counted.historyLength));
  }

  /**
   * The prefix breaks late, and then for long: one pruning that wins much, or one compaction. Its summary is made while the next step goes
   * on, and installed at the border after it, so that a replay meets it at the same place. A run may end before it is there: the
   * next one installs it.
   */
  async *relieve(parts: AgentParts, frame: RequestFrame): AsyncGenerator<AgentEvent, void> {
    const wall = this.#wall(parts);
    if (this.#pending?.history === parts.history) yield* this.#install(parts, this.#pending);
    if (parts.signal.aborted) return;
    const size = this.size(frame, parts.history);
    const isCold = this.cache.isCold(parts.clock.now(), parts.model.id);
    if (size < wall * (isCold ? COLD_SHARE : NEAR_SHARE)) return;
    const means = await loadMeans();
    const pruning = means.planPruning(parts.history, this.meter, wall * UNPRUNED_SHARE);
    const isWorthIt =
      pruning.tokens >= PRUNED_SHARE_MIN * this.windowOf(parts.model).tokens &&
      size - pruning.tokens <= wall * LOW_SHARE;
    if (isWorthIt && (isCold || size >= wall * AT_WALL_SHARE)) {
      const why = isCold ? "the provider's cache is cold" : "the context is nearly full";
      return yield* this.#prune(parts, pruning, why);
    }
    if (isWorthIt || size < wall * NEAR_SHARE) return;
    const cut = means.cutIndex(parts.history, this.meter, wall * TAIL_SHARE);
    if (cut === 0) return;
    const answer = this.#summarize(parts, { cut, signal: this.#closing.signal }, means);
    this.#pending = { history: parts.history, cut, answer, trigger: "auto" };
    if (size >= wall * AT_WALL_SHARE) yield* this.#install(parts, this.#pending);
  }

  async *relieveOverflow(parts: AgentParts, frame: RequestFrame): AsyncGenerator<AgentEvent, boolean> {
    const { history } = parts;
    const before = this.size(frame, history);
    const refused = Math.min(before, this.windowOf(parts.model).tokens);
    this.#learnedWindow = Math.max(1_000, Math.floor(refused * AT_WALL_SHARE));
    yield { type: "status", text: `The context is too large for ${parts.model.id}: compacting it.` };
    const wall = this.#wall(parts);
    const means = await loadMeans();
    const pruning = means.planPruning(history, this.meter, wall * UNPRUNED_SHARE);
    yield* this.#prune(parts, pruning, "the model refused a context of this size");
    const cut = means.cutIndex(history, this.meter, wall * TAIL_SHARE);
    if (cut > 0)
      yield* this.#install(parts, {
        history: parts.history,
        cut,
        trigger: "auto",
        answer: this.#summarize(parts, { cut, signal: this.#untilCancelled(parts) }, means),
      });
    return this.size(frame, parts.history) < before;
  }

  /** Compacts now, whatever the size. */
  async *compact(parts: AgentParts): AsyncGenerator<AgentEvent, void> {
    const tail = Math.min(this.#wall(parts) * TAIL_SHARE, this.meter.history(parts.history) * ASKED_TAIL_SHARE);
    const means = await loadMeans();
    const cut = means.cutIndex(parts.history, this.meter, tail);
    if (cut === 0) return;
    yield* this.#install(parts, {
      history: parts.history,
      cut,
      trigger: "manual",
      answer: this.#summarize(parts, { cut, signal: this.#untilCancelled(parts) }, means),
    });
    yield* tellSpending(parts);
  }

  *noteReply(parts: AgentParts, frame: RequestFrame, usage: Usage): Generator<AgentEvent, void> {
    const { history } = parts;
    const estimate = this.meter.frame(frame) + this.meter.history(history.slice(0, -1));
    if (usage.inputTokens > estimate * PLAUSIBLE_SHARE_MIN) {
      this.meter.calibrate(estimate, usage);
      this.#counted = {
        history,
        historyLength: history.length,
        tokens: usage.inputTokens + usage.outputTokens,
      };
    }
    // A relief keeps the tail: results that fit there beside their reply reach the model, however full the window is.
    const wall = this.#wall(parts);
    const tail = wall * TAIL_SHARE - this.meter.history(history.slice(-1));
    this.#room.note(history, Math.max(wall * NEAR_SHARE - this.size(frame, history), tail));
    const entry = this.cache.add(frame, parts.model.id, usage, parts.clock.now());
    if (entry.reason !== "missed without a cause of ours" || entry.expectedTokens < MISS_TOLD_TOKENS_MIN) return;
    const text = `The provider's cache gave ${entry.readTokens} of ${entry.expectedTokens} tokens that were sent before.`;
    yield { type: "note", topic: "cache", text, detail: entry };
  }

  resultCharsMax(history: readonly RecordedEvent[], results: number): number | undefined {
    return this.#room.share(history, results);
  }

  condense: ContextKeeper["condense"] = async (given, call, parts) => {
    const output = given.digest ? await this.#digested(given, call, parts) : given;
    const { resultCharsMax = Number.POSITIVE_INFINITY } = parts;
    const isWithin = (chars: number): boolean => output.text.length <= chars && !isOfEnds(output);
    const bound = this.#settings.resultTokensMax * RESULT_CHARS_A_TOKEN;
    if (isWithin(Math.min(resultCharsMax, bound)))
      return { text: output.text, ...(output.handle === undefined ? {} : { handle: output.handle }) };
    const { condenseResult } = await import("./condense-result.ts");
    const condensed = await condenseResult(output, call, parts, this.#settings);
    return output === given && isWithin(bound) ? { ...condensed, isForRoom: true } : condensed;
  };

  async #digested(output: ToolOutput, call: ToolCall, parts: CallParts): Promise<ToolOutput> {
    const { withDigest } = await import("./condense-result.ts");
    return withDigest(output, call, parts, this.#settings);
  }

  close(): void {
    this.#closing.abort();
  }

  #wall({ model, outputTokensMax }: AgentParts): number {
    const window = this.windowOf(model).tokens;
    const reply = Math.min(outputTokensMax ?? REPLY_TOKENS_MAX, REPLY_TOKENS_MAX, window * REPLY_SHARE);
    return window - reply;
  }

  async *#prune(parts: AgentParts, plan: PruningPlan, why: string): AsyncGenerator<AgentEvent, void> {
    if (plan.candidates.length === 0) return;
    const { pruningNote } = await loadMeans();
    yield await pruningNote(plan, parts.outputs, why);
    this.#forgetCount("pruned");
  }

  #untilCancelled({ signal }: AgentParts): AbortSignal {
    return AbortSignal.any([signal, this.#closing.signal]);
  }

  #summarize(
    parts: AgentParts,
    { cut, signal }: { readonly cut: number; readonly signal: AbortSignal },
    { askForSummary }: Means,
  ): Promise<SummaryAnswer> {
    const { history, textReader, sessionId } = parts;
    const model = this.#settings.summaryModel ?? parts.model;
    return askForSummary({
      messages: projectHistory(history.slice(0, cut)),
      lastUserMessage: lastUserMessage(history),
      charsMax: Math.floor(this.#wall(parts) * NEAR_SHARE * CHARS_A_TOKEN),
      model,
      textReader,
      sessionId,
      signal,
    });
  }

  /** Without words of a model that can be used old results are pruned, and the record is made from the log alone. */
  async *#install(parts: AgentParts, pending: PendingSummary): AsyncGenerator<AgentEvent, void> {
    const { cut, answer, trigger } = pending;
    this.#pending = undefined;
    if (!(yield* mayCompact(trigger, parts))) return;
    const startedMs = parts.clock.now();
    const answered = await unlessCancelled(answer, parts.signal);
    if (answered === undefined) {
      this.#pending = pending;
      return;
    }
    const { usage, costUsd, ...given } = answered;
    parts.ledger.addReply(usage, costUsd, parts.clock.now() - startedMs);
    if (parts.signal.aborted) return;
    const { meter } = this;
    const { makeCompaction, planPruning } = await loadMeans();
    const made = given.kind === "summary" ? await makeCompaction(parts, { cut, summary: given.summary, meter }) : given;
    if (made.kind === "made") return yield* this.#append(made.event, trigger, parts);
    const pruning = planPruning(parts.history, meter, this.#wall(parts) * UNPRUNED_SHARE);
    if (pruning.candidates.length === 0) {
      const fromLog = await makeCompaction(parts, { cut, meter });
      if (fromLog.kind === "rejected") return yield rejection(`Nothing was condensed: ${fromLog.why}.`, fromLog.why);
    }
    if (made.kind === "rejected") {
      const why = made.why.replace(/\.$/, "");
      const instead = "Old results are left out instead, and the record is made from the log.";
      yield rejection(`The summary was rejected: ${why}. ${instead}`, made.why);
    }
    const why = given.kind === "unasked" ? "the model writes no summaries" : "no sound summary could be made";
    yield* this.#prune(parts, pruning, why);
    const byRules = await makeCompaction(parts, { cut, meter });
    if (byRules.kind === "made") yield* this.#append(byRules.event, trigger, parts);
  }

  async *#append(
    event: Extract<RecordedEvent, { type: "compaction" }>,
    trigger: CompactionTrigger,
    parts: AgentParts,
  ): AsyncGenerator<AgentEvent, void> {
    yield event;
    this.#forgetCount("compacted");
    yield* afterCompaction(trigger, event.summary, parts);
  }

  /** The provider has not seen what the next request will be. */
  #forgetCount(why: "compacted" | "pruned"): void {
    this.#counted = undefined;
    this.cache.breakPrefix(why);
  }
}

const rejection = (text: string, why: string): AgentEvent => ({
  type: "note",
  topic: "compaction",
  text,
  detail: { kind: "rejected", why },
});
