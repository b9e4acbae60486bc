import type { AgentEvent } from "../protocol/event.ts";
import type { Plan, PlanDiffLine, PlanLimits, PlanRevision, PlanStatus, PlanStep } from "../protocol/plan.ts";
import { dependentsOf, orderSteps } from "./order.ts";
import { approvalSeal, type PlanRecord } from "./plan-store.ts";

/** How much of an output the plan file itself shows. */
const RESULT_CHARS_MAX = 4_000;
/** The file is written whole about this often in a run; between, the journal has what it lacks. */
const SAVES_A_RUN = 32;

/**
 * A plan under work: every change is noted in the journal before it counts. Knows which steps may start; each question
 * takes time by the needs of one step, so that a run is linear in the needs of all.
 */
export class PlanState {
  readonly #record: PlanRecord;
  #plan: Plan;
  #steps = new Map<string, PlanStep>();
  #dependents: ReadonlyMap<string, readonly string[]> = new Map();
  #unmet = new Map<string, number>();
  #changes = 0;
  /** Outputs that may be passed on in this run but not be kept. */
  readonly #unkept = new Map<string, string>();

  constructor(plan: Plan, record: PlanRecord) {
    this.#record = record;
    this.#plan = plan;
    this.#index(plan.steps);
  }

  get plan(): Plan {
    return { ...this.#plan, steps: [...this.#steps.values()] };
  }

  get goal(): string {
    return this.#plan.goal;
  }

  get id(): string {
    return this.#plan.id;
  }

  get limits(): PlanLimits | undefined {
    return this.#plan.limits;
  }

  step(id: string): PlanStep {
    const step = this.#steps.get(id);
    if (!step) throw new Error(`there is no step ${id}`);
    return step;
  }

  find(id: string): PlanStep | undefined {
    return this.#steps.get(id);
  }

  /** Steps whose needs are met and that have not ended, in plan order. */
  startable(): string[] {
    return [...this.#steps.values()].filter((step) => this.#isStartable(step)).map((step) => step.id);
  }

  /** Notes a change of one step, then makes it. */
  set(id: string, change: Partial<PlanStep>, { mustReachDisk = false } = {}): AgentEvent {
    this.#record.note({ step: { id, set: change } }, { mustReachDisk });
    const step = withoutUndefined({ ...this.step(id), ...change });
    this.#steps.set(id, step);
    this.#noteChange();
    return this.event({ step: stepOutline(step) }, `${id}: ${step.status}${step.error ? `: ${step.error}` : ""}`);
  }

  /** @param more  told with it, and not kept */
  setStatus(status: PlanStatus, error?: string, more = error): AgentEvent {
    const { error: _, ...rest } = this.#plan;
    this.#plan = { ...rest, status, ...(error === undefined ? {} : { error }) };
    this.save({ mustReachDisk: true });
    return this.event({ plan: this.#outline() }, `plan ${this.#plan.id}: ${status}${more ? `: ${more}` : ""}`);
  }

  /** Ends a step that has put out `output`. @returns the event, and which steps may start because of it */
  async complete(
    id: string,
    whole: string,
    { change = {}, mustReachDisk }: { readonly change?: Partial<PlanStep>; readonly mustReachDisk: boolean },
  ): Promise<{ event: AgentEvent; released: readonly string[] }> {
    const output = await this.#record.mask(whole);
    const masked = output === whole ? undefined : true;
    if (masked) this.#unkept.set(id, whole);
    const isLong = output.length > RESULT_CHARS_MAX;
    const result = isLong ? `${output.slice(0, RESULT_CHARS_MAX)}\n… (${output.length} characters in all)` : output;
    const hash = isLong ? this.#record.saveText(output) : undefined;
    const ended = {
      ...change,
      masked,
      status: "completed",
      result,
      output: hash,
      error: undefined,
      interrupted: undefined,
    } as Partial<PlanStep>;
    const event = this.set(id, ended, { mustReachDisk });
    return { event, released: this.release(id) };
  }

  /** The whole output of a completed step. */
  outputOf(id: string): string | undefined {
    const step = this.#steps.get(id);
    if (step?.status !== "completed") return undefined;
    if (step.masked) return this.#unkept.get(id);
    return step.output === undefined ? (step.result ?? "") : this.#record.readText(step.output);
  }

  /** A step has been met: those that waited for it alone may start. */
  release(id: string): readonly string[] {
    return (this.#dependents.get(id) ?? []).filter((dependent) => {
      const left = (this.#unmet.get(dependent) ?? 0) - 1;
      this.#unmet.set(dependent, left);
      return left === 0 && this.step(dependent).status === "pending";
    });
  }

  /** All that wait for a step that will not be met are blocked, however far away. */
  blockDependents(id: string): readonly AgentEvent[] {
    const events: AgentEvent[] = [];
    const waiting = [id];
    for (let need = waiting.pop(); need !== undefined; need = waiting.pop()) {
      const why = this.step(need).status === "failed" ? "failed" : "is blocked";
      for (const dependent of this.#dependents.get(need) ?? []) {
        if (this.step(dependent).status !== "pending") continue;
        events.push(this.set(dependent, { status: "blocked", error: `It needs ${need}, which ${why}.` }));
        waiting.push(dependent);
      }
    }
    return events;
  }

  /**
   * Takes a changed plan in place of this one. What happened to other steps while the change was thought about stands.
   * @param running  ids of steps under way, which stay whatever the change says
   */
  revise(next: Plan, revision: PlanRevision, running: readonly string[]): AgentEvent {
    const changed = new Set(revision.diff.map((line) => line.step));
    const kept = new Set(next.steps.map((step) => step.id));
    const steps = [
      ...next.steps.map((step) => this.#current(step, changed.has(step.id))),
      ...running.filter((id) => !kept.has(id)).map((id) => this.step(id)),
    ];
    const revised = { ...next, steps, revisions: [...this.#plan.revisions, revision] };
    // Whoever agreed to the plan agreed to its being changed after a failure.
    const { approved } = this.#plan;
    const sealed = approved && { ...approved, steps: approvalSeal(revised, this.#record.seal) };
    this.#plan = { ...revised, ...(sealed && { approved: sealed }) };
    this.#index(steps);
    this.save({ mustReachDisk: true });
    return this.event(
      { revision, plan: this.#outline() },
      `plan ${next.id}: changed (${revision.action}): ${revision.reason}`,
    );
  }

  save(options: { readonly mustReachDisk: boolean }): void {
    this.#changes = 0;
    this.#record.save(this.plan, options);
  }

  /** What a screen that follows the plan begins with. */
  #outline(): Readonly<Record<string, unknown>> {
    const { id, goal, status } = this.#plan;
    return { id, goal, status, steps: [...this.#steps.values()].map(stepOutline) };
  }

  event(detail: Readonly<Record<string, unknown>>, text: string): AgentEvent {
    const { id, status } = this.#plan;
    return { type: "plan-update", planId: id, status, detail: { ...detail, text } };
  }

  #current(step: PlanStep, isChanged: boolean): PlanStep {
    const known = this.#steps.get(step.id);
    if (!known) return step;
    return !isChanged || known.status === "completed" || known.status === "in_progress" ? known : step;
  }

  #isStartable({ id, status }: PlanStep): boolean {
    return (status === "pending" || status === "in_progress") && (this.#unmet.get(id) ?? 0) <= 0;
  }

  #index(steps: readonly PlanStep[]): void {
    this.#steps = new Map(steps.map((step) => [step.id, step]));
    this.#dependents = dependentsOf(steps);
    this.#unmet = new Map(
      steps.map(({ id, needs }) => [id, [...new Set(needs)].filter((need) => !this.#isMet(need)).length]),
    );
  }

  #isMet(id: string): boolean {
    const status = this.#steps.get(id)?.status;
    return status === "completed" || status === "skipped";
  }

  #noteChange(): void {
    this.#changes++;
    if (this.#changes >= this.#steps.size / SAVES_A_RUN) this.save({ mustReachDisk: false });
  }
}

/** The plan with these steps, and all that need them, to be done anew. */
export function doneAnew(plan: Plan, ids: readonly string[]): Plan {
  if (ids.length === 0) return plan;
  const dependents = dependentsOf(plan.steps);
  const anew = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (anew.has(id)) continue;
    anew.add(id);
    waiting.push(...(dependents.get(id) ?? []));
  }
  const forget = ({ key: _, ...step }: PlanStep): PlanStep => ({ ...step, status: "pending" });
  const isDone = ({ id, status }: PlanStep): boolean =>
    anew.has(id) && (status === "completed" || status === "skipped");
  return { ...plan, steps: plan.steps.map((step) => (isDone(step) ? forget(step) : step)) };
}

/**
 * A plan as a run begins it: what failed or was blocked is tried again; of the completed steps those stay that are
 * still what they were when they completed, and need only such. A step under way was interrupted and stays so.
 */
export function beginRun(plan: Plan, keyOf: (step: PlanStep, steps: ReadonlyMap<string, PlanStep>) => string): Plan {
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  for (const id of orderSteps(plan.steps).order) {
    const step = steps.get(id);
    if (!step) continue;
    if (step.status === "failed" || step.status === "blocked") steps.set(id, reset(step));
    if (step.interrupted) steps.set(id, { ...step, status: "in_progress" });
    if (step.status !== "completed" || step.key === undefined) continue;
    const isStanding = step.needs.every((need) => ["completed", "skipped"].includes(steps.get(need)?.status ?? ""));
    if (!isStanding || keyOf(step, steps) !== step.key) steps.set(id, reset(step));
  }
  return { ...plan, steps: plan.steps.map((step) => steps.get(step.id) ?? step) };
}

/** Key and result are kept: should the step turn out to be the same after all, it need not be run. */
function reset({ error: _, ...step }: PlanStep): PlanStep {
  return { ...step, status: "pending" };
}

function stepOutline({ id, title, tool, needs, status, attempts, error }: PlanStep): Readonly<Record<string, unknown>> {
  return { id, title, tool, needs, status, attempts, ...(error === undefined ? {} : { error }) };
}

function withoutUndefined(step: PlanStep): PlanStep {
  return Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined)) as PlanStep;
}

/** The lines of a diff as a revision. */
export function revisionOf(
  at: string,
  change: Pick<PlanRevision, "action" | "reason">,
  diff: readonly PlanDiffLine[],
): PlanRevision {
  return { at, reason: change.reason, action: change.action, diff: [...diff] };
}
