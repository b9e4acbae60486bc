import type { Plan, PlanDiffLine, PlanStep, StepStatus } from "../protocol/plan.ts";

const MARKS: Readonly<Record<StepStatus, string>> = {
  pending: "[ ]",
  in_progress: "[>]",
  completed: "[x]",
  failed: "[!]",
  skipped: "[-]",
  blocked: "[#]",
};

const TITLE_CHARS_MAX = 60;
const REASON_CHARS_MAX = 200;
const GOAL_CHARS_MAX = 500;

/** The plan as a list for a terminal: a mark, id, title, tool and needs of each step, and how far it is. */
export function renderPlan(plan: Plan): string {
  const lines = [`Plan ${plan.id}: ${plan.status}`, `Goal: ${cut(oneLine(plan.goal), GOAL_CHARS_MAX)}`, ""];
  const width = Math.max(...plan.steps.map((step) => step.id.length));
  for (const step of plan.steps) {
    const needs = step.needs.length === 0 ? "" : `, after ${step.needs.join(", ")}`;
    const tries = step.attempts > 1 ? `, ${step.attempts} attempts` : "";
    lines.push(`${MARKS[step.status]} ${step.id.padEnd(width)}  ${oneLine(step.title)} (${step.tool}${needs}${tries})`);
    if (step.error !== undefined) lines.push(`    ${cut(oneLine(step.error), REASON_CHARS_MAX)}`);
  }
  lines.push("", progressLine(plan));
  if (plan.error !== undefined) lines.push(oneLine(plan.error));
  for (const { action, reason } of plan.revisions) lines.push(`Changed (${action}): ${oneLine(reason)}`);
  return `${lines.join("\n")}\n`;
}

/** `3 of 5 steps completed, 1 failed, 1 blocked.` */
export function progressLine({ steps }: Pick<Plan, "steps">): string {
  const counts = new Map<StepStatus, number>();
  for (const { status } of steps) counts.set(status, (counts.get(status) ?? 0) + 1);
  const others = (["in_progress", "pending", "failed", "skipped", "blocked"] as const)
    .filter((status) => counts.has(status))
    .map((status) => `, ${counts.get(status)} ${status.replace("_", " ")}`);
  return `${counts.get("completed") ?? 0} of ${steps.length} ${steps.length === 1 ? "step" : "steps"} completed${others.join("")}.`;
}

/** A Mermaid flowchart: one node a step, one arrow a need, coloured by status. */
export function planToMermaid(plan: Pick<Plan, "steps">): string {
  const names = new Map(plan.steps.map((step, index) => [step.id, `s${index + 1}`]));
  const lines = ["flowchart TD"];
  for (const step of plan.steps) lines.push(`  ${names.get(step.id)}["${label(step)}"]:::${step.status}`);
  for (const step of plan.steps)
    for (const need of step.needs) if (names.has(need)) lines.push(`  ${names.get(need)} --> ${names.get(step.id)}`);
  lines.push(
    "  classDef pending fill:#eee,stroke:#888",
    "  classDef in_progress fill:#cfe8ff,stroke:#1b6ec2",
    "  classDef completed fill:#d3f2d3,stroke:#2b8a3e",
    "  classDef failed fill:#ffd6d6,stroke:#c92a2a",
    "  classDef skipped fill:#fff3bf,stroke:#b08900",
    "  classDef blocked fill:#e5dbff,stroke:#6741d9",
  );
  return `${lines.join("\n")}\n`;
}

/** Lines that start with +, - or ~, for people. */
export function renderDiff(diff: readonly PlanDiffLine[]): string {
  return diff
    .map(({ op, step, field, from, to }) => {
      if (op === "add") return `+ ${step}: ${shown(to)}`;
      if (op === "remove") return `- ${step}: ${shown(from)}`;
      return `~ ${step}.${field ?? ""}: ${shown(from)} → ${shown(to)}`;
    })
    .join("\n");
}

/** Mermaid reads quotes, brackets and line ends in a label as its own: they are written as entities. */
function label(step: PlanStep): string {
  const text = `${step.id}: ${cut(oneLine(step.title), TITLE_CHARS_MAX)} (${step.tool})`;
  return text.replace(/[^\p{L}\p{N} .,:_/()-]/gu, (char) => `#${char.codePointAt(0)};`);
}

function shown(value: unknown): string {
  if (value === undefined) return "(nothing)";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
