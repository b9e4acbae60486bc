import type { Agent } from "../../app/agent.ts";
import { joinedTexts, type Prompt } from "../../app/prompt-text.ts";
import { spokenError } from "../../app/words/spoken.ts";
import type { Canceller } from "../../core/protocol/cancellation.ts";
import { type AgentEvent, replyText } from "../../core/protocol/event.ts";
import type { FileIndex } from "./completion/file-index.ts";
import type { SessionView } from "./session-view.ts";
import type { OwnWork } from "./slash/slash-command.ts";
import { PromptAttachments } from "./typed/prompt-attachments.ts";
import type { Attaching, TypedQueue } from "./typed/typed-queue.ts";
import { words } from "./words/words.ts";

const OWN_OUTPUT_CHARS_MAX = 20_000;

/** Where a run is shown. */
export type RunView = Pick<SessionView, "push" | "say" | "warn" | "requestFrame" | "frame" | "ready">;

export interface RunControlParts {
  readonly agent: Agent;
  readonly home: string | undefined;
  readonly view: RunView;
  readonly files: FileIndex;
  readonly savesDiagrams: boolean;
  /** What waits for the run to end. */
  readonly queue: TypedQueue;
  /** Nothing is under way any more: what waits can go. */
  readonly onEnd: (elapsedMs: number) => void;
  /** Texts that waited for a run which somebody else cancelled: they are the person's again. */
  readonly onGivenBack: (texts: readonly string[]) => void;
}

/** One run at a time: texts that steer it, and what the person ran themselves. */
export class RunControl {
  readonly #agent: Agent;
  readonly #attachments: PromptAttachments;
  readonly #view: RunView;
  readonly #savesDiagrams: boolean;
  readonly #queue: TypedQueue;
  readonly #onEnd: (elapsedMs: number) => void;
  readonly #onGivenBack: (texts: readonly string[]) => void;
  #isOwn = false;
  /** Texts whose files are read: the run that they steer is not over before. */
  #attaching: Promise<void> = Promise.resolve();
  #ownOutput: string[] = [];
  #kept: string[] = [];
  #startedMs = 0;
  #isRunning = false;
  #isCancelling = false;
  #wasCancelled = false;
  /** The prompt whose files are being read. */
  #preparing: string | undefined;

