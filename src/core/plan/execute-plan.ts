import type { AgentParts } from "../loop/agent-parts.ts";
import { touchesWorld } from "../permissions/accesses.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import { AGENT_STEP, type Plan, type PlanStep } from "../protocol/plan.ts";
import { loadTools } from "./load-tools.ts";
import { Mailbox } from "./mailbox.ts";
import { firstLine, planEnd, reachedPlanLimit } from "./plan-end.ts";
import { beginRun, doneAnew, PlanState, revisionOf } from "./plan-state.ts";
import type { PlanRecord } from "./plan-store.ts";
import { replan } from "./replan.ts";
import { prepareStep } from "./run-plan-step.ts";
import { type Resolution, settleStep } from "./settle-step.ts";
import { cachedOutput, cacheOutput, stepKey } from "./step-cache.ts";
import { StepQueue } from "./step-queue.ts";
import { blockedBy, type PreparedStep, type StepEnd } from "./step-work.ts";

export interface ExecuteOptions {
  readonly record: PlanRecord;
  readonly parts: AgentParts;
  /** Whether a failed step may change the plan; otherwise it stays failed. */
  readonly replanning: boolean;
  readonly resolutions: ReadonlyMap<string, Resolution>;
}

export interface Executed {
  readonly plan: Plan;
  /** Why it stopped before its end, when it did. */
  readonly stopped?: Outcome;
}

const REPLANS_MAX = 10;
const ATTEMPTS_MAX = 4;

/**
 * Runs what can be run of a plan: each step as soon as its needs are met, side by side where accesses do not collide.
 * The record holds each transition before it counts, so the process may end at any moment.
 */
export async function* executePlan(options: ExecuteOptions): AsyncGenerator<AgentEvent, Executed> {
  return yield* new Execution(options).run();
}

class Execution {
  readonly #record: PlanRecord;
  readonly #parts: AgentParts;
  readonly #options: ExecuteOptions;
  readonly #state: PlanState;
  readonly #queue = new StepQueue();
  readonly #mailbox = new Mailbox();
  readonly #tasks = new Set<Promise<void>>();
  readonly #interrupted: Set<string>;
  #stopped: Outcome | undefined;
  #fault: { readonly error: unknown } | undefined;
  #replans = 0;
  #replanning: Promise<void> = Promise.resolve();

