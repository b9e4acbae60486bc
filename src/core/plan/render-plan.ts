import { listed, phrase, type Words } from "../../base/phrase.ts";
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

/** Says our words, and what was recorded in English, in somebody's language. */
export type Say = (words: Words) => string;

/** The plan as a list for a terminal: a mark, id, title, tool and needs of each step, and how far it is. English, where nobody says it otherwise. */
export function renderPlan(plan: Plan, say: Say = String): string {
  const goal = cut(oneLine(plan.goal), GOAL_CHARS_MAX);
  const lines = [say(phrase`Plan ${plan.id}: ${say(plan.status)}`), say(phrase`Goal: ${goal}`), ""];
  const width = Math.max(...plan.steps.map((step) => step.id.length));
  for (const step of plan.steps) {
    const needs = step.needs.length === 0 ? "" : `, ${say(phrase`after ${step.needs.join(", ")}`)}`;
    const tries = step.attempts > 1 ? `, ${say(phrase`${step.attempts} attempts`)}` : "";
    lines.push(`${MARKS[step.status]} ${step.id.padEnd(width)}  ${oneLine(step.title)} (${step.tool}${needs}${tries})`);
    if (step.error !== undefined) lines.push(`    ${cut(oneLine(say(step.error)), REASON_CHARS_MAX)}`);
  }
  lines.push("", progressLine(plan, say));
  if (plan.error !== undefined) lines.push(oneLine(say(plan.error)));
  for (const { action, reason } of plan.revisions) lines.push(say(phrase`Changed (${action}): ${oneLine(reason)}`));
  return `${lines.join("\n")}\n`;
}

/** A plan as it is agreed to: all that its steps would do and be judged by, whole, with no byte that cannot be seen. */
export function renderWholePlan(plan: Plan): string {
  const steps = plan.steps.flatMap(({ id, params, check }) => [
    ...Object.entries(params).map(([name, value]) => `${id}.${name}: ${spelled(value)}`),
    ...(check === undefined ? [] : [`${id} is done when: ${spelled(check)}`]),
  ]);
  return `${renderPlan(plan)}\n${steps.map((line) => `  ${line}\n`).join("")}`;
}

/** As JSON: a line end is written, and what is invisible or turns text around is a number. */
const spelled = (value: unknown): string =>
  (JSON.stringify(value) ?? "").replace(/[^\P{C}\p{Cn}\p{Co}]|[\p{Zl}\p{Zp}]/gu, (char) =>
    char
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/** `3 of 5 steps completed, 1 failed, 1 blocked.` */
export function progressLine({ steps }: Pick<Plan, "steps">, say: Say = String): string {
  const count = (status: StepStatus): number => steps.filter((step) => step.status === status).length;
  const left = [
    phrase`${count("in_progress")} in progress`,
    phrase`${count("pending")} pending`,
    phrase`${count("failed")} failed`,
    phrase`${count("skipped")} skipped`,
    phrase`${count("blocked")} blocked`,
  ].filter(({ values }) => values[0] !== 0);
  const completed = count("completed");
  if (steps.length === 1)
    return say(phrase`${completed} of 1 step completed${left.length === 0 ? "" : listed(["", ...left])}.`);
  return say(
    left.length === 0
      ? phrase`${completed} of ${steps.length} steps completed.`
      : phrase`${completed} of ${steps.length} steps completed, ${listed(left)}.`,
  );
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
