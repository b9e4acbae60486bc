import { spokenRecorded } from "../../app/words/recorded.ts";
import { goalIn } from "../../core/goal.ts";
import type { Interrupter, RecordedEvent } from "../../core/protocol/event.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import { words, wordsFor } from "./words/words.ts";

/** What the person reads where an answer ends before its end. */
export function interruptionNotice(by: Interrupter): string {
  return words(`interrupted.${by}`);
}

/** What the person reads of a note; empty where it says nothing to people. */
export function noteText(event: Extract<RecordedEvent, { type: "note" }>): string {
  return (event.text === "" ? undefined : wordsFor(`goal.${goalIn(event)?.state}`)) ?? spokenRecorded(event.text);
}

/** What the person reads of how a run ended; nothing where it is said already. */
export function outcomeNotice(outcome: Outcome): { level: "warn" | "bad"; text: string } | undefined {
  switch (outcome.kind) {
    case "done":
    // Said where it happened.
    case "unanswered":
    case "denied":
    case "cancelled":
      return undefined;
    case "limit":
      return { level: "warn", text: words("notice.limit", { limit: outcome.limit, text: outcome.text }).trim() };
    case "failed":
      return { level: "bad", text: outcome.text };
    case "model-failed":
      return { level: "bad", text: outcome.failure.message };
  }
}
