import { spokenRecorded } from "../../app/words/recorded.ts";
import { spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { mapStrings } from "../../core/plan/references.ts";
import { summarizeDisplay } from "../../core/protocol/display.ts";
import { interruptedText, type RecordedEvent, replyText } from "../../core/protocol/event.ts";
import { addUsage, NO_USAGE } from "../../core/protocol/usage.ts";
import { WHOLE_CHARS_MAX } from "./shown.ts";
import type { CallEntry, CostPoint, Entry } from "./wire.ts";

/** It is sent whole as often as a page asks what is new. */
const UNDER_WAY_CHARS_MAX = 20_000;

/** A log as people read it, built line by line as it grows: a call, its approval and its result are one entry. */
export class SessionEntries {
  /** With as much of their texts as is ever sent; `left` counts the rest. */
  readonly all: Entry[] = [];
  readonly cost: CostPoint[] = [];
  /** What was shown so far of a reply that is under way, the end of it where it is long. */
  underWay = "";
  isRunning = false;
  readonly #callAt = new Map<string, number>();

  /** @returns the index of the entry that was added or changed; undefined where there is none */
  add(event: RecordedEvent, at: string): number | undefined {
    this.#follow(event);
    switch (event.type) {
      case "session-start": {
        const { cwd, version, parentId } = event;
        return this.#push({ kind: "start", at, cwd, version, ...(parentId === undefined ? {} : { parentId }) });
      }
      case "run-start":
        return this.#push({
          kind: "run",
          at,
          model: event.model,
          strategy: event.strategy,
          mode: event.permissionMode,
        });
      case "prompt": {
        const { origin, text, images = [] } = event;
        return this.#push({ kind: "prompt", at, origin, text, images: images.length });
      }
      case "reply":
        return this.#reply(event, at);
      case "call-start":
        return this.#call(event, at);
      case "approval":
        return this.#change(event.callId, { approval: { allowed: event.allowed, why: spokenRecorded(event.why) } });
      case "call-end":
        return this.#result(event.result, at);
      case "run-end":
        return this.#end(event, at);
      case "text-delta":
      case "reasoning-delta":
        return undefined;
      default:
        return this.#push({ kind: "note", at, topic: topicOf(event), text: noteText(event) });
    }
  }

  #follow(event: RecordedEvent): void {
    if (event.type === "text-delta") this.underWay = (this.underWay + event.text).slice(-UNDER_WAY_CHARS_MAX);
    else if (event.type !== "reasoning-delta" && event.type !== "note") this.underWay = "";
    if (event.type === "run-start") this.isRunning = true;
    if (event.type === "run-end") this.isRunning = false;
  }

  #push(entry: Entry): number {
    return this.all.push(bounded(entry)) - 1;
  }

  #reply(event: Extract<RecordedEvent, { type: "reply" }>, at: string): number {
    const { content, model, usage, costUsd, durationMs, aside = false } = event;
    const last = this.cost.at(-1) ?? { costUsd: 0, inputTokens: 0, outputTokens: 0 };
    this.cost.push({
      at,
      costUsd: last.costUsd + costUsd,
      inputTokens: last.inputTokens + usage.inputTokens,
      outputTokens: last.outputTokens + usage.outputTokens,
    });
    const thinking = content.flatMap((part) => (part.kind === "reasoning" ? [part.text] : [])).join("\n");
    return this.#push({
      ...{ kind: "reply", at, text: replyText(content), thinking: thinking },
      ...{ model, usage: addUsage(NO_USAGE, usage), costUsd, durationMs, isAside: aside },
    });
  }

  #call({ call, display }: Extract<RecordedEvent, { type: "call-start" }>, at: string): number {
    const input = typeof call.input === "string" ? call.input : JSON.stringify(call.input, undefined, 2);
    const summary = summarizeDisplay(display);
    const entry: CallEntry = { kind: "call", at, id: call.id, name: call.name, summary, input, display };
    const index = this.#push(entry);
    this.#callAt.set(call.id, index);
    return index;
  }

  #change(callId: string, change: Partial<CallEntry>): number | undefined {
    const index = this.#callAt.get(callId);
    const entry = index === undefined ? undefined : this.all[index];
    if (index === undefined || entry?.kind !== "call") return undefined;
    this.all[index] = bounded({ ...entry, ...change });
    return index;
  }

  /** A call that was refused before it began has a result only. */
  #result(result: Extract<RecordedEvent, { type: "call-end" }>["result"], at: string): number | undefined {
    const { callId, name, failed, text, display, durationMs } = result;
    const ended = { result: { failed, text, display, durationMs } };
    const known = this.#change(callId, ended);
    if (known !== undefined) return known;
    return this.#push({
      ...{ kind: "call", at, id: callId, name, summary: summarizeDisplay(display), input: "", display },
      ...ended,
    });
  }

  #end(event: Extract<RecordedEvent, { type: "run-end" }>, at: string): number {
    const { outcome, steps, usage, costUsd, durationMs, isCostUnknown = false } = event;
    const text = outcome.kind === "model-failed" ? outcome.failure.message : outcome.text;
    return this.#push({
      ...{ kind: "end", at, outcome: outcome.kind, text, steps, usage, costUsd, isCostUnknown, durationMs },
    });
  }
}

/** A session holds any number of texts of any length. */
function bounded<Kept extends Entry>(entry: Kept): Kept {
  let left = entry.left ?? 0;
  const kept = mapStrings(entry, (text) => {
    if (text.length <= WHOLE_CHARS_MAX) return text;
    left += text.length - WHOLE_CHARS_MAX;
    // A text of its own: a slice would hold on to the whole.
    return Buffer.from(text.slice(0, WHOLE_CHARS_MAX)).toString();
  }) as Kept;
  return left === 0 ? entry : { ...kept, left };
}

type Noted = Extract<RecordedEvent, { type: "retry" | "interruption" | "compaction" | "plan-update" | "note" }>;

const topicOf = (event: Noted): string => (event.type === "note" ? event.topic : event.type);

function noteText(event: Noted): string {
  switch (event.type) {
    case "retry":
      return spoken(phrase`Attempt ${event.attempt} of ${event.attemptsMax}: ${event.failure.message}`);
    case "interruption":
      return interruptedText(event);
    case "compaction":
      return event.summary;
    case "plan-update": {
      const { text } = (event.detail ?? {}) as { readonly text?: unknown };
      return typeof text === "string" ? text : spoken(phrase`plan ${event.planId}: ${event.status}`);
    }
    case "note":
      return event.text;
  }
}
