import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { EntryPage, SessionHead } from "../../wire.ts";
import { exportedPage, follow, get, isExported } from "../request.ts";
import { useAnswer, Waiting, wordsOf } from "./asking.ts";
import { CostChart } from "./cost-chart.ts";
import { EntryStore } from "./entry-store.ts";
import { bytes, money, short, when } from "./numbers.ts";
import { RunControls } from "./run-controls.ts";
import { STATES } from "./sessions-page.ts";
import { Transcript } from "./transcript.ts";

/** How long a page waits before it asks again a server that did not answer. */
const AGAIN_MS = 2000;

/** One session from its beginning, followed while it grows. */
export function SessionPage({ id }: { readonly id: string }): unknown {
  const path = `/api/sessions/${encodeURIComponent(id)}`;
  const first = useAnswer<SessionHead>(path);
  const [head, setHead] = useState<SessionHead>();
  const [trouble, setTrouble] = useState("");
  const store = useRef(new EntryStore(path)).current;
  useEffect(() => {
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
    ${known.underWay !== "" && html`<article class="entry reply under-way" aria-label="Reply under way" aria-live="polite"><p class="text">${known.underWay}</p></article>`}
    <${RunControls} head=${known} />
  `;
}

interface Following {
  readonly onHead: (head: SessionHead) => void;
  readonly onTrouble: (why: string) => void;
  readonly signal: AbortSignal;
}

async function followSession(path: string, store: EntryStore, { onHead, onTrouble, signal }: Following): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const [name, data] of follow(`${path}/events`, signal)) {
        onTrouble("");
        if (name === "entries") store.take(data as EntryPage);
        if (name === "head") onHead(data as SessionHead);
      }
    } catch (error) {
      if (!signal.aborted) onTrouble(wordsOf(error));
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    // What was added meanwhile is asked for anew.
    store.forget();
  }
}

function Head({ head }: { readonly head: SessionHead }): unknown {
  const last = head.cost.at(-1);
  const back = isExported ? exportedPage("/sessions") : "#/sessions";
  return html`
    <p class="back">${back !== undefined && html`<a data-back href=${back}>← Sessions</a>`}</p>
    <h1>${head.title === "" ? "Session" : head.title}</h1>
    <p class="soft">
      <span class="state ${head.state}">${STATES[head.state]}</span>
      ${" "}${head.id} · ${head.cwd} · ${when(head.modifiedMs)} · ${head.entries} entries · ${bytes(head.sizeBytes)}
      ${last !== undefined && ` · ${money(last.costUsd)} · ${short(last.inputTokens)} tokens in, ${short(last.outputTokens)} out`}
    </p>
    ${head.cost.length > 1 && html`<${CostChart} points=${head.cost} />`}
  `;
}

/** Goes from one entry that holds the words to the next. */
function Finder({ path, store }: { readonly path: string; readonly store: EntryStore }): unknown {
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly number[]>();
  const [at, setAt] = useState(0);
  if (isExported) return undefined;
  const go = (list: readonly number[], index: number): void => {
    setAt(index);
    const entry = list[index];
    if (entry !== undefined) store.reveal(entry);
  };
  const search = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (found !== undefined && found.length > 0) return go(found, (at + 1) % found.length);
    const answer = await get<{ readonly found: readonly number[] }>(`${path}/found?words=${encodeURIComponent(words)}`);
    setFound(answer.found);
    go(answer.found, 0);
  };
  return html`
    <form class="bar" role="search" onSubmit=${search}>
      <input type="search" data-search aria-label="Search in this session" placeholder="Search in this session …" value=${words}
        onInput=${(event: InputEvent) => {
          setWords((event.target as HTMLInputElement).value);
          setFound(undefined);
        }} />
      <button disabled=${words.trim() === ""}>Find${found !== undefined && " next"}</button>
      <span class="soft" role="status">${found !== undefined && (found.length === 0 ? "nothing found" : `${at + 1} of ${found.length}`)}</span>
    </form>
  `;
}
