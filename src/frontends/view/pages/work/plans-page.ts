import { html } from "htm/preact";
import { useState } from "preact/hooks";
import type { PlanRow, PlanShown } from "../../wire.ts";
import { span } from "../numbers.ts";
import { exportedPage, isExported } from "../request.ts";
import { say } from "../say.ts";
import { useAnswer, Waiting } from "./asking.ts";
import { PlanControls } from "./plan-controls.ts";
import { PlanRun } from "./plan-run.ts";
import { stateText } from "./states.ts";
import { useTicks } from "./ticks.ts";

const LOOK_MS = 1000;

/** The plans of the folder, the newest first. */
export function PlansPage(): unknown {
  const state = useAnswer<{ readonly plans: readonly PlanRow[] }>("/api/plans", useTicks());
  const rows = state.kind === "answer" ? state.answer.plans : [];
  return html`
    <h1>${say`Plans`}</h1>
    <${Waiting} state=${state} />
    ${state.kind === "answer" && rows.length === 0 && html`<p class="soft">${say`There is none; \`waymark plan new "GOAL"\` makes one.`}</p>`}
    <ul class="rows">${rows.map((row) => html`<li key=${row.id}><${PlanLine} row=${row} /></li>`)}</ul>
  `;
}

function PlanLine({ row }: { readonly row: PlanRow }): unknown {
  const route = `/plans/${encodeURIComponent(row.id)}`;
  const href = isExported ? exportedPage(route) : `#${route}`;
  const content = html`<b>${row.goal === "" ? row.id : row.goal}</b>
    <small><span class="state ${row.status}">${stateText(row.status)}</span>${row.isRunning && html` <span class="state running">${stateText("running")}</span>`} ${row.progress} · ${row.id}</small>`;
  return href === undefined
    ? html`<div class="row">${content}</div>`
    : html`<a class="row" data-item href=${href}>${content}</a>`;
}

/** One plan as it runs: its graph and its steps; edited and approved as by `waymark plan`. */
export function PlanPage({ id }: { readonly id: string }): unknown {
  const [changes, setChanges] = useState(0);
  const path = `/api/plans/${encodeURIComponent(id)}`;
  const state = useAnswer<PlanShown>(path, useTicks(LOOK_MS) + changes);
  if (state.kind !== "answer") return html`<${Waiting} state=${state} />`;
  const plan = state.answer;
  const back = isExported ? exportedPage("/plans") : "#/plans";
  return html`
    <p class="back">${back !== undefined && html`<a data-back href=${back}>← ${say`Plans`}</a>`}</p>
    <${Waiting} state=${state} />
    ${plan.kind === "plan" ? html`<${PlanView} plan=${plan} />` : html`<h1>${plan.id}</h1><p class="trouble" role="alert">${plan.why}</p>`}
    ${plan.run !== undefined && html`<${PlanRun} run=${plan.run} />`}
    ${!isExported && html`<${PlanControls} path=${path} plan=${plan} onChange=${() => setChanges((count) => count + 1)} />`}
  `;
}

type ReadPlan = Extract<PlanShown, { kind: "plan" }>;

function PlanView({ plan }: { readonly plan: ReadPlan }): unknown {
  return html`
    <h1>${plan.goal}</h1>
    <p class="soft" role="status"><span class="state ${plan.status}">${stateText(plan.status)}</span> ${plan.progress} · ${plan.isApproved ? say`agreed to as it is` : say`not agreed to as it is`}${plan.isRunning && ` · ${say`a process executes it`}`}</p>
    ${plan.error !== "" && html`<p class="text">${plan.error}</p>`}
    ${plan.picture !== "" && html`<div class="picture" tabindex="0" role="region" aria-label=${say`Graph of the plan`}><img src=${plan.picture} alt=${say`The steps below, each with an arrow to what needs it. ${plan.progress}`} /></div>`}
    <ol class="rows">${plan.steps.map(
      (step) => html`<li key=${step.id} class="row" data-item tabindex="-1">
      <span class="state ${step.status}">${stateText(step.status)}</span> <b class="inline">${step.id}: ${step.title}</b>
      <small> ${step.tool}${step.needs.length > 0 && ` · ${say`after ${step.needs.join(", ")}`}`}${step.attempts > 1 && ` · ${say`${step.attempts} attempts`}`}${step.durationMs !== undefined && ` · ${span(step.durationMs)}`}</small>
      ${step.error !== undefined && html`<p class="text soft">${step.error}</p>`}
      <details><summary>${step.result === undefined ? say`What it does` : say`What it does, and what it gave`}</summary>
        <pre tabindex="0">${JSON.stringify({ ...step.params, ...(step.check === undefined ? {} : { check: step.check }) }, undefined, 2)}</pre>
        ${step.result !== undefined && html`<pre tabindex="0">${step.result}</pre>`}
      </details>
    </li>`,
    )}</ol>
    ${plan.revisions.length > 0 && html`<h2>${say`Changes`}</h2><ul>${plan.revisions.map((revision) => html`<li>${revision.action}: ${revision.reason}</li>`)}</ul>`}
  `;
}
