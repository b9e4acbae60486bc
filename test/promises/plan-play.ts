import type { WaymarkRun } from "../e2e/run-waymark.ts";
import type { Stage } from "./stage.ts";

export interface PlanFile {
  readonly id: string;
  readonly goal: string;
  readonly status: string;
  readonly steps: readonly PlanStep[];
  readonly revisions: readonly { readonly action: string; readonly reason: string }[];
}

interface PlanStep {
  readonly id: string;
  readonly status: string;
  readonly needs: readonly string[];
  readonly error?: string;
  readonly result?: string;
}

export const ALL = ["--permission-mode", "bypassPermissions"];

export const sh = (id: string, command: string, ...needs: readonly string[]) => ({
  ...{ id, title: id, tool: "shell", params: { command }, needs },
});

/** Writes a draft of these steps. @throws when it is refused */
export async function draft(stage: Stage, steps: readonly object[], more: object = {}): Promise<PlanFile> {
  const made = await tryDraft(stage, { goal: "g", steps, ...more });
  stage.expect(made.code, made.stderr).toBe(0);
  return JSON.parse(made.stdout) as PlanFile;
}

export function tryDraft(stage: Stage, plan: object): Promise<WaymarkRun> {
  stage.putHome({ "the-plan.json": JSON.stringify(plan) });
  return stage.run("plan", "new", "--json", "--file", `${stage.home}/the-plan.json`);
}

export const runPlan = (stage: Stage, ...flags: readonly string[]): Promise<WaymarkRun> =>
  stage.run("plan", "run", ...(flags.includes("-m") ? [] : ["--offline"]), ...ALL, ...flags);

/** The newest plan as it is now. */
export async function shown(stage: Stage): Promise<PlanFile> {
  return JSON.parse((await stage.run("plan", "show", "--json")).stdout) as PlanFile;
}

export const statesOf = ({ steps }: PlanFile): Record<string, string> =>
  Object.fromEntries(steps.map(({ id, status }) => [id, status]));
