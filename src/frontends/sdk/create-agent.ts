import type { Agent } from "../../app/agent.ts";
import { givenHooks } from "../../app/hooks/given-hooks.ts";
import type { Faces, House } from "../../app/open-house.ts";
import { NOBODY } from "../../app/permissions/faces.ts";
import { writtenPrompt } from "../../app/prompt-text.ts";
import { adaptTool } from "../../app/session/added-tool.ts";
import type { UndoExtent, UndoOptions, UndoReport } from "../../app/session/undo.ts";
import type { ConfigKey } from "../../app/settings/schema.ts";
import { isConfigKey } from "../../app/settings/settings.ts";
import { isObject } from "../../base/is-object.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { EventQueue } from "../../core/loop/event-queue.ts";
import type { PermissionMode } from "../../core/permissions/decide.ts";
import type { SubAgents } from "../../core/ports/agents.ts";
import type { ApprovalAnswer } from "../../core/ports/person.ts";
import type { AgentEvent, RecordedEvent } from "../../core/protocol/event.ts";
import { type AgentOptions, refuseUnknown } from "./agent-options.ts";

/** One session and those that work on it; one run at a time. Any number of agents may be side by side. */
export interface WaymarkAgent {
  /** What a person should be told before the first prompt. */
  readonly notices: readonly string[];
  readonly model: string;
  readonly permissionMode: PermissionMode;
  /** Names of the tools that are there. */
  readonly tools: readonly string[];
  readonly session: AgentSessionPort;
  /** The sub-agents that this session's runs gave work: what each does, a text for one, an end for one. */
  readonly subAgents: Pick<SubAgents, "list" | "tell" | "stop">;
  /**
   * Runs one prompt to its end; `/NAME` at its beginning is a command of a file or a skill. Each recorded event is on disk before it is given out; the last is `run-end` with the outcome.
   * Leaving the loop early cancels the run.
   * @throws {UserError} while another prompt is under way, and after `close`
   */
  prompt(text: string): AsyncGenerator<AgentEvent, void>;
  /** Text for the model, read before its next step. */
  steer(text: string): void;
  /** Cancels the run under way, which then ends with the outcome `cancelled`. */
  interrupt(): void;
  /** Later prompts go to this model. @throws {UserError} when the name is not known */
  setModel(name: string): Promise<void>;
  /** Holds from the next decision on. */
  setPermissionMode(mode: PermissionMode): void;
  /** Ends what was started; may be called more than once. A run under way is cancelled first. */
  close(): Promise<void>;
}

/** The log that an agent works on. */
export interface AgentSessionPort {
  readonly id: string;
  /** All that was recorded, in order. */
  readonly history: readonly RecordedEvent[];
  /** Goes on with a copy; the session so far stays on disk. @returns the id of the copy */
  fork(): Promise<string>;
  /** Takes back what the last calls changed, one by default. @throws {UserError} when there is nothing to take back */
  undo(options?: UndoOptions & UndoExtent): Promise<UndoReport>;
  /** The session as a document. */
  export(format?: "markdown" | "html" | "jsonl"): Promise<string>;
}

/** Opens a folder, and an agent in it. @throws {UserError} when something must be mended first: it says what */
export async function createAgent(options: AgentOptions = {}): Promise<WaymarkAgent> {
  const { cwd = process.cwd(), environment = process.env, settingSources, trust = false, session = {} } = options;
  options.signal?.throwIfAborted();
  refuseUnknown(options);
  const { openHouse } = await import("../../app/open-house.ts");
  const house = await openHouse({
    folder: cwd,
    folderIsGivenAs: "cwd",
    environment,
    trust,
    version: version(),
    flags: flagsOf(options),
    faces: facesOf(options),
    tools: (options.tools ?? []).map(adaptTool),
    hooks: givenHooks(options.hooks ?? {}),
    ...(settingSources === undefined ? {} : { settingSources }),
  });
  try {
    const { resume, fork = false, id } = session;
    const choice = {
      fork,
      ...(resume === undefined ? {} : { resume }),
      ...(id === undefined ? {} : { sessionId: id }),
    };
    const { agent, notices } = await house.agent(choice);
    return new OpenAgent(house, agent, notices.map(String), options.signal);
  } catch (error) {
    await house.close();
    throw error;
  }
}

declare const WAYMARK_VERSION: string | undefined;

function version(): string {
  return typeof WAYMARK_VERSION === "string" ? WAYMARK_VERSION : "0.0.0-source";
}

