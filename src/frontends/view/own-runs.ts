import { randomUUID } from "node:crypto";
import type { PlanRunChoice } from "../../app/session/plan-review.ts";
import { spokenError } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { Plan } from "../../core/protocol/plan.ts";
import type { PlanRunShown, RunWanted } from "./wire.ts";

/** What a page needs of an agent. */
export interface ViewAgent {
  readonly session: { readonly id: string };
  prompt(text: string): AsyncGenerator<AgentEvent, void>;
  /** Ends the run under way, which is recorded. */
  interrupt(): void;
  close(): Promise<void>;
}

/** Opens an agent in the view's folder, by the person's own settings. Whoever is asked waits for an answer from outside. */
export type OpenAgent = (wanted: {
  readonly session: { readonly resume: string } | { readonly id: string };
  readonly model?: string;
  /** What it executes, in place of a prompt. */
  readonly plan?: PlanRunWanted;
  /** What it is asked is answered by the page, over the session's own door. */
  waitForPage(signal: AbortSignal): Promise<never>;
}) => Promise<ViewAgent>;

export interface PlanRunWanted {
  readonly plan: Plan;
  readonly choice: PlanRunChoice;
}

const RUNS_MAX = 16;
/** How often those that are to end are told so. */
const TOLD_MS = 200;

/** Runs that were started from a page; they are in this process, and are reached as all others are. */
export class OwnRuns {
  readonly #open: OpenAgent;
  readonly #runs = new Map<ViewAgent, Promise<void>>();
  /** The last run of each plan. */
  readonly #plans = new Map<string, PlanRunShown>();

  constructor(open: OpenAgent) {
    this.#open = open;
  }

  /** @returns the id of its session, once something of it is recorded. @throws {UserError} when it cannot be started */
  async start({ prompt, session, model }: RunWanted): Promise<string> {
    if (prompt.trim() === "") throw new UserError(phrase`There is no prompt; say what is to be done.`, EXIT.usage);
    const agent = await this.#agent({
      session: session === undefined ? { id: randomUUID() } : { resume: session },
      ...(model === undefined || model.trim() === "" ? {} : { model: model.trim() }),
    });
    await this.#begin(agent, prompt, () => {});
    return agent.session.id;
  }

  /** Executes a plan. @returns the id of its session @throws {UserError} when it cannot be started */
  async startPlan(wanted: PlanRunWanted): Promise<string> {
    const { id, goal } = wanted.plan;
    if (this.#plans.get(id)?.isRunning)
      throw new UserError(
        phrase`The plan ${id} is executed from here already; wait for it, or end it first.`,
        EXIT.usage,
      );
    // Held from now on: two pages may want the same at once.
    this.#plans.set(id, { session: "", isRunning: true });
    const ended = (trouble?: string): void => {
      const session = this.#plans.get(id)?.session ?? "";
      this.#plans.set(id, { session, isRunning: false, ...(trouble === undefined ? {} : { trouble }) });
    };
    try {
      const agent = await this.#agent({ session: { id: randomUUID() }, plan: wanted });
      this.#plans.set(id, { session: agent.session.id, isRunning: true });
      await this.#begin(agent, goal, ended);
      return agent.session.id;
    } catch (error) {
      ended();
      throw error;
    }
  }

  runOfPlan(id: string): PlanRunShown | undefined {
    const run = this.#plans.get(id);
    return run?.session === "" ? undefined : run;
  }

  /** Ends all of them; each log says that it was cancelled. */
  async close(): Promise<void> {
    while (this.#runs.size > 0) {
      // One that has just been started cannot be told yet.
      for (const agent of this.#runs.keys()) agent.interrupt();
      await Promise.race([Promise.all(this.#runs.values()), new Promise((done) => setTimeout(done, TOLD_MS))]);
    }
  }

  #agent(wanted: Omit<Parameters<OpenAgent>[0], "waitForPage">): Promise<ViewAgent> {
    if (this.#runs.size >= RUNS_MAX)
      throw new UserError(phrase`${RUNS_MAX} runs are under way from here; wait for one to end.`, EXIT.usage);
    return this.#open({ ...wanted, waitForPage: untilAborted });
  }

  /** @param onEnd  told what went wrong after the beginning, if anything did */
  async #begin(agent: ViewAgent, prompt: string, onEnd: (trouble?: string) => void): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const ended = this.#run(agent, prompt, begun).finally(() => this.#runs.delete(agent));
    this.#runs.set(
      agent,
      ended.then(onEnd, (error: unknown) => onEnd(spokenError(error))),
    );
    await begun.promise;
  }

  /** What goes wrong before something is recorded is told to whoever started it; later the log says how it ended. @returns what went wrong */
  async #run(agent: ViewAgent, prompt: string, begun: PromiseWithResolvers<void>): Promise<string | undefined> {
    try {
      for await (const event of agent.prompt(prompt)) if (event.type === "run-start") begun.resolve();
      begun.resolve();
      return undefined;
    } catch (error) {
      begun.reject(error);
      return spokenError(error);
    } finally {
      await agent.close();
    }
  }
}

/** Never answers; the door does. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => reject(new Error("cancelled before it was answered"));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
