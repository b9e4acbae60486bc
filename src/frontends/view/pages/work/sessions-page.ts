import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import type { SessionRow } from "../../wire.ts";
import { bytes, when } from "../numbers.ts";
import { exportedPage, isExported } from "../request.ts";
import { say } from "../say.ts";
import { useAnswer, Waiting } from "./asking.ts";
import { stateText } from "./states.ts";
import { useTicks } from "./ticks.ts";

const TYPING_MS = 250;
const ROWS_SHOWN = 200;

/** Every session, newest first, and those that hold some words. */
export function SessionsPage(): unknown {
  const [words, setWords] = useState("");
  const [searched, setSearched] = useState("");
  const [isAll, setAll] = useState(false);
  const look = useTicks();
  const [shown, setShown] = useState(ROWS_SHOWN);
  useEffect(() => {
    const timer = setTimeout(() => setSearched(words), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const query = new URLSearchParams({ all: isAll ? "1" : "0", words: searched });
  const state = useAnswer<{ readonly sessions: readonly SessionRow[] }>(`/api/sessions?${query}`, look);
  const rows = state.kind === "answer" ? state.answer.sessions : [];
  return html`
    <h1>${say`Sessions`}</h1>
    ${
      !isExported &&
      html`<div class="bar">
      <input type="search" data-search aria-label=${say`Search sessions`} placeholder=${say`Search titles and what was said …`}
        value=${words} onInput=${(event: InputEvent) => setWords((event.target as HTMLInputElement).value)} />
      <label><input type="checkbox" checked=${isAll} onChange=${() => setAll(!isAll)} /> ${say`of every folder`}</label>
      <span class="soft" role="status">${state.kind === "answer" && (rows.length === 1 ? say`1 session` : say`${rows.length} sessions`)}</span>
    </div>`
    }
    <${Waiting} state=${state} />
    ${state.kind === "answer" && rows.length === 0 && html`<p class="soft">${say`There is none; \`waymark\` starts one.`}</p>`}
    <${SessionRows} rows=${rows.slice(0, shown)} withFolder=${isAll} />
    ${rows.length > shown && html`<button onClick=${() => setShown(shown + ROWS_SHOWN)}>${say`Show ${Math.min(ROWS_SHOWN, rows.length - shown)} more`}</button>`}
  `;
}

export function SessionRows({
  rows,
  withFolder,
}: {
  readonly rows: readonly SessionRow[];
  readonly withFolder: boolean;
}): unknown {
  return html`<ul class="rows">${rows.map((row) => html`<li key=${row.id}><${Row} row=${row} withFolder=${withFolder} /></li>`)}</ul>`;
}

function Row({ row, withFolder }: { readonly row: SessionRow; readonly withFolder: boolean }): unknown {
  const route = `/sessions/${encodeURIComponent(row.id)}`;
  const href = isExported ? exportedPage(route) : `#${route}`;
  const content = html`
    <b>${row.title === "" ? say`(nothing was said yet)` : row.title}</b>
    <small>
      ${row.state !== "closed" && html`<span class="state ${row.state}">${stateText(row.state)}</span>`}
      ${row.asked > 0 && html`<span class="state asked">${say`waits for you`}</span>`}
      ${when(row.modifiedMs)} · ${bytes(row.sizeBytes)} · ${row.id.slice(0, 8)}${withFolder && ` · ${row.cwd}`}
    </small>`;
  return href === undefined
    ? html`<div class="row">${content}</div>`
    : html`<a class="row" data-item href=${href}>${content}</a>`;
}
