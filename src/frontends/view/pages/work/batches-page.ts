import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { BatchesShown, BatchRow, BatchShown } from "../../wire.ts";
import { money, short, when } from "../numbers.ts";
import { exportedPage, isExported } from "../request.ts";
import { say } from "../say.ts";
import { useAnswer, Waiting } from "./asking.ts";
import { BatchControls } from "./batch-controls.ts";
import { BatchItemsList } from "./batch-items.ts";
import { BatchLanesTable } from "./batch-lanes.ts";
import { stateText } from "./states.ts";
import { useTicks } from "./ticks.ts";

const LOOK_MS = 1000;

/** The batches of the folder, or of the server that the view was given. */
export function BatchesPage(): unknown {
  const state = useAnswer<BatchesShown>("/api/batches", useTicks());
  const answer = state.kind === "answer" ? state.answer : undefined;
  return html`
    <h1>${answer?.isOnServer ? say`Batches on the server` : say`Batches`}</h1>
    <${Waiting} state=${state} />
    ${answer?.batches.length === 0 && html`<p class="soft">${say`There is none; \`waymark batch run JOB.yaml\` begins one.`}</p>`}
    <ul class="rows">${answer?.batches.map((row) => html`<li key=${row.name}><${BatchLine} row=${row} /></li>`)}</ul>
  `;
}

function BatchLine({ row }: { readonly row: BatchRow }): unknown {
  const route = `/batches/${encodeURIComponent(row.name)}`;
  const href = isExported ? exportedPage(route) : `#${route}`;
  const content = html`<b>${row.name}</b>${
    row.kind === "damaged"
      ? html`<small><span class="state failed">${say`damaged`}</span> ${row.why}</small>`
      : html`<small>${row.states.leased > 0 && html`<span class="state running">${stateText("running")}</span> `}${row.line}</small><${Meter} batch=${row} />`
  }`;
  return href === undefined || row.kind === "damaged"
    ? html`<div class="row">${content}</div>`
    : html`<a class="row" data-item href=${href}>${content}</a>`;
}

/** One batch as it goes: how far it is, what it cost, its items to judge, and what can be done with it. */
export function BatchPage({ name }: { readonly name: string }): unknown {
  const [changes, setChanges] = useState(0);
  const path = `/api/batches/${encodeURIComponent(name)}`;
  const state = useAnswer<BatchShown>(path, useTicks(LOOK_MS) + changes);
  const back = isExported ? exportedPage("/batches") : "#/batches";
  const head = html`<p class="back">${back !== undefined && html`<a data-back href=${back}>← ${say`Batches`}</a>`}</p>`;
  if (state.kind !== "answer") return html`${head}<h1>${name}</h1><${Waiting} state=${state} />`;
  const batch = state.answer;
  return html`
    ${head}
    <h1>${batch.name}</h1>
    <${Waiting} state=${state} />
    <p class="soft">
      <span class="state ${batch.states.leased > 0 ? "running" : ""}">${stateOf(batch)}</span>
      ${" "}${batch.file} · ${say`begun ${when(batch.at)}`}
    </p>
    <${Meter} batch=${batch} />
    <p role="status">${batch.progress}</p>
    <${Counts} batch=${batch} />
    ${!isExported && html`<${BatchControls} path=${path} batch=${batch} onChange=${() => setChanges((count) => count + 1)} />`}
    <${BatchLanesTable} path=${path} settled=${isOpen(batch) ? 0 : settledOf(batch)} />
    <${BatchItemsList} path=${path} batch=${batch} />
  `;
}

type Counted = Pick<BatchShown, "line" | "states">;

const settledOf = ({ states }: Counted): number => states.done + states.failed + states.dead;

const isOpen = ({ states }: Counted): boolean => states.queued + states.leased > 0;

function stateOf({ states }: Counted): string {
  if (states.leased > 0) return stateText("running");
  return states.queued > 0 ? say`nobody works on it` : say`nothing is open`;
}

function Meter({ batch }: { readonly batch: Counted }): unknown {
  const settled = settledOf(batch);
  const all = settled + batch.states.queued + batch.states.leased;
  return html`<progress max=${Math.max(1, all)} value=${settled} aria-label=${say`${settled} of ${all} settled`}></progress>`;
}

function Counts({ batch }: { readonly batch: BatchShown }): unknown {
  const { states, costUsd, inputTokens, outputTokens } = batch;
  const figures: readonly (readonly [string, string])[] = [
    ...Object.entries(states).map(([state, count]) => [stateText(state), String(count)] as const),
    [say`cost`, money(costUsd)],
    [say`tokens in`, short(inputTokens)],
    [say`tokens out`, short(outputTokens)],
  ];
  return html`<dl class="counts">${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
