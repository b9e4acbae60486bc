import type { Agent } from "../../app/agent.ts";
import type { AttachedCode } from "../../app/knowledge/code-mentions.ts";
import { attachMentions } from "../../app/knowledge/mentions.ts";
import type { Prompt } from "../../app/session/agent-session.ts";
import { spokenError } from "../../app/words/spoken.ts";
import { type AgentEvent, replyText } from "../../core/protocol/event.ts";
import type { FileIndex } from "./completion/file-index.ts";
import type { SessionView } from "./session-view.ts";
import type { OwnWork } from "./slash/slash-command.ts";
import { words } from "./words/words.ts";

const OWN_OUTPUT_CHARS_MAX = 20_000;
const QUEUE_MAX = 50;

/** Where a run is shown. */
export type RunView = Pick<SessionView, "push" | "say" | "warn" | "requestFrame" | "frame" | "ready">;

export interface RunControlParts {
  readonly agent: Agent;
  readonly view: RunView;
  readonly files: FileIndex;
  readonly savesDiagrams: boolean;
  /** Nothing is under way any more. */
  readonly onEnd?: (elapsedMs: number) => void;
  /** A tool that the person ran has ended: what they sent meanwhile can go. */
  readonly onOwnEnd?: () => void;
}

/** One run at a time: prompts that wait, texts that steer, and what the person ran themselves. */
export class RunControl {
  readonly #agent: Agent;
  readonly #view: RunView;
  readonly #files: FileIndex;
  readonly #savesDiagrams: boolean;
  readonly #onOwnEnd: () => void;
  readonly #onEnd: (elapsedMs: number) => void;
  #isOwn = false;
  #queue: string[] = [];
  #steering: string[] = [];
  #ownOutput: string[] = [];
  #kept: string[] = [];
  #startedMs = 0;
  #isRunning = false;
  #isCancelling = false;

