import type { Inbox, Said } from "../../core/ports/person.ts";
import type { PromptText } from "../prompt-text.ts";

/** Texts that arrive while a run is under way; taken whole before the next step. */
export class SteeringInbox implements Inbox {
  #texts: readonly (Said & PromptText)[] = [];
  #writers = 0;
  #moved = Promise.withResolvers<void>();
  readonly news: () => Promise<readonly string[]>;
  readonly notices: () => Promise<readonly string[]>;

  /** @param outside  tells what has happened there; by default nobody does */
  constructor(outside?: () => Required<Pick<Inbox, "news" | "notices">>) {
    this.news = async () => outside?.().news() ?? [];
    this.notices = async () => outside?.().notices() ?? [];
  }

  add({ text, written }: PromptText): void {
    this.#put({ text, written, origin: "steer" });
  }

  /** What no person has said. */
  report(text: string): void {
    this.#put({ text, written: "", origin: "engine" });
  }

  take(countMax = this.#texts.length): readonly Said[] {
    const texts = this.#texts.slice(0, countMax);
    this.#texts = this.#texts.slice(countMax);
    return texts;
  }

  /** What the person has sent; reports wait for the next step. */
  takeSent(): readonly PromptText[] {
    const { sent = [], reports = [] } = Object.groupBy(this.#texts, ({ origin }) =>
      origin === "steer" ? "sent" : "reports",
    );
    this.#texts = reports;
    return sent;
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

  #put(said: Said & PromptText): void {
    this.#texts = [...this.#texts, said];
    this.#move();
  }

  #move(): void {
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }
}
