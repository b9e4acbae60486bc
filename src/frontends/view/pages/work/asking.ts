import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../request.ts";

export type Asking<Answer> =
  | { readonly kind: "asking" }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "trouble"; readonly why: string };

/** What the server says to a path, asked again when the path or `again` changes; the last answer stays until the next comes. */
export function useAnswer<Answer>(path: string, again = 0): Asking<Answer> {
  const [state, setState] = useState<Asking<Answer>>({ kind: "asking" });
  useEffect(() => {
    let isWanted = true;
    get<Answer>(path).then(
      (answer) => isWanted && setState({ kind: "answer", answer }),
      (error: unknown) => isWanted && setState({ kind: "trouble", why: wordsOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [path, again]);
  return state;
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What stands in place of an answer that is not there. */
export function Waiting({ state }: { readonly state: Asking<unknown> }): unknown {
  if (state.kind === "trouble") return html`<p class="trouble" role="alert">${state.why}</p>`;
  return state.kind === "asking" ? html`<p class="soft" role="status">Reading …</p>` : undefined;
}
