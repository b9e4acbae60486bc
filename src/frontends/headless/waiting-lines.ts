import { type Phrase, phrase } from "../../base/phrase.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";

/** The first word comes after so long; each next after twice the time, so that a night of waiting is a screen of lines. */
const FIRST_MS = 10_000;

/** What is waited behind. */
const BEGINNINGS: ReadonlySet<AgentEvent["type"]> = new Set(["prompt", "call-start", "call-end", "retry"]);
const TAIL_MAX = 200;

/** Says on standard error how long a model has said nothing, or a call has run; a screen shows the seconds itself. */
export class WaitingLines {
  readonly #say: (text: Phrase) => void;
  #timer: NodeJS.Timeout | undefined;
  #sinceMs = 0;
  #model = "the model";
  /** Those that run, and the end of what each said. */
  readonly #calls = new Map<string, { readonly name: string; tail: string }>();

  constructor(say: (text: Phrase) => void) {
    this.#say = say;
  }

  push(event: AgentEvent): void {
    if (event.type === "run-start") this.#model = event.model;
    // They are told beside the waiting and do not end it.
    if (event.type === "status" || event.type === "note") return;
    if (event.type === "call-progress") {
      const call = this.#calls.get(event.callId);
      if (call) call.tail = (call.tail + event.text).slice(-TAIL_MAX);
      return;
    }
    this.stop();
    if (event.type === "call-start") this.#calls.set(event.call.id, { name: event.call.name, tail: "" });
    if (event.type === "call-end") this.#calls.delete(event.result.callId);
    if (!BEGINNINGS.has(event.type)) return;
    this.#sinceMs = performance.now();
    this.#wait(FIRST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const seconds = Math.round((performance.now() - this.#sinceMs) / 1000);
      this.#say(this.#waitedFor(seconds));
      this.#wait(performance.now() - this.#sinceMs);
    }, ms);
    this.#timer.unref();
  }

  #waitedFor(seconds: number): Phrase {
    const call = [...this.#calls.values()].at(-1);
    if (!call) return phrase`${this.#model} has not begun its answer for ${seconds} s; Ctrl-C ends the wait.`;
    const said = call.tail.trim().split("\n").at(-1) ?? "";
    return phrase`${call.name} has run for ${seconds} s${said === "" ? "" : `: ${said}`}; Ctrl-C ends it.`;
  }
}
