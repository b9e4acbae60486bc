import type { KeyInput } from "../screen/key-decoder.ts";
import type { Dialog, DialogSpace, DialogView } from "./dialog.ts";

/** Keys that were meant for the prompt, or for the question before, must not answer one that has just come up: it is to be read first. */
const TYPING_PAUSE_MS = 500;

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** The person has just called for it: the next key is meant for it. */
  readonly isWanted?: boolean;
}

/** The questions that wait for the person; the oldest is shown. */
export class DialogStack {
  readonly #onChange: () => void;
  readonly #onQuestion: () => void;
  #dialogs: Dialog[] = [];
  readonly #wanted = new WeakSet<Dialog>();
  #typedMs = Number.NEGATIVE_INFINITY;
  /** The question that was drawn last, and since when. */
  #shown: { readonly dialog: Dialog; readonly sinceMs: number } | undefined;

  /** @param onQuestion  one has come up that nobody called for */
  constructor({ onChange, onQuestion }: { readonly onChange: () => void; readonly onQuestion: () => void }) {
    this.#onChange = onChange;
    this.#onQuestion = onQuestion;
  }

  get isOpen(): boolean {
    return this.#dialogs.length > 0;
  }

  /** Shows a question until `resolve` is called, or the signal aborts: then its own `cancel` answers. `redraw` shows what came of no key. */
  ask<Answer>(
    create: (resolve: (answer: Answer) => void, redraw: () => void) => Dialog,
    { signal, isWanted = false }: AskOptions = {},
  ): Promise<Answer> {
    return new Promise((done) => {
      const onAbort = (): void => dialog.cancel();
      const dialog = create((answer) => {
        signal?.removeEventListener("abort", onAbort);
        this.#dialogs = this.#dialogs.filter((other) => other !== dialog);
        this.#onChange();
        done(answer);
      }, this.#onChange);
      if (isWanted) this.#wanted.add(dialog);
      else this.#onQuestion();
      this.#dialogs.push(dialog);
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted) dialog.cancel();
      this.#onChange();
    });
  }

  noteTyping(): void {
    this.#typedMs = performance.now();
  }

  /** @returns whether a question took the key */
  onInput(input: KeyInput): boolean {
    const [dialog] = this.#dialogs;
    if (!dialog) return false;
    const sinceMs = Math.max(this.#typedMs, this.#shown?.dialog === dialog ? this.#shown.sinceMs : performance.now());
    const isStray =
      !this.#wanted.has(dialog) &&
      performance.now() - sinceMs < TYPING_PAUSE_MS &&
      (input.kind !== "key" || input.key === "enter");
    if (isStray) this.#typedMs = performance.now();
    else dialog.onInput(input);
    return true;
  }

  render(space: DialogSpace): DialogView | undefined {
    const [dialog] = this.#dialogs;
    if (dialog !== undefined && this.#shown?.dialog !== dialog) this.#shown = { dialog, sinceMs: performance.now() };
    return dialog?.render(space);
  }

  cancelAll(): void {
    for (const dialog of [...this.#dialogs]) dialog.cancel();
  }
}
