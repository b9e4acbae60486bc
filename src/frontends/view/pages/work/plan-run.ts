import { html } from "htm/preact";
import type { PlanRunShown, SessionHead } from "../../wire.ts";
import { say } from "../say.ts";
import { useAnswer } from "./asking.ts";
import { RunControls } from "./run-controls.ts";
import { useSlowTicks } from "./ticks.ts";

const LOOK_MS = 500;

/** The run that executes a plan from here: what it asks is answered beside the plan, and its session has all of it. */
export function PlanRun({ run }: { readonly run: PlanRunShown }): unknown {
  const path = `/sessions/${encodeURIComponent(run.session)}`;
  const state = useAnswer<SessionHead>(`/api${path}`, useSlowTicks(LOOK_MS));
  const head = state.kind === "answer" ? state.answer : undefined;
  return html`
    <p class="soft">${run.isRunning ? say`It is executed from here:` : say`It was executed from here:`} <a href=${`#${path}`}>${say`its session`}</a></p>
    ${run.trouble !== undefined && html`<p class="trouble" role="alert">${run.trouble}</p>`}
    ${run.isRunning && head !== undefined && html`<${RunControls} head=${head} />`}
  `;
}
