import type { Inbox } from "../../core/ports/person.ts";

/** Texts that arrive while a run is under way; taken whole before the next step. */
export class SteeringInbox implements Inbox {
  #texts: string[] = [];
  #writers = 0;
  #moved = Promise.withResolvers<void>();
  readonly news: () => Promise<readonly string[]>;

  /** @param news  what has happened outside; nothing by default */
  constructor(news: Inbox["news"] = async () => []) {
    this.news = news;
  }

  add(text: string): void {
    this.#texts.push(text);
    this.#move();
  }

  /** @returns false when it is not there any more, or never was */
  withdraw(text: string): boolean {
    const index = this.#texts.lastIndexOf(text);
    if (index === -1) return false;
    this.#texts = this.#texts.toSpliced(index, 1);
    return true;
  }

  take(): readonly string[] {
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }

  /** Somebody at work will write before they end. @returns to be called at their end */
  expect(): () => void {
    this.#writers++;
    return () => {
      this.#writers--;
      this.#move();
    };
  }

  async quiet(signal: AbortSignal): Promise<boolean> {
    const isAwaited = (): boolean => this.#writers > 0 && this.#texts.length === 0;
    if (!isAwaited()) return true;
    const aborted = Promise.withResolvers<void>();
    const onAbort = (): void => aborted.resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    while (!signal.aborted && isAwaited()) await Promise.race([this.#moved.promise, aborted.promise]);
    signal.removeEventListener("abort", onAbort);
    return !isAwaited();
  }

  #move(): void {
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }
}
