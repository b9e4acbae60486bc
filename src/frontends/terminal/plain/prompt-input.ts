import type { Interface } from "node:readline";
import { inert, say } from "../../../app/report/standard-streams.ts";
import { words } from "../words/words.ts";

const LEAVE_WINDOW_MS = 2_000;

/** Lines from the person; one reader at a time. */
export class PromptInput {
  readonly #lines: Interface;
  #interrupt: (() => void) | undefined;
  #lastInterruptMs = 0;
  #prefilled = "";
  #isAsking = false;
  #isClosed = false;

  constructor(lines: Interface) {
    this.#lines = lines;
    // Whoever leaves while the model works has no further question to answer.
    lines.once("close", () => {
      this.#isClosed = true;
    });
    lines.on("SIGINT", () => this.#onInterrupt());
  }

  /** A prompt of one or more lines: a line that ends with a backslash goes on in the next. Undefined when the person leaves. */
  async readPrompt(mark: string): Promise<string | undefined> {
    const parts: string[] = [];
    for (let prompt = mark; ; prompt = "… ") {
      const line = await this.ask(prompt);
      if (line === undefined) return undefined;
      if (!line.endsWith("\\")) return [...parts, line].join("\n");
      parts.push(line.slice(0, -1));
    }
  }

  /** Whether a question stands there that nobody has answered. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** One line; undefined at the end of input. */
  async ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
    if (this.#isClosed) return undefined;
    this.#isAsking = true;
    try {
      return await this.#answerTo(question, signal);
    } finally {
      this.#isAsking = false;
    }
  }

  #answerTo(question: string, signal?: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve(undefined);
      const onClose = (): void => resolve(undefined);
      this.#lines.once("close", onClose);
      const done = (line: string): void => {
        this.#lines.off("close", onClose);
        resolve(line);
      };
      if (signal) this.#lines.question(inert(question), { signal }, done);
      else this.#lines.question(inert(question), done);
      signal?.addEventListener("abort", onClose, { once: true });
      if (this.#prefilled !== "") this.#lines.write(this.#prefilled);
      this.#prefilled = "";
    });
  }

  /** What stands in the next prompt. */
  prefill(text: string): void {
    this.#prefilled = inert(text.replaceAll("\n", " "));
  }

  /** Another program has the terminal until `work` is done. */
  async lend<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#lines.pause();
    if (process.stdin.isTTY) process.stdin.setRawMode(false);
    try {
      return await work();
    } finally {
      if (process.stdin.isTTY) process.stdin.setRawMode(true);
      this.#lines.resume();
    }
  }

  /** While it is set, Ctrl-C goes there instead of leaving. */
  onInterrupt(action: () => void): () => void {
    this.#interrupt = action;
    return () => {
      this.#interrupt = undefined;
    };
  }

  #onInterrupt(): void {
    const now = performance.now();
    const isSecond = now - this.#lastInterruptMs < LEAVE_WINDOW_MS;
    this.#lastInterruptMs = now;
    if (isSecond) this.#lines.close();
    else if (this.#interrupt) this.#interrupt();
    else this.#announceLeave();
  }

  #announceLeave(): void {
    say(`\n${words("plain.leave")}\n`);
    this.#lines.prompt(true);
  }
}