  constructor({ agent, view, files, savesDiagrams, onEnd, onOwnEnd }: RunControlParts) {
    this.#agent = agent;
    this.#view = view;
    this.#files = files;
    this.#savesDiagrams = savesDiagrams;
    this.#onOwnEnd = onOwnEnd ?? (() => {});
    this.#onEnd = onEnd ?? (() => {});
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

  /** Prompts that wait for the run to end, and texts that no step has read yet. */
  get waiting(): { readonly queue: readonly string[]; readonly steering: readonly string[] } {
    return { queue: this.#queue, steering: this.#steering };
  }

  /** Runs a prompt, then what has been put in the queue meanwhile. */
  async prompt(text: string): Promise<void> {
    if (this.#isRunning) return this.queue(text);
    for (let next: string | undefined = text; next !== undefined; next = this.#next()) await this.#run(next);
  }

  /** A prompt that is worked on in another way than the session's own; then the queue as always. */
  async work({ name, strategy, prompt, plan }: OwnWork): Promise<void> {
    if (this.#isRunning) return this.#view.warn(words("run.wait"));
    if (plan) this.#view.push({ type: "plan-update", planId: plan.id, status: plan.status, detail: { plan } });
    await this.#follow(this.#agent.prompt(prompt, { name, strategy }), (event) => event);
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#run(next);
  }

  /** Goes along with the next prompt. */
  tellModel(text: string): void {
    this.#ownOutput.push(text.slice(0, OWN_OUTPUT_CHARS_MAX));
  }

  queue(text: string): void {
    if (this.#queue.length < QUEUE_MAX) this.#queue.push(text);
    this.#view.requestFrame();
  }

  /** Takes the newest waiting prompt back, to be changed. */
  unqueue(): string | undefined {
    return this.#queue.pop();
  }

  /** Read by the model before its next step; one that takes each prompt by itself reads it after the run. */
  async steer(text: string): Promise<void> {
    if (!this.takesSteering) return this.prompt(text);
    const attached = await this.#attached(text);
    if (!this.#isRunning) return this.prompt(text);
    if (attached.images.length > 0) this.#view.warn(words("run.pictures"));
    this.#agent.steer(attached.text);
    this.#steering.push(text);
    this.#view.requestFrame();
  }

  /** Ends the run. @returns what waited for the model, oldest first: it is the person's again, and nothing of it is sent */
  cancel(): readonly string[] {
    this.#isCancelling = true;
    this.#agent.interrupt();
    const unread = this.#agent.takeUnread().length;
    const waiting = [...this.#steering.splice(this.#steering.length - unread), ...this.#queue.splice(0)];
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
    if (this.#isRunning) return this.#view.warn(words("run.wait"));
    let text = "";
    this.#isOwn = true;
    try {
      await this.#follow(this.#agent.callTool(name, input, { isTyped: true }), (event) => {
        if (event.type === "call-end") text = event.result.text;
        if (event.type === "call-end" && said !== undefined)
          this.tellModel(`I ran this myself: ${said}\n${event.result.text}`);
        return isFolded ? folded(event) : event;
      });
      this.#view.push(ENDED);
      await this.#keepDiagrams(text);
      this.#tellKept();
    } finally {
      this.#isOwn = false;
      // After whoever waits for this call has shown its result.
      setImmediate(this.#onOwnEnd);
    }
  }

  /** Something else that tells of itself in events. */
  async follow(events: AsyncIterable<AgentEvent>): Promise<void> {
    await this.#follow(events, (event) => event);
    this.#view.push(ENDED);
  }

  #next(): string | undefined {
    const unread = this.#agent.takeUnread();
    this.#steering = [];
    if (unread.length > 0) return unread.join("\n\n");
    return this.#queue.shift();
  }

  async #attached(text: string): Promise<Prompt> {
    if (!text.includes("@")) return { text, images: [] };
    const suggest = async (path: string): Promise<readonly string[]> => {
      await this.#files.warm();
      return this.#files.search(path.slice(path.lastIndexOf("/") + 1), 5).filter((name) => !name.endsWith("/"));
    };
    const options = { reader: this.#agent, suggest };
    const { text: whole, attached, notices, images } = await attachMentions(text, this.#agent.workspace, options);
    for (const notice of notices) this.#view.warn(notice);
    const code = await this.#codeOf(text);
    const all = [...attached, ...code.attached];
    if (all.length > 0) this.#view.say(words("run.attached", { files: all.map((path) => `\`${path}\``).join(", ") }));
    return { text: [whole, ...code.parts].join("\n\n"), images };
  }

  async #codeOf(text: string): Promise<AttachedCode> {
    if (!this.#agent.toolNames.includes("citadel_analyze_file")) return { parts: [], attached: [] };
    await this.#files.warm();
    const { attachCode } = await import("../../app/knowledge/code-mentions.ts");
    const place = { code: this.#agent.code, memberNamed: (name: string) => this.#files.memberNamed(name) };
    return attachCode(text, place, new AbortController().signal);
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

  /** Attached files are for the model; the person sees what was typed. */
  async #run(text: string): Promise<void> {
    // What is sent while its files are read is sent while it runs.
    this.#isRunning = true;
    const attached = await this.#attached(text).catch((error: unknown) => {
      this.#isRunning = false;
      throw error;
    });
    const whole = [attached.text, ...this.#ownOutput].join("\n\n");
    this.#ownOutput = [];
    await this.#follow(this.#agent.prompt({ text: whole, images: attached.images, written: text }), (event) => {
      if (event.type !== "prompt" || event.origin === "engine") return event;
      return { ...event, text: event.origin === "user" ? text : (this.#steering.shift() ?? event.text) };
    });
  }

  async #follow(events: AsyncIterable<AgentEvent>, see: (event: AgentEvent) => AgentEvent): Promise<void> {
    this.#isRunning = true;
    this.#isCancelling = false;
    this.#startedMs = performance.now();
    try {
      for await (const event of events) {
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
      this.#isRunning = false;
      this.#isCancelling = false;
      this.#view.requestFrame();
      this.#onEnd(this.elapsedMs);
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
