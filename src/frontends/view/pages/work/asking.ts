import { html } from "htm/preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { get } from "../request.ts";
import { say } from "../say.ts";

export type Asking<Answer> =
  | { readonly kind: "asking" }
  /** `why`: it could not be asked again since. */
  | { readonly kind: "answer"; readonly answer: Answer; readonly why?: string }
  | { readonly kind: "trouble"; readonly why: string };

/**
 * What the server says to a path, asked again when the path or `again` changes. The last answer stays until the next comes, also where
 * that cannot be had: what a person wrote meanwhile is not swept away with it.
 */
export function useAnswer<Answer>(path: string, again: number | string = 0): Asking<Answer> {
  const [state, setState] = useState<Asking<Answer>>({ kind: "asking" });
  const asker = useMemo(
    () =>
      new Asker<Answer>(path, {
        onAnswer: (answer) => setState({ kind: "answer", answer }),
        onTrouble: (why) => setState((last) => (last.kind === "answer" ? { ...last, why } : { kind: "trouble", why })),
      }),
    [path],
  );
  useLayoutEffect(() => () => asker.leave(), [asker]);
  useLayoutEffect(() => asker.ask(), [asker, again]);
  return state;
}

interface Listener<Answer> {
  onAnswer(answer: Answer): void;
  onTrouble(why: string): void;
}

/** One question at a time: whoever asks faster than a busy server answers still hears each answer, and takes up one connection. */
class Asker<Answer> {
  readonly #path: string;
  readonly #listener: Listener<Answer>;
  #isAsking = false;
  #isDue = false;
  #isLeft = false;

  constructor(path: string, listener: Listener<Answer>) {
    this.#path = path;
    this.#listener = listener;
  }

  ask(): void {
    this.#isDue = true;
    if (!this.#isAsking) void this.#askWhileDue();
  }

  leave(): void {
    this.#isLeft = true;
  }

  async #askWhileDue(): Promise<void> {
    this.#isAsking = true;
    while (this.#isDue && !this.#isLeft) {
      this.#isDue = false;
      try {
        const answer = await get<Answer>(this.#path);
        if (!this.#isLeft) this.#listener.onAnswer(answer);
      } catch (error) {
        if (!this.#isLeft) this.#listener.onTrouble(wordsOf(error));
      }
    }
    this.#isAsking = false;
  }
}

/** The same work, but not while it is under way: whoever presses twice wants it once. */
export function useOnce<Given extends readonly unknown[], Value>(
  work: (...given: Given) => Promise<Value>,
): (...given: Given) => Promise<Value | undefined> {
  const isUnderWay = useRef(false);
  return async (...given) => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    try {
      return await work(...given);
    } finally {
      isUnderWay.current = false;
    }
  };
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What stands in place of an answer that is not there, or beside one that may be old. */
export function Waiting({ state }: { readonly state: Asking<unknown> }): unknown {
  if (state.kind === "asking") return html`<p class="soft" role="status">${say`Reading …`}</p>`;
  return state.why === undefined ? undefined : html`<p class="trouble" role="alert">${state.why}</p>`;
}
