import type { ContextReport } from "../core/context/context-report.ts";
import type { AgentParts } from "../core/loop/agent-parts.ts";
import type { Aside } from "../core/loop/ask-aside.ts";
import { beside } from "../core/loop/beside.ts";
import { EventQueue } from "../core/loop/event-queue.ts";
import type { PermissionMode, PermissionPolicy } from "../core/permissions/decide.ts";
import type { CodeIntelligence } from "../core/ports/knowledge.ts";
import type { ModelAbilities, ModelClient } from "../core/ports/model.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import { Cancellation, type Canceller, TIME_IS_UP } from "../core/protocol/cancellation.ts";
import type { Effort } from "../core/protocol/effort.ts";
import type { AgentEvent, RecordedEvent } from "../core/protocol/event.ts";
import { record } from "../core/record.ts";
import { run } from "../core/run.ts";
import { untilGoal } from "../core/strategies/until-goal.ts";
import { AgentDesk } from "./agents/agent-desk.ts";
import { CurrentSession, type SessionCommands } from "./current-session.ts";
import { AgentHooks } from "./hooks/agent-hooks.ts";
import type { SessionKnowledge } from "./knowledge/open-knowledge.ts";
import { LiveDoor } from "./live/live-door.ts";
import { addedIn, type SessionMarks } from "./marks/session-marks.ts";
import { UnsentTexts } from "./marks/unsent-texts.ts";
import { afterLoading } from "./mcp/after-loading.ts";
import { GUIDE_ID } from "./models/guide-id.ts";
import { SessionRules } from "./permissions/session-rules.ts";
import type { Prompt, PromptText } from "./prompt-text.ts";
import { traced } from "./report/event-trace.ts";
import type { Rooms } from "./rooms.ts";
import type { AgentSession, NamedStrategy } from "./session/agent-session.ts";
import { callToolDirectly, type DirectCall, withLeave } from "./session/call-tool-directly.ts";
import type { SessionHandle } from "./session/session-handle.ts";
import { limitsOf, runParts } from "./session/settled-parts.ts";
import { SteeringInbox } from "./session/steering-inbox.ts";
import type { UndoExtent, UndoOptions, UndoReport } from "./session/undo.ts";
import { abortAfter } from "./system-clock.ts";

/** What a frontend holds: one session, one run at a time. */
export class Agent {
  /** What is to happen around calls, prompts and ends. */
  readonly hooks: AgentHooks;
  readonly rules: SessionRules;
  /** How much the model is asked to think; undefined: in its own way. */
  effort: Effort | undefined;
  /** What a person sent and nobody has read. */
  readonly unsent: UnsentTexts;
  readonly policyNow = (): PermissionPolicy => this.#rooms.policy(this.permissionMode, this.rules.now);
  readonly #rooms: Rooms;
  readonly #made: AgentSession;
  readonly #inbox = new SteeringInbox(() => this.#session);
  #model: ModelClient;
  #mode: PermissionMode;
  #session: CurrentSession;
  #abort: AbortController | undefined;
  #door: LiveDoor;

  constructor(rooms: Rooms, made: AgentSession) {
    this.#rooms = rooms;
    this.#made = made;
    this.#model = made.model;
    this.rules = new SessionRules(rooms.config.permissions);
    this.unsent = new UnsentTexts(rooms.redaction);
    this.#mode = rooms.config.permissionMode;
    this.#session = this.#opened(made.session);
    this.#door = new LiveDoor(rooms, undefined, this);
    this.effort = made.model.effort ?? rooms.config.effort;
    this.hooks = new AgentHooks(rooms, made.toolbox.ports.processes, this);
  }

  get permissionMode(): PermissionMode {
    return this.#mode;
  }

