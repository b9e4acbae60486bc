import { EXIT, UserError } from "../base/user-error.ts";
import { planOf } from "../core/context/compaction-record.ts";
import { SessionContext } from "../core/context/context-keeper.ts";
import type { ContextReport } from "../core/context/context-report.ts";
import type { AgentParts, RunLimits } from "../core/loop/agent-parts.ts";
import { RunLedger } from "../core/loop/run-ledger.ts";
import type { PermissionMode } from "../core/permissions/decide.ts";
import { type RuleSet, splitRules } from "../core/permissions/rule.ts";
import type { PlanStore } from "../core/plan/plan-store.ts";
import type { CodeIntelligence } from "../core/ports/knowledge.ts";
import type { ModelClient } from "../core/ports/model.ts";
import type { Approver } from "../core/ports/person.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { Orientation } from "../core/prompts/system-prompt.ts";
import type { AgentEvent, RecordedEvent } from "../core/protocol/event.ts";
import { record } from "../core/record.ts";
import { run } from "../core/run.ts";
import type { Strategy } from "../core/strategies/strategy.ts";
import { contextSettings } from "./context/context-settings.ts";
import type { Knowledge, SessionKnowledge } from "./knowledge/open-knowledge.ts";
import { textReader } from "./models/text-reader.ts";
import { traced } from "./report/event-trace.ts";
import type { Rooms } from "./rooms.ts";
import { callToolDirectly } from "./session/call-tool-directly.ts";
import { type ClosableSnapshots, keepSnapshots } from "./session/keep-snapshots.ts";
import { lazyPlans } from "./session/plans.ts";
import type { SessionHandle } from "./session/session-handle.ts";
import { SteeringInbox } from "./session/steering-inbox.ts";
import type { UndoOptions, UndoReport } from "./session/undo.ts";
import type { Config } from "./settings/schema.ts";
import { systemClock } from "./system-clock.ts";
import type { Toolbox } from "./toolbox.ts";

/** The session an agent works on, and what was chosen and read for it. */
export interface AgentSession {
  readonly session: SessionHandle;
  readonly sessions: {
    create(): SessionHandle;
    /** Opens the session whose id begins so. @throws {UserError} when there is none such or it is in use */
    open(id: string): SessionHandle;
  };
  readonly model: ModelClient;
  readonly models: {
    named(name: string): Promise<ModelClient>;
    /** Who judges the answers of a model; undefined where it does so itself. */
    judgeOf(model: ModelClient): Promise<ModelClient | undefined>;
  };
  readonly work: NamedStrategy;
  readonly orientation: Orientation;
  readonly system: string;
  readonly instructionFiles: readonly string[];
  readonly knowledge: Knowledge;
  readonly toolbox: Toolbox;
}

export interface NamedStrategy {
  readonly name: string;
  readonly strategy: Strategy;
}

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
    const { history, log } = this.#session;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      if (history.length === 0) await this.#start();
      const parts = this.#parts(abort.signal);
      const start = { prompt: text, strategy: name, permissionMode: this.permissionMode };
      if (this.#limits.wallTimeMs > 0) this.#abortLate(abort, this.#limits.wallTimeMs);
      yield* traced(record(run(start, strategy, parts), log, history, this.#rooms.redaction));
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
      yield* callToolDirectly({ name, input }, this.#parts(abort.signal));
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
    const { history, log } = this.#session;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const compaction = this.#context.compact(this.#parts(abort.signal));
      yield* traced(record(compaction, log, history, this.#rooms.redaction));
    } finally {
      this.#abort = undefined;
    }
  }

  /** What the next request is made of, item by item. */
  async contextReport(): Promise<ContextReport> {
    const { reportContext } = await import("../core/context/context-report.ts");
    const { system, toolbox } = this.#made;
    const specs = [...toolbox.tools.values()].map(({ name, description, schema }) => ({ name, description, schema }));
    const context = this.#context;
    const frame = { system, tools: specs };
    return reportContext({
      model: this.#model.id,
      windowTokensMax: context.windowOf(this.#model),
      usedTokens: context.size(frame, this.history),
      request: frame,
      history: this.history,
      meter: context.meter,
      cache: context.cache.entries,
    });
  }

  /** Goes on with another session of this folder. @throws {UserError} when there is none such or it is in use */
  resume(id: string): void {
    this.#switchTo(this.#made.sessions.open(id));
  }

  /** A new session with all that was recorded before `eventIndex`; the old one stays on disk. */
  async forkBefore(eventIndex: number): Promise<void> {
    const kept = this.#session.history.slice(0, eventIndex);
    const next = { ...this.#made.sessions.create(), parentId: this.#session.id };
    this.#switchTo(next);
    if (kept.length === 0) return;
    await this.#start();
    for (const event of kept) {
      if (event.type === "session-start") continue;
      await next.log.append(event);
      next.history.push(event);
    }
  }

  /** Ends what is the session's; the rooms it worked in are closed with the house. */
  async close(): Promise<void> {
    this.#context.close();
    await this.#model.close?.();
    await this.#snapshots?.close();
    this.#session.close();
  }

  async #start(): Promise<void> {
    const { history, log, id, parentId } = this.#session;
    const { cwd, version } = this.#rooms;
    const event: RecordedEvent = {
      type: "session-start",
      sessionId: id,
      cwd,
      version,
      orientation: this.#made.orientation,
      ...(parentId ? { parentId } : {}),
    };
    await log.append(event);
    history.push(event);
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

  /** A step that hangs past the limit is cut; the run then ends at its border with the limit as its outcome. */
  #abortLate(abort: AbortController, wallTimeMs: number): void {
    void systemClock.sleep(wallTimeMs, abort.signal).then(() => abort.abort());
  }

  #parts(signal: AbortSignal): AgentParts {
    this.#snapshots ??= this.#openSnapshots();
    const { system, toolbox, models } = this.#made;
    const { faces, config } = this.#rooms;
    const { temperature, outputTokens } = config;
    return {
      model: this.#model,
      judgeModel: () => models.judgeOf(this.#model),
      textReader,
      system,
      tools: toolbox.tools,
      ports: toolbox.ports,
      outputs: toolbox.ports.outputs,
      context: this.#context,
      policy: () => this.#rooms.policy(this.permissionMode, this.#rules),
      approver: this.#remembering(faces.approver),
      inbox: this.#inbox,
      clock: systemClock,
      limits: this.#limits,
      retryAttemptsMax: config.retryAttempts,
      ledger: new RunLedger(systemClock.now()),
      sessionId: this.#session.id,
      history: this.#session.history,
      plans: this.#plans,
      signal,
      ...(this.#snapshots && { snapshots: this.#snapshots }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(outputTokens === undefined ? {} : { outputTokensMax: outputTokens }),
    };
  }

  /** None where nothing of the session is kept. */
  #openSnapshots(): ClosableSnapshots | undefined {
    const { config, places, cwd, environment } = this.#rooms;
    if (!config.sessionPersistence) return undefined;
    return keepSnapshots({ stateFolder: places.state, cwd, home: environment["HOME"] }, this.#session.id);
  }
}

function limitsOf(config: Config): RunLimits {
  return {
    stepsMax: config.maxTurns,
    wallTimeMs: config.maxWallTime * 1000,
    tokensMax: config.maxTokens,
    costUsdMax: config.maxCost,
  };
}
