import { EXIT, UserError } from "../base/user-error.ts";
import { planOf } from "../core/context/compaction-record.ts";
import { SessionContext } from "../core/context/context-keeper.ts";
import type { ContextReport } from "../core/context/context-report.ts";
import type { AgentParts, RunLimits } from "../core/loop/agent-parts.ts";
import type { PermissionMode } from "../core/permissions/decide.ts";
import { type RuleSet, splitRules } from "../core/permissions/rule.ts";
import type { PlanStore } from "../core/plan/plan-store.ts";
import type { CodeIntelligence } from "../core/ports/knowledge.ts";
import type { ModelClient } from "../core/ports/model.ts";
import type { Approver } from "../core/ports/person.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { AgentEvent, RecordedEvent } from "../core/protocol/event.ts";
import { type Recording, record } from "../core/record.ts";
import { run } from "../core/run.ts";
import { contextSettings } from "./context/context-settings.ts";
import type { SessionKnowledge } from "./knowledge/open-knowledge.ts";
import { traced } from "./report/event-trace.ts";
import type { Rooms } from "./rooms.ts";
import type { AgentSession, NamedStrategy } from "./session/agent-session.ts";
import { callToolDirectly } from "./session/call-tool-directly.ts";
import { type ClosableSnapshots, keepSnapshots } from "./session/keep-snapshots.ts";
import { lazyPlans } from "./session/plans.ts";
import type { SessionHandle } from "./session/session-handle.ts";
import { limitsOf, settledParts } from "./session/settled-parts.ts";
import { SteeringInbox } from "./session/steering-inbox.ts";
import type { UndoOptions, UndoReport } from "./session/undo.ts";
import { systemClock } from "./system-clock.ts";

/** What a frontend holds: one session, one run at a time. */
export class Agent {
  permissionMode: PermissionMode;
  readonly #rooms: Rooms;
  readonly #made: AgentSession;
  readonly #limits: RunLimits;
  readonly #plans: PlanStore;
  readonly #inbox = new SteeringInbox();
  #model: ModelClient;
  #rules: RuleSet;
  #session: SessionHandle;
  #context: SessionContext;
  #abort: AbortController | undefined;
  #snapshots: ClosableSnapshots | undefined;

  constructor(rooms: Rooms, made: AgentSession) {
    this.#rooms = rooms;
    this.#made = made;
    this.#limits = limitsOf(rooms.config);
    this.#plans = lazyPlans(rooms.cwd, rooms.redaction);
    this.#model = made.model;
    this.#rules = rooms.config.permissions;
    this.#session = made.session;
    this.#context = this.#newContext();
    this.permissionMode = rooms.config.permissionMode;
    this.#restoreTodos();
  }

  get #recording(): Recording {
    const { log, history } = this.#session;
    return { log, history, redaction: this.#rooms.redaction };
  }

  #newContext(): SessionContext {
    return new SessionContext(contextSettings(this.#rooms.config, this.#rooms.redaction, this.#made.models.named));
  }

  /** The list of things to do is the session's: a resumed one has its own again. */
  #restoreTodos(): void {
    this.#made.toolbox.ports.todos.replace(planOf(this.#session.history));
  }