  constructor(options: ExecuteOptions) {
    this.#options = options;
    this.#record = options.record;
    this.#parts = options.parts;
    const { record } = options;
    const anew = [...options.resolutions].flatMap(([id, resolution]) => (resolution === "again" ? [id] : []));
    const plan = beginRun(doneAnew(record.plan, anew), (step, steps) => stepKey(step, (id) => steps.get(id), record));
    this.#state = new PlanState(plan, record);
    this.#interrupted = new Set(
      this.#state.plan.steps.filter((step) => step.status === "in_progress").map((step) => step.id),
    );
  }

  async *run(): AsyncGenerator<AgentEvent, Executed> {
    try {
      await loadTools(this.#state.plan.steps, this.#parts.tools);
      yield this.#state.setStatus("running");
      await this.#offer(this.#state.startable());
      for (;;) {
        this.#startNext();
        yield* this.#mailbox.take();
        if (this.#fault) throw this.#fault.error;
        if (this.#tasks.size === 0 && this.#mailbox.isEmpty && !this.#startNext()) break;
        if (this.#mailbox.isEmpty) await this.#mailbox.wait();
      }
      yield this.#end();
      return { plan: this.#state.plan, ...(this.#stopped ? { stopped: this.#stopped } : {}) };
    } finally {
      this.#mailbox.close();
    }
  }

  /** Steps whose needs are met wait for their turn; what cannot even be tried fails here. */
  async #offer(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const prepared = await prepareStep(this.#state.step(id), this.#parts, (need) => this.#state.outputOf(need));
      if (this.#queue.has(id)) continue;
      if ("problem" in prepared) this.#spawn(() => this.#settle(id, { kind: "failed", error: prepared.problem }));
      else this.#queue.add(prepared);
    }
  }

  /** @returns whether anything runs */
  #startNext(): boolean {
    for (;;) {
      this.#stopped ??= this.#reachedStop();
      if (this.#stopped) break;
      const next = this.#queue.next();
      if (!next) break;
      this.#spawn(() => this.#work(next).finally(() => this.#queue.end(next)));
    }
    return this.#tasks.size > 0;
  }

  #spawn(work: () => Promise<void>): void {
    const task = work()
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#tasks.delete(task);
        this.#mailbox.wake();
      });
    this.#tasks.add(task);
  }

  #reachedStop(): Outcome | undefined {
    if (this.#parts.signal.aborted) return { kind: "cancelled", text: "" };
    return reachedPlanLimit(this.#parts, this.#state);
  }

  async #work(prepared: PreparedStep): Promise<void> {
    const { step } = prepared;
    const { parts, key } = { parts: this.#parts, key: stepKey(step, (id) => this.#state.find(id), this.#record) };
    if (!this.#interrupted.has(step.id)) {
      const known = await this.#knownOutput(prepared, key);
      if (known !== undefined) return this.#complete(prepared, known, key);
    }
    const startedMs = parts.clock.now();
    const end = await this.#pump(
      settleStep({
        ...prepared,
        goal: this.#state.goal,
        parts,
        record: this.#record,
        outputs: this.#outputsOf(step),
        outputOf: (id) => this.#state.outputOf(id),
        wasInterrupted: this.#interrupted.has(step.id),
        resolution: this.#options.resolutions.get(step.id),
        attempt: step.attempts,
        beginAttempt: () => this.#beginAttempt(prepared),
      }),
    );
    if (end.kind !== "completed") {
      // Its place is free: mending the plan may start it anew.
      this.#queue.end(prepared);
      return this.#settle(step.id, end);
    }
    await this.#complete(prepared, end.output, key, parts.clock.now() - startedMs);
    if (isEffectful(prepared)) this.#record.effects(step.id, this.#state.step(step.id).attempts).clear();
    await cacheOutput(prepared, end.output, this.#record, parts.ports.workspace);
  }

  async #beginAttempt(prepared: PreparedStep): Promise<number> {
    const { id } = prepared.step;
    const attempts = this.#state.step(id).attempts + 1;
    const gone = { error: undefined, result: undefined, output: undefined, key: undefined, interrupted: undefined };
    const change = { ...gone, status: "in_progress", attempts } as Partial<PlanStep>;
    await this.#mailbox.post(this.#state.set(id, change, { mustReachDisk: isEffectful(prepared) }));
    return attempts;
  }

  /** The output of a step that need not be run: it is what it was when it completed, or only reads what it read before. */
  async #knownOutput(prepared: PreparedStep, key: string): Promise<string | undefined> {
    const { step } = prepared;
    if (step.key === key) return step.output === undefined ? step.result : this.#record.readText(step.output);
    return cachedOutput(prepared, this.#record, this.#parts.ports.workspace);
  }

  async #complete(prepared: PreparedStep, output: string, key: string, durationMs?: number): Promise<void> {
    const change = { key, ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }) };
    const mustReachDisk = isEffectful(prepared);
    const { event, released } = await this.#state.complete(prepared.step.id, output, { change, mustReachDisk });
    await this.#offer(released);
    await this.#mailbox.post(event);
  }

  async #settle(id: string, end: Exclude<StepEnd, { kind: "completed" }>): Promise<void> {
    switch (end.kind) {
      case "cancelled":
        return;
      case "undecided":
      case "refused":
        await this.#mailbox.post(this.#state.set(id, blockedBy(id, end), { mustReachDisk: true }));
        return this.#block(id);
      case "failed":
        await this.#noteFailure(id, end.error);
        this.#record.effects(id, this.#state.step(id).attempts).clear();
        if (!(await this.#mend(id))) await this.#block(id);
    }
  }

  async #noteFailure(id: string, text: string): Promise<void> {
    const error = await this.#record.mask(text);
    await this.#mailbox.post(this.#state.set(id, { status: "failed", error }, { mustReachDisk: true }));
  }

  async #block(id: string): Promise<void> {
    for (const event of this.#state.blockDependents(id)) await this.#mailbox.post(event);
  }

  /** One failure at a time changes the plan. @returns whether the step no longer stands in the way */
  async #mend(id: string): Promise<boolean> {
    const before = this.#replanning;
    let release = (): void => {};
    this.#replanning = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      return await this.#replanOnce(id);
    } finally {
      release();
    }
  }

  async #replanOnce(id: string): Promise<boolean> {
    const state = this.#state;
    const failed = state.find(id);
    if (!this.#options.replanning || failed?.status !== "failed" || this.#parts.signal.aborted) return false;
    if (this.#reachedStop()) return false;
    const isSpent = this.#replans >= (state.limits?.attempts ?? REPLANS_MAX);
    if (isSpent || failed.attempts >= (failed.limits?.attempts ?? ATTEMPTS_MAX)) {
      await this.#tell(`${id} has failed ${failed.attempts} times; the plan is not changed again for it.`);
      return false;
    }
    this.#replans++;
    const tools = [...this.#parts.tools.values()];
    const input = { plan: state.plan, failed, outputs: this.#outputsOf(failed), tools };
    const answer = await this.#pump(replan(input, this.#parts));
    if (answer.kind === "changed") {
      const at = new Date(this.#parts.clock.now()).toISOString();
      const event = state.revise(answer.plan, revisionOf(at, answer.change, answer.diff), this.#queue.runningIds);
      // What waited may be gone or changed.
      this.#queue.clear();
      await this.#offer(state.startable());
      await this.#mailbox.post(event);
      return true;
    }
    if (answer.kind === "declined") {
      await this.#tell(`The plan is not changed for ${id}: ${answer.why}`);
      return false;
    }
    return this.#fallBack(failed, answer.why);
  }

  /** No usable answer: what does no harm is tried once more as it is, anything else stays failed. */
  async #fallBack(failed: PlanStep, why: string): Promise<boolean> {
    const prepared = await prepareStep(failed, this.#parts, (need) => this.#state.outputOf(need));
    const isHarmless = failed.idempotent || ("accesses" in prepared && !isEffectful(prepared));
    const isRetried = isHarmless && failed.attempts < 2;
    const next = isRetried ? "it is tried once more as it is" : "it stays failed";
    await this.#tell(`The replanner gave no usable answer for ${failed.id} in 3 tries (${why}); ${next}.`);
    if (!isRetried) return false;
    await this.#mailbox.post(this.#state.set(failed.id, { status: "pending" }));
    await this.#offer([failed.id]);
    return true;
  }

  async #tell(text: string): Promise<void> {
    await this.#mailbox.post({ type: "note", topic: "plan", text });
  }

  /** Says how the plan has ended: what never got its turn was blocked. */
  #end(): AgentEvent {
    if (this.#stopped?.kind === "cancelled") return this.#state.setStatus("cancelled", "Cancelled; resume goes on.");
    if (this.#stopped) return this.#state.setStatus("blocked", firstLine(this.#stopped.text));
    const { status, text } = planEnd(this.#state.plan.steps);
    if (status === "completed") return this.#state.setStatus(status, undefined, text);
    return this.#state.setStatus(status, text);
  }

  #outputsOf(step: PlanStep): ReadonlyMap<string, string> {
    return new Map(
      step.needs.flatMap((need) => {
        const output = this.#state.outputOf(need);
        return output === undefined || output === "" ? [] : [[need, output] as const];
      }),
    );
  }

  /** Passes on what a generator yields, each event only after the one before it was taken in. */
  async #pump<Value>(events: AsyncGenerator<AgentEvent, Value>): Promise<Value> {
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      await this.#mailbox.post(next.value);
    }
  }
}

/** Whether repeating it could do something twice. */
function isEffectful({ step, accesses }: PreparedStep): boolean {
  return step.tool === AGENT_STEP || touchesWorld(accesses);
}
