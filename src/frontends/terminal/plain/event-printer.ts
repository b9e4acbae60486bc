import { GUIDE_ID } from "../../../app/models/guide-id.ts";
import { planNews } from "../../../app/report/plan-news.ts";
import { spokenRecorded } from "../../../app/words/recorded.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { summarizeDisplay } from "../../../core/protocol/display.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import { endsInWords, type Outcome, whatFailed } from "../../../core/protocol/outcome.ts";
import { interruptionNotice, noteText } from "../end-notices.ts";
import { words } from "../words/words.ts";

const RESULT_LINES_MAX = 6;

/** A run as plain sentences: the answer as it streams, two lines for each call, nothing ever redrawn, no signs to decipher. */
export class EventPrinter {
  readonly #write: (text: string) => void;
  readonly #numbers = new Map<string, number>();
  #calls: number;
  #atLineStart = true;
  #isGuide = false;
  /** By which the guide finds its answer, and that nobody was told of yet. */
  #lookUps = 0;
  /** Something of an answer was written since the last call. */
  #hasAnswer = false;

  /** @param calls  how many there were before, so that numbers go on */
  constructor(write: (text: string) => void, calls = 0) {
    this.#write = write;
    this.#calls = calls;
  }

  push(event: AgentEvent): void {
    switch (event.type) {
      case "run-start":
        this.#isGuide = event.model === GUIDE_ID;
        return;
      case "text-delta":
        this.#tellLookUps();
        this.#hasAnswer = true;
        return this.#say(event.text);
      case "call-start": {
        this.#hasAnswer = false;
        const number = ++this.#calls;
        if (this.#isGuide) return void this.#lookUps++;
        this.#numbers.set(event.call.id, number);
        return this.line(words("plain.call", { number, name: event.call.name, what: summarizeDisplay(event.display) }));
      }
      case "call-end":
        return this.#end(event.result);
      case "retry":
        return this.line(
          words("plain.retry", { why: whatFailed(event.failure), seconds: (event.delayMs / 1000).toFixed(1) }),
        );
      case "plan-update":
        return this.line(planSentence(event));
      case "interruption":
        return this.line(interruptionNotice(event.by));
      case "compaction":
        return this.line(words("notice.condensed"));
      case "note":
        return event.text === "" ? undefined : this.line(noteText(event));
      case "status":
        return event.text === "" ? undefined : this.line(spokenRecorded(event.text));
      case "run-end":
        return this.#endRun(event.outcome);
      default:
        return;
    }
  }

  /** A line of its own, wherever the stream stands. */
  line(text: string): void {
    this.#say(`${this.#atLineStart ? "" : "\n"}${text}\n`);
  }

  #endRun(outcome: Outcome): void {
    this.#tellLookUps();
    this.#isGuide = false;
    if (outcome.kind === "cancelled") return;
    if (outcome.kind === "model-failed") this.line(outcome.failure.message);
    else if (!endsInWords(outcome)) this.line(outcome.text);
    else this.#endAnswer(outcome.text);
  }

  /** The summary of a task, and how a plan ended, were no reply of the model. */
  #endAnswer(text: string): void {
    if (!this.#hasAnswer && text.trim() !== "") this.line(text);
    else if (!this.#atLineStart) this.#say("\n");
    this.#hasAnswer = false;
  }

  #tellLookUps(): void {
    const count = this.#lookUps;
    this.#lookUps = 0;
    if (count > 0) this.line(words("calls.lookUps", { count, first: this.#calls - count + 1, last: this.#calls }));
  }

  #end(result: Extract<AgentEvent, { type: "call-end" }>["result"]): void {
    if (this.#isGuide) return;
    const number = this.#numbers.get(result.callId) ?? ++this.#calls;
    const told = summarizeDisplay(result.display);
    if (result.failed) this.line(words("plain.failed", { number, text: shortened(result.text) }));
    else if (result.display.kind === "command")
      this.line(words("plain.output", { number, text: shortened(result.text) }).trim());
    else this.line(words("plain.done", { number, told: told === "" ? "" : `: ${told}` }));
  }

  #say(text: string): void {
    if (text === "") return;
    this.#write(text);
    this.#atLineStart = text.endsWith("\n");
  }
}

function planSentence({ planId, status, detail }: Extract<AgentEvent, { type: "plan-update" }>): string {
  const text = (detail as { readonly text?: unknown } | undefined)?.text;
  return typeof text === "string"
    ? words("plain.plan", { text: spoken(planNews(planId, status, detail)) })
    : words("plain.planStatus", { id: planId, status });
}

function shortened(text: string): string {
  const lines = text.trimEnd().split("\n");
  if (lines.length <= RESULT_LINES_MAX) return lines.join("\n");
  return [...lines.slice(0, RESULT_LINES_MAX), words("plain.more", { count: lines.length - RESULT_LINES_MAX })].join(
    "\n",
  );
}