function flagsOf({
  model,
  permissionMode,
  allowedTools: allow = [],
  disallowedTools: deny = [],
  systemPrompt,
  mcpServers,
  settings = {},
  session,
}: AgentOptions): Partial<Record<ConfigKey, unknown>> {
  const unknown = Object.keys(settings).find((key) => !isConfigKey(key));
  if (unknown !== undefined)
    throw new UserError(`settings: there is no "${unknown}"; \`waymark config explain\` lists them.`, EXIT.usage);
  return {
    ...settings,
    ...given("model", model),
    ...given("permissionMode", permissionMode),
    ...given("mcpServers", mcpServers),
    ...given("permissions", allow.length + deny.length > 0 ? { allow, deny } : undefined),
    ...given("sessionPersistence", session?.persist),
    ...(typeof systemPrompt === "string" ? { systemPrompt } : given("appendSystemPrompt", systemPrompt?.append)),
  };
}

function given(key: ConfigKey, value: unknown): Partial<Record<ConfigKey, unknown>> {
  return value === undefined ? {} : { [key]: value };
}

function facesOf({ onPermission, onQuestion }: AgentOptions): Faces {
  return {
    ...NOBODY,
    ...(onPermission && {
      approver: {
        async approve(request, signal) {
          const answer = await unlessAborted(signal, async () => onPermission(request, signal));
          return isYes(answer) ? answer : { allowed: false, why: whyNot(answer) };
        },
      },
    }),
    ...(onQuestion && {
      asker: { ask: (question, signal) => unlessAborted(signal, async () => onQuestion(question, signal)) },
    }),
    showsProgress: true,
  };
}

/** Programs without types answer, too: what is not plainly a yes is none. */
const isYes = (answer: ApprovalAnswer | undefined): answer is ApprovalAnswer => answer?.allowed === true;

const whyNot = (answer: unknown): string =>
  isObject(answer) && typeof answer["why"] === "string" ? answer["why"] : "The user did not allow it.";

class OpenAgent implements WaymarkAgent {
  readonly notices: readonly string[];
  readonly session: AgentSessionPort;
  readonly #house: House;
  readonly #agent: Agent;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.interrupt();
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(house: House, agent: Agent, notices: readonly string[], signal: AbortSignal | undefined) {
    this.notices = notices;
    this.#house = house;
    this.#agent = agent;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#onAbort);
    this.session = sessionOf(agent);
  }

  get model(): string {
    return this.#agent.modelId;
  }

  get subAgents(): WaymarkAgent["subAgents"] {
    return this.#agent.subAgents;
  }

  get permissionMode(): PermissionMode {
    return this.#agent.permissionMode;
  }

  get tools(): readonly string[] {
    return this.#agent.toolNames;
  }

  async *prompt(text: string): AsyncGenerator<AgentEvent, void> {
    if (this.#isClosed) throw new UserError("This agent is closed; make another one.", EXIT.usage);
    if (this.#running !== undefined)
      throw new UserError("A prompt is under way; wait for its end, or steer or interrupt it.", EXIT.usage);
    this.#signal?.throwIfAborted();
    // The run goes on by itself, so that one that is closed or left in the middle still ends, and is recorded, as cancelled.
    const events = new EventQueue<AgentEvent>();
    const running = this.#run(text, events);
    this.#running = running;
    // A failure is told below, where the reader has come to the end of the events; until then nobody waits for it.
    running.catch(() => undefined);
    try {
      yield* events.drain();
    } finally {
      this.interrupt();
      await running;
    }
  }

  async #run(text: string, events: EventQueue<AgentEvent>): Promise<void> {
    try {
      const { promptWritten } = await import("../../app/knowledge/prompt-written.ts");
      const tell = (notice: string): void => events.push({ type: "status", text: notice });
      const written = { house: this.#house, agent: this.#agent, tell };
      for await (const event of promptWritten(text, written)) events.push(event);
    } finally {
      this.#running = undefined;
      events.close();
    }
  }

  steer(text: string): void {
    this.#agent.steer(writtenPrompt(text));
  }

  interrupt(): void {
    this.#agent.interrupt();
  }

  async setModel(name: string): Promise<void> {
    await this.#agent.useModel(name);
  }

  setPermissionMode(mode: PermissionMode): void {
    this.#agent.permissionMode = mode;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.interrupt();
    // How it ended is told to whoever reads its events.
    await this.#running?.catch(() => undefined);
    await this.#house.close();
  }
}

function sessionOf(agent: Agent): AgentSessionPort {
  return {
    get id() {
      return agent.sessionId;
    },
    get history() {
      return agent.history;
    },
    async fork() {
      await agent.forkBefore(agent.history.length);
      return agent.sessionId;
    },
    undo: (options) => agent.undo(options),
    async export(format = "markdown") {
      if (format === "jsonl") return agent.history.map((event) => `${JSON.stringify(event)}\n`).join("");
      if (format === "html") return (await import("../../app/session/export-html.ts")).exportHtml(agent.history);
      return (await import("../../app/session/export-session.ts")).exportMarkdown(agent.history);
    },
  };
}
