import { html } from "htm/preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SessionChanges, SessionHead } from "../../wire.ts";
import { bytes, money, short, when } from "../numbers.ts";
import { exportedPage, get, isExported } from "../request.ts";
import { say } from "../say.ts";
import { useAnswer, Waiting, wordsOf } from "./asking.ts";
import { CostChart } from "./cost-chart.ts";
import { EntryStore } from "./entry-store.ts";
import { RunControls } from "./run-controls.ts";
import { stateText } from "./states.ts";
import { nextLook } from "./ticks.ts";
import { Transcript } from "./transcript.ts";

/** How often it is asked what is new in a session that is seen. */
const LOOK_MS = 250;
/** How long a page waits besides before it asks again a server that did not answer. */
const AGAIN_MS = 2000;

/** One session from its beginning, followed while it grows. */
export function SessionPage({ id }: { readonly id: string }): unknown {
  const path = `/api/sessions/${encodeURIComponent(id)}`;
  const first = useAnswer<SessionHead>(path);
  const [head, setHead] = useState<SessionHead>();
  const [trouble, setTrouble] = useState("");
  const store = useRef(new EntryStore(path)).current;
  // Before painting: in a tab that is not seen nothing is painted.
  useLayoutEffect(() => {
    if (isExported) return;
    const gone = new AbortController();
    void followSession(path, store, { onHead: setHead, onTrouble: setTrouble, signal: gone.signal });
    return () => gone.abort();
  }, [path]);
  const known = head ?? (first.kind === "answer" ? first.answer : undefined);
  if (known === undefined) return html`<${Waiting} state=${first} />`;
  store.total = Math.max(store.total, known.entries);
  return html`
    <${Head} head=${known} />
    ${trouble !== "" && html`<p class="trouble" role="alert">${trouble}</p>`}
    <${Finder} path=${path} store=${store} />
    <${Transcript} store=${store} isLive=${known.state === "running"} />
    ${known.underWay !== "" && html`<article class="entry reply under-way" aria-label=${say`Reply under way`} aria-live="polite"><p class="text">${known.underWay}</p></article>`}
    <${RunControls} head=${known} />
  `;
}

interface Following {
  readonly onHead: (head: SessionHead) => void;
  readonly onTrouble: (why: string) => void;
  readonly signal: AbortSignal;
}

/** Asks what is new, again and again. No connection is kept for it: a browser has six of them for all its tabs. */
async function followSession(path: string, store: EntryStore, { onHead, onTrouble, signal }: Following): Promise<void> {
  let seen = "";
  while (!signal.aborted) {
    try {
      const changes = await get<SessionChanges>(`${path}/changes?seen=${encodeURIComponent(seen)}`);
      if (signal.aborted) return;
      onTrouble("");
      // What was drawn before the first answer came may be older than that.
      if (changes.isAnew) store.renew();
      if (changes.page !== undefined) store.take(changes.page);
      if (changes.head !== undefined) onHead(changes.head);
      ({ seen } = changes);
    } catch (error) {
      if (signal.aborted) return;
      onTrouble(wordsOf(error));
      await nextLook(AGAIN_MS, signal);
    }
    await nextLook(LOOK_MS, signal);
  }
}

function Head({ head }: { readonly head: SessionHead }): unknown {
  const last = head.cost.at(-1);
  const back = isExported ? exportedPage("/sessions") : "#/sessions";
  return html`
    <p class="back">${back !== undefined && html`<a data-back href=${back}>← ${say`Sessions`}</a>`}</p>
    <h1>${head.title === "" ? say`Session` : head.title}</h1>
    <p class="soft">
      <span class="state ${head.state}">${stateText(head.state)}</span>
      ${" "}${head.id} · ${head.cwd} · ${when(head.modifiedMs)} · ${say`${head.entries} entries`} · ${bytes(head.sizeBytes)}
      ${last !== undefined && ` · ${money(last.costUsd)} · ${say`${short(last.inputTokens)} tokens in, ${short(last.outputTokens)} out`}`}
    </p>
    ${head.cost.length > 1 && html`<${CostChart} points=${head.cost} />`}
  `;
}

/** Goes from one entry that holds the words to the next. */
function Finder({ path, store }: { readonly path: string; readonly store: EntryStore }): unknown {
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly number[]>();
  const [at, setAt] = useState(0);
  const [trouble, setTrouble] = useState("");
  const asked = useRef<string>(undefined);
  if (isExported) return undefined;
  const go = (list: readonly number[], index: number): void => {
    setAt(index);
    const entry = list[index];
    if (entry !== undefined) store.reveal(entry);
  };
  const search = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (found !== undefined && found.length > 0) return go(found, (at + 1) % found.length);
    asked.current = words;
    try {
      const query = `words=${encodeURIComponent(words)}`;
      const answer = await get<{ readonly found: readonly number[] }>(`${path}/found?${query}`);
      // Other words stand there by now.
      if (asked.current !== words) return;
      setFound(answer.found);
      go(answer.found, 0);
    } catch (error) {
      setTrouble(wordsOf(error));
    }
  };
  return html`
    <form class="bar" role="search" onSubmit=${search}>
      <input type="search" data-search aria-label=${say`Search in this session`} placeholder=${say`Search in this session …`} value=${words}
        onInput=${(event: InputEvent) => {
          setWords((event.target as HTMLInputElement).value);
          setFound(undefined);
          setTrouble("");
          asked.current = undefined;
        }} />
      <button disabled=${words.trim() === ""}>${found === undefined ? say`Find` : say`Find next`}</button>
      ${trouble !== "" && html`<span class="trouble" role="alert">${trouble}</span>`}
      <span class="soft" role="status">${found !== undefined && (found.length === 0 ? say`nothing found` : say`${at + 1} of ${found.length}`)}</span>
    </form>
  `;
}
