import { randomUUID } from "node:crypto";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { RunWanted } from "./wire.ts";

/** What a page needs of an agent. */
export interface ViewAgent {
  readonly session: { readonly id: string };
  prompt(text: string): AsyncGenerator<AgentEvent, void>;
  close(): Promise<void>;
}

/** Opens an agent in the view's folder, by the person's own settings. Whoever is asked waits for an answer from outside. */
export type OpenAgent = (wanted: {
  readonly session: { readonly resume: string } | { readonly id: string };
  readonly model?: string;
  /** What it is asked is answered by the page, over the session's own door. */
  waitForPage(signal: AbortSignal): Promise<never>;
}) => Promise<ViewAgent>;

const RUNS_MAX = 16;

/** Runs that were started from a page; they are in this process, and are reached as all others are. */
export class OwnRuns {
  readonly #open: OpenAgent;
  readonly #agents = new Set<ViewAgent>();

  constructor(open: OpenAgent) {
    this.#open = open;
  }

  /** @returns the id of its session, once something of it is recorded. @throws {UserError} when it cannot be started */
  async start({ prompt, session, model }: RunWanted): Promise<string> {
    if (prompt.trim() === "") throw new UserError("There is no prompt; say what is to be done.", EXIT.usage);
    if (this.#agents.size >= RUNS_MAX)
      throw new UserError(`${RUNS_MAX} runs are under way from here; wait for one to end.`, EXIT.usage);
    const agent = await this.#open({
      session: session === undefined ? { id: randomUUID() } : { resume: session },
      ...(model === undefined || model.trim() === "" ? {} : { model: model.trim() }),
      waitForPage: untilAborted,
    });
    this.#agents.add(agent);
    const begun = Promise.withResolvers<void>();
    void this.#run(agent, prompt, begun);
    await begun.promise;
    return agent.session.id;
  }

  /** Ends all of them; each log says that it was cancelled. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents].map((agent) => agent.close()));
  }

  /** What goes wrong before something is recorded is told to whoever started it; later the log says how it ended. */
  async #run(agent: ViewAgent, prompt: string, begun: PromiseWithResolvers<void>): Promise<void> {
    try {
      for await (const event of agent.prompt(prompt)) if (event.type === "run-start") begun.resolve();
      begun.resolve();
    } catch (error) {
      begun.reject(error);
    } finally {
      this.#agents.delete(agent);
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
