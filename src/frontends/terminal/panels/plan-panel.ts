import { planNews } from "../../../app/report/plan-news.ts";
import { spoken } from "../../../app/words/spoken.ts";
import type { PlanStatus, StepStatus } from "../../../core/protocol/plan.ts";
import { words } from "../words/words.ts";

/** A plan as the screen follows it. */
export interface PlanPanel {
  readonly id: string;
  readonly status: string;
  readonly steps: readonly PanelStep[];
}

export interface PanelStep {
  readonly id: string;
  readonly title: string;
  readonly status: StepStatus;
  readonly error?: string;
}

/** What a `plan-update` carries, as far as a screen needs it; nothing of it is taken for granted. */
interface PlanUpdate {
  readonly planId: string;
  readonly status: string;
  readonly detail?: unknown;
}

export interface PlanNews {
  readonly panel: PlanPanel;
  /** What becomes history; absent for what only the panel shows. */
  readonly notice?: { readonly level: "info" | "warn" | "bad"; readonly text: string };
}

/** The panel after an update. Updates name one step, bring the whole plan, or tell of a change of it. */
export function followPlan(panel: PlanPanel | undefined, update: PlanUpdate): PlanNews {
  const { planId, status } = update;
  const detail = recordOf(update.detail);
  const known = panel?.id === planId ? panel : { id: planId, status, steps: [] };
  const step = stepOf(detail["step"]);
  if (step) return { panel: { ...known, status, steps: withStep(known.steps, step) }, ...stepNotice(step) };
  const whole = stepsOf(recordOf(detail["plan"])["steps"]);
  const steps = whole ?? revised(known.steps, detail["revision"]);
  const text = spoken(planNews(planId, status, detail));
  const level = status === "failed" ? "bad" : status === "blocked" || status === "cancelled" ? "warn" : "info";
  return { panel: { id: planId, status, steps }, notice: { level, text: capital(text) } };
}

export function isUnderWay(panel: PlanPanel | undefined): panel is PlanPanel {
  const open: readonly string[] = ["draft", "running"] satisfies readonly PlanStatus[];
  return panel !== undefined && panel.steps.length > 0 && open.includes(panel.status);
}

function withStep(steps: readonly PanelStep[], step: PanelStep): readonly PanelStep[] {
  const index = steps.findIndex(({ id }) => id === step.id);
  return index < 0 ? [...steps, step] : steps.with(index, step);
}

/** Only an end is worth a line of history; what runs is in the panel. */
function stepNotice({ id, title, status, error }: PanelStep): Pick<PlanNews, "notice"> {
  if (status === "completed") return { notice: { level: "info", text: `✓ ${id}: ${title}` } };
  if (status === "skipped") return { notice: { level: "info", text: `– ${id}: ${title}, ${words("plan.skipped")}` } };
  if (status !== "failed" && status !== "blocked") return {};
  const why = error === undefined ? "" : `: ${error}`;
  return {
    notice: {
      level: status === "failed" ? "bad" : "warn",
      text: `✗ ${id}: ${title}, ${words(`plan.${status}`)}${why}`,
    },
  };
}

/** Lines of a revision that add or remove a step. */
function revised(steps: readonly PanelStep[], revision: unknown): readonly PanelStep[] {
  const lines = recordOf(revision)["diff"];
  if (!Array.isArray(lines)) return steps;
  let next = steps;
  for (const line of lines.map(recordOf)) {
    const id = String(line["step"] ?? "");
    if (line["op"] === "remove") next = next.filter((step) => step.id !== id);
    if (line["op"] !== "add" || next.some((step) => step.id === id)) continue;
    const title = recordOf(line["to"])["title"];
    next = [...next, { id, title: typeof title === "string" ? title : id, status: "pending" }];
  }
  return next;
}

function stepsOf(value: unknown): readonly PanelStep[] | undefined {
  return Array.isArray(value) ? value.flatMap((step) => stepOf(step) ?? []) : undefined;
}

/** Every status a step can have; the schema's own list would bring its library before the first prompt. */
const STATUSES: Readonly<Record<StepStatus, true>> = {
  ...{ pending: true, in_progress: true, completed: true },
  ...{ failed: true, skipped: true, blocked: true },
};

function stepOf(value: unknown): PanelStep | undefined {
  const { id, title, status, error } = recordOf(value);
  if (typeof id !== "string" || typeof status !== "string" || !(status in STATUSES)) return undefined;
  return {
    ...{ id, title: typeof title === "string" ? title : id, status: status as StepStatus },
    ...(typeof error === "string" ? { error } : {}),
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
