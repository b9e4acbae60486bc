import {
  type AgentContext,
  methods,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionConfigOption,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import * as z from "zod";
import type { Agent } from "../../app/agent.ts";
import { type OfferedCommand, offeredCommands, type Writing } from "../../app/knowledge/prompt-naming.ts";
import type { Faces, House } from "../../app/open-house.ts";
import { NOBODY } from "../../app/permissions/faces.ts";
import type { Prompt } from "../../app/prompt-text.ts";
import type { AgentChoice } from "../../app/session/start-agent.ts";
import { phrase } from "../../base/phrase.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../core/ports/person.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import { addUsage, NO_USAGE } from "../../core/protocol/usage.ts";
import type { ClientPrompt } from "./client-input.ts";
import { chooseOption, configOptions } from "./config-options.ts";
import { nameOfAlways, shownRequest } from "./shown-request.ts";
import { answerUpdates, SessionUpdates } from "./updates.ts";

/** Opens the house of a folder. */
export type OpenFolder = (place: {
  readonly folder: string;
  readonly faces?: Faces;
  readonly addDirs: readonly string[];
  /** Of the client, by name. */
  readonly mcpServers?: Readonly<Record<string, object>>;
}) => Promise<House>;

/** What a person types of a session, beside what goes to the model. */
export interface TypedPrompts {
  /** Runs a prompt as people write it: a command of the session acts, and what it says is the answer. */
  run(
    text: string,
    writing: Writing & { readonly goesOn: boolean; readonly isEditor: true },
    run: (prompt: Prompt) => AsyncIterable<AgentEvent>,
  ): AsyncIterable<AgentEvent>;
  /** The commands of a session that need no terminal. */
  commands(): Promise<readonly OfferedCommand[]>;
}

interface SessionStart {
  readonly client: AgentContext;
  readonly open: OpenFolder;
  readonly cwd: string;
  readonly addDirs: readonly string[];
  readonly mcpServers: Readonly<Record<string, object>>;
  readonly choice: AgentChoice;
  readonly typed: TypedPrompts;
  /** Whether the client gives the text of its files, saved or not. */
  readonly readsFiles: boolean;
}

/** A session that a client has open: its agent, its house, and the client that is told and asked. */
export class OpenSession {
  readonly agent: Agent;
  readonly #house: House;
  readonly #client: AgentContext;
  readonly #typed: TypedPrompts;
  #running: { readonly ended: Promise<Outcome | undefined>; isCancelled(): boolean } | undefined;
  #cancels = 0;
  #costUsd = 0;
  #isCostUnknown = false;

  private constructor(house: House, agent: Agent, { client, typed }: Pick<SessionStart, "client" | "typed">) {
    this.#house = house;
    this.agent = agent;
    this.#client = client;
    this.#typed = typed;
  }

  /** @throws {UserError} when there is no such folder, session or model */
  static async start({
    client,
    open,
    cwd,
    addDirs,
    mcpServers,
    choice,
    typed,
    readsFiles,
  }: SessionStart): Promise<OpenSession> {
    let session: OpenSession | undefined;
    const ask = (request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> =>
      session?.ask(request, signal) ?? NOBODY.approver.approve(request, signal);
    const editorText = (path: string): Promise<string | undefined> =>
      textOf(client, path, session?.agent.sessionId ?? choice.resume);
    const faces: Faces = {
      ...{ ...NOBODY, approver: { approve: ask }, showsProgress: true },
      ...(readsFiles ? { editorText } : {}),
    };
    const house = await open({ folder: cwd, faces, addDirs, mcpServers });
    try {
      const { agent } = await house.agent({ ...choice, keepsMode: true });
      session = new OpenSession(house, agent, { client, typed });
      return session;
    } catch (error) {
      await house.close();
      throw error;
    }
  }

  /**
   * One run; a log, and what a cancel reaches, are of one at a time.
   * @returns how it ended
   * @throws {UserError} while another is under way that is not cancelled
   */
  async prompt(sent: () => Promise<ClientPrompt>): Promise<Outcome | undefined> {
    const before = this.#cancels;
    while (this.#running !== undefined) {
      if (!this.#running.isCancelled())
        throw new UserError(phrase`A prompt is under way; wait for its end, or cancel it.`, EXIT.usage);
      await this.#running.ended.catch(() => undefined);
    }
    const isCancelled = (): boolean => this.#cancels > before;
    const ended = sent().then((prompt) => this.#run(prompt, isCancelled));
    this.#running = { ended, isCancelled };
    try {
      return await ended;
    } finally {
      this.#running = undefined;
    }
  }

  /** Reaches what came before it, also where it has not begun. */
  interrupt(): void {
    this.#cancels++;
    this.agent.interrupt();
  }

  async #run(
    { text: sent, written, images, attached }: ClientPrompt,
    isCancelled: () => boolean,
  ): Promise<Outcome | undefined> {
    const updates = new SessionUpdates(this.agent.cwd);
    let outcome: Outcome | undefined;
    const tell = (notice: string): void => void this.#tellIfThere(updates.of({ type: "status", text: notice }));
    const writing = { house: this.#house, agent: this.agent, tell, goesOn: true, isEditor: true } as const;
    let hasAnswer = false;
    const shown = (prompt: Prompt) => {
      const text = [prompt.text, attached].filter((one) => one !== "").join("\n\n");
      // What a client links stands among the words, and names nothing.
      const own = prompt.written === sent ? written : prompt.written;
      return this.agent.prompt({ ...prompt, text, written: own, images: [...images, ...prompt.images] });
    };
    for await (const event of this.#typed.run(sent, writing, shown)) {
      if (isCancelled()) this.agent.interrupt();
      const told = updates.of(event);
      hasAnswer ||= event.type !== "note" && told.some(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk");
      await this.#tell(told);
      if (event.type !== "run-end") continue;
      if (!hasAnswer && event.outcome.kind === "done") await this.#tell(answerUpdates(event.outcome.text));
      outcome = event.outcome;
      this.#costUsd += event.costUsd;
      this.#isCostUnknown ||= event.isCostUnknown === true;
      await this.#tellUsage();
    }
    return outcome;
  }

  options(): Promise<SessionConfigOption[]> {
    return configOptions({ house: this.#house, agent: this.agent });
  }

  /** @returns what may be chosen now @throws {UserError} when a model cannot be had */
  async choose(id: string, value: string | boolean): Promise<{ configOptions: SessionConfigOption[] }> {
    await chooseOption(this.agent, id, value);
    if (id === "mode") await this.#tell([{ sessionUpdate: "current_mode_update", currentModeId: String(value) }]);
    return { configOptions: await this.options() };
  }

  /** Tells the client what is at hand after a slash; it must know of the session by then. */
  async tellCommands(): Promise<void> {
    const own = offeredCommands({ house: this.#house, agent: this.agent });
    const names = new Set(own.map(({ name }) => name));
    const ofSession = (await this.#typed.commands()).filter(({ name }) => !names.has(name));
    const availableCommands = [...own, ...ofSession].map(({ name, description, argumentHint: hint }) => ({
      name,
      description,
      ...(hint && { input: { hint } }),
    }));
    await this.#tellIfThere([{ sessionUpdate: "available_commands_update", availableCommands }]);
  }

  /** Tells the client all that was said so far. */
  async replay(): Promise<void> {
    const updates = new SessionUpdates(this.agent.cwd);
    for (const event of this.agent.history) await this.#tell(updates.replayed(event));
  }

  async ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { proposal } = request.decision;
    const options = [
      { kind: "allow_once" as const, name: "Allow once", optionId: "once" },
      ...(proposal === undefined
        ? []
        : [{ kind: "allow_always" as const, name: nameOfAlways(proposal), optionId: "session" }]),
      { kind: "reject_once" as const, name: "Reject", optionId: "no" },
    ];
    const params: RequestPermissionRequest = {
      sessionId: this.agent.sessionId,
      toolCall: shownRequest(request),
      options,
    };
    // A client need not answer what was cancelled.
    const asked: Promise<unknown> = unlessAborted(signal, () =>
      this.#client.request(methods.client.session.requestPermission, params),
    );
    const answered = PermissionAnswer.safeParse(await asked.catch(() => CANCELLED));
    if (!answered.success) return { allowed: false, why: "the client's answer is none that this protocol has" };
    const { outcome } = answered.data;
    if (outcome.outcome === "cancelled") return { allowed: false, why: "cancelled before it was answered" };
    if (outcome.optionId === "once") return { allowed: true };
    if (outcome.optionId === "session" && proposal !== undefined) return { allowed: true, remember: proposal };
    return { allowed: false, why: "the user rejected it", said: "" };
  }

  async close(): Promise<void> {
    this.interrupt();
    // Its end is still written into the log.
    await this.#running?.ended.catch(() => undefined);
    const updates = new SessionUpdates(this.agent.cwd);
    // A client that is gone is told nothing: the log has it.
    for await (const event of this.agent.commands.end()) await this.#tellIfThere(updates.of(event));
    await this.#house.close();
  }

  async #tell(updates: readonly SessionUpdate[]): Promise<void> {
    const { sessionId } = this.agent;
    for (const update of updates) await this.#client.notify(methods.client.session.update, { sessionId, update });
  }

  /** What a client that is gone meanwhile need not know. */
  async #tellIfThere(updates: readonly SessionUpdate[]): Promise<void> {
    await this.#tell(updates).catch(() => undefined);
  }

  async #tellUsage(): Promise<void> {
    const size = this.agent.abilities.contextTokensMax;
    const replies = this.agent.history.flatMap((event) => (event.type === "reply" ? event.usage : []));
    const { inputTokens, outputTokens } = replies.slice(-1).reduce(addUsage, NO_USAGE);
    if (size === undefined) return;
    const cost = this.#isCostUnknown ? {} : { cost: { amount: this.#costUsd, currency: "USD" } };
    await this.#tell([{ sessionUpdate: "usage_update", used: inputTokens + outputTokens, size, ...cost }]);
  }
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** The library hands on whatever came: what is no clear yes is a no. */
const PermissionAnswer = z.object({
  outcome: z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("cancelled") }),
    z.object({ outcome: z.literal("selected"), optionId: z.string() }),
  ]),
});

/** No editor has more of a file open; what says more, or no text, says nothing. */
const EDITOR_CHARS_MAX = 8_000_000;
const EditorAnswer = z.object({ content: z.string().max(EDITOR_CHARS_MAX) });

/** How long an editor may take to say what it holds of a file. */
const EDITOR_WAIT_MS = 2000;

/** A file as the client has it; undefined where it does not say, or not in time. */
async function textOf(client: AgentContext, path: string, sessionId: string | undefined): Promise<string | undefined> {
  if (sessionId === undefined) return undefined;
  const { promise: late, resolve: give } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => give(undefined), EDITOR_WAIT_MS);
  const told = client.request(methods.client.fs.readTextFile, { sessionId, path }).then(
    (answer: unknown) => EditorAnswer.safeParse(answer).data?.content,
    () => undefined,
  );
  try {
    return await Promise.race([told, late]);
  } finally {
    clearTimeout(timer);
  }
}