  constructor({ agent, home, view, files, savesDiagrams, queue, onEnd, onGivenBack }: RunControlParts) {
    this.#agent = agent;
    this.#attachments = new PromptAttachments({ agent, home, view, files });
    this.#view = view;
    this.#savesDiagrams = savesDiagrams;
    this.#queue = queue;
    this.#onEnd = onEnd;
    this.#onGivenBack = onGivenBack;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** What runs is a tool that the person called; no model is there to be steered. */
  get isOwn(): boolean {
    return this.#isOwn;
  }

  get isCancelling(): boolean {
    return this.#isCancelling;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  get takesSteering(): boolean {
    return this.#agent.abilities.takesSteering !== false;
  }

  /** Texts that no step has read yet. */
  get steering(): readonly string[] {
    return this.#queue.steering;
  }

  /** @param given  a text is what a person wrote: what it names is put behind it */
  async prompt(given: string | Prompt): Promise<void> {
    await this.#occupied(async () => {
      if (typeof given !== "string") return this.#run(await this.#attachments.withCode(given));
      this.#preparing = given;
      const prompt = await this.#attachments.read(given);
      // Undefined where it is the person's again meanwhile.
      const isWanted = this.#preparing !== undefined;
      this.#preparing = undefined;
      if (isWanted) await this.#run(prompt);
    });
  }

  /** A prompt that is worked on in another way than the session's own. */
  async work({ name, strategy, prompt, command, plan }: OwnWork): Promise<void> {
    await this.#occupied(async () => {
      if (plan) this.#view.push({ type: "plan-update", planId: plan.id, status: plan.status, detail: { plan } });
      await this.#follow(this.#agent.prompt(prompt, { name, strategy }), (event) =>
        event.type === "prompt" && event.origin === "user" ? { ...event, text: command } : event,
      );
    });
  }

  /** Goes along with the next prompt. */
  tellModel(text: string): void {
    this.#ownOutput.push(text.slice(0, OWN_OUTPUT_CHARS_MAX));
  }

  /** Read by the model before its next step. */
  steer(text: string): void {
    const attaching = this.#queue.attach(text);
    this.#attaching = this.#attaching
      .then(() => this.#steer(attaching))
      .catch((error: unknown) => {
        this.#queue.attached(attaching);
        this.#view.warn(spokenError(error));
      });
  }

  async #steer(attaching: Attaching): Promise<void> {
    const attached = await this.#attachments.read(attaching.text);
    if (!this.#queue.attached(attaching)) return;
    if (attached.images.length > 0) this.#view.warn(words("run.pictures"));
    this.#agent.steer(attached);
    this.#queue.steer(attaching.text);
    this.#view.requestFrame();
  }

  /** Ends the run. @returns what waited for the model, oldest first: it is the person's again, and nothing of it is sent */
  cancel(by?: Canceller): readonly string[] {
    this.#isCancelling = true;
    this.#agent.interrupt(by);
    const unread = this.#agent.takeUnread().length;
    const own = this.#preparing === undefined ? [] : [this.#preparing];
    this.#preparing = undefined;
    const waiting = [...own, ...this.#queue.takeSteering(unread), ...this.#queue.takeAll()];
    this.#view.requestFrame();
    return waiting;
  }

  /** A command or an agent that the run waits for goes on beside it. @returns their ids */
  toBackground(): readonly string[] {
    const { commands, subAgents } = this.#agent;
    return [...commands.toBackground(), ...subAgents.toBackground()].map(({ id }) => id);
  }

  /** A tool as the person, whose leave it is; the model is told of it with the next prompt. */
  async runTool(
    name: string,
    input: unknown,
    { said, isFolded = false }: { readonly said?: string; readonly isFolded?: boolean } = {},
  ): Promise<void> {
    let text = "";
    let isRefused = false;
    await this.#occupied(async () => {
      this.#isOwn = true;
      await this.#follow(this.#agent.callTool(name, input, { isTyped: true }), (event) => {
        if (event.type === "approval" && !event.allowed) isRefused = true;
        if (event.type === "call-end") text = event.result.text;
        // What was not done the person was told; the refusal speaks to them and asks nothing of the model.
        if (event.type === "call-end" && said !== undefined && !isRefused)
          this.tellModel(`I ran this myself: ${said}\n${event.result.text}`);
        return isFolded ? folded(event) : event;
      });
      this.#view.push(ENDED);
      await this.#keepDiagrams(text);
      this.#tellKept();
    });
  }

  /** Something else that tells of itself in events. */
  async follow(events: AsyncIterable<AgentEvent>): Promise<void> {
    await this.#occupied(async () => {
      await this.#follow(events, (event) => event);
      this.#view.push(ENDED);
    });
  }

  /** One at a time; what steered too late to be read in it is its last prompt. */
  async #occupied(work: () => Promise<void>): Promise<void> {
    if (this.#isRunning) return this.#view.warn(words("run.wait"));
    this.#isRunning = true;
    this.#startedMs = performance.now();
    try {
      for (let next: (() => Promise<void>) | undefined = work; next; next = await this.#afterwards()) await next();
    } finally {
      this.#isRunning = false;
      this.#isOwn = false;
      this.#queue.going([]);
      this.#view.requestFrame();
      // After whoever waits for this has shown its result.
      setImmediate(this.#onEnd, this.elapsedMs);
    }
  }

  async #afterwards(): Promise<(() => Promise<void>) | undefined> {
    for (let seen: Promise<void> | undefined; seen !== this.#attaching; ) {
      seen = this.#attaching;
      await seen;
    }
    const unread = this.#agent.takeUnread();
    const texts = this.#queue.takeSteering(this.#queue.steering.length);
    if (this.#wasCancelled && texts.length > 0) this.#onGivenBack(texts);
    this.#queue.going(this.#wasCancelled ? [] : texts);
    if (unread.length === 0 || this.#wasCancelled) return undefined;
    // What they name stands in them already.
    return () => this.#run({ ...joinedTexts(unread), images: [] });
  }

  /** Diagrams of an answer, or of a tool the person called, are kept as files where that is wished. */
  async #keepDiagrams(text: string): Promise<void> {
    if (!this.#savesDiagrams || this.#agent.permissionMode === "plan" || !text.includes("mermaid")) return;
    const { saveDiagrams } = await import("../../app/session/save-diagrams.ts");
    const paths = saveDiagrams(this.#agent.cwd, text, new Date());
    if (paths.length > 0) this.#kept.push(...paths);
  }

  #tellKept(): void {
    const paths = [...new Set(this.#kept)];
    this.#kept = [];
    if (paths.length > 0)
      this.#view.say(
        words("run.diagrams", { count: paths.length, files: paths.map((path) => `\`${path}\``).join(", ") }),
      );
  }

  /** What came along is for the model; the person sees what was written. */
  async #run(prompt: Prompt): Promise<void> {
    const text = [prompt.text, ...this.#ownOutput].join("\n\n");
    this.#ownOutput = [];
    await this.#follow(this.#agent.prompt({ ...prompt, text }), (event) => {
      if (event.type !== "prompt" || event.origin === "engine") return event;
      if (event.origin === "user") this.#queue.going([]);
      const shown = event.origin === "user" ? prompt.written.trim() && prompt.written : this.#queue.readSteering();
      return { ...event, text: shown || event.text };
    });
  }

  async #follow(events: AsyncIterable<AgentEvent>, see: (event: AgentEvent) => AgentEvent): Promise<void> {
    this.#isCancelling = false;
    this.#wasCancelled = false;
    try {
      for await (const event of events) {
        if (event.type === "run-end") this.#wasCancelled = event.outcome.kind === "cancelled";
        if (event.type === "reply") await this.#keepDiagrams(replyText(event.content));
        // What is shown for good is shown in its colours.
        if (event.type === "text-delta" || event.type === "reply") await this.#view.ready();
        if (!this.#view.push(see(event))) continue;
        // A model that never waits must not keep keys and frames from their turn.
        this.#view.frame();
        await new Promise((resolve) => setImmediate(resolve));
      }
    } catch (error) {
      this.#view.push(ENDED);
      this.#view.warn(spokenError(error));
    } finally {
      this.#tellKept();
      this.#isCancelling = false;
      this.#view.requestFrame();
    }
  }
}

/** Only the line of a call: its result is shown whole below it. */
function folded(event: AgentEvent): AgentEvent {
  if (event.type !== "call-end" || event.result.failed) return event;
  return { ...event, result: { ...event.result, display: { kind: "text", text: "" } } };
}

const ENDED: AgentEvent = {
  type: "run-end",
  outcome: { kind: "done", text: "" },
  steps: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costUsd: 0,
  durationMs: 0,
  apiDurationMs: 0,
};