  get sessionId(): string {
    return this.#session.id;
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
    return this.#session.history;
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

  /** Undefined when nobody knows. */
  get contextTokensMax(): number | undefined {
    return this.#model.abilities.contextTokensMax;
  }

  /**
   * Runs one prompt to its end; each event is on disk before it is given out.
   * @param own  how this one prompt is worked on, where it is not the session's own way
   */
  async *prompt(text: string, own?: NamedStrategy): AsyncGenerator<AgentEvent, void> {
    const { name, strategy } = own ?? this.#made.work;
    const { wallTimeMs } = this.#limits;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      if (this.history.length === 0) await this.#start();
      const start = { prompt: text, strategy: name, permissionMode: this.permissionMode };
      // A step that hangs past the limit is cut; the run then ends at its border with the limit as its outcome.
      if (wallTimeMs > 0) void systemClock.sleep(wallTimeMs, abort.signal).then(() => abort.abort());
      yield* traced(record((told) => run(start, strategy, this.#parts(abort.signal, told)), this.#recording));
    } finally {
      abort.abort();
      this.#abort = undefined;
    }
  }

  /** Text for the model, read before its next step. */
  steer(text: string): void {
    this.#inbox.add(text);
  }

  /** Steering texts that no step has read; they are taken away. */
  takeUnread(): readonly string[] {
    return this.#inbox.take();
  }

  /** A person's own call of a tool: same checks, same permissions. Nothing of it is recorded. */
  async *callTool(name: string, input: unknown): AsyncGenerator<AgentEvent, void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      yield* callToolDirectly({ name, input }, this.#parts(abort.signal, this.history));
    } finally {
      this.#abort = undefined;
    }
  }

  /** Cancels the run under way; it ends with the outcome `cancelled`. */
  interrupt(): void {
    this.#abort?.abort();
  }

  /** Later prompts go to this model. @throws {UserError} when the name is not known */
  async useModel(name: string): Promise<void> {
    const next = await this.#made.models.named(name);
    await this.#model.close?.();
    this.#model = next;
  }

  /** A new, empty session; the old one stays on disk. */
  startAnew(): void {
    this.#switchTo(this.#made.sessions.create());
  }

  #switchTo(session: SessionHandle): void {
    void this.#snapshots?.close();
    this.#snapshots = undefined;
    this.#session.close();
    this.#session = session;
    this.#context.close();
    this.#context = this.#newContext();
    this.#restoreTodos();
  }

  /** Adds rules, parted by commas, for the rest of the session. */
  allow(rules: string): void {
    this.#rules = { ...this.#rules, allow: [...this.#rules.allow, ...splitRules(rules)] };
  }

  /**
   * Takes back what the last calls of this session changed; the model is told with the next prompt.
   * @throws {UserError} when there is nothing to take back
   */
  async undo(options: UndoOptions & { readonly steps?: number } = {}): Promise<UndoReport> {
    const { config, places, cwd } = this.#rooms;
    if (!config.sessionPersistence)
      throw new UserError("Nothing of this session is kept, so nothing can be undone.", EXIT.badInput);
    const { undoCalls } = await import("./session/undo.ts");
    const report = await undoCalls(
      { stateFolder: places.state, cwd, session: this.sessionId },
      { steps: 1, ...options },
    );
    const paths = report.steps.map(({ path }) => path).join(", ");
    if (report.id !== undefined)
      this.steer(`I have undone your last changes to these paths: ${paths}. Read them again.`);
    return report;
  }

  /** Compacts the context now; the log keeps all of it. Not while a run is under way. */
  async *compact(): AsyncGenerator<AgentEvent, void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const compact = (told: readonly RecordedEvent[]) => this.#context.compact(this.#parts(abort.signal, told));
      yield* traced(record(compact, this.#recording));
    } finally {
      this.#abort = undefined;
    }
  }

  /** What the next request is made of, item by item. */
  async contextReport(): Promise<ContextReport> {
    const { reportSession } = await import("./context/report-session.ts");
    return reportSession(this.#made, { model: this.#model, context: this.#context, history: this.history });
  }

  /** Goes on with another session of this folder. @throws {UserError} when there is none such or it is in use */
  resume(id: string): void {
    this.#switchTo(this.#made.sessions.open(id));
  }

  /** A new session with all that was recorded before `eventIndex`; the old one stays on disk. */
  async forkBefore(eventIndex: number): Promise<void> {
    const kept = this.history.slice(0, eventIndex).filter(({ type }) => type !== "session-start");
    const isEmpty = eventIndex === 0;
    this.#switchTo({ ...this.#made.sessions.create(), parentId: this.#session.id });
    if (isEmpty) return;
    await this.#start();
    for (const event of kept) await this.#append(event);
  }

  /** Ends what is the session's; the rooms it worked in are closed with the house. */
  async close(): Promise<void> {
    this.#context.close();
    await this.#model.close?.();
    await this.#snapshots?.close();
    this.#session.close();
  }

  async #start(): Promise<void> {
    const { id: sessionId, parentId } = this.#session;
    const { cwd, version } = this.#rooms;
    const { orientation } = this.#made;
    await this.#append({
      type: "session-start",
      ...{ sessionId, cwd, version, orientation },
      ...(parentId ? { parentId } : {}),
    });
  }

  async #append(event: RecordedEvent): Promise<void> {
    await this.#session.log.append(event);
    this.#session.history.push(event);
  }

  /** What a person allows for good holds from the next decision on. */
  #remembering(approver: Approver): Approver {
    return {
      approve: async (request, signal) => {
        const answer = await approver.approve(request, signal);
        if (answer.allowed && answer.remember !== undefined) this.allow(answer.remember);
        return answer;
      },
    };
  }

  #parts(signal: AbortSignal, history: readonly RecordedEvent[]): AgentParts {
    this.#snapshots ??= this.#openSnapshots();
    const { faces } = this.#rooms;
    return {
      ...settledParts(this.#rooms, this.#made),
      model: this.#model,
      judgeModel: () => this.#made.models.judgeOf(this.#model),
      context: this.#context,
      policy: () => this.#rooms.policy(this.permissionMode, this.#rules),
      approver: this.#remembering(faces.approver),
      inbox: this.#inbox,
      limits: this.#limits,
      sessionId: this.#session.id,
      history,
      plans: this.#plans,
      signal,
      ...(this.#snapshots && { snapshots: this.#snapshots }),
    };
  }

  /** None where nothing of the session is kept. */
  #openSnapshots(): ClosableSnapshots | undefined {
    const { config, places, cwd, environment } = this.#rooms;
    if (!config.sessionPersistence) return undefined;
    return keepSnapshots({ stateFolder: places.state, cwd, home: environment["HOME"] }, this.#session.id);
  }
}
