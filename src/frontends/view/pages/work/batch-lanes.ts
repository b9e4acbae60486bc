import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { BatchLanes } from "../../wire.ts";
import { money } from "../numbers.ts";
import { say } from "../say.ts";
import { useAnswer, Waiting } from "./asking.ts";

interface LanesProps {
  readonly path: string;
  /** How many items are settled, once nothing is open; before that it says how it was when it was unfolded. */
  readonly settled: number;
}

/** Which lane answered how many items, and what that cost. All results are read for it, so it is asked when it is unfolded. */
export function BatchLanesTable({ path, settled }: LanesProps): unknown {
  const [isOpen, setOpen] = useState(false);
  return html`<details onToggle=${(event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
    <summary>${say`Who answered`}</summary>
    ${isOpen && html`<${Lanes} path=${path} settled=${settled} />`}
  </details>`;
}

function Lanes({ path, settled }: LanesProps): unknown {
  const state = useAnswer<BatchLanes>(`${path}/lanes`, settled);
  if (state.kind !== "answer") return html`<${Waiting} state=${state} />`;
  const { lanes } = state.answer;
  if (lanes.length === 0) return html`<p class="soft">${say`Nobody yet.`}</p>`;
  return html`<table class="lanes">
    <thead><tr><th>${say`Lane`}</th><th>${say`By`}</th><th>${say`Items`}</th><th>${say`Cost`}</th></tr></thead>
    <tbody>${lanes.map(({ lane, by, items, costUsd }) => html`<tr><td>${lane}</td><td>${by}</td><td>${items}</td><td>${money(costUsd)}</td></tr>`)}</tbody>
  </table>`;
}
