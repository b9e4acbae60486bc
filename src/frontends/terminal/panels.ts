import type { TodoItem } from "../../core/protocol/display.ts";
import type { StepStatus } from "../../core/protocol/plan.ts";
import { isUnderWay, type PlanPanel } from "./panels/plan-panel.ts";
import { truncateLine } from "./text/wrap.ts";
import type { Role, Theme } from "./theme.ts";
import { words } from "./words/words.ts";

const PANEL_ROWS_MAX = 8;

interface PanelRow {
  readonly mark: string;
  readonly text: string;
  readonly role: Role | undefined;
  readonly isActive: boolean;
  readonly isOver: boolean;
}

/** The plan under way, or else the list of things to do, as few rows as tell where it stands; empty when all is done. */
export function panelRows(
  { plan, todos }: { readonly plan: PlanPanel | undefined; readonly todos: readonly TodoItem[] },
  width: number,
  theme: Theme,
): readonly string[] {
  if (isUnderWay(plan)) {
    const done = plan.steps.filter(({ status }) => status === "completed" || status === "skipped").length;
    return panel(
      words("panel.plan", { id: plan.id, done, all: plan.steps.length }),
      plan.steps.map(stepRow),
      width,
      theme,
    );
  }
  const open = todos.filter(({ status }) => status !== "completed").length;
  if (open === 0) return [];
  return panel(words("panel.todo", { done: todos.length - open, all: todos.length }), todos.map(todoRow), width, theme);
}

/** Around what is being done: what is over goes first when there is no room, then what is far away. */
function panel(title: string, rows: readonly PanelRow[], width: number, theme: Theme): readonly string[] {
  const room = PANEL_ROWS_MAX - 1;
  const active = rows.findIndex(({ isActive }) => isActive);
  const next = active < 0 ? rows.findIndex(({ isOver }) => !isOver) : active;
  const first = Math.max(0, Math.min(next - 1, rows.length - room));
  const shown = rows.slice(first, first + room);
  const hidden = rows.length - shown.length;
  const head = hidden > 0 ? words("panel.hidden", { title, count: hidden }) : title;
  return [
    truncateLine(theme.paint("dim", head), width),
    ...shown.map(({ mark, text, role }) => {
      const line = `  ${mark} ${text.replace(/\s+/g, " ")}`;
      return truncateLine(role === undefined ? line : theme.paint(role, line), width);
    }),
  ];
}

const STEP_MARKS: Readonly<Record<StepStatus, { readonly mark: string; readonly role?: Role }>> = {
  pending: { mark: "☐" },
  in_progress: { mark: "▶", role: "accent" },
  completed: { mark: "☑", role: "dim" },
  failed: { mark: "✗", role: "bad" },
  skipped: { mark: "–", role: "dim" },
  blocked: { mark: "■", role: "warn" },
};

function stepRow({ id, title, status }: PlanPanel["steps"][number]): PanelRow {
  const { mark, role } = STEP_MARKS[status];
  const isOver = status === "completed" || status === "skipped";
  return { mark, text: `${id}: ${title}`, role, isActive: status === "in_progress", isOver };
}

function todoRow({ text, status }: TodoItem): PanelRow {
  const { mark, role } = STEP_MARKS[status];
  return { mark, text, role, isActive: status === "in_progress", isOver: status === "completed" };
}
