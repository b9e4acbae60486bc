import { gitBranch } from "../../../app/context/git-branch.ts";
import { displayName } from "../../../engines/terminal-text/display-name.ts";
import type { AttachedSession } from "../attached-session.ts";
import { panelRows } from "../panels.ts";
import { truncateLine } from "../text/wrap.ts";
import type { Theme } from "../theme.ts";
import type { Activity, Transcript } from "../transcript.ts";
import { words } from "../words/words.ts";
import { spinnerRow } from "./spinner.ts";
import type { StatusFacts } from "./status-line.ts";

const QUEUE_ROWS_MAX = 3;
const BRANCH_STALE_MS = 2_000;

export interface ActivityState {
  readonly attached: AttachedSession;
  readonly transcript: Transcript;
  /** A question waits for the person. */
  readonly isAsking: boolean;
  readonly activity: Activity;
  /** Milliseconds since it began. */
  readonly sinceMs: number;
  readonly hasPanel: boolean;
}

/** What the run is about: the person where a question is open. */
export function activityOf({ activity }: Transcript, isAsking: boolean): Activity {
  if (isAsking) return { label: words("activity.you") };
  return activity ?? { label: words("activity.working") };
}

/** What the run waits for, and the panel of its plan or list. */
export function activityRows(state: ActivityState, width: number, theme: Theme): readonly string[] {
  const { attached, transcript, isAsking, activity, sinceMs, hasPanel } = state;
  const { run, reducedMotion } = attached;
  const { elapsedMs, isCancelling } = run;
  const spinner = spinnerRow({ activity, elapsedMs, sinceMs, reducedMotion, isCancelling }, width, theme);
  const { plan, todos } = transcript;
  const panel = hasPanel && !isAsking ? panelRows({ plan, todos }, width, theme) : [];
  return ["", spinner, ...panel];
}

/** What no step has read yet, and what waits for its turn. */
export function waitingRows(
  { queue, steering }: { readonly queue: readonly string[]; readonly steering: readonly string[] },
  width: number,
  theme: Theme,
): readonly string[] {
  const waiting = [
    ...steering.map((text) => `» ${oneLine(text)}`),
    ...queue.map((text) => words("prompt.queued", { text: oneLine(text) })),
  ];
  const hidden = waiting.length - QUEUE_ROWS_MAX;
  const shown = [...waiting.slice(0, QUEUE_ROWS_MAX), ...(hidden > 0 ? [words("more.count", { count: hidden })] : [])];
  return shown.map((row) => truncateLine(theme.paint("dim", `  ${row}`), width));
}

function oneLine(text: string): string {
  return displayName(text.replace(/\s+/g, " ").trim());
}

/** The facts of the status line; the branch is read anew from time to time, since commands change it. */
export class StatusSource {
  #branch: string | undefined;
  #readMs = Number.NEGATIVE_INFINITY;

  facts(attached: AttachedSession | undefined, transcript: Transcript, hint: string | undefined): StatusFacts {
    const told = hint === undefined ? {} : { hint };
    if (!attached)
      return { model: words("status.starting"), mode: "default", tokens: 0, costUsd: 0, contextTokens: 0, ...told };
    const { agent, run } = attached;
    const { usage, costUsd, isCostUnknown, contextTokens } = transcript;
    const branch = this.#branchOf(agent.cwd);
    const { goal } = agent.marks;
    const max = agent.abilities.contextTokensMax;
    return {
      ...{
        model: agent.effort === undefined ? agent.modelId : `${agent.modelId}:${agent.effort}`,
        mode: agent.permissionMode,
        costUsd,
        // Until the run ends nobody knows whether nothing was spent, or what has no known price.
        isCostOpen: costUsd === 0 && run.isRunning,
        isCostUnknown,
        contextTokens,
        ...told,
      },
      tokens: usage.inputTokens + usage.outputTokens,
      cacheShare: usage.inputTokens > 0 ? usage.cacheReadTokens / usage.inputTokens : 0,
      sandbox: transcript.sandbox ?? attached.sandbox,
      ...(max === undefined ? {} : { contextTokensMax: max }),
      ...(goal === undefined ? {} : { goal: words("status.goal", { goal: oneLine(goal) }) }),
      ...(branch === undefined ? {} : { branch: displayName(branch) }),
    };
  }

  #branchOf(cwd: string): string | undefined {
    const now = performance.now();
    if (now - this.#readMs < BRANCH_STALE_MS) return this.#branch;
    this.#readMs = now;
    this.#branch = gitBranch(cwd);
    return this.#branch;
  }
}
