import { EXIT, UserError } from "../base/user-error.ts";
import { planOf } from "../core/context/compaction-record.ts";
import type { SessionContext } from "../core/context/context-keeper.ts";
import type { ContextReport } from "../core/context/context-report.ts";
import type { MemoryNote, Skill } from "../core/knowledge.ts";
import type { AgentParts, RunLimits } from "../core/loop/agent-parts.ts";
import { RunLedger } from "../core/loop/run-ledger.ts";
import type { PermissionMode, PermissionPolicy } from "../core/permissions/decide.ts";
import { type RuleSet, splitRules } from "../core/permissions/rule.ts";
import type { PlanStore } from "../core/plan/plan-store.ts";
import type { CodeIntelligence } from "../core/ports/knowledge.ts";
import type { ModelClient } from "../core/ports/model.ts";
import type { Approver } from "../core/ports/person.ts";
import type { EventLog } from "../core/ports/session.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { Orientation } from "../core/prompts/system-prompt.ts";
import type { AgentEvent, RecordedEvent } from "../core/protocol/event.ts";
import { type Redaction, record } from "../core/record.ts";
import { run } from "../core/run.ts";
import type { Strategy } from "../core/strategies/strategy.ts";
import type { Tool, ToolPorts } from "../core/tool.ts";
import { callToolDirectly } from "./call-tool-directly.ts";
import { textReader } from "./models/text-reader.ts";
import { traced } from "./report/event-trace.ts";
import type { ClosableSnapshots } from "./session/keep-snapshots.ts";
import { SteeringInbox } from "./session/steering-inbox.ts";
import type { UndoOptions, UndoPlace, UndoReport } from "./session/undo.ts";
import { systemClock } from "./system-clock.ts";

/** One log, open for appending by this process alone. */
export interface SessionHandle {
  readonly id: string;
  readonly log: EventLog;
  /** What was recorded so far; grows with the log. */
  readonly history: RecordedEvent[];
  readonly parentId?: string;
  /** What a person should know of it before the first prompt. */
  readonly notices: readonly string[];
  close(): void;
}

/** For `/memory` and the commands of skills: what is loaded, and from where. */
export interface SessionKnowledge {
  /** Absolute paths of the instruction files, in their order. */
  readonly instructionFiles: readonly string[];
  readonly skills: readonly Skill[];
  readonly notes: readonly MemoryNote[];
}

/** Everything a session is made of; built by `assemble`. */
export interface AgentMaterial {
  readonly session: SessionHandle;
  readonly newSession: () => SessionHandle;
  /** Opens the session whose id begins so. @throws {UserError} when there is none such or it is in use */
  readonly openSession: (id: string) => SessionHandle;
  readonly version: string;
  readonly cwd: string;
  readonly model: ModelClient;
  readonly modelNamed: (name: string) => Promise<ModelClient>;
  /** Who judges the answers of a model; undefined where it does so itself. */
  readonly judgeFor: (model: ModelClient) => Promise<ModelClient | undefined>;
  readonly strategyName: string;
  readonly strategy: Strategy;
  readonly orientation: Orientation;
  readonly system: string;
  readonly newContext: () => SessionContext;
  readonly knowledge: () => SessionKnowledge;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly ports: ToolPorts;
  readonly approver: Approver;
  readonly limits: RunLimits;
  readonly permissionMode: PermissionMode;
  readonly rules: RuleSet;
  readonly policyFor: (mode: PermissionMode, rules: RuleSet) => PermissionPolicy;
  /** Absent, like `undoPlace`, where nothing of the session is kept. */
  readonly snapshotsOf?: (sessionId: string) => ClosableSnapshots;
  readonly undoPlace?: Pick<UndoPlace, "stateFolder" | "cwd">;
  readonly temperature?: number;
  readonly outputTokensMax?: number;
  readonly retryAttemptsMax: number;
  readonly redaction: Redaction;
  readonly plans: PlanStore;
  close(): Promise<void>;
}

/** What a frontend holds: one session, one run at a time. */
export class Agent {
  permissionMode: PermissionMode;
  readonly #material: AgentMaterial;
  readonly #inbox = new SteeringInbox();
  #model: ModelClient;
  #rules: RuleSet;
  #session: SessionHandle;
  #context: SessionContext;
  #abort: AbortController | undefined;
  #snapshots: ClosableSnapshots | undefined;

  constructor(material: AgentMaterial) {
    this.#material = material;
    this.#model = material.model;
    this.#rules = material.rules;
    this.#session = material.session;
    this.#context = material.newContext();
    this.permissionMode = material.permissionMode;
    this.#restoreTodos();
  }