  /** As the person chooses; whoever goes on with the session later is held to it. */
  set permissionMode(mode: PermissionMode) {
    if (mode !== this.#mode) this.marks.noteMode(mode);
    this.#mode = mode;
  }

  get sessionId(): string {
    return this.#session.handle.id;
  }

  /** Whether all of the session is on the disk. */
  get isSaved(): boolean {
    return this.#session.handle.isSaved();
  }

  get cwd(): string {
    return this.#rooms.cwd;
  }

  get modelId(): string {
    return this.#model.id;
  }

  get strategy(): string {
    return this.#made.work.name;
  }

  get history(): readonly RecordedEvent[] {
    return this.#session.handle.history;
  }

  /** What a person has settled for this session: folders, a goal. */
  get marks(): SessionMarks {
    return this.#session.marks;
  }

  /** What was read for this session: instructions, skills at their top, notes. */
  get knowledge(): SessionKnowledge {
    return this.#made.knowledge.loaded(this.#made.instructionFiles);
  }

  get toolNames(): readonly string[] {
    return [...this.#made.toolbox.tools.keys()];
  }

  get workspace(): Workspace {
    return this.#made.toolbox.ports.workspace;
  }

  get code(): CodeIntelligence {
    return this.#made.toolbox.ports.code;
  }

  /** Those that were given work in this session by this process. */
  get subAgents(): Pick<AgentDesk, "list" | "tell" | "stop" | "toBackground"> {
    return this.#session.desk;
  }

  /** Commands of this session; the one that is waited for, and those in the background. */
  get commands(): SessionCommands {
    return this.#session.commands;
  }

  get abilities(): ModelAbilities {
    return { ...this.#model.abilities, contextTokensMax: this.#session.context.windowOf(this.#model).tokens };
  }

  /** Runs one prompt to its end, in the session's way or in its `own`; each event is on disk before it is given out. */
  prompt(prompt: Prompt, own?: NamedStrategy): AsyncGenerator<AgentEvent, void> {
    return this.#abortable((abort) => this.#prompted(prompt, own, abort));
  }

  async *#prompted(
    { text, written, images, answerSchema }: Prompt,
    own: NamedStrategy | undefined,
    abort: AbortController,
  ): AsyncGenerator<AgentEvent, void> {
    const { name, strategy } = own ?? this.#made.work;
    if (this.history.length === 0) await this.#session.start();
    await this.marks.flush();
    this.unsent.begin();
    const form = answerSchema === undefined ? {} : { answerSchema };
    // An answer in a form of its own has no room for a word on the goal.
    const isOpen = own === undefined && answerSchema === undefined && this.#model.id !== GUIDE_ID;
    const wanted = this.marks.goal !== undefined && isOpen ? untilGoal(strategy, this.marks.goal) : strategy;
    const { notices, ...began } = await this.hooks.open();
    this.#door = new LiveDoor(this.#rooms, this.#session.handle.folder, this);
    const start = { images, strategy: name, permissionMode: this.permissionMode, ...began };
    // A step that hangs past the limit is cut; the run then ends at its border with the limit as its outcome.
    abortAfter(limitsOf(this.#rooms.config).wallTimeMs, abort, TIME_IS_UP);
    const others = new EventQueue<AgentEvent>();
    const tell = (event: AgentEvent): void => others.push(event);
    for (const event of this.#session.takeUntold()) tell(event);
    const loaded = afterLoading(this.#made.toolbox, {
      ...{ prompt: { text, written }, ofHooks: notices, tell },
      parts: (told) => ({ ...this.#parts(abort.signal, told), ...form }),
      run: (prompt, parts) =>
        run({ ...start, prompt }, wanted, this.#session.desk.equip({ parts, inbox: this.#inbox, tell, depth: 0 })),
    });
    const events = traced(beside(record(loaded, this.#session.recording), others));
    yield* this.#made.telemetry?.watch(events, this.sessionId) ?? events;
  }

  /** What `interrupt` reaches, and what is left of it ends with it. */
  async *#abortable(
    work: (abort: AbortController) => AsyncGenerator<AgentEvent, void>,
  ): AsyncGenerator<AgentEvent, void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      yield* work(abort);
    } finally {
      abort.abort();
      this.#abort = undefined;
      await this.#door.close();
    }
  }

  /** Text for the model, read before its next step. */
  steer(told: PromptText): void {
    this.#inbox.add(told);
  }

  /** Steering texts that no step has read; they are taken away. */
  takeUnread(): readonly PromptText[] {
    return this.#inbox.takeSent();
  }

  /** A call of a tool that no model makes: same checks, same permissions; one that a person types is their leave. Nothing of it is recorded. */
  async *callTool(name: string, input: unknown, how: Pick<DirectCall, "isTyped"> = {}): AsyncGenerator<AgentEvent> {
    // Nothing is recorded, which would load it; what comes is masked as it comes.
    await this.#rooms.redaction.ready();
    const call = { name, input, ...how };
    const tool = this.#made.toolbox.tools.get(name);
    const policy = () => this.#rooms.policy(this.permissionMode, withLeave(this.rules.now, call, tool));
    yield* this.#abortable(({ signal }) => callToolDirectly(call, { ...this.#parts(signal, this.history), policy }));
  }

  /** An answer beside the conversation, of which nothing is kept; a run under way goes on. @throws {UserError} when none comes */
  async aside(question: string, signal: AbortSignal): Promise<Aside> {
    const { askAside, withoutTools } = await import("../core/loop/ask-aside.ts");
    if (this.#model.id === GUIDE_ID) throw withoutTools(GUIDE_ID);
    const asked = await this.#rooms.redaction.recorded({ type: "prompt", text: question, origin: "user" });
    return askAside(asked, this.#parts(signal, [...this.history]));
  }

  /** Cancels the run under way; it ends with the outcome `cancelled`. */
  interrupt(by: Canceller = "user"): void {
    this.#abort?.abort(new Cancellation(by));
  }

  /** Later prompts go to this model. @throws {UserError} when the name is not known */
  async useModel(name: string): Promise<void> {
    const next = await this.#made.models.named(name);
    await this.#model.close?.();
    this.#model = next;
    this.effort = next.effort ?? this.effort;
  }

  /** A new, empty session; the old one stays on disk. */
  startAnew(): void {
    this.#switchTo(this.#made.sessions.create(), "clear");
    this.rules.endSession();
  }

  #switchTo(session: SessionHandle, how: "clear" | "resume"): void {
    void this.hooks.leave(how);
    void this.#session.close();
    this.#rooms.added.useSession(addedIn(session.history, this.#rooms.seal).own);
    this.#session = this.#opened(session);
  }

  #opened(session: SessionHandle): CurrentSession {
    this.#mode = this.#made.modeOf(session.history) ?? this.#mode;
    this.unsent.enter(session);
    return new CurrentSession(this.#rooms, this.#made, session, new AgentDesk(this.#rooms, this.#made, session.id));
  }

  /** Takes back what the last calls of this session changed; the model is told with the next prompt. @throws {UserError} when there is nothing */
  async undo(options: UndoOptions & UndoExtent = {}): Promise<UndoReport> {
    const { undoCalls } = await import("./session/undo.ts");
    return undoCalls({ ...this.#session.undoPlace, isOpen: true }, options);
  }

  /** The number of the last change of this session that can be taken back; 0 when there is none. */
  async lastChange(): Promise<number> {
    return (await import("./session/undo.ts")).lastChange(this.#session.undoPlace);
  }

  /** Compacts the context now; the log keeps all of it. Not while a run is under way. */
  compact(): AsyncGenerator<AgentEvent, void> {
    return this.#abortable(({ signal }) =>
      traced(record((told) => this.#session.context.compact(this.#parts(signal, told)), this.#session.recording)),
    );
  }

  /** What the next request is made of, item by item. */
  async contextReport(how: { readonly asksService: boolean } = { asksService: false }): Promise<ContextReport> {
    const { reportSession } = await import("./context/report-session.ts");
    const parts = this.#parts(AbortSignal.abort(), this.history);
    return reportSession(parts, this.#session.context, { ...how, systemParts: this.#made.systemParts });
  }

  /** Goes on with another session of this folder. @throws {UserError} when there is none such or it is in use */
  resume(id: string): void {
    this.#switchTo(this.#made.sessions.open(id), "resume");
    this.rules.endSession();
  }

  /** A new session with all that was recorded before `eventIndex`; the old one stays on disk. @throws {UserError} when it cannot be written; the session stays */
  forkBefore(eventIndex: number): void {
    const kept = this.history.slice(0, eventIndex).filter(({ type }) => type !== "session-start");
    this.#switchTo(this.#session.copyOf(eventIndex === 0 ? [] : kept), "resume");
  }

  /** Ends what is the session's; the rooms it worked in are closed with the house. */
  async close(): Promise<void> {
    await this.#session.endWork();
    await this.hooks.close((event) => this.#session.append(event));
    await this.#model.close?.();
    await this.#session.close();
  }

  #parts(signal: AbortSignal, history: readonly RecordedEvent[]): AgentParts {
    const of = { rooms: this.#rooms, made: this.#made, session: this.#session, door: this.#door, agent: this };
    return runParts(of, { model: this.#model, inbox: this.#inbox, history, signal });
  }
}