  /** The list of things to do is the session's: a resumed one has its own again. */
  #restoreTodos(): void {
    this.#material.ports.todos.replace(planOf(this.#session.history));
  }

  get sessionId(): string {
    return this.#session.id;
  }

  get cwd(): string {
    return this.#material.cwd;
  }

  get modelId(): string {
    return this.#model.id;
  }

  get strategy(): string {
    return this.#material.strategyName;
  }

  get history(): readonly RecordedEvent[] {
    return this.#session.history;
  }

  /** What was read for this session: instructions, skills at their top, notes. */
  get knowledge(): SessionKnowledge {
    return this.#material.knowledge();
  }

  get toolNames(): readonly string[] {
    return [...this.#material.tools.keys()];
  }

  get workspace(): Workspace {
    return this.#material.ports.workspace;
  }

  get code(): CodeIntelligence {
    return this.#material.ports.code;
  }

  /** Undefined when nobody knows. */
  get contextTokensMax(): number | undefined {
    return this.#model.abilities.contextTokensMax;
  }

  /**
   * Runs one prompt to its end; each event is on disk before it is given out.
   * @param own  how this one prompt is worked on, where it is not the session's own way
   */
  async *prompt(
    text: string,
    own?: { readonly name: string; readonly strategy: Strategy },
  ): AsyncGenerator<AgentEvent, void> {
    const { limits } = this.#material;
    const { name, strategy } = own ?? { name: this.strategy, strategy: this.#material.strategy };
    const { history, log } = this.#session;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      if (history.length === 0) await this.#start();
      const parts = this.#parts(abort.signal);
      const start = { prompt: text, strategy: name, permissionMode: this.permissionMode };
      if (limits.wallTimeMs > 0) this.#abortLate(abort, limits.wallTimeMs);
      yield* traced(record(run(start, strategy, parts), log, history, this.#material.redaction));
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
    const next = await this.#material.modelNamed(name);
    await this.#model.close?.();
    this.#model = next;
  }

  /** A new, empty session; the old one stays on disk. */
  startAnew(): void {
    this.#switchTo(this.#material.newSession());
  }

  #switchTo(session: SessionHandle): void {
    void this.#snapshots?.close();
    this.#snapshots = undefined;
    this.#session.close();
    this.#session = session;
    this.#context.close();
    this.#context = this.#material.newContext();
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
    const { undoPlace } = this.#material;
    if (!undoPlace) throw new UserError("Nothing of this session is kept, so nothing can be undone.", EXIT.badInput);
    const { undoCalls } = await import("./session/undo.ts");
    const report = await undoCalls({ ...undoPlace, session: this.sessionId }, { steps: 1, ...options });
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
      yield* traced(record(compaction, log, history, this.#material.redaction));
    } finally {
      this.#abort = undefined;
    }
  }

  /** What the next request is made of, item by item. */
  async contextReport(): Promise<ContextReport> {
    const { reportContext } = await import("../core/context/context-report.ts");
    const { system, tools } = this.#material;
    const specs = [...tools.values()].map(({ name, description, schema }) => ({ name, description, schema }));
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
    this.#switchTo(this.#material.openSession(id));
  }

  /** A new session with all that was recorded before `eventIndex`; the old one stays on disk. */
  async forkBefore(eventIndex: number): Promise<void> {
    const kept = this.#session.history.slice(0, eventIndex);
    const next = { ...this.#material.newSession(), parentId: this.#session.id };
    this.#switchTo(next);
    if (kept.length === 0) return;
    await this.#start();
    for (const event of kept) {
      if (event.type === "session-start") continue;
      await next.log.append(event);
      next.history.push(event);
    }
  }

  async close(): Promise<void> {
    this.#context.close();
    await this.#model.close?.();
    await this.#material.close();
    await this.#snapshots?.close();
    this.#session.close();
  }

  async #start(): Promise<void> {
    const { history, log, id, parentId } = this.#session;
    const { cwd, version, orientation } = this.#material;
    const event: RecordedEvent = {
      type: "session-start",
      sessionId: id,
      cwd,
      version,
      orientation,
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
    this.#snapshots ??= this.#material.snapshotsOf?.(this.#session.id);
    const { system, tools, ports, approver, limits, temperature, outputTokensMax, policyFor, retryAttemptsMax } =
      this.#material;
    return {
      model: this.#model,
      judgeModel: () => this.#material.judgeFor(this.#model),
      textReader,
      system,
      tools,
      ports,
      outputs: ports.outputs,
      context: this.#context,
      policy: () => policyFor(this.permissionMode, this.#rules),
      approver: this.#remembering(approver),
      inbox: this.#inbox,
      clock: systemClock,
      limits,
      retryAttemptsMax,
      ledger: new RunLedger(systemClock.now()),
      sessionId: this.#session.id,
      history: this.#session.history,
      plans: this.#material.plans,
      signal,
      ...(this.#snapshots && { snapshots: this.#snapshots }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(outputTokensMax === undefined ? {} : { outputTokensMax }),
    };
  }
}
